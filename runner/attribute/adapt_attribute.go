package attribute

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// The rules that every case of an adapter covers.
const (
	commutes    = "adapt/commutes"
	wellFormed  = "adapt/well-formed"
	noInvention = "adapt/no-invention"
)

// about are the differences of an adapter's observation that a rule of family
// adapt speaks of.
func about(s *ask.Observed, rule string) []spec.Difference {
	c, ok := check.ByRule(rule)
	if !ok || s.Evidence == nil {
		return nil
	}
	return c.Judge(s.Evidence).Differences
}

// shows are the rules that an adapter's observation shows to be broken: base rules,
// and those of family adapt that are not about the meaning of the input.
func shows(s *ask.Observed) []string {
	rules := check.Rules(check.Base(s.Evidence, about(s, commutes)))
	for _, rule := range []string{wellFormed, noInvention} {
		if len(about(s, rule)) > 0 {
			rules = append(rules, rule)
		}
	}
	return rules
}

// unexplained reports whether an observation shows a broken rule that the faults do
// not cover.
func unexplained(s *ask.Observed, known ask.BaseRules) bool {
	return slices.ContainsFunc(shows(s), func(rule string) bool { return !known[rule] })
}

// failsAs reports whether a trial fails as another did: with the same verdict. For
// an adapter it must also show something that does not fail on every stream, if the
// other trial did.
func failsAs(t *ask.Trial, whole *ask.Trial) bool {
	return t.Verdict == whole.Verdict && (t.Case.Adapts == nil || !whollyExplained(t) || whollyExplained(whole))
}

// wholeCase is the trial's case. It leaves out the prefixes if the adapter's output for
// the whole stream is wrong.
func wholeCase(t *ask.Trial) *plan.Case {
	c := *t.Case
	if n := len(t.Observed); c.Adapts != nil && n > 0 && len(t.Observed[n-1].Differences) > 0 {
		c.Observe = nil
	}
	return &c
}

// adaptFindings attributes the differences of an adapter's observation:
//
//  1. Faults of the output alone break adapt/well-formed. Invented content breaks
//     adapt/no-invention.
//  2. Of the rules of the trial's faults, or the rule that a distilled case shows,
//     those fail that speak of the other differences, unless every stream shows
//     these differences.
//  3. If no rule has failed by then, adapt/commutes fails.
//
// Differences that no failed rule speaks of are consequences.
func adaptFindings(t *ask.Trial, base spec.Finding, at int, observes spec.Parts) []spec.Finding {
	s := &t.Observed[at]
	base.Position = s.Position
	if len(s.Written) == 0 {
		base.Detail = "it wrote nothing"
	}
	var all []spec.Finding
	add := func(rule string, about []spec.Difference) {
		if len(about) > 0 {
			f := base
			f.Rule, f.Differences, f.Consequences = rule, about, except(s.Differences, about)
			all = append(all, f)
		}
	}
	add(wellFormed, about(s, wellFormed))
	add(noInvention, about(s, noInvention))
	if !explained(t, at) {
		for _, rule := range append(FaultRules(t, observes), t.Case.Shows()...) {
			add(rule, speaks(t, rule, at))
		}
	}
	if len(all) == 0 {
		add(commutes, s.Differences)
	}
	return all
}

// speaks are the differences in meaning that the rule of a fault speaks of: in the session
// of the fault, or in any session, because an adapter may flatten them.
func speaks(t *ask.Trial, rule string, at int) (all []spec.Difference) {
	c, checked := check.ByRule(rule)
	if !checked {
		return nil
	}
	s := &t.Observed[at]
	made, base := about(s, noInvention), check.Base(s.Evidence, about(s, commutes))
	for _, h := range append(t.Case.FaultsOf(rule), spec.Fault{Rule: rule}) {
		e := t.Evidence(at, h, 0)
		for _, d := range slices.Concat(c.Judge(e).Differences, c.Covers(e, base)) {
			if !slices.Contains(made, d) && !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

func except(all, some []spec.Difference) []spec.Difference {
	return slices.DeleteFunc(slices.Clone(all), func(d spec.Difference) bool { return slices.Contains(some, d) })
}

// cutAdapted finds by bisection the record at which the adapter first fails. It
// cuts the case after that record, if the cut case fails in the same way.
func (j *Attributor) cutAdapted(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	from, to := t.Gap()
	best := t
	for to-from > 1 {
		middle := (from + to) / 2
		short, err := plan.Shorten(t.Case, middle)
		if err != nil {
			from = middle // it cannot be told that short
			continue
		}
		cut, err := j.Try(ctx, short)
		if err != nil {
			return nil, err
		}
		if breaks(cut, t) {
			best, to = cut, middle
		} else {
			from = middle
		}
	}
	return best, nil
}

// breaks reports whether a trial fails and breaks only rules of family adapt that
// the other trial breaks.
func breaks(t *ask.Trial, other *ask.Trial) bool {
	at, was := t.First(), other.First()
	if t.Verdict != spec.Fail || at < 0 || was < 0 {
		return false
	}
	for _, rule := range check.AdapterRules() {
		if len(about(&t.Observed[at], rule)) > 0 != (len(about(&other.Observed[was], rule)) > 0) {
			return false
		}
	}
	return true
}
