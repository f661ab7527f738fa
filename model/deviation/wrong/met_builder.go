package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// openAnywhere returns the open message without an id, and its session; nil if there
// is none.
func openAnywhere(s *model.State) (*model.Session, *model.Message) {
	for _, ss := range s.Sessions {
		if m := spoken(ss, isOpen); m != nil && m.ID == "" {
			return ss, m
		}
	}
	return nil, nil
}

func oneBuilder(sem *model.Semantics, n *Count) {
	open, nameless, ends, take := sem.OpenMessage, sem.Nameless, sem.ModelCallEnds, sem.TakeHeld
	sem.Nameless = func(s *model.State, e *spec.Event) {
		if !n.when(e.Kind == spec.Text || e.Kind == spec.MessageClose) {
			nameless(s, e)
			return
		}
		named := *e
		named.NoSession, named.Session = false, ""
		s.Step(&named)
	}
	sem.OpenMessage = func(s *model.State, ss *model.Session, form spec.Form) *model.Message {
		other, m := openAnywhere(s)
		if !n.when(m != nil && other != ss) {
			return open(s, ss, form)
		}
		if slices.ContainsFunc(m.Parts, func(p *model.Part) bool {
			return (p.Kind == spec.ThoughtPart) == (form == spec.Thought) && p.Call == nil
		}) {
			return m
		}
		end(s, other, m)
		return open(s, ss, form)
	}
	// Held calls wait for the end of a model call in their session.
	sem.TakeHeld = func(s *model.State, ss *model.Session, m *model.Message) {
		if !n.when(s.Policies.HeldAttach == "end" && len(ss.Held) > 0) {
			take(s, ss, m)
		}
	}
	billed := map[*model.Message]bool{}
	sem.ModelCallEnds = func(s *model.State, ss *model.Session) (m *model.Message) {
		defer func() { billed[m] = true }()
		other, m := openAnywhere(s)
		if m == nil {
			return answer(n, ends(s, ss), unbilled(ss, billed))
		}
		n.when(other != ss || len(ss.Held) > 0)
		takeAll(ss, m)
		end(s, other, m)
		return m
	}
}

// unbilled returns the last message of a session, if it is an assistant's that got no
// figures yet.
func unbilled(ss *model.Session, billed map[*model.Message]bool) *model.Message {
	if len(ss.Messages) == 0 {
		return nil
	}
	m := ss.Messages[len(ss.Messages)-1]
	if m.Role != "assistant" || billed[m] {
		return nil
	}
	return m
}

// end closes an open message of a session.
func end(s *model.State, ss *model.Session, m *model.Message) {
	s.CloseOpen(ss)
	m.Open, m.Complete = false, true
}

// takeAll gives a message all calls that a session holds.
func takeAll(ss *model.Session, m *model.Message) {
	for i, c := range ss.Held {
		c.Message = m
		m.Parts = slices.Insert(m.Parts, i, &model.Part{Kind: spec.CallPart, Call: c})
	}
	ss.Held = nil
}

func startDropsAll(sem *model.Semantics, n *Count) {
	starts, again, edge := sem.TurnStarts, sem.StartAgain, sem.TurnStartEdge
	sem.StartAgain = func(s *model.State, ss *model.Session) {
		again(s, ss)
		dropOpen(s, n)
	}
	sem.TurnStarts = func(s *model.State, ss *model.Session) {
		starts(s, ss)
		dropOpen(s, n)
	}
	sem.TurnStartEdge = func(s *model.State, ss *model.Session, turn int) {
		dropOpen(s, n)
		edge(s, ss, turn)
	}
}

// dropOpen drops the open message and the open calls of every session.
func dropOpen(s *model.State, n *Count) {
	for _, ss := range s.Sessions {
		m := spoken(ss, isOpen)
		open := slices.DeleteFunc(slices.Clone(ss.Calls), func(c *model.Call) bool { return !running(c) })
		if !n.when(m != nil && m.ID == "" || len(open) > 0) {
			continue
		}
		for _, c := range open {
			drop(ss, c)
			ss.Forget(c)
		}
		if m != nil && m.ID == "" {
			s.CloseOpen(ss)
			ss.Messages = slices.DeleteFunc(slices.Clone(ss.Messages), func(is *model.Message) bool { return is == m })
		}
	}
}
