package attribute

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// unasked are the rules about stores that the trial tests although no fault of its
// case covers them. Every case of a store tests those rules.
func (w *ruleEvidence) unasked() []string {
	var ids []string
	for _, c := range check.All() {
		if c.OfStores() && !slices.Contains(w.trial.Case.Rules(), c.Rule) && check.Observable(c.Rule, w.trivial.observes) && w.touches(c) {
			ids = append(ids, c.Rule)
		}
	}
	return ids
}

// touches reports whether any observation of the check contains what its rule speaks
// of.
func (w *ruleEvidence) touches(c check.Check) bool {
	return slices.ContainsFunc(w.evidence, func(e *check.Evidence) bool {
		e.Fault = spec.Fault{}
		return c.LooksAt(e.Surface) && c.Judge(e).Touched
	})
}

// faults are the faults that cover the rule. If there is none, the case itself
// counts as one, because a store runs it or because it is distilled.
func (w *ruleEvidence) faults(id string) []spec.Fault {
	all := w.trial.Case.FaultsOf(id)
	if len(all) == 0 {
		all = []spec.Fault{{Rule: id}}
	}
	return all
}
