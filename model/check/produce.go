package check

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Breach is a place at which a recorded stream itself breaks a produce rule.
type Breach struct {
	Rule    string
	Session string
	// Call, Message and Agent name what is concerned, as far as they apply.
	Call    string
	Message string
	Agent   string
	// At is the record where that is found: the one that is wrong, or the one
	// that opened what was never closed; 0 where it is not known.
	At int
	// Detail says what is wrong, in words.
	Detail string
}

// A producer judges a finished transcript.
type producer struct {
	rule  string
	judge func(*spec.Features, *spec.Transcript) []Breach
}

var produce = []producer{
	{"produce/start-before-result", startBeforeResult},
	{"produce/closed", closed},
	{"produce/arguments-parse", argumentsParse},
	{"produce/known-agent", knownAgent},
	{"produce/unique-live-ids", uniqueLiveIDs},
}

// Produce judges a recorded stream by the transcript after its end, as far as
// the dialect obliges its producer. Breaches are ordered by rule, then by record.
func Produce(f spec.Features, t *spec.Transcript) []Breach {
	var all []Breach
	for _, p := range produce {
		found := p.judge(&f, t)
		for i := range found {
			found[i].Rule = p.rule
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b Breach) int { return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.At, b.At)) })
	return all
}

// ProduceRules lists the rules that Produce judges.
func ProduceRules() []string {
	ids := make([]string, len(produce))
	for i, p := range produce {
		ids[i] = p.rule
	}
	slices.Sort(ids)
	return ids
}

// startBeforeResult: each result was preceded by its call.
func startBeforeResult(_ *spec.Features, t *spec.Transcript) []Breach {
	var found []Breach
	for _, s := range t.Sessions {
		for _, o := range s.Orphans {
			found = append(found, Breach{Session: s.ID, Call: o.ID, At: o.At, Detail: "a result without its call"})
		}
	}
	return append(found, reported(t, "a completion without its start", spec.StartLost)...)
}

// closed: what was opened was closed, as far as its producer has to.
func closed(f *spec.Features, t *spec.Transcript) []Breach {
	var found []Breach
	for i := range t.Sessions {
		s := &t.Sessions[i]
		found = append(found, openTurns(f, s)...)
		found = append(found, openMessages(f, s)...)
		if !f.LeavesOpen {
			found = append(found, openCalls(s)...)
		}
	}
	if f.LeavesOpen {
		return found
	}
	return append(found, reported(t, "a sub-session that never closed", spec.NeverClosed)...)
}

func openTurns(f *spec.Features, s *spec.Session) []Breach {
	var found []Breach
	for _, turn := range s.Turns {
		if turn.Status == spec.Incomplete && f.Terminal {
			found = append(found, Breach{Session: s.ID, At: turn.At, Detail: "a turn without its end"})
		}
	}
	return found
}

func openMessages(f *spec.Features, s *spec.Session) []Breach {
	var found []Breach
	for i := range s.Messages {
		m := &s.Messages[i]
		if !m.Complete && f.MessageEnd && !waitsIn(s, m) {
			found = append(found, Breach{Session: s.ID, Message: m.ID, At: m.At, Detail: "a message without its end"})
		}
	}
	return found
}

// waitsIn reports whether the message's turn waits for somebody: then nothing
// of it had to be closed.
func waitsIn(s *spec.Session, m *spec.Message) bool {
	return m.Turn >= 0 && m.Turn < len(s.Turns) && s.Turns[m.Turn].Status == spec.Waiting
}

func openCalls(s *spec.Session) []Breach {
	found := unanswered(s.ID, s.Abandoned)
	for i := range s.Messages {
		found = append(found, unanswered(s.ID, s.Messages[i].Calls)...)
	}
	return found
}

func unanswered(session string, calls []spec.Call) []Breach {
	var found []Breach
	for _, c := range calls {
		switch c.Status {
		case spec.Abandoned, spec.Preparing, spec.Executing:
			found = append(found, Breach{Session: session, Call: c.ID, Agent: c.Name, At: c.At, Detail: "a call without its result"})
		}
	}
	return found
}

// argumentsParse: complete arguments are one JSON value.
func argumentsParse(_ *spec.Features, t *spec.Transcript) []Breach {
	return reported(t, "complete arguments that are no JSON value", spec.MalformedArguments)
}

// knownAgent: a sub-session can be traced to its call, and so to its agent.
func knownAgent(f *spec.Features, t *spec.Transcript) []Breach {
	if !f.ChildLink {
		return nil
	}
	var found []Breach
	calls := callIDs(t)
	for _, s := range t.Sessions {
		switch {
		case s.Parent == nil && s.ParentCall == nil:
		case s.ParentCall == nil:
			found = append(found, Breach{Session: s.ID, At: s.At, Detail: "a sub-session that the stream does not link to its call"})
		case !calls[*s.ParentCall]:
			found = append(found, Breach{Session: s.ID, Call: *s.ParentCall, At: s.At, Detail: "a sub-session of a call that the stream does not show"})
		}
	}
	return found
}

// callIDs is the set of the calls that the transcript shows.
func callIDs(t *spec.Transcript) map[string]bool {
	ids := map[string]bool{}
	add := func(calls []spec.Call) {
		for _, c := range calls {
			ids[c.ID] = true
		}
	}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		add(s.Held)
		add(s.Abandoned)
		for j := range s.Messages {
			add(s.Messages[j].Calls)
		}
	}
	return ids
}

// uniqueLiveIDs: no two calls open at once share session and id.
func uniqueLiveIDs(_ *spec.Features, t *spec.Transcript) []Breach {
	return reported(t, "an id that names two open calls", spec.ClashingIDs)
}

func reported(t *spec.Transcript, detail string, kind spec.AnomalyKind) []Breach {
	var found []Breach
	for i := range t.Anomalies {
		if a := &t.Anomalies[i]; a.Kind == kind {
			found = append(found, Breach{Session: a.Session, At: t.Where(a), Detail: detail})
		}
	}
	return found
}
