package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// message writes a model call with the results of its calls, and returns the
// group behind which the next one may begin.
func (b *Script) message(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	outer := b.base
	joins := len(b.joins)
	b.base.Message, b.base.Cond = int32(i), msg.Cond
	switch {
	case b.sc.Features.Owner == spec.Derived:
		cur = b.derived(i, cur)
	case msg.Mode == scenario.Whole:
		cur = b.whole(i, cur)
	default:
		cur = b.named(i, cur)
	}
	cur = b.join(cur, joins)
	b.base = outer
	return cur
}

// join returns one group behind which cur and all joins are emitted. An empty group
// writes nothing and needs no record.
func (b *Script) join(cur int32, joins int) int32 {
	open := b.joins[joins:]
	b.joins = b.joins[:joins]
	if len(open) == 0 {
		return cur
	}
	if len(open) == 1 && b.reaches(open[0], cur) {
		return open[0]
	}
	end := b.group(cur)
	for _, j := range open {
		b.after(j, end)
	}
	return end
}

// reaches is a cheap, one-sided test whether the later group waits for the
// earlier one.
func (b *Script) reaches(later, earlier int32) bool {
	for e := b.heads[earlier]; e != noGroup; e = b.edges[e].next {
		if b.edges[e].to == later {
			return true
		}
	}
	return false
}

// opening remembers a message's first group.
func (b *Script) opening(i int, group int32) int32 {
	if b.opened[i] == noGroup {
		b.opened[i] = group
	}
	return group
}

// named writes a message that owns its calls by its id.
func (b *Script) named(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	f := &b.sc.Features
	b.fragments, b.packed = 0, noGroup
	if f.MessageStart {
		cur = b.opening(i, b.content(cur))
		if f.MessageTurns {
			b.add(TurnStarts, scenario.Cond{})
		}
		b.add(MessageOpens, scenario.Cond{})
		if again, ok := b.sc.Turns[msg.Turn].Fault.With(fault.StartedTwice); ok && f.MessageTurns {
			cur = b.one(Echoes, again, cur)
		}
		cur = b.frames(f.Frames.Message, scenario.Cond{}, cur)
	}
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if msg.Together() && b.sc.Items[j].Call != scenario.None {
			cur = b.together(i, j, cur)
			break
		}
		cur = b.item(i, j, cur)
		switch c := b.sc.Items[j].Call; {
		case c == scenario.None:
		case b.sc.Calls[c].Whole:
			b.endsHere(j, cur)
		case b.within(&b.sc.Calls[c]):
			cur = b.runEarly(c, cur)
		}
	}
	cur = b.closing(i, cur)
	switch {
	case f.ModelCalls:
		b.answers(msg, cur)
	case !f.MessageTurns:
		b.runAll(msg, cur)
	}
	return cur
}

// endsHere writes a call's end in the record of its block.
func (b *Script) endsHere(j int, group int32) {
	outer := b.onItem(j)
	b.add(CallEnds, scenario.Cond{})
	b.answered[b.base.Call] = group
	b.base = outer
}

// together announces the calls from an item on, by a fault in one record, then
// writes their arguments, by another a piece first that may be of any.
func (b *Script) together(i, from int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	joinBy, one := scenario.Set(0), msg.Fault.Kind == fault.ManyInOne
	for j := from; j < msg.Items.To; j++ {
		outer := b.onItem(j)
		if j == from || !one {
			cur = b.opening(i, b.content(cur))
		}
		b.add(CallOpens, scenario.Cond{}).JoinBy = joinBy
		joinBy = msg.Fault.By
		b.base = outer
	}
	if !one {
		cur = b.one(ArgsUnclear, scenario.Cond{Need: msg.Fault.By}, cur)
	}
	for j := from; j < msg.Items.To; j++ {
		outer := b.onItem(j)
		cur = b.streamedArgs(i, j, cur)
		b.base = outer
	}
	return cur
}

// runAll runs the calls of a message, one after the other where sub-sessions nest
// in time.
func (b *Script) runAll(msg *scenario.Message, cur int32) {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := b.sc.Items[j].Call; c != scenario.None && !b.sc.Calls[c].Whole {
			if b.run(c, cur); b.sc.Features.Nested {
				cur = b.joins[len(b.joins)-1]
			}
		}
	}
	b.swapAll(msg)
}

