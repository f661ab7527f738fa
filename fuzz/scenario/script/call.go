package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// streamedCall writes a call's announcement and its arguments in pieces.
func (b *Script) streamedCall(i, j int, cur int32) int32 {
	it := &b.sc.Items[j]
	f := b.sc.Calls[it.Call].Fault
	if f.Kind == fault.EarlyFragment {
		cur = b.opening(i, b.content(cur))
		b.add(ArgsPiece, scenario.Cond{Need: f.By}).Piece = 0
	}
	_, cur = b.fragment(i, CallOpens, scenario.Cond{}, cur)
	cur = b.straggling(i, it.Call, cur)
	if f.Kind == fault.FirstCarries && !b.sc.OpenCarries() {
		b.add(ArgsPiece, scenario.Cond{Need: f.By})
	}
	return b.streamedArgs(i, j, cur)
}

// straggling writes, behind the announcement of a call, the last fragment of the one
// before.
func (b *Script) straggling(i, next int, cur int32) int32 {
	for j := b.sc.Messages[i].Items.From; j < b.sc.Calls[next].Item; j++ {
		c := b.sc.Items[j].Call
		if c == scenario.None || b.sc.Calls[c].Fault.Kind != fault.Straggler || b.sc.NextCall(&b.sc.Calls[c]) != next {
			continue
		}
		outer := b.onItem(j)
		b.base.Message = int32(i)
		var s *Step
		s, cur = b.fragment(i, ArgsPiece, scenario.Cond{Need: b.sc.Calls[c].Fault.By}, cur)
		s.Piece = int32(b.sc.Items[j].Cuts.Len() - 1)
		b.base = outer
	}
	return cur
}

// streamedArgs writes a call's arguments in pieces, and their end.
func (b *Script) streamedArgs(i, j int, cur int32) int32 {
	it := &b.sc.Items[j]
	f := b.sc.Calls[it.Call].Fault
	for p := range it.Cuts.Len() {
		var s *Step
		s, cur = b.fragment(i, ArgsPiece, b.argsCond(it, f, p), cur)
		s.Piece = int32(p)
		if p == 0 && f.Kind == fault.ManyPieces {
			b.add(ArgsPiece, scenario.Cond{Not: f.By})
		}
		if f.Kind == fault.NameAgain && p == 0 {
			cur = b.one(CallOpens, scenario.Cond{Need: f.By}, cur)
		}
	}
	lost := f.Away(fault.ArgsCut, fault.SlotReuse)
	if b.sc.Messages[i].Mode == scenario.Both {
		cur = b.one(ItemWhole, lost, cur)
	}
	if b.sc.Features.ArgsMarker && !b.sc.Features.StartEndsArgs {
		cur = b.one(ArgsEnd, lost, cur)
	}
	return b.frames(b.sc.Features.Frames.Call, lost, cur)
}

// argsCond is when a piece of arguments is said.
func (b *Script) argsCond(it *scenario.Item, f scenario.NodeFault, p int) scenario.Cond {
	switch f.Kind {
	case fault.EarlyFragment:
		if p == 0 {
			return scenario.Cond{Not: f.By}
		}
	case fault.Straggler:
		if p == it.Cuts.Len()-1 {
			return scenario.Cond{Not: f.By}
		}
	case fault.FirstCarries, fault.NoArguments:
		return scenario.Cond{Not: f.By}
	case fault.Malformed, fault.ArgsCut, fault.SlotReuse:
		if _, to := b.sc.PieceBounds(it, p); to > f.N {
			return scenario.Cond{Not: f.By}
		}
	}
	return b.pieceCond(it, f, p)
}

// run writes that a call of a named message runs, what it delegates to, and its
// result.
func (b *Script) run(call int, cur int32) {
	c := &b.sc.Calls[call]
	outer := b.onItem(c.Item)
	switch {
	case c.Whole:
		cur = b.atOnce(call, cur)
	case b.within(c):
		cur = b.result(call, scenario.Cond{Not: c.Fault.By}, cur)
	case c.Background:
		cur = b.background(call, cur)
	default:
		cur = b.result(call, c.Fault.Away(resultless...), b.work(call, cur))
	}
	b.joins = append(b.joins, b.aftermath(call, cur))
	b.base = outer
}

// atOnce writes a call's start and its result in one record.
func (b *Script) atOnce(call int, cur int32) int32 {
	cur = b.group(cur)
	b.add(CallStarts, scenario.Cond{})
	b.ends(scenario.Cond{})
	b.answered[call] = cur
	return cur
}

