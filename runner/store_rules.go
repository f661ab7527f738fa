package runner

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// unasked are the rules about stores that the trial can speak of, though its
// case does not bear them: every case of a store is one of theirs.
func (w *witness) unasked() []string {
	var ids []string
	for _, c := range check.All() {
		if c.OfStores() && !slices.Contains(w.trial.Case.rules(), c.Rule) && observable(c.Rule, w.lineup.observes) && w.touches(c) {
			ids = append(ids, c.Rule)
		}
	}
	return ids
}

// touches reports whether anything that the check looks at holds what its rule
// speaks of.
func (w *witness) touches(c check.Check) bool {
	return slices.ContainsFunc(w.evidence, func(e *check.Evidence) bool {
		e.Fault = spec.Fault{}
		return c.LooksAt(e.Surface) && c.Judge(e).Touched
	})
}

// faults are those that bear the rule. Where none does the case itself is one:
// it is put to a store, or was distilled.
func (w *witness) faults(id string) []spec.Fault {
	all := w.trial.Case.faultsOf(id)
	if len(all) == 0 {
		all = []spec.Fault{{Rule: id}}
	}
	return all
}
