package runner

import (
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// explained reports whether known faults explain all that differs at an observation.
// They explain no written case that has a twin, since the twin passes.
func explained(t *ask.Trial, at int) bool {
	switch {
	case t.Case.Adapts != nil:
		return len(t.Known) > 0 && !unexplained(&t.Observed[at], t.Known)
	case t.Case.Performed == nil && !t.Case.Distilled():
		return false
	}
	return t.Known.Cover(t.Base(at, spec.AllParts()))
}

// whollyExplained reports whether known faults explain all that differs
// anywhere.
func whollyExplained(t *ask.Trial) bool {
	for i := range t.Observed {
		if !explained(t, i) {
			return false
		}
	}
	return t.Verdict == spec.Fail
}
