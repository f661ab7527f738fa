package runner

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/ask"
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

// answered is what a candidate answered on a case, and whether that is wrong.
type answered struct {
	fit.Answered
	task  task
	fails bool
	// surface is where it fails; live if it does not.
	surface check.Surface
	hash    uint64
	// given is how it was answered, as an outcome has it.
	given *ask.Before
	// flaky says that the case did not fail again.
	flaky bool
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
	a.task, a.given = task{Planned: out.planned, before: out.before}, out.given
	a.hash = (uint64(out.planned.Number) + 1) * 0x9E3779B97F4A7C15
	a.hash ^= a.hash >> 29
	a.hash *= 0xBF58476D1CE4E5B9
	if a.fails {
		d.failing.add(a)
	} else {
		d.passing.add(a)
	}
}

// answersOf returns what the candidate answered on the case; nil if the fit has no use
// for it: an adapter's output, bytes that were damaged on their way, no answer, a load
// that is wrong behind another one or behind a kill.
func answersOf(t *ask.Trial, s ask.Capabilities) *answered {
	if s.Adapter || t.Case.Transport != nil || t.Verdict != spec.Pass && t.Verdict != spec.Fail {
		return nil
	}
	a := &answered{fails: t.Verdict == spec.Fail || t.Deviates(), Answered: *t.Answered(s)}
	if first := t.First(); first >= 0 && t.Observed[first].Surface.Kept() {
		if a.surface = t.Surface; t.Observed[first].Loaded == nil {
			return nil
		}
	}
	if len(a.At) == 0 {
		return nil
	}
	return a
}