// swapAll puts the results of a message's calls into the order that their faults
// say.
func (b *Script) swapAll(msg *scenario.Message) {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		c := b.sc.Items[j].Call
		if c == scenario.None {
			continue
		}
		if b.sc.Calls[c].Fault.Kind == fault.OutOfOrder {
			b.swap(c)
		}
		if b.sc.Calls[c].TwinBy != 0 && !b.sc.Features.Nested {
			b.alongside(c, b.sc.Calls[c].Twin)
		}
	}
}

// alongside lets both of two equal delegations begin before either is done.
func (b *Script) alongside(c, d int) {
	begun := func(call int) int32 { return b.begun[b.sc.Turns[b.sc.Calls[call].Child].Session] }
	b.after(begun(c), b.answered[d])
	b.after(begun(d), b.answered[c])
}

// item writes one item of a message.
func (b *Script) item(i, j int, cur int32) int32 {
	outer := b.base
	it := &b.sc.Items[j]
	b.base.Item, b.base.Call, b.base.Cond = int32(j), int32(it.Call), it.Cond
	switch {
	case b.sc.Messages[i].Mode == scenario.Blocks:
		cur = b.opening(i, b.block(i, j, cur))
		b.add(ItemWhole, scenario.Cond{})
	case it.Call != scenario.None:
		cur = b.streamedCall(i, j, cur)
	default:
		cur = b.streamedText(i, j, cur)
	}
	b.base = outer
	return cur
}

// block begins the group of a block, or goes on in that of the message before, which
// is void by this one's first record.
func (b *Script) block(i, j int, cur int32) int32 {
	if i == 0 || !b.replaced(i-1) || j != b.sc.Messages[i].Items.From {
		return b.content(cur)
	}
	void := b.add(Retracts, scenario.Cond{})
	void.Message, void.Item, void.Join = int32(i-1), scenario.None, false
	return cur
}

// replaced reports whether the next message takes the place of this one.
func (b *Script) replaced(i int) bool {
	return b.sc.Features.Kept && b.sc.Messages[i].Fault.Kind == fault.Retracted
}

// whole writes a message as one record.
func (b *Script) whole(i int, cur int32) int32 {
	cur = b.opening(i, b.content(cur))
	b.add(MessageWhole, scenario.Cond{})
	b.runAll(&b.sc.Messages[i], cur)
	return cur
}

// aside writes a block of a type that nobody knows, in the frames of a text.
func (b *Script) aside(msg *scenario.Message, c scenario.Cond, cur int32) int32 {
	if b.sc.Features.MessageTurns {
		return b.one(AsideEdge, c, b.one(AsideEdge, c, cur))
	}
	if msg.Mode != scenario.Both {
		return b.one(AsideWhole, c, cur)
	}
	cur = b.one(AsideEdge, c, cur)
	cur = b.one(AsideWhole, c, cur)
	return b.one(AsideEdge, c, cur)
}

// EarlyUsage is the Piece of a report of usage that is not the last.
const EarlyUsage = 0

// closing writes the end of a message.
func (b *Script) closing(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	f := &b.sc.Features
	lost := msg.Fault.Away(fault.MessageEndLost)
	if c, ok := msg.Fault.With(fault.Noise); ok {
		cur = b.aside(msg, c, cur)
	}
	if c, ok := msg.Fault.With(fault.StrayFragment); ok {
		cur = b.one(ArgsStray, c, cur)
	}
	if c, ok := msg.Fault.With(fault.UsageAgain); ok && !f.Kept {
		cur = b.one(MessageUsage, c, cur)
		b.Steps[len(b.Steps)-1].Piece = EarlyUsage
	}
	if b.sc.ReportsApart() {
		cur = b.one(MessageUsage, lost, cur)
	}
	if f.ModelCalls {
		cur = b.handsOver(i, cur)
	} else if f.MessageEnd && !f.MessageTurns && (msg.Fault.Kind != fault.Retracted || f.EventIDs) {
		_, cur = b.fragment(i, MessageEnds, lost.And(msg.Fault.Away(fault.OpenTogether)), cur)
	}
	c := scenario.Cond{Need: msg.Fault.By}
	switch msg.Fault.Kind {
	case fault.Retracted:
		if !f.Kept {
			cur = b.one(Retracts, c, cur)
		}
	case fault.StaleFull:
		cur = b.one(MessageStale, c, cur)
	case fault.FullAfter:
		cur = b.one(MessageWhole, c, cur)
	case fault.LateText:
		cur = b.one(TextOrphaned, c, cur)
	}
	return cur
}
