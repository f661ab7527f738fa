package wrong

import (
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var step = []Mistake{
	{"one-message-a-session", "step/by-message-id", rows("Z460"), "All that a session says is one message.", oneMessageASession},
	{"each-piece-a-message", "step/by-message-id", rows("Z298"), "Each piece of text is a message of its own.", eachPieceAMessage},
	{"first-message-owns", "step/no-mixing", rows("Z360"), "The calls of a turn are gathered under its first message.", firstMessageOwns},
	{"call-ends-message", "step/results-between-frames", rows("Z065"), "What a message says after a call is another message.", callEndsMessage},
	{"child-cuts-parent", "step/subagent-scoped", nil, "A message of a sub-session ends its parent's.", childCutsParent},
}

func oneMessageASession(sem *model.Semantics, n *Count) {
	honest, first := sem.MessageKey, map[string]string{}
	sem.MessageKey = func(e *spec.Event) string {
		key := honest(e)
		if _, known := first[e.Session]; !known {
			first[e.Session] = key
		}
		return answer(n, key, first[e.Session])
	}
}

func firstMessageOwns(sem *model.Semantics, n *Count) {
	honest := sem.Owner
	sem.Owner = func(s *model.State, ss *model.Session, e *spec.Event) *model.Message {
		m := honest(s, ss, e)
		for _, first := range ss.Messages {
			if m != nil && first.Turn == m.Turn && first.Role == m.Role {
				return answer(n, m, first)
			}
		}
		return answer(n, m, m)
	}
}

func callEndsMessage(sem *model.Semantics, n *Count) {
	honest, called := sem.MessageKey, map[string]bool{}
	sem.MessageKey = func(e *spec.Event) string {
		key := honest(e)
		scoped := e.Session + "\x00" + key
		if e.Kind == spec.CallOpen {
			called[scoped] = true
		}
		if n.when(e.Kind == spec.Text && called[scoped]) {
			return key + "\x00after"
		}
		return key
	}
}

func childCutsParent(sem *model.Semantics, n *Count) {
	honest := sem.NextMessage
	sem.NextMessage = func(s *model.State, ss *model.Session) {
		honest(s, ss)
		for _, parent := range s.Sessions {
			m := spoken(parent, isOpen)
			if n.when(m != nil && ss.Parent == spec.To(parent.ID)) {
				m.Open, m.Complete = false, true
			}
		}
	}
}

func eachPieceAMessage(sem *model.Semantics, n *Count) {
	honest, pieces := sem.MessageKey, map[string]int{}
	sem.MessageKey = func(e *spec.Event) string {
		key := honest(e)
		scoped := e.Session + "\x00" + key
		if e.Kind != spec.Text || key == "" {
			n.when(false)
			return key
		}
		pieces[scoped]++
		if n.when(pieces[scoped] > 1) {
			return fmt.Sprintf("%s\x00%d", key, pieces[scoped])
		}
		return key
	}
}
