package runner

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/quock-dev/quock/runner/internal/explain"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A diagnosis collects what a candidate answered, and says with which deviations the
// reference answers the same. It looks at a bounded number of failing and of passing
// cases.
type diagnosis struct {
	failing, passing sampled
	wavering         int // failing cases that did not fail again
	found            localise.Explained
	looked           []*answered // the cases, as the explanation counts them
	names            []string    // of the cases
}

// mostDiagnosed is the most failing cases, and the most passing ones, that a diagnosis
// looks at.
const mostDiagnosed = 400

// A sampled set keeps the cases whose numbers have the smallest hashes. Which these are
// depends on the cases alone, not on those that were left out before.
type sampled struct {
	seen int
	kept []*answered // by hash
}

func (s *sampled) add(a *answered) {
	s.seen++
	at, _ := slices.BinarySearchFunc(s.kept, a, func(a, b *answered) int { return cmp.Compare(a.hash, b.hash) })
	if s.kept = slices.Insert(s.kept, at, a); len(s.kept) > mostDiagnosed {
		s.kept = s.kept[:mostDiagnosed:mostDiagnosed]
	}
}

// add takes in an outcome.
func (d *diagnosis) add(out *outcome) {
	if out.answered == nil {
		return
	}
	a := out.answered
	a.task, a.given = task{Planned: out.planned}, out.given
	a.hash = (uint64(out.planned.Number) + 1) * 0x9E3779B97F4A7C15
	a.hash ^= a.hash >> 29
	a.hash *= 0xBF58476D1CE4E5B9
	if a.fails {
		d.failing.add(a)
	} else {
		d.passing.add(a)
	}
}

// diagnose names the deviations of the candidate, and sets those aside that are
// certain.
func (r *run) diagnose(ctx context.Context) {
	if ctx.Err() != nil || len(r.diagnosis.failing.kept) == 0 {
		return
	}
	r.repeat(ctx)
	d := &r.diagnosis
	if d.dropFlaky(); d.wavering > 0 {
		for i := range r.failures {
			r.failures[i].given = nil // it is asked again about each
		}
	}
	if ctx.Err() != nil {
		return
	}
	if d.wavering > len(d.failing.kept) {
		r.footer.Diagnosis = &report.Diagnosis{Of: d.failing.seen, Failing: len(d.failing.kept), Wavering: d.wavering}
		return
	}
	r.enter(Diagnosing, 0)
	stop := func() bool { return ctx.Err() != nil || r.late(Diagnosing) }
	if sure := d.explain(r.options.Accepted, stop); !stop() {
		r.deviations = sure
	}

	for i := range d.found.Named {
		r.named = append(r.named, d.found.Named[i].Deviation)
	}
	r.footer.Diagnosis = d.report(r.deviations)
	r.attributed.of(d.found.Clusters, d.names)
	r.examples(ctx)
	d.looked = nil
}

// dropFlaky leaves out the cases that did not fail again.
func (d *diagnosis) dropFlaky() {
	before := len(d.failing.kept)
	d.failing.kept = slices.DeleteFunc(d.failing.kept, func(a *answered) bool { return a.flaky })
	d.wavering = before - len(d.failing.kept)
}

// repeat puts the failing cases of the sample to the candidate again, twice, in
// another process. One that does not fail each time is left out of the diagnosis: its
// answers do not depend on its stream alone.
func (r *run) repeat(ctx context.Context) {
	again := map[int]*answered{}
	var numbers []int
	for _, a := range r.diagnosis.failing.kept {
		again[a.task.Number] = a
		numbers = append(numbers, a.task.Number)
	}
	slices.Sort(numbers)
	var tasks iter.Seq[task] = func(yield func(task) bool) {
		for i, n := range numbers {
			t := again[n].task
			if t.seq = i; !yield(t) {
				return
			}
		}
	}
	s := &stage{
		starter: r.starter, limits: r.limits, most: blockOf,
		do: func(ctx context.Context, worker *candidate.Worker, t task) (out outcome) {
			if r.late(Diagnosing) {
				return out
			}
			out.doubtful = !r.failsAgain(ctx, worker, again[t.Number], 2)
			return out
		},
		seen: r.enter(Diagnosing, len(numbers)),
		take: func(out outcome) error {
			again[out.planned.Number].flaky = out.doubtful
			return nil
		},
	}
	_ = s.run(ctx, r.options.Jobs, tasks) // take returns no error
}

// failsAgain reports whether a case fails each time that it is put to the candidate
// again, on the same surface.
func (r *run) failsAgain(ctx context.Context, worker *candidate.Worker, a *answered, times int64) bool {
	c, err := a.task.Build()
	if err != nil {
		return false
	}
	j, err := attribute.New(ctx, worker, a.task.Number)
	if err != nil {
		return false
	}
	j.Capabilities.Deviations = r.deviations
	j.Only = &a.surface
	if asked := plan.PairOf(c); asked != nil {
		c = asked.Original
	}
	if a.given != nil {
		own := *a.given
		own.Case, own.Reply = c, nil
		j.Before = &own
	}
	for pass := range times {
		j.Tries = (pass + 1) << 17 // no id is used twice
		again, err := j.Try(ctx, c)
		if err != nil || again.Verdict != spec.Fail && !again.Deviates() {
			return false
		}
	}
	return true
}

// explain fits deviations to the answers. It returns those that are set aside: the
// ones that are certain, and the accepted ones that show. What is found does not depend
// on what is accepted, unless that is found to be something else. Once stop is true the
// search ends; what would be certain then is not.
func (d *diagnosis) explain(accepted []deviation.Deviation, stop func() bool) []deviation.Deviation {
	var cases []fit.Answered
	for _, a := range slices.Concat(d.failing.kept, d.passing.kept) {
		cases, d.names, d.looked = append(cases, a.Answered), append(d.names, a.task.Name), append(d.looked, a)
	}
	var sure []deviation.Deviation
	d.found, sure = explain.Cases(cases, nil, stop)
	for _, a := range accepted {
		if explain.Has(sure, a.Name) {
			continue
		}
		if given := explain.InEffect(cases, accepted, stop); len(given) > 0 && !stop() {
			d.found, sure = explain.Cases(cases, given, stop)
		}
		break
	}
	return sure
}

// report describes the explanation.
func (d *diagnosis) report(sure []deviation.Deviation) *report.Diagnosis {
	found := &d.found
	r := &report.Diagnosis{
		Failing: len(found.Failing), Explained: len(found.Failing) - len(found.Explanation.Left), Of: d.failing.seen, Wavering: d.wavering,
		KeptOut: found.KeptOut, Predicted: found.Predicted, Limited: found.Explanation.Limited || found.Clustering.Limited,
		Clusters: explain.Clusters(&found.Clustering, d.names),
	}
	for i := range found.Named {
		named := explain.Named(&found.Named[i], d.names)
		named.Attributed = explain.Has(sure, named.Name)
		named.Derived = slices.Contains(found.Derived, named.Name)
		r.Deviations = append(r.Deviations, named)
	}
	return r
}
