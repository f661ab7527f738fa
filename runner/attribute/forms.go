package attribute

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// reduceForms writes a generated case that was refused in fewer of its wire's forms, as
// long as it is still refused, and names those that are left. What is refused in the
// plainest form has none.
func (j *Attributor) reduceForms(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	if t.Verdict != spec.RejectedWrongly || t.Case.Performed == nil {
		return t, nil
	}
	var needed []string
	for n, name := range t.Case.Stream.Features.Forms {
		if !t.Case.Stream.Forms.Has(n) {
			continue
		}
		less, err := j.tryPerformed(ctx, t.Case, t.Case.Performed.In(t.Case.Stream.Forms&^(1<<n)))
		switch {
		case err != nil:
			return nil, err
		case failsAs(less, t):
			t = less
		default:
			needed = append(needed, name)
		}
	}
	t.OnlyIn = needed
	return t, nil
}

// formRules are the rules that say of the forms that are left what the refused record
// means: those of calls where it is of a call, those of messages where it is of a text.
func formRules(t *ask.Trial, observes spec.Parts) (rules []string) {
	refused := refusedParts(t)
	for _, form := range t.OnlyIn {
		for _, rule := range t.Case.Stream.Features.FormRules[form] {
			r, known := spec.RuleByID(rule)
			if known && r.Observable(observes) && r.Observable(refused) && !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// refusedParts are the parts of a transcript that the refused record speaks of; all
// where it is not known which record that is.
func refusedParts(t *ask.Trial) (parts spec.Parts) {
	kinds := refusedKinds(t)
	if len(kinds) == 0 {
		return spec.AllParts()
	}
	for _, k := range kinds {
		switch k {
		case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
			parts |= spec.PartsOf(spec.ObserveCalls)
		default:
			parts |= spec.PartsOf(spec.ObserveMessages)
		}
	}
	return parts
}

// inForms is a finding that says in which forms alone the candidate refuses the case.
func inForms(f spec.Finding, t *ask.Trial) spec.Finding {
	if len(t.OnlyIn) == 0 {
		return f
	}
	return WithSentence(f, fmt.Sprintf("it refuses it only in the wire's form %s", strings.Join(t.OnlyIn, ", ")))
}
