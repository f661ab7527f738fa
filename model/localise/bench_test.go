package localise_test

import (
	"testing"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
)

// BenchmarkWithheld measures how well each wrong model is found that is withheld
// from the registry: its decision first, or among three; the rule named beside it;
// and how often a deviation is named that has nothing to do with it.
func BenchmarkWithheld(b *testing.B) {
	l := newLab(benchCases, 11)
	for b.Loop() {
		t := tally{}
		for i, d := range l.decisions() {
			if i%benchStep != 0 {
				continue
			}
			e := localise.Explain(l.Answers(d), fit.Options{From: l.without(d)})
			if len(e.Failing) >= 3 {
				t.count(d, &e)
			}
		}
		percent := func(n int) float64 { return 100 * float64(n) / float64(max(1, t.programs)) }
		b.ReportMetric(percent(t.first), "%first")
		b.ReportMetric(percent(t.three), "%in-three")
		b.ReportMetric(percent(t.rule), "%rule")
		b.ReportMetric(percent(t.foreign), "%foreign")
		b.Log(t.String())
	}
}

// The sizes of the benchmark: the cases of a run, and the share of the
// deviations.
const (
	benchCases = 150
	benchStep  = 3
)

// BenchmarkRare measures how often the decision of a mistake that nobody wrote down is
// found, in three, behind a loud one that fails a third of the cases: where that one is
// known, and where it is not either.
func BenchmarkRare(b *testing.B) {
	l := newLab(rareCases, 11)
	for b.Loop() {
		known, unknown := tally{}, tally{}
		for _, p := range l.behind(rarePairs) {
			answers := l.Answers(p[0], p[1])
			for t, from := range map[*tally][]deviation.Deviation{&known: l.without(p[1]), &unknown: l.without(p[0], p[1])} {
				e := localise.Explain(answers, fit.Options{From: from})
				t.count(p[1], &e)
			}
		}
		for unit, t := range map[string]*tally{"%loud-known": &known, "%loud-unknown": &unknown} {
			b.ReportMetric(100*float64(t.three)/float64(max(1, t.programs)), unit)
			b.Log(unit, t.String())
		}
	}
}

// The sizes of that benchmark.
const rareCases, rarePairs = 200, 16
