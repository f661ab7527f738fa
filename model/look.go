package model

import "github.com/quock-dev/quock/spec"

// Session returns a session while the stream is read, nil where none of that id
// is known. The caller looks at it, and changes nothing.
func (s *State) Session(id string) *Session { return s.byID[id] }

// Anomalies returns what was reported behind the first n, in the order of the
// reports. The caller looks at it, and changes nothing.
func (s *State) Anomalies(n int) []spec.Anomaly {
	if n >= len(s.anomalies) {
		return nil
	}
	return s.anomalies[n:]
}
