package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// derived writes a model call of a dialect that leaves the owner of calls to the
// reader: its beginning, its texts, what it selects; the calls' starts; its
// end; the results, a batch at a time.
func (b *Script) derived(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	if b.sc.Features.WholeMessages || b.sc.Features.MessageIDs {
		return b.itemized(i, cur)
	}
	cur = b.opening(i, b.one(ModelStarts, scenario.Cond{}, cur))
	batch := msg.Items.From
	for j := msg.Items.From; j < msg.Items.To; j++ {
		it := &b.sc.Items[j]
		if it.Call == scenario.None {
			cur = b.textItem(i, j, cur)
			continue
		}
		if msg.Together() {
			cur = b.selections(i, j, cur)
			break
		}
		cur = b.selection(j, cur)
		if b.sc.Calls[it.Call].Inline {
			cur = b.starts(batch, j+1, cur)
			cur = b.results(batch, j+1, cur)
			batch = j + 1
		}
	}
	cur = b.starts(batch, msg.Items.To, cur)
	cur = b.one(MessageEnds, msg.Fault.Away(fault.MessageEndLost), cur)
	return b.results(batch, msg.Items.To, cur)
}

// itemized writes a model call whose calls are records of their own, and whose texts
// are, or their pieces: the calls run side by side.
func (b *Script) itemized(i int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	for j := msg.Items.From; j < msg.Items.To; j++ {
		c := b.sc.Items[j].Call
		switch {
		case c != scenario.None:
			start := int32(len(b.Groups))
			b.run(c, b.selection(j, cur))
			cur = start
		case b.sc.Features.WholeMessages:
			outer := b.onItem(j)
			cur = b.opening(i, b.one(TextPiece, scenario.Cond{}, cur))
			b.base = outer
		default:
			cur = b.textItem(i, j, cur)
		}
	}
	b.swapAll(msg)
	return cur
}

func (b *Script) textItem(i, j int, cur int32) int32 {
	outer := b.base
	b.base.Item, b.base.Cond = int32(j), b.sc.Items[j].Cond
	cur = b.streamedText(i, j, cur)
	b.base = outer
	return cur
}

// onItem makes the builder stand on a call's item.
func (b *Script) onItem(j int) (outer Step) {
	outer = b.base
	it := &b.sc.Items[j]
	b.base.Item, b.base.Call, b.base.Cond = int32(j), int32(it.Call), it.Cond
	return outer
}

// selection announces a call, unless nothing does, or its model call is quiet about it.
func (b *Script) selection(j int, cur int32) int32 {
	c := &b.sc.Calls[b.sc.Items[j].Call]
	if !b.sc.Features.Preparing || b.sc.Messages[c.Message].Quiet {
		return cur
	}
	outer := b.onItem(j)
	cur = b.one(CallOpens, c.Fault.Away(fault.StartLost, fault.SelectionLost, fault.ArgsCut), cur)
	b.base = outer
	return cur
}

// selections announces the calls from an item on, by a fault in one record.
func (b *Script) selections(i, from int, cur int32) int32 {
	msg := &b.sc.Messages[i]
	group := b.group(cur)
	for j := from; j < msg.Items.To; j++ {
		outer := b.onItem(j)
		s := b.add(CallOpens, scenario.Cond{})
		if j > from {
			s.JoinBy = msg.Fault.By
		}
		b.base = outer
	}
	return group
}

// starts writes in one record that a batch runs.
func (b *Script) starts(from, to int, cur int32) int32 {
	group := noGroup
	for j := from; j < to; j++ {
		call := b.sc.Items[j].Call
		if call == scenario.None {
			continue
		}
		if group == noGroup {
			group = b.group(cur)
		}
		outer := b.onItem(j)
		b.add(CallStarts, b.sc.Calls[call].Fault.Away(fault.StartLost))
		b.base = outer
	}
	if group == noGroup {
		return cur
	}
	return b.startsAgain(from, to, group)
}

// startsAgain writes the starts that are repeated.
func (b *Script) startsAgain(from, to int, cur int32) int32 {
	for j := from; j < to; j++ {
		call := b.sc.Items[j].Call
		if call == scenario.None {
			continue
		}
		if again, ok := b.sc.Calls[call].Fault.With(fault.StartAgain); ok {
			outer := b.onItem(j)
			cur = b.one(CallStarts, again, cur)
			b.base = outer
		}
	}
	return cur
}

// results writes what a batch delegates to, then its results in one record.
func (b *Script) results(from, to int, cur int32) int32 {
	first := len(b.joins)
	some := false
	for j := from; j < to; j++ {
		call := b.sc.Items[j].Call
		if call == scenario.None {
			continue
		}
		some = true
		if child := b.sc.Calls[call].Child; child != scenario.None {
			b.joins = append(b.joins, b.turn(child, cur))
		}
	}
	if !some {
		return cur
	}
	group := b.group(cur)
	for _, done := range b.joins[first:] {
		b.after(done, group)
	}
	b.joins = b.joins[:first]
	b.batchResults(from, to, group)
	return b.afterResults(from, to, group)
}

// batchResults fills the record of a batch's results: in order, those emitted out
// of order last.
func (b *Script) batchResults(from, to int, group int32) {
	for pass := range 2 {
		for j := from; j < to; j++ {
			call := b.sc.Items[j].Call
			if call == scenario.None {
				continue
			}
			b.answered[call] = group
			f := b.sc.Calls[call].Fault
			late, swapped := f.With(fault.OutOfOrder)
			if pass == 1 && !swapped {
				continue
			}
			outer := b.onItem(j)
			if pass == 0 {
				b.add(CallEnds, f.Away(fault.NeverAnswered, fault.LateResult, fault.ArgsCut, fault.OutOfOrder))
			} else {
				b.add(CallEnds, late)
			}
			b.base = outer
		}
	}
}

// afterResults writes what a fault adds behind a batch's results.
func (b *Script) afterResults(from, to int, cur int32) int32 {
	for j := from; j < to; j++ {
		if call := b.sc.Items[j].Call; call != scenario.None {
			outer := b.onItem(j)
			cur = b.aftermath(call, cur)
			b.base = outer
		}
	}
	return cur
}

// aftermath writes what a call's fault adds behind its result: what must be emitted
// before the next model call is in the returned group, the rest before the end
// of the turn or after it.
func (b *Script) aftermath(call int, cur int32) int32 {
	f := b.sc.Calls[call].Fault
	c := scenario.Cond{Need: f.By}
	switch f.Kind {
	case fault.ResultTwice:
		b.pending = append(b.pending, b.one(CallEnds, c, cur))
	case fault.ResultRestated:
		b.pending = append(b.pending, b.one(ResultGiven, c, cur))
	case fault.LateResult:
		b.late = append(b.late, int32(call))
	case fault.SelectAgain:
		return b.one(CallOpens, c, cur)
	case fault.LateArgs:
		return b.one(ArgsLate, c, cur)
	case fault.Progress:
		return b.one(CallProgresses, c, cur)
	}
	return cur
}

// lateResult writes a result after its turn's end.
func (b *Script) lateResult(call int, after int32) {
	outer := b.onItem(b.sc.Calls[call].Item)
	c := &b.sc.Calls[call]
	b.base.Message = int32(c.Message)
	b.group(after)
	if c.Child != scenario.None && !c.Background && b.sc.Features.Turns == spec.TurnsOverlap {
		b.childEnds(call, scenario.Cond{Need: c.Fault.By})
	}
	b.ends(scenario.Cond{Need: c.Fault.By})
	b.base = outer
}
