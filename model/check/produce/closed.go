package produce

import "github.com/quock-dev/quock/spec"

// closed: what was opened was closed. A turn that broke off owes no end.
func closed(f *spec.Features, t *spec.Transcript) []Breach {
	var found []Breach
	for i := range t.Sessions {
		s := &t.Sessions[i]
		found = append(found, openTurns(f, s)...)
		found = append(found, openMessages(f, s)...)
		found = append(found, openCalls(s)...)
	}
	byID := make(map[string]*spec.Session, len(t.Sessions))
	for i := range t.Sessions {
		byID[t.Sessions[i].ID] = &t.Sessions[i]
	}
	for _, b := range reported(t, "a sub-session that never closed", spec.NeverClosed) {
		if b.of = spec.OfSession; !leftByTurn(byID, b.Session) {
			found = append(found, b)
		}
	}
	return found
}

func openTurns(f *spec.Features, s *spec.Session) []Breach {
	var found []Breach
	for _, turn := range s.Turns {
		explained := turn.StopReason != nil // its end was there, and says why it stopped
		if turn.Status == spec.Incomplete && !explained && f.Terminal && !Unannounced(f, s) {
			found = append(found, Breach{of: spec.OfTurn, Session: s.ID, At: turn.At, Detail: "a turn without its end"})
		}
	}
	return found
}

// Unannounced reports whether events name a session that nothing announced, in
// a dialect whose announcements start a sub-session's turn. Such a session's
// turn has no edges.
func Unannounced(f *spec.Features, s *spec.Session) bool {
	return f.ChildStart && f.NamelessRoot && s.ID != "" && s.Parent == nil
}

func openMessages(f *spec.Features, s *spec.Session) []Breach {
	var found []Breach
	for i := range s.Messages {
		m := &s.Messages[i]
		broken := m.Turn >= 0 && m.Turn < len(s.Turns) && breaksOff(&s.Turns[m.Turn])
		if !m.Complete && f.MessageEnd && !broken {
			found = append(found, Breach{of: spec.OfMessage, Session: s.ID, Message: m.ID, At: m.At, Detail: "a message without its end"})
		}
	}
	return found
}

// breaksOff reports whether a turn failed, was cancelled, or waits. Then nobody
// is left to close what is open in it.
func breaksOff(turn *spec.Turn) bool {
	switch turn.Status {
	case spec.Failed, spec.Cancelled, spec.Waiting:
		return true
	}
	return false
}

// leftAt reports whether the turn of a record's item broke off.
func leftAt(s *spec.Session, at int) bool {
	for i := len(s.Turns) - 1; i >= 0; i-- {
		if s.Turns[i].At <= at || i == 0 {
			return breaksOff(&s.Turns[i])
		}
	}
	return false
}

// leftByTurn reports whether the turn of a sub-session, or of its parent, broke
// off.
func leftByTurn(byID map[string]*spec.Session, id string) bool {
	child := byID[id]
	if child == nil {
		return false
	}
	if child.Parent != nil {
		if parent := byID[*child.Parent]; parent != nil && leftAt(parent, child.At) {
			return true
		}
	}
	n := len(child.Turns)
	return n > 0 && breaksOff(&child.Turns[n-1])
}

func openCalls(s *spec.Session) []Breach {
	found := unanswered(s, s.Abandoned, nil)
	for i := range s.Messages {
		found = append(found, unanswered(s, s.Messages[i].Calls, &s.Messages[i])...)
	}
	return found
}

// unanswered lists the calls of a message that nobody answered, nil for calls of
// none.
func unanswered(s *spec.Session, calls []spec.Call, m *spec.Message) []Breach {
	var found []Breach
	for _, c := range calls {
		of := spec.OfCall
		if m != nil && m.StopReason == nil && !c.Whole {
			of = spec.OfStreamed
		}
		switch c.Status {
		case spec.Abandoned, spec.Preparing, spec.Executing:
			if !leftAt(s, c.At) {
				found = append(found, Breach{of: of, Session: s.ID, Call: c.ID, Agent: c.Name, At: c.At, Detail: "a call without its result"})
			}
		}
	}
	return found
}
