package runner

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A diagnosis collects what a candidate answered, in case order, and says with
// which deviations the reference answers the same. It looks at a bounded number of
// failing and of passing cases, evenly chosen.
type diagnosis struct {
	failing, passing evenSample
}

// mostDiagnosed is the most failing cases, and the most passing ones, that a diagnosis
// looks at.
const mostDiagnosed = 400

// An evenSample keeps every case whose index is a multiple of its stride. Where it grows
// too large, the stride doubles.
type evenSample struct {
	seen, stride int
	kept         []answered
}

// answered is what a candidate answered on a case, and whether that is wrong.
type answered struct {
	fit.Answered
	name  string
	fails bool
}

func (s *evenSample) add(a answered) {
	s.stride = max(1, s.stride)
	if s.seen%s.stride == 0 {
		s.kept = append(s.kept, a)
	}
	s.seen++
	if len(s.kept) > mostDiagnosed {
		for i := range (len(s.kept) + 1) / 2 {
			s.kept[i] = s.kept[2*i]
		}
		s.kept = slices.Delete(s.kept, (len(s.kept)+1)/2, len(s.kept))
		s.stride *= 2
	}
}

// add takes in an outcome. It passes over a case that did not fail again, or fails
// only behind other runs: its answers do not depend on its stream alone.
func (d *diagnosis) add(out *outcome) {
	switch {
	case out.answered == nil, !out.repeatable():
	case out.answered.fails:
		d.failing.add(*out.answered)
	default:
		d.passing.add(*out.answered)
	}
}

// repeatable reports whether the stream alone decides the answers.
func (o *outcome) repeatable() bool {
	return !o.doubtful && !slices.ContainsFunc(o.record.Findings, func(f spec.Finding) bool { return f.Habit == spec.KeepsState })
}

// answered returns what the candidate answered while it read the case; nil if the fit
// has no use for it: an adapter's output, bytes that were damaged on their way, no
// answer.
func (t *Trial) answered(s subject) *answered {
	if s.adapter || t.Case.Transport != nil || t.Verdict != spec.Pass && t.Verdict != spec.Fail {
		return nil
	}
	a := answered{name: t.Case.Name, fails: t.Verdict == spec.Fail, Answered: fit.Answered{Stream: t.Case.Stream, Policies: s.policies, Observes: s.live()}}
	for i := range t.Observed {
		if o := &t.Observed[i]; o.Surface == check.Live {
			a.At, a.Got = append(a.At, o.Position), append(a.Got, o.Got)
		}
	}
	if len(a.At) == 0 {
		return nil
	}
	return &a
}

// explain names the deviations; nil if nothing failed that a fit can look at.
func (d *diagnosis) explain() *report.Diagnosis {
	if len(d.failing.kept) == 0 {
		return nil
	}
	var cases []fit.Answered
	var names []string
	for _, a := range slices.Concat(d.failing.kept, d.passing.kept) {
		cases, names = append(cases, a.Answered), append(names, a.name)
	}
	found := fit.Explain(cases, fit.Options{})
	r := &report.Diagnosis{
		Failing: len(found.Failing), Explained: len(found.Failing) - len(found.Left), Of: d.failing.seen,
		KeptOut: found.KeptOut, Predicted: found.Predicted, Limited: found.Limited,
	}
	for i := range found.Named {
		r.Deviations = append(r.Deviations, described(&found.Named[i], names))
	}
	return r
}

func described(n *fit.Named, names []string) report.Diagnosed {
	d := report.Diagnosed{
		Name: n.Name, Kind: string(n.Kind), Sentence: n.Sentence, Choice: n.Choice, Rules: n.Rules,
		Cases: len(n.Cases), Partly: n.Partly(),
	}
	if len(n.Cases) > 0 {
		d.Smallest = names[n.Cases[0]]
	}
	for _, other := range n.Equals {
		d.Equals = append(d.Equals, other.Name)
	}
	return d
}
