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

// Reopen lets a turn that has ended go on, as a wrong decision may.
func (s *State) Reopen(ss *Session, turn int) {
	if t := ss.Turns[turn]; !t.Open() {
		t.Status = spec.Open
		ss.open++
	}
}