// shows writes what a call shows before its end: in the record of its start, and in
// others behind.
func (b *Script) shows(c *scenario.Call, cur int32) int32 {
	for i, v := range c.Shows {
		switch {
		case i > 0:
			cur = b.one(CallProgresses, b.startCond(c), cur)
		case string(v) == "null":
			continue
		default:
			b.add(CallProgresses, b.startCond(c))
		}
		b.Steps[len(b.Steps)-1].Piece = int32(i)
	}
	return cur
}

// resultless are the faults that take a call's result from its place.
var resultless = []fault.Kind{fault.NeverAnswered, fault.LateResult, fault.ArgsCut, fault.SlotReuse, fault.OutOfOrder, fault.AcrossMessages}

// runEarly is run before the message's next item; without the fault only the
// result comes where it does else.
func (b *Script) runEarly(call int, cur int32) int32 {
	f := b.sc.Calls[call].Fault
	early := scenario.Cond{Need: f.By}
	outer := b.onItem(b.sc.Calls[call].Item)
	cur = b.result(call, early, b.work(call, cur))
	if f.Kind == fault.Served {
		if !b.sc.Features.MessageTurns {
			cur = b.one(ResultGiven, early, cur)
		}
		cur = b.one(AsideEdge, early, cur)
	}
	b.base = outer
	return cur
}

// work writes that a call starts, and what it delegates to.
func (b *Script) work(call int, cur int32) int32 {
	c := &b.sc.Calls[call]
	asked, asks := c.Fault.With(fault.Asked)
	if b.approved(c) {
		cur = b.approval(c, cur)
	} else if asks && b.sc.Features.WaitsUnnamed {
		cur = b.one(Waits, asked, cur)
	}
	if b.sc.Features.Executing {
		cur = b.one(CallStarts, b.startCond(c), cur)
		cur = b.shows(c, cur)
		if c.Child != scenario.None && b.sc.Features.ChildInCall {
			b.childBegins(c.Child, cur)
		}
		if again, ok := c.Fault.With(fault.StartAgain); ok {
			cur = b.one(CallStarts, again, cur)
		}
	}
	if asks && !b.sc.Features.WaitsUnnamed {
		cur = b.one(Waits, asked, cur)
	}
	if c.Child != scenario.None {
		cur = b.turn(c.Child, cur)
	}
	return cur
}

// approves reports whether calls wait for an approval before they run.
func (b *Script) approves() bool {
	return b.sc.Features.Owner == spec.Derived && b.sc.Features.WaitsUnnamed
}

// approved reports whether a call waits for an approval, which may refuse it.
func (b *Script) approved(c *scenario.Call) bool {
	return b.approves() && (c.Fault.Kind == fault.Asked || c.Fault.Kind == fault.Refused)
}

// approval writes the request for it, which holds the arguments and can be the first
// mention of its call.
func (b *Script) approval(c *scenario.Call, cur int32) int32 {
	asked := scenario.Cond{Need: c.Fault.By}
	cur = b.group(cur)
	if b.sc.Messages[c.Message].Quiet {
		b.add(CallOpens, asked)
	}
	b.add(ArgsEnd, asked)
	b.add(Waits, asked)
	return cur
}

// startCond is when a call starts.
func (b *Script) startCond(c *scenario.Call) scenario.Cond {
	if b.approves() {
		return c.Fault.Away(fault.StartLost, fault.Refused)
	}
	return c.Fault.Away(fault.StartLost, fault.ArgsCut, fault.SlotReuse)
}

// swap writes a call's result behind that of the next one of its message; away,
// before.
func (b *Script) swap(call int) {
	c := &b.sc.Calls[call]
	next := b.sc.NextCall(c)
	b.after(b.answered[call], b.answered[next])
	behind := b.answered[next]
	outer := b.onItem(c.Item)
	swapped := b.result(call, scenario.Cond{Need: c.Fault.By}, behind)
	b.joins = append(b.joins, swapped)
	b.base = outer
	if b.sc.Features.Nested {
		b.insert(swapped, behind)
	}
}

// insert puts a group that waits for another one before all that does.
func (b *Script) insert(group, behind int32) {
	for e := b.heads[behind]; e != noGroup; e = b.edges[e].next {
		if then := b.edges[e].to; then != group {
			b.after(group, then)
		}
	}
}

// lastWords writes the last piece of a message's last text, and its end.
func (b *Script) lastWords(message int, cur int32) {
	msg := &b.sc.Messages[message]
	outer := b.base
	c := scenario.Cond{Need: msg.Fault.By}
	b.base.Message, b.base.Item, b.base.Cond = int32(message), int32(msg.Items.To-1), b.sc.Items[msg.Items.To-1].Cond
	cur = b.one(TextPiece, c, cur)
	b.Steps[len(b.Steps)-1].Piece = int32(b.sc.Items[msg.Items.To-1].Cuts.Len() - 1)
	b.base.Item = scenario.None
	b.pending = append(b.pending, b.one(MessageEnds, c, cur))
	b.base = outer
}

