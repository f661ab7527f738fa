package model

import "github.com/quock-dev/quock/spec"

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
