package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// turn writes a turn after a group and returns its last group.
func (b *Script) turn(t int, after int32) int32 {
	outer := b.base
	joins, pending, late := len(b.joins), len(b.pending), len(b.late)
	turn := &b.sc.Turns[t]
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(turn.Session), int32(t), turn.Cond
	cur := b.beginning(t, after)
	b.lateEnd(t, cur)
	for i := turn.Messages.From; i < turn.Messages.To; i++ {
		cur = b.message(i, cur)
		b.acrossTo(turn.Messages.From, i)
	}
	cur = b.ending(t, cur, pending)
	for _, c := range b.late[late:] {
		b.lateResult(int(c), cur)
	}
	b.joins, b.pending, b.late = b.joins[:joins], b.pending[:pending], b.late[:late]
	b.base = outer
	return cur
}

// acrossTo writes the results that come after a message of a turn began. Nothing may
// come between a message that is void and the one that takes its place.
func (b *Script) acrossTo(first, i int) {
	switch {
	case i == first || b.replaced(i):
	case !b.replaced(i - 1):
		b.across(i - 1)
	case i-1 > first:
		b.across(i - 2)
	}
}

// ending writes the end of a turn, after all that belongs to it.
func (b *Script) ending(t int, cur int32, pending int) int32 {
	turn := &b.sc.Turns[t]
	f := &b.sc.Features
	if !f.Terminal || turn.By != scenario.None && (f.Turns == spec.TurnsOverlap || f.ResultEnds) {
		return b.gather(cur, pending)
	}
	if f.UsageApart && turn.Usage != (spec.Usage{}) {
		cur = b.one(TurnUsed, scenario.Cond{}, b.gather(cur, pending))
	}
	end := b.group(cur)
	when := turn.Fault.Away(fault.TurnEndLost, fault.TurnEndLate)
	when = when.And(b.unclosed(turn))
	b.denials(turn, when)
	if asked, ok := turn.Fault.With(fault.Interrupted); ok && !f.MessageTurns {
		b.add(Waits, asked)
	}
	switch {
	case f.ModelCalls:
		b.lastMessage(turn)
	case f.MessageTurns:
		b.onlyMessage(turn, when)
	}
	if end := b.add(TurnEnds, when); f.WaitsApart {
		end.Join = false
	}
	if turn.By != scenario.None && f.ChildEnd {
		b.add(SessionEnds, when)
	}
	b.waitAll(end, pending)
	b.ended[t] = end
	if f.ModelCalls {
		return b.afterEnd(turn, b.usedThen(turn.Messages.To-1, end))
	}
	return b.afterEnd(turn, end)
}

// unclosed is when a turn ends: not where that would end a sub-session that never does.
func (b *Script) unclosed(turn *scenario.Turn) scenario.Cond {
	if turn.By == scenario.None || !b.sc.Features.ChildEnd {
		return scenario.Cond{}
	}
	return b.sc.Sessions[turn.Session].Fault.Away(fault.NeverClosed)
}

// denials writes, with a turn's end, which of its calls were denied.
func (b *Script) denials(turn *scenario.Turn, when scenario.Cond) {
	for m := turn.Messages.From; m < turn.Messages.To; m++ {
		for j := b.sc.Messages[m].Items.From; j < b.sc.Messages[m].Items.To; j++ {
			c := b.sc.Items[j].Call
			if c == scenario.None || b.sc.Calls[c].Fault.Kind != fault.DeniedLater {
				continue
			}
			outer := b.onItem(j)
			b.add(CallDenied, when.And(scenario.Cond{Need: b.sc.Calls[c].Fault.By}))
			b.base = outer
		}
	}
}

// lateEnd writes the end of the turn before, if that comes after this one's
// start.
func (b *Script) lateEnd(t int, start int32) {
	for p := b.sc.Sessions[b.sc.Turns[t].Session].First; p != t; p = b.sc.Turns[p].Next {
		f := b.sc.Turns[p].Fault
		if b.sc.Turns[p].Next != t || f.Kind != fault.TurnEndLate {
			continue
		}
		outer := b.base
		b.base = b.bare()
		b.base.Session, b.base.Turn, b.base.Cond = int32(b.sc.Turns[p].Session), int32(p), b.sc.Turns[p].Cond
		b.one(TurnEnds, scenario.Cond{Need: f.By}, start)
		b.base = outer
	}
}

// afterEnd writes what follows a turn's end: the session's end, the user's turn,
// and an end that comes late.
func (b *Script) afterEnd(turn *scenario.Turn, cur int32) int32 {
	if late, ok := turn.Fault.With(fault.LateTurnText); ok {
		cur = b.one(TextOrphaned, late.And(b.unclosed(turn)), cur)
	}
	if turn.By != scenario.None && b.sc.Features.ChildEdges && !b.sc.Features.ChildEnd {
		cur = b.one(SessionEnds, b.sc.Sessions[turn.Session].Fault.Away(fault.NeverClosed), cur)
	}
	if turn.UserTurn {
		cur = b.one(UserTurns, scenario.Cond{}, cur)
	}
	return cur
}

// gather returns one group behind which everything pending is emitted; none is
// needed where nothing is.
func (b *Script) gather(cur int32, pending int) int32 {
	if len(b.pending) == pending {
		return cur
	}
	end := b.group(cur)
	b.waitAll(end, pending)
	return end
}

func (b *Script) waitAll(group int32, pending int) {
	for _, p := range b.pending[pending:] {
		b.after(p, group)
	}
}
