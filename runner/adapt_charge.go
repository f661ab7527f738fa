package runner

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// The rules that every case bears for an adapter.
const (
	commutes    = "adapt/commutes"
	wellFormed  = "adapt/well-formed"
	noInvention = "adapt/no-invention"
)

func adaptRules() []string { return []string{commutes, noInvention, wellFormed} }

// sparse is how many prefixes of a case an adapter is tried on, at most, while
// it is reduced.
const sparse = 6

// of is the subject with what of a trial was compared.
func (s subject) of(t *Trial) subject {
	if shared, err := t.Case.shared(); err == nil {
		s.observes = shared.Observes()
	}
	return s
}

// about are the differences of an adapter's sight that a rule of family adapt
// speaks of.
func (s *Observed) about(rule string) []spec.Difference {
	c, ok := check.ByRule(rule)
	if !ok || s.evidence == nil {
		return nil
	}
	return c.Judge(s.evidence).Differences
}

// shows are the base rules that an adapter's sight shows to be broken, and of
// family adapt those that are not about what the input means.
func (s *Observed) shows() []string {
	rules := check.Base(s.evidence.Features, s.about(commutes))
	for _, rule := range []string{wellFormed, noInvention} {
		if len(s.about(rule)) > 0 {
			rules = append(rules, rule)
		}
	}
	return rules
}

// unexplained reports whether a sight shows what is not among the faults.
func (s *Observed) unexplained(known faults) bool {
	return slices.ContainsFunc(s.shows(), func(rule string) bool { return !known[rule] })
}

// faults are the base rules that a charge on a stream without faults shows to
// be broken.
func (c *charge) faults() []string {
	t := c.trial
	if t.Verdict != spec.Fail || t.Case.Seed == 0 { // a written case may be peculiar without a fault
		return nil
	}
	if at := t.first(); t.Case.Adapts != nil && at >= 0 {
		return t.Observed[at].shows()
	}
	var rules []string
	for _, f := range c.findings {
		if f.Verdict == spec.Fail {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

// failsAs reports whether a trial fails as another did: with its verdict, and
// of an adapter with something that does not go wrong on every stream, if the
// other had that.
func (t *Trial) failsAs(whole *Trial) bool {
	return t.Verdict == whole.Verdict && (t.Case.Adapts == nil || !t.whollyExplained() || whole.whollyExplained())
}

// whole is the trial's case; where an adapter's output of all of it is wrong,
// without its prefixes.
func (t *Trial) whole() *Case {
	c := *t.Case
	if n := len(t.Observed); c.Adapts != nil && n > 0 && len(t.Observed[n-1].Differences) > 0 {
		c.Observe = nil
	}
	return &c
}

// adaptFindings charges an adapter with what differs at a sight. Its procedure:
//
//  1. adapt/well-formed with what is wrong with the output alone, and
//     adapt/no-invention with what it made up.
//  2. The rules of the trial's faults, or the one that a distilled case shows,
//     that speak of what differs otherwise, unless every stream shows that.
//  3. Where nothing is charged by then, adapt/commutes.
//
// What a charged rule does not speak of are consequences.
func (t *Trial) adaptFindings(base spec.Finding, at int, observes spec.Parts) []spec.Finding {
	s := &t.Observed[at]
	base.Position = s.Position
	if len(s.written) == 0 {
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
	add(wellFormed, s.about(wellFormed))
	add(noInvention, s.about(noInvention))
	if !t.explained(at) {
		for _, rule := range append(t.faultRules(observes), t.Case.shows()...) {
			add(rule, t.speaks(rule, at))
		}
	}
	if len(all) == 0 {
		add(commutes, s.Differences)
	}
	return all
}

// speaks are the differences in meaning that the rule of a fault speaks of.
func (t *Trial) speaks(rule string, at int) []spec.Difference {
	c, checked := check.ByRule(rule)
	if !checked {
		return nil
	}
	made := t.Observed[at].about(noInvention)
	var all []spec.Difference
	for _, h := range t.Case.faultsOf(rule) {
		for _, d := range c.Judge(t.evidence(at, h, 0)).Differences {
			if !slices.Contains(made, d) && !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

func except(all, some []spec.Difference) []spec.Difference {
	return slices.DeleteFunc(slices.Clone(all), func(d spec.Difference) bool { return slices.Contains(some, d) })
}

// cutAdapted finds by halving a record up to which the adapter goes wrong, and
// before which it does not, and cuts the case there, if it goes wrong there in
// the same way when nothing follows.
func (j *judge) cutAdapted(ctx context.Context, t *Trial) (*Trial, error) {
	from, to := t.gap()
	best := t
	for to-from > 1 {
		middle := (from + to) / 2
		short, err := j.shorten(t.Case, middle)
		if err != nil {
			from = middle // it cannot be told that short
			continue
		}
		cut, err := j.try(ctx, short)
		if err != nil {
			return nil, err
		}
		if cut.charges(t) {
			best, to = cut, middle
		} else {
			from = middle
		}
	}
	return best, nil
}

// charges reports whether a trial fails, and breaks rules of family adapt that
// the other breaks, and no others.
func (t *Trial) charges(other *Trial) bool {
	at, was := t.first(), other.first()
	if t.Verdict != spec.Fail || at < 0 || was < 0 {
		return false
	}
	for _, rule := range adaptRules() {
		if len(t.Observed[at].about(rule)) > 0 != (len(other.Observed[was].about(rule)) > 0) {
			return false
		}
	}
	return true
}
