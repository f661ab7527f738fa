package model

import "github.com/quock-dev/quock/spec"

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

// CloseOpen closes the open message without an id of a session, as a wrong
// decision may.
func (s *State) CloseOpen(ss *Session) { s.closeIdless(ss) }

// Forget removes a call from its session, as a wrong decision may. Its id then names none,
// not even an earlier call.
func (s *State) Forget(c *Call) {
	c.Session.forget(c)
	c.Session.byCall.delete(c.ID)
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
