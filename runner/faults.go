package runner

import "github.com/quock-dev/quock/spec"

// Faults are base rules that the candidate breaks on streams without any
// hazard. A difference in what they speak of says nothing about a hazard.
type faults map[string]bool

// explains reports whether a difference is one that the candidate also has
// without any hazard.
func (f faults) explains(features *spec.Features, s *Sight, difference int) bool {
	for _, id := range s.baseOf(features, difference) {
		if !f[id] {
			return false
		}
	}
	return true
}

// explained reports whether known faults explain all that differs at a sight.
func (t *Trial) explained(sight int) bool {
	if t.Case.Adapts != nil {
		return len(t.known) > 0 && !t.Sights[sight].unexplained(t.known)
	}
	for i := range t.Sights[sight].Differences {
		if !t.known.explains(&t.Case.Stream.Features, &t.Sights[sight], i) {
			return false
		}
	}
	return len(t.known) > 0
}

// whollyExplained reports whether known faults explain all that differs
// anywhere.
func (t *Trial) whollyExplained() bool {
	for i := range t.Sights {
		if !t.explained(i) {
			return false
		}
	}
	return t.Verdict == spec.Fail
}
