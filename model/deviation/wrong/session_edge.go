package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

func strayCloseEndsFirst(sem *model.Semantics, n *Count) {
	honest := sem.Unbalanced
	sem.Unbalanced = func(s *model.State, e *spec.Event) {
		honest(s, e)
		if n.when(len(s.Sessions) > 0) {
			s.Sessions[0].Status = spec.Closed
			finish(s.Sessions[0])
		}
	}
}

func startResets(sem *model.Semantics, n *Count) {
	honest := sem.Continue
	sem.Continue = func(ss *model.Session) {
		if n.when(len(ss.Messages) > 0) {
			ss.Messages, ss.Held, ss.Abandoned = nil, nil, nil
		}
		honest(ss)
	}
}

func staysClosed(sem *model.Semantics, n *Count) {
	sem.Continue = func(ss *model.Session) { n.when(ss.Status != spec.Open) }
}

func resumeAppends(sem *model.Semantics, n *Count) {
	sem.Resume = func(ss *model.Session) { n.when(len(ss.Turns) > 0) }
}

func childEndsAll(sem *model.Semantics, n *Count) {
	sem.TurnEnded = func(s *model.State, ss *model.Session) {
		for _, other := range s.Sessions {
			if n.when(ss.Parent.OK && other != ss && unfinished(other)) {
				finish(other)
			}
		}
	}
}

func childStopsCalls(sem *model.Semantics, n *Count) {
	sem.TurnEnded = func(s *model.State, ss *model.Session) {
		for _, other := range s.Sessions {
			for _, c := range other.Calls {
				if n.when(ss.Parent.OK && other != ss && running(c)) {
					c.Status = spec.Abandoned
				}
			}
		}
	}
}

func namelessGuessed(sem *model.Semantics, n *Count) {
	honest := sem.Nameless
	sem.Nameless = func(s *model.State, e *spec.Event) {
		for i := len(s.Sessions) - 1; i >= 0; i-- {
			if m := spoken(s.Sessions[i], anyMessage); m != nil && e.Text != "" {
				n.when(true)
				say(m, e.Text)
				return
			}
		}
		n.when(false)
		honest(s, e)
	}
}

// strangers are readers that confuse turns.
var strangers = []Mistake{
	{"stays-with-child", "session/child-end-local", rows("Z097"), "After the end of a sub-session its parent's next event still counts as the child's.", staysWithChild},
	{"stranger-is-fatal", "session/unattributed", nil, "An event that names no session fails the turn of the first.", strangerIsFatal},
}

func staysWithChild(sem *model.Semantics, n *Count) {
	honest, parents, ended := sem.Scope, map[string]spec.Ref{}, ""
	sem.Scope = func(e *spec.Event) string {
		id, child := honest(e), ended
		if e.Parent.OK {
			parents[id] = e.Parent
		}
		if e.Kind == spec.SessionClose || e.Kind == spec.TurnEnd {
			ended = ""
			if parents[id].OK {
				ended = id
			}
			return id
		}
		if n.when(e.Kind == spec.Text && child != "" && parents[child] == spec.To(id)) {
			return child
		}
		return id
	}
}

func strangerIsFatal(sem *model.Semantics, n *Count) {
	honest := sem.Nameless
	sem.Nameless = func(s *model.State, e *spec.Event) {
		honest(s, e)
		if n.when(len(s.Sessions) > 0 && unfinished(s.Sessions[0])) {
			first := s.Sessions[0]
			first.Turns[openTurn(first)].Status = spec.Failed
		}
	}
}
