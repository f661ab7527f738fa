package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// The rules of family attach apply where the dialect leaves the owner open. A
// completed call belongs to the latest assistant or thought message of its own
// session and turn, else it is held for the next one.

// selects shows a call as preparing (notify/lifecycle), in a dialect with
// derived owners.
func (s *State) selects(ss *Session, e *spec.Event) {
	old := s.sem.ResultCall(s, ss, e)
	if old != nil && !s.sem.NewAgain(ss, old) {
		if !old.Status.Terminal() {
			s.know(old, e)
		}
		return
	}
	i := s.turnFor(ss)
	if i != late {
		s.setFirst(s.newCall(ss, e, i), e)
		s.resume(ss, i)
	} else if c := s.sem.LateCall(s, ss, e); c != nil {
		s.setFirst(c, e)
	}
}

// newAgain reports whether a used id names a new call: the old call's turn has
// ended, or the old call is finished and a new model call has begun
// (session/reused-ids).
func newAgain(ss *Session, old *Call) bool {
	if old.Turn != ss.current() {
		return true
	}
	return old.Status.Terminal() && ss.step > old.Step
}

// runs finds the call that starts, in a dialect with derived owners. A start
// with a finished call's id is a new call.
func (s *State) runs(ss *Session, e *spec.Event) *Call {
	old := s.sem.ResultCall(s, ss, e)
	if old != nil && !old.Status.Terminal() && !s.sem.NewAgain(ss, old) {
		return old
	}
	i := s.turnFor(ss)
	if i == late {
		return s.sem.LateCall(s, ss, e)
	}
	return s.newCall(ss, e, i)
}

// completeDerived completes a call and finds its message.
func (s *State) completeDerived(ss *Session, e *spec.Event) {
	c := s.sem.ResultCall(s, ss, e)
	switch {
	case c == nil && e.Name == "":
		s.sem.Orphan(s, ss, e)
	case c == nil:
		s.sem.StartLost(s, ss, e)
	case !c.Status.Terminal():
		s.answer(c, e)
		s.attach(ss, c)
		s.resume(ss, c.Turn)
	case c.Turn == ss.lastTurn() && c.answered:
		s.again(c, e)
	case c.Status == spec.Abandoned || c.Status == spec.Cancelled:
		s.lateDerived(ss, c, e)
	case e.Name != "":
		s.sem.StartLost(s, ss, e)
	default:
		s.again(c, e)
	}
}

// lastTurn is the current turn, else the last one.
func (ss *Session) lastTurn() int {
	if i := ss.current(); i != late {
		return i
	}
	return len(ss.Turns) - 1
}

func (s *State) lateDerived(ss *Session, c *Call, e *spec.Event) {
	if c.answered {
		s.again(c, e)
		return
	}
	s.sem.Late(s, ss, c, e)
}

// startLost makes a call whose selection and start were lost, from its
// completion (missing/start-lost).
func startLost(s *State, ss *Session, e *spec.Event) {
	s.report(spec.StartLost, ss.ID, "a completion of a call that was never started")
	i := s.turnFor(ss)
	if i == late {
		i = len(ss.Turns) - 1
	}
	c := s.newCall(ss, e, i)
	s.answer(c, e)
	s.attach(ss, c)
	s.resume(ss, i)
}

// attach gives a completed call its message, or holds it.
func (s *State) attach(ss *Session, c *Call) {
	if c.Message != nil {
		return
	}
	if m := s.sem.AttachTo(ss, c); m != nil {
		s.sem.Attach(m, c)
		return
	}
	s.sem.HoldCall(ss, c)
}

// attachTo returns the latest assistant or thought message of the call's
// session and turn, open or finished (attach/backward, attach/turn-bound). The
// moment is now, or the call's first mention if the dialect says so; then the
// next message serves if there was none.
func attachTo(ss *Session, c *Call) *Message {
	switch {
	case !c.early:
		return ss.lastSpoken(0, c.Turn)
	case c.behind != nil:
		return c.behind
	}
	return ss.firstSpoken(c.Turn)
}

// firstSpoken returns the first assistant or thought message of the turn, if the
// session has a turn of that number: a deviation may ask about another session.
func (ss *Session) firstSpoken(turn int) *Message {
	if turn >= len(ss.Turns) {
		return nil
	}
	for _, m := range ss.Turns[turn].messages {
		if m.Role == "assistant" {
			return m
		}
	}
	return nil
}

// holdCall keeps a call until the next message of its turn (attach/tool-first).
func holdCall(ss *Session, c *Call) { ss.Held = append(ss.Held, c) }

// takeHeld gives a message the held calls of its turn, in order, before its own
// text (attach/tool-first). Calls of an ended turn stay held
// (attach/never-spoken).
func takeHeld(_ *State, ss *Session, m *Message) {
	var taken []*Part
	ss.Held = slices.DeleteFunc(ss.Held, func(c *Call) bool {
		if c.Turn != m.Turn {
			return false
		}
		c.Message = m
		taken = append(taken, &Part{Kind: spec.CallPart, Call: c})
		return true
	})
	m.Parts = slices.Insert(m.Parts, 0, taken...)
}

// attachLate moves a late call from the abandoned calls to the last message of
// its own turn. Without such a message it stays.
func attachLate(_ *State, ss *Session, c *Call) {
	m := attachTo(ss, c)
	if m == nil {
		return
	}
	ss.Abandoned = slices.DeleteFunc(ss.Abandoned, func(a *Call) bool { return a == c })
	own(m, c)
}
