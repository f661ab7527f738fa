package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

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
