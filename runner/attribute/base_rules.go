package attribute

import (
	"context"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Learn adds the base rules that a case without faults shows to be broken.
func (j *Attributor) Learn(ctx context.Context, c *plan.Case, found ask.BaseRules) error {
	t, err := j.Try(ctx, c)
	if err != nil {
		return err
	}
	return j.LearnFrom(ctx, t, found)
}

// LearnFrom adds the base rules that the trial of such a case shows to be broken.
func (j *Attributor) LearnFrom(ctx context.Context, t *ask.Trial, found ask.BaseRules) error {
	if t.Verdict != spec.Fail && t.Verdict != spec.RejectedWrongly {
		return nil
	}
	attributed, err := j.Attribute(ctx, t)
	if err != nil || attributed == nil {
		return err
	}
	for _, rule := range attributed.Faults() {
		found[rule] = true
	}
	return nil
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
