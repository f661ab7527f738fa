package spec

import "slices"

// An Omission is something in a transcript that a dialect's own stored history
// omits.
type Omission string

// The omissions.
const (
	OmitTurns    Omission = "turns"    // the turns, and which turn a message is in
	OmitEnds     Omission = "ends"     // whether a message is complete, why it stopped, how a session ended
	OmitUsage    Omission = "usage"    // token figures of messages
	OmitPhases   Omission = "phases"   // the phase of a call without a result, and the reason
	OmitChildren Omission = "children" // sub-sessions
	OmitRunning  Omission = "running"  // sub-sessions without a seen end
)

// StoredParts returns the parts in which a reloaded transcript is compared. It
// excludes momentary parts: the outcome, active calls, limits and anomalies. It
// also excludes the history, which has rules of its own.
func StoredParts(p Parts) Parts {
	return p &^ PartsOf(ObserveOutcome, ObserveActive, ObserveQuota, ObserveAnomalies, ObserveHistory)
}

// Stored returns the two transcripts in the form in which a reloaded one is
// compared with the live one: without what the dialect's history omits. If it
// omits sub-sessions, a store without any is not asked for them; a store with
// some is asked for all. If it omits running sub-sessions, one that still runs
// is asked for only if the store has content of it. The transcripts are not
// changed; the results share their parts.
func Stored(f *Features, want, got *Transcript) (w, g Transcript) {
	w, g = *want, *got
	if slices.Contains(f.HistoryOmits, OmitChildren) && !slices.ContainsFunc(got.Sessions, isChild) {
		w.Sessions = slices.DeleteFunc(slices.Clone(w.Sessions), isChild)
	}
	if slices.Contains(f.HistoryOmits, OmitRunning) {
		w.Sessions, g.Sessions = withoutRunning(w.Sessions, g.Sessions)
	}
	for _, t := range []*Transcript{&w, &g} {
		t.Sessions, t.Agents = slices.Clone(t.Sessions), slices.Clone(t.Agents)
		for i := range t.Sessions {
			t.Sessions[i].omit(f.HistoryOmits)
		}
		for i := range t.Agents {
			if slices.Contains(f.HistoryOmits, OmitPhases) && t.Agents[i].Status != Completed {
				t.Agents[i].Status = Failed
			}
		}
	}
	return w, g
}

// withoutRunning removes open sub-sessions from the wanted sessions, unless the
// others have content of them.
func withoutRunning(want, got []Session) (w, g []Session) {
	empty := func(s Session) bool {
		return !slices.ContainsFunc(got, func(o Session) bool { return o.ID == s.ID && len(o.Messages) > 0 })
	}
	gone := map[string]bool{}
	for _, s := range want {
		gone[s.ID] = isChild(s) && s.Status == Open && empty(s)
	}
	is := func(s Session) bool { return gone[s.ID] }
	return slices.DeleteFunc(slices.Clone(want), is), slices.DeleteFunc(slices.Clone(got), is)
}

func isChild(s Session) bool { return s.Parent != nil || s.ParentCall != nil }

// omit clears what is omitted. It copies the session's own lists first.
func (s *Session) omit(all []Omission) {
	s.Messages = slices.Clone(s.Messages)
	for _, o := range all {
		switch o {
		case OmitTurns:
			s.Turns = nil
		case OmitEnds:
			s.Status = ""
		case OmitPhases:
			s.Held, s.Abandoned = answeredCalls(s.Held), answeredCalls(s.Abandoned)
		}
		for i := range s.Messages {
			s.Messages[i].omit(o)
		}
	}
}

func (m *Message) omit(o Omission) {
	switch o {
	case OmitTurns:
		m.Turn = 0
	case OmitEnds:
		m.Complete, m.StopReason = false, nil
	case OmitUsage:
		m.Usage = nil
	case OmitPhases:
		m.Calls = answeredCalls(m.Calls)
	}
}

// answeredCalls returns the calls with a reduced status: whether there is a
// result, and whether it is an error.
func answeredCalls(calls []Call) []Call {
	calls = slices.Clone(calls)
	for i := range calls {
		c := &calls[i]
		switch answered := c.Status == Done || c.Status == Failed || c.Status == Denied || !EmptyJSON(c.Result); {
		case !answered:
			c.Status = Abandoned
		case c.IsError:
			c.Status = Failed
		default:
			c.Status = Done
		}
	}
	return calls
}
