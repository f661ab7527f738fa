package fit_test

import (
	"slices"
	"testing"

	"github.com/quock-dev/quock/fuzz/fittest"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
)

// The sizes of the benchmark: the cases of a run, and the programs of each sort.
const (
	benchCases            = 400
	benchPairs, benchMore = 60, 30
)

// BenchmarkNamed measures, for programs made of deviations, how many are
// explained by exactly these, or by ones that no case distinguishes from them,
// and how many of the failing cases that were kept out are predicted.
func BenchmarkNamed(b *testing.B) {
	l := fittest.New(benchCases, 11)
	var shown []deviation.Deviation
	for b.Loop() {
		b.StopTimer()
		shown = l.Shown(fitted, 2)
		b.StartTimer()
		sorts := []struct {
			unit string
			of   [][]deviation.Deviation
		}{{unit: "%exact-singles"}, {unit: "%exact-pairs"}, {unit: "%exact-triples"}}
		for _, d := range shown {
			sorts[0].of = append(sorts[0].of, []deviation.Deviation{d})
		}
		for range benchPairs {
			sorts[1].of = append(sorts[1].of, l.Draw(shown, 2))
		}
		for range benchMore {
			sorts[2].of = append(sorts[2].of, l.Draw(shown, 3))
		}
		foreign, kept, predicted := 0, 0, 0
		for _, s := range sorts {
			t := tally{}
			for _, of := range s.of {
				r := fit.Explain(l.Answers(of...), fit.Options{})
				t.count(of, &r)
			}
			b.ReportMetric(100*float64(t.exact)/float64(t.programs), s.unit)
			foreign, kept, predicted = foreign+t.foreign, kept+t.keptOut, predicted+t.predicted
			b.Log(s.unit, t.String())
		}
		b.ReportMetric(float64(foreign), "foreign")
		b.ReportMetric(100*float64(predicted)/float64(max(1, kept)), "%predicted")
	}
	b.ReportMetric(float64(len(shown)), "shown")
	b.ReportMetric(float64(len(fitted)), "deviations")
}

// BenchmarkShown counts the deviations of the registry that show on at least five of 2,000
// generated cases of some dialect, of those that do not need a store. Each of the rest shows
// on a written case: a test of fuzz/matrix says so.
func BenchmarkShown(b *testing.B) {
	const cases, least = 2000, 5
	for b.Loop() {
		all := slices.DeleteFunc(slices.Clone(fitted), deviation.Deviation.Stores)
		left := slices.Clone(all)
		for l := range fittest.Dialects(cases, 1) {
			for _, shown := range l.Shown(left, least) {
				left = slices.DeleteFunc(left, func(d deviation.Deviation) bool { return d.Name == shown.Name })
			}
		}
		b.Log(names(left))
		b.ReportMetric(100*float64(len(all)-len(left))/float64(len(all)), "%shown")
		b.ReportMetric(float64(len(all)), "deviations")
	}
}
