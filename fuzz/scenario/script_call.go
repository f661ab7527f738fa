package scenario

import "github.com/quock-dev/quock/spec"

// streamedCall tells a call's announcement and its arguments in pieces.
func (b *Script) streamedCall(i, j int, cur int32) int32 {
	it := &b.sc.Items[j]
	f := b.sc.Calls[it.Call].Fault
	if f.Kind == EarlyFragment {
		cur = b.opening(i, b.content(cur))
		b.say(ArgsSaid, Cond{Need: f.By}).Piece = 0
	}
	cur = b.opening(i, b.content(cur))
	b.say(CallOpens, Cond{})
	if f.Kind == FirstCarries {
		b.say(ArgsSaid, Cond{Need: f.By})
	}
	for p := range it.Cuts.Len() {
		cur = b.one(ArgsSaid, b.argsCond(it, f, p), cur)
		b.Steps[len(b.Steps)-1].Piece = int32(p)
		if f.Kind == NameAgain && p == 0 {
			cur = b.one(CallOpens, Cond{Need: f.By}, cur)
		}
	}
	if f.Kind == ManyPieces {
		cur = b.one(ArgsSaid, Cond{Not: f.By}, cur)
	}
	lost := f.away(ArgsCut, SlotReuse)
	if b.sc.Messages[i].Mode == Both {
		cur = b.one(ItemTold, lost, cur)
	}
	if b.sc.Features.ArgsMarker {
		cur = b.one(ArgsEnd, lost, cur)
	}
	return cur
}

// argsCond is when a piece of arguments is said.
func (b *Script) argsCond(it *Item, f Fault, p int) Cond {
	switch f.Kind {
	case EarlyFragment:
		if p == 0 {
			return Cond{Not: f.By}
		}
	case FirstCarries, NoArguments:
		return Cond{Not: f.By}
	case Malformed, ArgsCut, SlotReuse:
		if b.sc.pieceTo(it, p) > f.N {
			return Cond{Not: f.By}
		}
	}
	return b.pieceCond(it, f, p)
}

// run tells that a call of a named message runs, what it delegates to, and its
// result.
func (b *Script) run(call int, cur int32) {
	c := &b.sc.Calls[call]
	outer := b.onItem(c.Item)
	if b.sc.Features.Executing {
		cur = b.one(CallStarts, c.Fault.away(ArgsCut, SlotReuse), cur)
	}
	if c.Background {
		cur = b.background(call, cur)
	} else {
		if c.Child != None {
			cur = b.turn(c.Child, cur)
		}
		cur = b.result(call, cur)
	}
	b.joins = append(b.joins, b.aftermath(call, cur))
	b.base = outer
}

// result tells a call's result; where it ends the sub-session too, with that.
func (b *Script) result(call int, cur int32) int32 {
	c := &b.sc.Calls[call]
	told := c.Fault.away(NeverAnswered, LateResult, ArgsCut, SlotReuse)
	beat := b.beat(cur)
	if c.Child != None && !c.Background && b.sc.Features.Turns == spec.TurnsOverlap {
		b.childEnds(call, told)
	}
	b.say(CallEnds, told)
	b.told[call] = beat
	return beat
}

// childEnds says, in the current beat, that the sub-session of a call ends.
func (b *Script) childEnds(call int, c Cond) {
	outer := b.base
	t := b.sc.Calls[call].Child
	cond := b.base.Cond
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(b.sc.Turns[t].Session), int32(t), cond
	b.say(TurnEnds, c)
	b.say(SessionEnds, c)
	b.base = outer
}

// background tells a sub-session that outlives the call's result: its start, the
// result at once, and its end in a record of its own. It returns the beat of the
// result.
func (b *Script) background(call int, cur int32) int32 {
	c := &b.sc.Calls[call]
	outer := b.base
	turn := &b.sc.Turns[c.Child]
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(turn.Session), int32(c.Child), turn.Cond
	start := b.first(cur)
	b.base = outer
	done := b.result(call, start)
	last := b.turn(c.Child, start)
	b.beat(last)
	b.childEnds(call, b.sc.Sessions[turn.Session].Fault.away(NeverClosed))
	return done
}
