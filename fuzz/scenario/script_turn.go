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
	for i := turn.Messages.From; i < turn.Messages.To; i++ {
		cur = b.message(i, cur)
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
	if turn.Prompt == "" || turn.Late {
		cur = b.one(TurnStarts, start, cur)
	}
	if turn.Prompt != "" {
		cur = b.one(Prompted, Cond{}, cur)
		if !turn.Late {
			cur = b.one(TurnStarts, start, cur)
		}
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
		b.say(SessionOpens, Cond{})
		if f.Turns == spec.TurnsOverlap {
			b.say(TurnStarts, Cond{})
		}
	}
	b.begun[turn.Session] = i
	return i
}

// content begins a beat of a message's content, the first of a turn with its
// starts.
func (b *Script) content(after ...int32) int32 {
	if b.begun[b.base.Session] != noBeat {
		return b.beat(after...)
	}
	return b.first(after[0])
}

// ending tells the end of a turn, after all that belongs to it.
func (b *Script) ending(t int, cur int32, pending int) int32 {
	turn := &b.sc.Turns[t]
	f := &b.sc.Features
	if !f.Terminal || f.Turns == spec.TurnsOverlap && turn.By != None {
		return b.gather(cur, pending)
	}
	end := b.one(TurnEnds, turn.Fault.away(TurnEndLost, TurnEndLate), cur)
	b.waitAll(end, pending)
	b.ended[t] = end
	return b.afterEnd(turn, end)
}

// afterEnd tells what follows a turn's end: the session's end, the user's turn,
// and an end that comes late.
func (b *Script) afterEnd(turn *Turn, cur int32) int32 {
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
