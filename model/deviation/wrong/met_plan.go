package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// firstOfList notes the calls that were first in a list. A list names calls in one
// record.
func firstOfList(sem *model.Semantics, n *Count) {
	type call struct {
		session *model.Session
		id      string
	}
	find, start, active := sem.ResultCall, sem.Start, sem.Active
	record, later, first := 0, false, map[call]bool{}
	sem.ResultCall = func(s *model.State, ss *model.Session, e *spec.Event) *model.Call {
		c := find(s, ss, e)
		if e.Kind == spec.CallOpen || e.Kind == spec.CallStart {
			later = e.Record != 0 && e.Record == record
			record = e.Record
			first[call{ss, e.Call}] = !later || first[call{ss, e.Call}] && c != nil && running(c)
		}
		return c
	}
	sem.Start = func(c *model.Call) {
		if !n.when(later) {
			start(c)
		}
	}
	sem.Active = func(c *model.Call) bool {
		return active(c) && !n.when(!first[call{c.Session, c.ID}])
	}
}

// batchSet takes each record for a batch of its own, also of calls that it has seen.
func batchSet(sem *model.Semantics, n *Count) {
	replaces(sem, n)
	sem.Twice = func(_ *model.State, c *model.Call, e *spec.Event) {
		n.when(true)
		again := *c
		again.Args, again.Result, again.IsError, again.Ended = []byte(e.Args), e.Result, e.IsError, e.Record
		again.Status, again.Message = sem.ResultStatus(e), nil
		attachAgain(sem, &again)
	}
}

// attachAgain attaches or holds a call.
func attachAgain(sem *model.Semantics, c *model.Call) {
	if m := sem.AttachTo(c.Session, c); m != nil {
		sem.Attach(m, c)
		return
	}
	sem.HoldCall(c.Session, c)
}

// turnsUnknown ends nothing but what the end of an interaction ends, whichever that is.
func turnsUnknown(sem *model.Semantics, n *Count) {
	wholeSession(sem, n)
	lateCallBegins(sem, n)
	late, again, own := sem.Late, sem.NewAgain, sem.OwnTurn
	var goesOn *model.Session // its open turn ends by the end of another one
	sem.OwnTurn = func(ss *model.Session, e *spec.Event) int {
		turn := own(ss, e)
		open := openTurn(ss)
		if e.Kind != spec.TurnEnd || open == none {
			return turn
		}
		if goesOn = nil; turn != open {
			goesOn = ss
		}
		return answer(n, turn, open)
	}
	sem.Late = func(s *model.State, ss *model.Session, c *model.Call, e *spec.Event) {
		late(s, ss, c, e)
		n.when(true)
		c.Status, c.Ended = sem.ResultStatus(e), e.Record
		take(c)
		attachAgain(sem, c)
	}
	sem.NewAgain = func(ss *model.Session, old *model.Call) bool {
		return answer(n, again(ss, old), !running(old))
	}
	sem.LateText = func(s *model.State, ss *model.Session, e *spec.Event) {
		n.when(true)
		lateMessage(s, ss, e)
	}
	sem.UserMessageEdge = func(*model.Session) bool { n.when(true); return false }
	sem.CancelClears = func(ss *model.Session) bool { n.when(unfinished(ss)); return false }
	sem.Fatal = func(e *spec.Event) bool { n.when(e.Fatal); return false }
	sem.UserTurnClears = func(ss *model.Session) bool {
		n.when(unfinished(ss))
		dropRunning(ss, n)
		return false
	}
	sem.TurnEnded = func(s *model.State, ss *model.Session) {
		n.when(spoken(ss, isNameless) != nil)
		s.CloseOpen(ss)
		dropRunning(ss, n)
		if goesOn == ss {
			s.Reopen(ss, len(ss.Turns)-1)
		}
	}
}

func lateCallBegins(sem *model.Semantics, n *Count) {
	sem.LateCall = func(s *model.State, ss *model.Session, e *spec.Event) *model.Call {
		n.when(true)
		return s.CallLate(ss, e)
	}
}

// dropRunning drops the calls of a session that are not over.
func dropRunning(ss *model.Session, n *Count) {
	for _, c := range ss.Calls {
		if n.when(running(c)) {
			drop(ss, c)
		}
	}
}

// lateMessage says text in the open message, or opens one behind the last turn.
func lateMessage(s *model.State, ss *model.Session, e *spec.Event) {
	kind := spec.TextPart
	if e.Form == spec.Thought {
		kind = spec.ThoughtPart
	}
	m := spoken(ss, isOpen)
	if m == nil || len(m.Parts) > 0 && m.Parts[len(m.Parts)-1].Kind != kind {
		s.CloseOpen(ss)
		if m = s.OpenLate(ss, e.Form); m == nil {
			return
		}
	}
	if len(m.Parts) == 0 {
		m.Parts = append(m.Parts, &model.Part{Kind: kind})
	}
	last := m.Parts[len(m.Parts)-1]
	last.Text = append(last.Text, e.Text...)
}

// savedCallsAsText gives the calls of a saved message a message of their own, if they
// stand before its text or behind a thought. It leaves other sessions as they are.
func savedCallsAsText(sem *model.Semantics, n *Count) {
	sem.Resets = func(*model.State, *spec.Event) bool { n.when(true); return false }
	sem.Restored = func(ss *model.Session, saved *spec.Snapshot, m *model.Message, calls []*model.Call) {
		if !n.when(len(calls) > 0) {
			return
		}
		for _, c := range calls {
			take(c)
		}
		if m == nil || saved.Parts[0].Kind != spec.TextPart {
			m = toolExecution(ss, m, saved.Parts[0].Kind == spec.CallPart, calls[0])
		}
		for _, c := range calls {
			c.Message = m
			m.Parts = append(m.Parts, &model.Part{Kind: spec.CallPart, Call: c})
		}
	}
}

// toolExecution adds the message of calls alone, before a message or behind it.
func toolExecution(ss *model.Session, near *model.Message, before bool, first *model.Call) *model.Message {
	m := &model.Message{Turn: first.Turn, Role: "assistant", Complete: true, At: first.At}
	say(m, "[Tool execution]")
	at := len(ss.Messages)
	if is := slices.Index(ss.Messages, near); is >= 0 && before {
		at = is
	}
	ss.Messages = slices.Insert(slices.Clone(ss.Messages), at, m)
	return m
}

// take takes a call from where it is: its message, what is held, what is abandoned.
func take(c *model.Call) {
	unhang(c)
	isIt := func(other *model.Call) bool { return other == c }
	ss := c.Session
	ss.Held = slices.DeleteFunc(slices.Clone(ss.Held), isIt)
	ss.Abandoned = slices.DeleteFunc(slices.Clone(ss.Abandoned), isIt)
	c.Message = nil
}
