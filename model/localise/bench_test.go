package localise_test

import (
	"testing"

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
