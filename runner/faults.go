package runner

import "github.com/quock-dev/quock/spec"

// Faults are the base rules that the candidate breaks even on streams without any
// injected fault. A difference that they cover says nothing about an injected fault.
type faults map[string]bool

// explains reports whether a difference is one that the candidate also has
// without any fault.
func (f faults) explains(features *spec.Features, s *Observed, difference int) bool {
	for _, id := range s.baseOf(features, difference) {
		if !f[id] {
			return false
		}
	}
	return true
}

// explained reports whether known faults explain all that differs at an observation.
func (t *Trial) explained(at int) bool {
	if t.Case.Adapts != nil {
		return len(t.known) > 0 && !t.Observed[at].unexplained(t.known)
	}
	for i := range t.Observed[at].Differences {
		if !t.known.explains(&t.Case.Stream.Features, &t.Observed[at], i) {
			return false
		}
	}
	return len(t.known) > 0
}

// whollyExplained reports whether known faults explain all that differs
// anywhere.
func (t *Trial) whollyExplained() bool {
	for i := range t.Observed {
		if !t.explained(i) {
			return false
		}
	}
	return t.Verdict == spec.Fail
}
