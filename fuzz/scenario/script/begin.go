package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// beginning writes that a turn starts, and its prompt, in the form of the
// dialect.
func (b *Script) beginning(t int, after int32) int32 {
	turn := &b.sc.Turns[t]
	var cur int32
	if b.sc.Features.Turns == spec.TurnsMarked {
		cur = b.markedBeginning(turn, after)
	} else {
		cur = b.joinedBeginning(turn, after)
	}
	if b.begun[turn.Session] == noGroup && cur != after {
		b.begun[turn.Session] = cur
	}
	return cur
}

func (b *Script) markedBeginning(turn *scenario.Turn, cur int32) int32 {
	f := &b.sc.Features
	if turn.By != scenario.None && f.ChildStart {
		if !f.ChildInCall {
			cur = b.one(SessionOpens, scenario.Cond{}, cur)
			b.add(TurnStarts, scenario.Cond{})
		}
		if turn.Prompt != "" {
			cur = b.one(Prompted, scenario.Cond{}, cur)
		}
		return cur
	}
	if turn.By != scenario.None && f.ChildEdges {
		cur = b.one(SessionOpens, b.sc.Sessions[turn.Session].Fault.Away(fault.Unannounced), cur)
	}
	if f.PromptOpens {
		cur = b.one(TurnStarts, scenario.Cond{}, cur)
		if turn.Prompt != "" {
			b.add(Prompted, scenario.Cond{})
		}
		return cur
	}
	if !f.TurnStarts || f.MessageTurns {
		if turn.Prompt != "" {
			cur = b.one(Prompted, scenario.Cond{}, cur)
		}
		return cur
	}
	if f.Greeting {
		cur = b.one(Greets, scenario.Cond{}, cur)
	}
	start := turn.Fault.Away(fault.TurnStartLost)
	if again, ok := b.sc.Sessions[turn.Session].Fault.With(fault.OpenedAgain); ok {
		cur = b.one(SessionOpens, again, cur)
	}
	if turn.Prompt == "" || turn.Late {
		cur = b.one(TurnStarts, start, cur)
	}
	if turn.Prompt != "" {
		cur = b.prompted(turn, start, cur)
	}
	if again, ok := turn.Fault.With(fault.StartedTwice); ok {
		cur = b.one(TurnStarts, again, cur)
	}
	return cur
}

// prompted writes a prompt and, unless it came before, the start of its turn.
func (b *Script) prompted(turn *scenario.Turn, start scenario.Cond, cur int32) int32 {
	switch {
	case turn.Late:
		return b.one(Prompted, scenario.Cond{}, cur)
	case b.sc.Features.Kept:
		cur = b.one(TurnStarts, start, cur)
		b.add(Prompted, scenario.Cond{})
		return cur
	}
	return b.one(TurnStarts, start, b.one(Prompted, scenario.Cond{}, cur))
}

// joinedBeginning puts a sub-session's starts into the record of its first
// content: the prompt, or else what comes next (see Script.first). A turn of the
// root has a start of its own, if any.
func (b *Script) joinedBeginning(turn *scenario.Turn, cur int32) int32 {
	if turn.By == scenario.None && b.sc.Features.Turns == spec.TurnsOverlap {
		return b.one(TurnStarts, turn.Fault.Away(fault.TurnStartLost), cur)
	}
	if turn.Prompt != "" {
		cur = b.first(cur)
		b.add(Prompted, scenario.Cond{})
		return cur
	}
	return cur
}

// first begins the group of the first content of a turn, with the starts that
// share its record.
func (b *Script) first(after int32) int32 {
	i := b.group(after)
	turn := &b.sc.Turns[b.base.Turn]
	f := &b.sc.Features
	if turn.By != scenario.None {
		outer := b.base
		b.base.Cond = turn.Cond
		b.add(SessionOpens, scenario.Cond{})
		if f.Turns == spec.TurnsOverlap {
			b.add(TurnStarts, scenario.Cond{})
		}
		b.base = outer
	}
	b.begun[turn.Session] = i
	return i
}

// content begins a group of a message's content, the first of a turn with its
// starts.
func (b *Script) content(after ...int32) int32 {
	if b.begun[b.base.Session] == noGroup {
		return b.first(after[0])
	}
	i := b.group(after...)
	turn := &b.sc.Turns[b.base.Turn]
	if by := b.unlinkedBy(turn); by != 0 && b.opened[turn.Messages.From] == noGroup {
		b.add(SessionNamed, scenario.Cond{Need: by})
	}
	return i
}

// unlinkedBy are the faults by which a sub-session is not linked to its call, so
// that its agent becomes known with its first message only.
func (b *Script) unlinkedBy(turn *scenario.Turn) scenario.Set {
	if turn.By == scenario.None || b.sc.Features.Delegation.Description == "" {
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
