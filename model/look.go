package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Session returns a session while the stream is read, nil for an unknown id.
// The caller must not change it.
func (s *State) Session(id string) *Session { return s.byID.get(id) }

// Anomalies returns the anomalies after the first n, in the order of the
// reports. The caller must not change them.
func (s *State) Anomalies(n int) []spec.Anomaly {
	if n >= len(s.anomalies) {
		return nil
	}
	return s.anomalies[n:]
}

// Reported returns the number of reports of the anomaly kind so far.
func (s *State) Reported(kind spec.AnomalyKind) int {
	n := 0
	for i := range s.anomalies {
		if s.anomalies[i].Kind == kind {
			n++
		}
	}
	return n
}

// CloseOpen closes the open message without an id of a session, as a wrong
// decision may.
func (s *State) CloseOpen(ss *Session) { s.closeIdless(ss) }

// Forget removes a call from the session and its turn, as a wrong decision may. Its id
// then names none, not even an earlier call, and the end of the turn finds it no more.
func (ss *Session) Forget(c *Call) {
	ss.forget(c)
	ss.byCall.delete(c.ID)
	if c.Turn >= 0 && c.Turn < len(ss.Turns) {
		t := ss.Turns[c.Turn]
		t.calls = slices.DeleteFunc(slices.Clone(t.calls), func(other *Call) bool { return other == c })
	}
}

// CallLate begins a call in the last turn, ended or not, as a wrong decision may; nil in a
// session without turns.
func (s *State) CallLate(ss *Session, e *spec.Event) *Call {
	if len(ss.Turns) == 0 {
		return nil
	}
	return s.newCall(ss, e, len(ss.Turns)-1)
}

// OpenLate opens a message of the last turn, ended or not, as a wrong decision may; nil in
// a session without turns.
func (s *State) OpenLate(ss *Session, form spec.Form) *Message {
	if len(ss.Turns) == 0 {
		return nil
	}
	m := s.newMessage(ss, len(ss.Turns)-1, "", "assistant")
	m.form = partKind(form)
	return m
}

// Reopen lets a turn that has ended go on, as a wrong decision may.
func (s *State) Reopen(ss *Session, turn int) {
	if t := ss.Turns[turn]; !t.Open() {
		t.Status = spec.Open
		ss.open++
	}
}
