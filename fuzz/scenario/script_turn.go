package scenario

import "github.com/quock-dev/quock/spec"

// turn tells a turn after a beat and returns its last beat.
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
		if i > turn.Messages.From {
			b.across(i - 1)
		}
	}
	cur = b.ending(t, cur, pending)
	for _, c := range b.late[late:] {
		b.lateResult(int(c), cur)
	}
	b.joins, b.pending, b.late = b.joins[:joins], b.pending[:pending], b.late[:late]
	b.base = outer
	return cur
}

// beginning tells that a turn starts, and its prompt, in the form of the
// dialect.
func (b *Script) beginning(t int, after int32) int32 {
	turn := &b.sc.Turns[t]
	var cur int32
	if b.sc.Features.Turns == spec.TurnsMarked {
		cur = b.markedBeginning(turn, after)
	} else {
		cur = b.joinedBeginning(turn, after)
	}
	if b.begun[turn.Session] == noBeat && cur != after {
		b.begun[turn.Session] = cur
	}
	return cur
}

func (b *Script) markedBeginning(turn *Turn, cur int32) int32 {
	if turn.By != None && b.sc.Features.ChildEdges {
		cur = b.one(SessionOpens, b.sc.Sessions[turn.Session].Fault.away(Unannounced), cur)
	}
	start := turn.Fault.away(TurnStartLost)
	if again, ok := b.sc.Sessions[turn.Session].Fault.with(OpenedAgain); ok {
		cur = b.one(SessionOpens, again, cur)
	}
	if turn.Prompt == "" || turn.Late {
		cur = b.one(TurnStarts, start, cur)
	}
	if turn.Prompt != "" {
		cur = b.one(Prompted, Cond{}, cur)
		if !turn.Late {
			cur = b.one(TurnStarts, start, cur)
		}
	}
	if again, ok := turn.Fault.with(StartedTwice); ok {
		cur = b.one(TurnStarts, again, cur)
	}
	return cur
}

// joinedBeginning puts a sub-session's starts into the record of its first
// content: the prompt, or else what comes next (see Script.first). A turn of the
// root has a start of its own, if any.
func (b *Script) joinedBeginning(turn *Turn, cur int32) int32 {
	if turn.By == None && b.sc.Features.Turns == spec.TurnsOverlap {
		return b.one(TurnStarts, turn.Fault.away(TurnStartLost), cur)
	}
	if turn.Prompt != "" {
		cur = b.first(cur)
		b.say(Prompted, Cond{})
		return cur
	}
	return cur
}

// first begins the beat of the first content of a turn, with the starts that
// share its record.
func (b *Script) first(after int32) int32 {
	i := b.beat(after)
	turn := &b.sc.Turns[b.base.Turn]
	f := &b.sc.Features
	if turn.By != None {
		outer := b.base
		b.base.Cond = turn.Cond
		b.say(SessionOpens, Cond{})
		if f.Turns == spec.TurnsOverlap {
			b.say(TurnStarts, Cond{})
		}
		b.base = outer
	}
	b.begun[turn.Session] = i
	return i
}

// content begins a beat of a message's content, the first of a turn with its
// starts.
func (b *Script) content(after ...int32) int32 {
	if b.begun[b.base.Session] == noBeat {
		return b.first(after[0])
	}
	i := b.beat(after...)
	turn := &b.sc.Turns[b.base.Turn]
	if by := b.unlinkedBy(turn); by != 0 && b.opened[turn.Messages.From] == noBeat {
		b.say(SessionNamed, Cond{Need: by})
	}
	return i
}

// unlinkedBy are the perils by which a sub-session is not linked to its call, so
// that its agent becomes known with its first message only.
func (b *Script) unlinkedBy(turn *Turn) Set {
	if turn.By == None || b.sc.Features.Delegation.Description == "" {
		return 0
	}
	if by := b.sc.Calls[turn.By].TwinBy; by != 0 {
		return by
	}
	for c := range b.sc.Calls {
		if b.sc.Calls[c].TwinBy != 0 && b.sc.Calls[c].Twin == turn.By {
			return b.sc.Calls[c].TwinBy
		}
	}
	return 0
}

// ending tells the end of a turn, after all that belongs to it.
func (b *Script) ending(t int, cur int32, pending int) int32 {
	turn := &b.sc.Turns[t]
	f := &b.sc.Features
	if !f.Terminal || f.Turns == spec.TurnsOverlap && turn.By != None {
		return b.gather(cur, pending)
	}
	end := b.beat(cur)
	told := turn.Fault.away(TurnEndLost, TurnEndLate)
	b.denials(turn, told)
	b.say(TurnEnds, told)
	b.waitAll(end, pending)
	b.ended[t] = end
	return b.afterEnd(turn, end)
}

// denials tells, with a turn's end, which of its calls were denied.
func (b *Script) denials(turn *Turn, told Cond) {
	for m := turn.Messages.From; m < turn.Messages.To; m++ {
		for j := b.sc.Messages[m].Items.From; j < b.sc.Messages[m].Items.To; j++ {
			c := b.sc.Items[j].Call
			if c == None || b.sc.Calls[c].Fault.Kind != DeniedLater {
				continue
			}
			outer := b.onItem(j)
			b.say(CallDenied, told.And(Cond{Need: b.sc.Calls[c].Fault.By}))
			b.base = outer
		}
	}
}

// lateEnd tells the end of the turn before, if that comes after this one's
// start.
func (b *Script) lateEnd(t int, start int32) {
	for p := b.sc.Sessions[b.sc.Turns[t].Session].First; p != t; p = b.sc.Turns[p].Next {
		f := b.sc.Turns[p].Fault
		if b.sc.Turns[p].Next != t || f.Kind != TurnEndLate {
			continue
		}
		outer := b.base
		b.base = b.bare()
		b.base.Session, b.base.Turn, b.base.Cond = int32(b.sc.Turns[p].Session), int32(p), b.sc.Turns[p].Cond
		b.one(TurnEnds, Cond{Need: f.By}, start)
		b.base = outer
	}
}

// afterEnd tells what follows a turn's end: the session's end, the user's turn,
// and an end that comes late.
func (b *Script) afterEnd(turn *Turn, cur int32) int32 {
	if late, ok := turn.Fault.with(LateTurnText); ok {
		cur = b.one(TextStrays, late, cur)
	}
	if turn.By != None && b.sc.Features.ChildEdges {
		cur = b.one(SessionEnds, b.sc.Sessions[turn.Session].Fault.away(NeverClosed), cur)
	}
	if turn.UserTurn {
		cur = b.one(UserTurns, Cond{}, cur)
	}
	return cur
}

// gather returns one beat behind which everything pending is told; none is
// needed where nothing is.
func (b *Script) gather(cur int32, pending int) int32 {
	if len(b.pending) == pending {
		return cur
	}
	end := b.beat(cur)
	b.waitAll(end, pending)
	return end
}

func (b *Script) waitAll(beat int32, pending int) {
	for _, p := range b.pending[pending:] {
		b.after(p, beat)
	}
}

// away is the condition of what a fault of one of the kinds takes away.
func (f Fault) away(kinds ...HazardKind) Cond {
	for _, k := range kinds {
		if f.Kind == k {
			return Cond{Not: f.By}
		}
	}
	return Cond{}
}

// with is the condition of what a fault of the kind adds.
func (f Fault) with(k HazardKind) (Cond, bool) {
	return Cond{Need: f.By}, f.Kind == k
}
