package deviation

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
		if e.Kind == spec.CallOpen || e.Kind == spec.CallStart {
			later = e.Record != 0 && e.Record == record
			record = e.Record
			first[call{ss, e.Call}] = first[call{ss, e.Call}] || !later
		}
		return find(s, ss, e)
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

// batchSet reads a second result as another batch of its record.
func batchSet(sem *model.Semantics, n *Count) {
	replaces(sem, n)
	sem.Twice = func(_ *model.State, c *model.Call, e *spec.Event) {
		n.when(true)
		c.Result, c.IsError, c.Ended = e.Result, e.IsError, e.Record
		again(sem, c)
	}
}

// again attaches or holds a call as if it came now.
func again(sem *model.Semantics, c *model.Call) {
	take(c)
	if m := sem.AttachTo(c.Session, c); m != nil {
		sem.Attach(m, c)
		return
	}
	sem.HoldCall(c.Session, c)
}

func turnsUnknown(sem *model.Semantics, n *Count) {
	wholeSession(sem, n)
	heldCrossesTurns(sem, n)
	late := sem.Late
	sem.Late = func(s *model.State, ss *model.Session, c *model.Call, e *spec.Event) {
		late(s, ss, c, e)
		n.when(true)
		c.Status, c.Ended = sem.ResultStatus(e), e.Record
		again(sem, c)
	}
	sem.LateText = func(_ *model.State, ss *model.Session, e *spec.Event) {
		m := spoken(ss, isOpen)
		if n.when(true); m == nil {
			m = &model.Message{Turn: max(0, len(ss.Turns)-1), Role: "assistant", Open: true, At: e.Record}
			ss.Messages = append(ss.Messages, m)
		}
		say(m, e.Text)
	}
}

// savedCallsAsText gives the calls of a saved message a message of their own, if they
// stand before its text. It passes over thoughts.
func savedCallsAsText(sem *model.Semantics, n *Count) {
	sem.Restored = func(ss *model.Session, m *model.Message, calls []*model.Call) {
		thought := m != nil && slices.ContainsFunc(m.Parts, func(p *model.Part) bool { return p.Kind == spec.ThoughtPart })
		if !n.when(len(calls) > 0 || thought) {
			return
		}
		at := len(ss.Messages)
		switch {
		case thought:
			at--
			ss.Messages = slices.Delete(slices.Clone(ss.Messages), at, at+1)
			m = nil
		case m != nil && len(m.Parts) > 0 && m.Parts[0].Call != nil:
			at--
			m = nil
		}
		if len(calls) == 0 {
			return
		}
		if m == nil {
			m = &model.Message{Turn: calls[0].Turn, Role: "assistant", Complete: true, At: calls[0].At}
			say(m, "[Tool execution]")
			ss.Messages = slices.Insert(slices.Clone(ss.Messages), at, m)
		}
		for _, c := range calls {
			take(c)
			c.Message = m
			m.Parts = append(m.Parts, &model.Part{Kind: spec.CallPart, Call: c})
		}
	}
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
