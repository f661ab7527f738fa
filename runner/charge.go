package runner

import (
	"context"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// A charge is what a failing trial was found to be about.
type charge struct {
	// trial is the smallest failing trial found, findings what it is charged
	// with; one finding without a rule where no rule explains the verdict.
	trial    *Trial
	findings []spec.Finding
}

// charge finds out which rules a failing trial is to be charged with. A nil
// charge says that nothing can be told: the clean twin fails too.
func (j *judge) charge(ctx context.Context, t *Trial) (*charge, error) {
	small, err := j.reduce(ctx, t)
	if err != nil || small == nil {
		return nil, err
	}
	if small.Verdict == spec.Fail {
		if small, err = j.cut(ctx, small); err != nil {
			return nil, err
		}
	}
	return &charge{small, small.findings(j.subject.observes)}, nil
}

// reduce takes away from the case what is not needed to fail it with the same
// verdict. What makes a candidate slow to answer is not tried again.
func (j *judge) reduce(ctx context.Context, t *Trial) (*Trial, error) {
	switch {
	case t.Verdict == spec.Timeout:
		return t, nil
	case t.Case.Performed != nil:
		return j.reduceHazards(ctx, t)
	case t.Case.Written.Twin == nil:
		return t, nil
	}
	twin, err := j.try(ctx, t.Case.Written.Twin)
	if err != nil || twin.Verdict != spec.Pass {
		return nil, err
	}
	return t, nil
}

// findings charges the rules of the trial's hazards, or the base rules of what
// differs where it has none. What a charged rule does not speak of are
// consequences.
func (t *Trial) findings(observes spec.Parts) []spec.Finding {
	base := spec.Finding{
		Verdict: t.Verdict, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: atEnd, Hazards: t.Case.Hazards, Detail: t.Detail,
	}
	at := t.first()
	if at >= 0 {
		base.Position = t.Sights[at].Position
	}
	rules := t.Case.rules()
	switch {
	case len(rules) > 0:
	case at >= 0:
		rules = check.Base(t.Case.Stream.Features, t.Sights[at].Differences)
	default:
		rules = []string{""}
	}
	var all []spec.Finding
	for _, rule := range rules {
		f := base
		f.Rule = rule
		if at >= 0 {
			f.Differences, f.Consequences = t.split(rule, at, observes)
		}
		all = append(all, f)
	}
	return all
}

// split parts the differences of a sight into those that the rule speaks of
// and the others. A rule that speaks of none of them is charged with all: the
// case fails because of its hazard.
func (t *Trial) split(rule string, at int, observes spec.Parts) (about, others []spec.Difference) {
	mine := map[string]bool{}
	if len(t.Case.Hazards) == 0 {
		for _, d := range t.Sights[at].Differences {
			for _, id := range check.Base(t.Case.Stream.Features, []spec.Difference{d}) {
				mine[d.Path] = mine[d.Path] || id == rule
			}
		}
	}
	if c, ok := check.ByRule(rule); ok {
		for _, h := range t.Case.Hazards {
			if h.Rule != rule {
				continue
			}
			for _, d := range c.Judge(t.evidence(at, h, observes)).Differences {
				mine[d.Path] = true
			}
		}
	}
	for _, d := range t.Sights[at].Differences {
		if mine[d.Path] {
			about = append(about, d)
		} else {
			others = append(others, d)
		}
	}
	if len(about) == 0 {
		return others, nil
	}
	return about, others
}
