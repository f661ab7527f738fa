package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// handsOver writes the end of a message whose calls the client runs, and that they
// wait; the end of a turn's last message is written with the turn's.
func (b *Script) handsOver(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	if i+1 == b.sc.Turns[msg.Turn].Messages.To {
		return cur
	}
	_, cur = b.fragment(i, MessageEnds, scenario.Cond{}, cur)
	b.eachCall(msg, func(c *scenario.Call) {
		cut := c.Fault.Away(fault.ArgsCut, fault.SlotReuse)
		if !b.sc.Features.CallsOutlast {
			cut = scenario.Cond{} // the message's end is that of the arguments
		}
		b.add(Waits, cut)
	})
	return b.usedThen(i, cur)
}

// usedThen writes what a message used, where that has a record behind its end.
func (b *Script) usedThen(i int, cur int32) int32 {
	if !b.sc.Features.UsageFollows || b.sc.Messages[i].Usage == (spec.Usage{}) {
		return cur
	}
	outer := b.base
	b.base.Message, b.base.Cond = int32(i), b.sc.Messages[i].Cond
	cur = b.one(MessageUsage, scenario.Cond{}, cur)
	b.base = outer
	return cur
}

// answers writes the results of a message's calls, which the client gives together,
// and what comes later of them.
func (b *Script) answers(msg *scenario.Message, cur int32) {
	group := b.group(cur)
	b.answersInTurn(msg)
	b.joins = append(b.joins, group)
	b.eachCall(msg, func(c *scenario.Call) {
		call := int(b.base.Call)
		b.answered[call] = group
		b.joins = append(b.joins, b.aftermath(call, cur))
	})
}

// answersInTurn writes them in the order of their calls; by a fault one comes behind the
// next.
func (b *Script) answersInTurn(msg *scenario.Message) {
	var held *scenario.Call
	b.eachCall(msg, func(c *scenario.Call) {
		b.add(CallEnds, c.Fault.Away(resultless...))
		if held != nil {
			outer := b.onItem(held.Item)
			b.add(CallEnds, scenario.Cond{Need: held.Fault.By})
			b.base = outer
		}
		if held = nil; c.Fault.Kind == fault.OutOfOrder {
			held = c
		}
	})
}

// eachCall does something for each call of a message, with the base at its item.
func (b *Script) eachCall(msg *scenario.Message, do func(c *scenario.Call)) {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := b.sc.Items[j].Call; c != scenario.None {
			outer := b.onItem(j)
			do(&b.sc.Calls[c])
			b.base = outer
		}
	}
}

// lastMessage writes the end of a turn's last message, which ends the turn.
func (b *Script) lastMessage(turn *scenario.Turn) {
	outer := b.base
	b.base.Message = int32(turn.Messages.To - 1)
	b.base.Cond = b.sc.Messages[b.base.Message].Cond
	ends := turn.Fault.Away(fault.EndsFailed)
	if b.sc.Features.UsageFollows { // what fails says why it stopped
		ends = scenario.Cond{}
	}
	b.add(MessageEnds, ends)
	b.base = outer
}

// onlyMessage writes the end of the message that a turn is, and what becomes of its
// calls: where it stopped for them they wait, where it was refused none is run.
func (b *Script) onlyMessage(turn *scenario.Turn, when scenario.Cond) {
	outer := b.base
	b.base.Message = int32(turn.Messages.From)
	b.add(MessageEnds, when)
	stops := when.And(turn.Fault.Away(fault.EndsFailed, fault.Interrupted))
	stops.Not |= b.sc.CutIn(turn.Messages.From)
	b.eachCall(&b.sc.Messages[turn.Messages.From], func(c *scenario.Call) {
		if refused, ok := turn.Fault.With(fault.EndsFailed); ok {
			b.add(CallDenied, when.And(c.Fault.Away(fault.Served)).And(refused))
		}
		b.add(Waits, stops.And(c.Fault.Away(fault.Served)))
	})
	b.base = outer
}