// diagnose names the deviations of the candidate, and sets those aside that are
// certain.
func (r *run) diagnose(ctx context.Context) {
	if ctx.Err() != nil || len(r.diagnosis.failing.kept) == 0 {
		return
	}
	r.repeat(ctx)
	d := &r.diagnosis
	if d.settle(); d.wavering > 0 {
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
	r.charged.of(d.found.Clusters, d.names)
	r.examples(ctx)
	d.looked = nil
}

// settle leaves out the cases that did not fail again.
func (d *diagnosis) settle() {
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
	d.found, sure = explain(cases, nil, stop)
	for _, a := range accepted {
		if has(sure, a.Name) {
			continue
		}
		if given := inEffect(cases, accepted, stop); len(given) > 0 && !stop() {
			d.found, sure = explain(cases, given, stop)
		}
		break
	}
	return sure
}

// inEffect returns the accepted deviations that the program has rather than not, where
// they show.
func inEffect(cases []fit.Answered, accepted []deviation.Deviation, stop func() bool) (all []deviation.Deviation) {
	found := fit.Explain(cases, fit.Options{From: accepted, Given: accepted, Stop: stop})
	for i := range found.Named {
		if n := &found.Named[i]; len(n.Cases) > n.Contradicted {
			all = append(all, n.Deviation)
		}
	}
	return all
}

func has(all []deviation.Deviation, name string) bool {
	return slices.ContainsFunc(all, func(d deviation.Deviation) bool { return d.Name == name })
}

// explain fits deviations to answers, beginning with given ones. It returns what they
// explain, and those that are certain. What was chosen beside a guess may be one, so it
// fits again without the guesses, to the cases in which none of them shows. One that
// explains no case entirely, even with the others, is not named.
func explain(cases []fit.Answered, given []deviation.Deviation, stop func() bool) (localise.Explained, []deviation.Deviation) {
	all := localise.Explain(cases, fit.Options{Given: given, Stop: stop})
	all.Named = slices.DeleteFunc(all.Named, func(n fit.Named) bool { return n.Whole == 0 && !has(given, n.Name) })
	for named := all.Named; ; {
		sure := certain(named, given)
		if len(sure) == len(named) || len(sure) == 0 || stop() {
			return all, sure
		}
		cases = withoutGuesses(cases, named, sure)
		found := fit.Explain(cases, fit.Options{From: sure, Given: given, Stop: stop})
		for i := range found.Named {
			found.Named[i].Equals = equals(all.Named, found.Named[i].Name)
		}
		named = found.Named
	}
}

// withoutGuesses returns the cases in which only what is certain shows.
func withoutGuesses(cases []fit.Answered, named []fit.Named, sure []deviation.Deviation) (rest []fit.Answered) {
	guessed := map[int]bool{}
	for i := range named {
		for _, at := range named[i].Shows {
			guessed[at] = guessed[at] || !has(sure, named[i].Name)
		}
	}
	for at := range cases {
		if !guessed[at] {
			rest = append(rest, cases[at])
		}
	}
	return rest
}

// explainOne names the deviations with which the reference answers a whole case as the
// candidate does, of some; none if there are no such. It names what a program may do
// only where nothing else explains the case.
func explainOne(a *fit.Answered, from []deviation.Deviation) []fit.Named {
	wrong := slices.DeleteFunc(slices.Clone(from), deviation.Deviation.Allowed)
	for _, some := range [][]deviation.Deviation{wrong, from} {
		found := fit.Explain([]fit.Answered{*a}, fit.Options{From: some, Steps: stepsAlone})
		if len(some) > 0 && len(found.Left) == 0 {
			return found.Named
		}
	}
	return nil
}

func equals(named []fit.Named, name string) []deviation.Deviation {
	for i := range named {
		if named[i].Name == name {
			return named[i].Equals
		}
	}
	return nil
}

// The least number of cases that a deviation must explain before cases are attributed
// by it, one that follows from a type alone more, and how many it must explain for
// each in which it shows and the program answers otherwise.
const (
	leastListed, leastGeneric = 3, 8
	mostly                    = 4
)

// certain returns the deviations by which cases are attributed: the given ones, and
// those that are no guess, and that break a rule or are allowed.
func certain(named []fit.Named, given []deviation.Deviation) (all []deviation.Deviation) {
	for i := range named {
		n := &named[i]
		d := n.Deviation
		if has(given, d.Name) {
			all = append(all, d)
			continue
		}
		if len(n.Cases) < leastListed || n.Others*mostly > len(n.Cases) || n.Generic && (len(n.Cases) < leastGeneric || n.Others > 0) {
			continue
		}
		d.Rules, d.Choice = breaks(n)
		if len(d.Rules) > 0 || d.Choice != "" || len(n.Equals) == 0 && d.Kind == deviation.Habit {
			all = append(all, d)
		}
	}
	return all
}

// breaks returns what may be said of a deviation that no case tells from its equals: the
// rules that all of them break, and the choice that one of them is. A choice that is not
// declared takes away no rule: the handshake says that the candidate keeps it. Of
// choices alone it is the one that they all are.
func breaks(n *fit.Named) (rules []string, choice string) {
	wrong, several := false, false
	for _, d := range append([]deviation.Deviation{n.Deviation}, n.Equals...) {
		if d.Choice != "" {
			several = several || choice != "" && choice != d.Choice
			choice = cmp.Or(choice, d.Choice)
		}
		switch {
		case d.Choice != "" && len(d.Rules) == 0: // it breaks none, if it is declared
		case wrong:
			rules = slices.DeleteFunc(rules, func(rule string) bool { return !d.Breaks(rule) })
		default:
			wrong, rules = true, slices.Clone(d.Rules)
		}
	}
	if several || wrong && len(rules) == 0 {
		choice = ""
	}
	return rules, choice
}

// report describes the explanation.
func (d *diagnosis) report(sure []deviation.Deviation) *report.Diagnosis {
	found := &d.found
	r := &report.Diagnosis{
		Failing: len(found.Failing), Explained: len(found.Failing) - len(found.Explanation.Left), Of: d.failing.seen, Wavering: d.wavering,
		KeptOut: found.KeptOut, Predicted: found.Predicted, Limited: found.Explanation.Limited || found.Clustering.Limited,
		Clusters: clustered(&found.Clustering, d.names),
	}
	for i := range found.Named {
		named := described(&found.Named[i], d.names)
		named.Attributed = has(sure, named.Name)
		named.Derived = slices.Contains(found.Derived, named.Name)
		r.Deviations = append(r.Deviations, named)
	}
	return r
}

func described(n *fit.Named, names []string) report.Diagnosed {
	d := report.Diagnosed{
		Name: n.Name, Kind: string(n.Kind), Sentence: n.Sentence, Cases: len(n.Cases), Partly: n.Partly(),
	}
	d.Rules, d.Choice = shownRules(n)
	if len(n.Cases) > 0 {
		d.Smallest = names[n.Cases[0]]
	}
	for _, other := range n.Equals {
		d.Equals = append(d.Equals, other.Name)
	}
	return d
}

// shownRules are what a line says: breaks, or of one that no case tells from others of
// other rules its own.
func shownRules(n *fit.Named) (rules []string, choice string) {
	if rules, choice = breaks(n); len(rules) == 0 && choice == "" {
		return n.Rules, n.Choice
	}
	return rules, choice
}

// clustered describes where a candidate departs in a way that no deviation
// explains. names are those of the cases.
func clustered(found *localise.Clustering, names []string) (all []report.Unexplained) {
	for i := range found.Clusters {
		c := &found.Clusters[i]
		r := report.Unexplained{
			Rules: c.Rules, Part: c.Part, Departs: c.Departs, Taken: c.Taken, Cases: len(c.Cases), Smallest: names[c.Cases[0]],
		}
		for _, s := range c.Suspects {
			r.Decisions = append(r.Decisions, report.Suspected{Name: s.Name, What: s.What, Nearest: s.Nearest[0].Sentence})
		}
		all = append(all, r)
	}
	return all
}
