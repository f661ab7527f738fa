package model

import "github.com/quock-dev/quock/spec"

// Reported is how often an anomaly of the kind was reported so far.
func (s *State) Reported(kind spec.AnomalyKind) int {
	n := 0
	for i := range s.anomalies {
		if s.anomalies[i].Kind == kind {
			n++
		}
	}
	return n
}