// across writes the results that come after the next message of the turn began.
func (b *Script) across(message int) {
	msg := &b.sc.Messages[message]
	if msg.Fault.Kind == fault.OpenTogether {
		b.lastWords(message, b.opened[message+1])
	}
	for j := msg.Items.From; j < msg.Items.To; j++ {
		c := b.sc.Items[j].Call
		if c == scenario.None || b.sc.Calls[c].Fault.Kind != fault.AcrossMessages {
			continue
		}
		outer := b.onItem(j)
		b.base.Message = int32(message)
		b.pending = append(b.pending, b.result(c, scenario.Cond{Need: b.sc.Calls[c].Fault.By}, b.opened[message+1]))
		b.base = outer
	}
}

// result writes a call's result; where it ends the sub-session too, with that.
func (b *Script) result(call int, when scenario.Cond, cur int32) int32 {
	c := &b.sc.Calls[call]
	group := b.group(cur)
	if c.Child != scenario.None && !c.Background && b.sc.Features.Turns == spec.TurnsOverlap {
		b.childEnds(call, when)
	}
	b.ends(when)
	b.addedResult(when)
	b.answered[call] = group
	return group
}

// ends writes a call's end in the current group, and before it, in a record of its
// own, how it ended, where the dialect says that apart.
func (b *Script) ends(when scenario.Cond) {
	apart := b.sc.Features.EndsApart
	if apart {
		b.add(CallEnded, when)
	}
	if k := b.silentStep(); k != 0 {
		b.add(k, when).Join = !apart && len(b.Steps) > int(b.Groups[len(b.Groups)-1].From)+1
		apart = false
	}
	if end := b.add(CallEnds, when); apart {
		end.Join = false
	}
}

// silentStep is what the end of the call that the builder stands on says of a
// sub-session that says nothing; 0 for nothing.
func (b *Script) silentStep() StepKind {
	switch b.sc.Calls[b.base.Call].Agency {
	case spec.AgentStarts, spec.AgentGoesOn:
		return SilentStarts
	case spec.AgentEnds:
		return SilentEnds
	}
	return 0
}

// addedResult writes, in a record of its own behind that of a call's result, that the
// result was added to its session.
func (b *Script) addedResult(when scenario.Cond) {
	if b.sc.Features.ResultRecords {
		b.add(ResultAdded, when).Join = false
	}
}

// childBegins writes, in the group in which its call starts, that a sub-session starts.
func (b *Script) childBegins(t int, group int32) {
	outer := b.base
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(b.sc.Turns[t].Session), int32(t), outer.Cond
	b.add(SessionOpens, scenario.Cond{})
	b.add(TurnStarts, scenario.Cond{})
	b.begun[b.base.Session] = group
	b.base = outer
}

// childEnds writes, in the current group, that the sub-session of a call ends.
func (b *Script) childEnds(call int, c scenario.Cond) {
	outer := b.base
	t := b.sc.Calls[call].Child
	cond := b.base.Cond
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(b.sc.Turns[t].Session), int32(t), cond
	b.add(TurnEnds, c)
	b.add(SessionEnds, c)
	b.base = outer
}

// background writes a sub-session that outlives the call's result: its start, the
// result at once, and its end in a record of its own. It returns the group of the
// result.
func (b *Script) background(call int, cur int32) int32 {
	c := &b.sc.Calls[call]
	outer := b.base
	turn := &b.sc.Turns[c.Child]
	b.base = b.bare()
	b.base.Session, b.base.Turn, b.base.Cond = int32(turn.Session), int32(c.Child), turn.Cond
	start := b.first(cur)
	b.base = outer
	done := b.result(call, c.Fault.Away(resultless...), start)
	last := b.turn(c.Child, start)
	b.group(last, done)
	b.childEnds(call, b.sc.Sessions[turn.Session].Fault.Away(fault.NeverClosed))
	return done
}

// within reports whether a call's result comes, by its fault, before its message's
// end: that of a call that the server ran is the block behind it, where blocks stream.
func (b *Script) within(c *scenario.Call) bool {
	streams := b.sc.Messages[c.Message].Mode == scenario.Both || b.sc.Features.MessageTurns
	return c.Fault.Kind == fault.EarlyResult || c.Fault.Kind == fault.Served && streams
}
