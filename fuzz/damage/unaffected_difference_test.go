package damage_test

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// unaffectedDifferences finds what differs of unaffected sessions between the transcripts of the
// original and of the damaged stream, at the end of each. Neither is changed.
//
// It compares what session/non-interference speaks of: all that stands in the
// sessions, their active calls and their anomalies; but not how they are linked
// to others (parent_call, agent, the child of a call) nor the runs of agents, the
// outcome, limits and a history, which are not one session's.
func unaffectedDifferences(observes spec.Parts, unaffected []string, original, damaged *spec.Transcript) []spec.Difference {
	a, b := only(original, unaffected), only(damaged, unaffected)
	return spec.Compare{Observes: observes}.Transcripts(&a, &b)
}

// only is the part of a transcript that sessions make up by themselves.
func only(t *spec.Transcript, ids []string) spec.Transcript {
	of := func(id string) bool { return slices.Contains(ids, id) }
	var out spec.Transcript
	for i := range t.Sessions {
		if of(t.Sessions[i].ID) {
			out.Sessions = append(out.Sessions, unlinked(t.Sessions[i]))
		}
	}
	for _, a := range t.Active {
		if of(a.Session) {
			out.Active = append(out.Active, a)
		}
	}
	for _, a := range t.Anomalies {
		if of(a.Session) && a.Kind != spec.UnlinkedChild {
			out.Anomalies = append(out.Anomalies, a)
		}
	}
	return out
}

// unlinked is the session without its links.
func unlinked(s spec.Session) spec.Session {
	s.ParentCall, s.Agent = nil, nil
	s.Messages = slices.Clone(s.Messages)
	for i := range s.Messages {
		s.Messages[i].Calls = childless(s.Messages[i].Calls)
	}
	s.Held, s.Abandoned = childless(s.Held), childless(s.Abandoned)
	return s
}

func childless(calls []spec.Call) []spec.Call {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].Child = nil
	}
	return calls
}
