package runner

import (
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// Faults are the base rules that the candidate breaks even on streams without any
// injected fault. A difference that they cover says nothing about an injected fault.
type faults map[string]bool

// cover reports whether the faults are the base rules of all differences.
func (f faults) cover(all []check.Assignment) bool {
	for i := range all {
		if rule := all[i].Rule; rule != "" && !f[rule] {
			return false
		}
	}
	return len(f) > 0
}

// explained reports whether known faults explain all that differs at an observation.
// They explain no written case that has a twin, since the twin passes.
func (t *Trial) explained(at int) bool {
	switch {
	case t.Case.Adapts != nil:
		return len(t.known) > 0 && !t.Observed[at].unexplained(t.known)
	case t.Case.Performed == nil && !t.Case.Distilled():
		return false
	}
	return t.known.cover(t.base(at, spec.AllParts()))
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
