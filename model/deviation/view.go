package deviation

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A view is a row of a table of views: what is done to each transcript on its
// way out. part is what it changes; two views of one part exclude each other.
type view struct {
	name, rules, part, sentence string
	show                        func(t *spec.Transcript)
}

func (v view) deviation() Deviation {
	return Deviation{Kind: View, Name: v.name, Sentence: v.sentence, Rules: rules(v.rules), view: v.show, part: v.part}
}

// rules separates a list of rules.
func rules(list string) []string { return strings.Fields(list) }

func eachSession(do func(s *spec.Session)) func(t *spec.Transcript) {
	return func(t *spec.Transcript) {
		for i := range t.Sessions {
			do(&t.Sessions[i])
		}
	}
}

func eachTurn(do func(t *spec.Turn)) func(t *spec.Transcript) {
	return eachSession(func(s *spec.Session) {
		for i := range s.Turns {
			do(&s.Turns[i])
		}
	})
}

func eachMessage(do func(m *spec.Message)) func(t *spec.Transcript) {
	return eachSession(func(s *spec.Session) {
		for i := range s.Messages {
			do(&s.Messages[i])
		}
	})
}

// eachCall does it for the calls on messages, held and abandoned.
func eachCall(do func(c *spec.Call)) func(t *spec.Transcript) {
	return eachSession(func(s *spec.Session) {
		for _, c := range s.Calls() {
			do(c)
		}
	})
}

// hideMessages removes messages with their calls, which are no longer active
// then.
func hideMessages(hide func(m *spec.Message) bool) func(t *spec.Transcript) {
	return func(t *spec.Transcript) {
		eachSession(func(s *spec.Session) {
			s.Messages = slices.DeleteFunc(s.Messages, func(m spec.Message) bool {
				if !hide(&m) {
					return false
				}
				for i := range m.Calls {
					forget(t, s.ID, m.Calls[i].ID)
				}
				return true
			})
		})(t)
	}
}

// hideCalls removes calls from messages, with their parts.
func hideCalls(hide func(c *spec.Call) bool) func(t *spec.Transcript) {
	return func(t *spec.Transcript) {
		eachSession(func(s *spec.Session) {
			for i := range s.Messages {
				m := &s.Messages[i]
				keepParts(m, func(p *spec.Part) bool {
					if p.Call == nil || !hide(&m.Calls[*p.Call]) {
						return true
					}
					forget(t, s.ID, m.Calls[*p.Call].ID)
					return false
				})
			}
		})(t)
	}
}

// forget removes a call from what is active, and its run.
func forget(t *spec.Transcript, session, call string) {
	t.Active = slices.DeleteFunc(t.Active, func(a spec.ActiveCall) bool { return a.Session == session && a.Call == call })
	t.Agents = slices.DeleteFunc(t.Agents, func(a spec.AgentRun) bool { return a.Parent == session && a.Call == call })
}

// keepParts keeps some parts of a message, and the calls of those parts.
func keepParts(m *spec.Message, keep func(p *spec.Part) bool) {
	var parts []spec.Part
	for i := range m.Parts {
		if keep(&m.Parts[i]) {
			parts = append(parts, m.Parts[i])
		}
	}
	arrange(m, parts)
}

// arrange gives a message some of its parts in another order, with their calls.
func arrange(m *spec.Message, parts []spec.Part) {
	var calls []spec.Call
	for i := range parts {
		if parts[i].Call != nil {
			n := len(calls)
			calls = append(calls, m.Calls[*parts[i].Call])
			parts[i].Call = &n
		}
	}
	m.Parts, m.Calls = parts, calls
}

// callsLast puts the calls of a message behind its texts, or before them.
func callsLast(last bool) func(m *spec.Message) {
	return func(m *spec.Message) {
		parts := slices.Clone(m.Parts)
		slices.SortStableFunc(parts, func(a, b spec.Part) int {
			switch {
			case (a.Call == nil) == (b.Call == nil):
				return 0
			case (a.Call == nil) == last:
				return -1
			}
			return 1
		})
		arrange(m, parts)
	}
}

// mergeTexts joins texts, and thoughts, that follow each other directly, or
// that any other part separates.
func mergeTexts(anywhere bool) func(m *spec.Message) {
	return func(m *spec.Message) {
		var parts []spec.Part
		for _, p := range m.Parts {
			at := slices.IndexFunc(parts, func(q spec.Part) bool { return q.Kind == p.Kind })
			if !anywhere && at >= 0 {
				at = len(parts) - 1
			}
			if p.Call == nil && at >= 0 && parts[at].Kind == p.Kind {
				parts[at].Text += p.Text
				continue
			}
			parts = append(parts, p)
		}
		m.Parts = parts
	}
}
