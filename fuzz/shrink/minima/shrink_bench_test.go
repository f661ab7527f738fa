package minima_test

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/shrink"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/spec"
)

// sample says how many of the minima are reduced from a size, every step-th, and
// from how many seeds each: what fits into a minute.
var sample = []struct {
	n, step int
	seeds   uint64
}{{50, 1, 2}, {1000, 8, 1}, {10_000, 48, 1}}

// reductions reduces the sample of a size.
func reductions(b *testing.B, all []Minimum, n, step int, seeds uint64) []reduction {
	b.Helper()
	var done []reduction
	for i := 0; i < len(all); i += step {
		for seed := range seeds {
			if r, ok := reduced(&all[i], n, seed+1); ok {
				done = append(done, r)
			}
		}
	}
	if len(done) == 0 {
		b.Fatal("no minimum grows")
	}
	return done
}

// minimaOf reads the minima that are kept.
func minimaOf(b *testing.B) []Minimum {
	b.Helper()
	all, err := kept()
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// quantile is the value that a share of the values does not exceed.
func quantile[T int | float64](values []T, share float64) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(share*float64(len(sorted)-1)+0.5)]
}

// BenchmarkShrunkSize holds the sizes of reduced streams against the certified
// optimum.
func BenchmarkShrunkSize(b *testing.B) {
	all := minimaOf(b)
	for b.Loop() {
		var ratios []float64
		optimal, below := 0, 0
		for _, s := range sample {
			for _, r := range reductions(b, all, s.n, s.step, s.seeds) {
				ratios = append(ratios, r.ratio())
				if r.ratio() == 1 {
					optimal++
				} else if r.ratio() < 1 {
					below++
				}
			}
		}
		b.ReportMetric(quantile(ratios, 0.5), "median/optimum")
		b.ReportMetric(quantile(ratios, 0.95), "p95/optimum")
		b.ReportMetric(100*float64(optimal)/float64(len(ratios)), "optimal-%")
		b.ReportMetric(float64(below), "below")
		b.ReportMetric(float64(len(ratios)), "reductions")
	}
}

// BenchmarkOracleRuns counts the runs that a reduction takes, and holds them
// against those that rapid's shrinker takes from the streams that it finds.
func BenchmarkOracleRuns(b *testing.B) {
	all := minimaOf(b)
	for b.Loop() {
		for _, s := range []struct {
			n, step   int
			unit, p95 string
		}{{50, 2, "runs-50", "p95-runs-50"}, {10_000, 80, "runs-10000", "p95-runs-10000"}} {
			var runs []int
			for _, r := range reductions(b, all, s.n, s.step, 1) {
				runs = append(runs, r.Runs)
			}
			b.ReportMetric(float64(quantile(runs, 0.5)), s.unit)
			b.ReportMetric(float64(quantile(runs, 0.95)), s.p95)
		}
		againstRapid(b, all)
	}
}

// slow is a judge that takes a millisecond longer, as a process does.
func slow(judge shrink.Judge) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		time.Sleep(time.Millisecond)
		return judge(s)
	}
}

// twoAtOnce does two things at once.
func twoAtOnce(n int, do func(i int)) {
	var done sync.WaitGroup
	for worker := range 2 {
		done.Go(func() {
			for i := worker; i < n; i += 2 {
				do(i)
			}
		})
	}
	done.Wait()
}

// BenchmarkParallelReduction holds a reduction with two workers against one with
// one, with a judge that takes a millisecond. What does not depend on the machine is how
// many times two workers wait for a verdict.
func BenchmarkParallelReduction(b *testing.B) {
	all := minimaOf(b)
	for b.Loop() {
		var one, two time.Duration
		var runs, waits int
		same := 1.0
		for i := 0; i < len(all); i += 16 {
			s, ok := Bloat(&all[i], 200, 1)
			if !ok {
				continue
			}
			judge := slow(Judge(all[i].Mutant))
			alone, took := timed(&s, all[i].Signature, shrink.Options{Judge: counting(&runs, judge)})
			one += took
			both, took := timed(&s, all[i].Signature, waiting(&waits, judge))
			two += took
			if !slices.Equal(bytesOf(b, alone), bytesOf(b, both)) {
				same = 0
			}
		}
		b.ReportMetric(one.Seconds()/two.Seconds(), "x-1-worker")
		b.ReportMetric(float64(runs)/float64(waits), "runs/wait")
		b.ReportMetric(same, "same-bytes")
	}
}

// counting counts what a judge is asked.
func counting(n *int, judge shrink.Judge) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		*n++
		return judge(s)
	}
}

// waiting are the options of two workers, and count how often both are waited for.
func waiting(waits *int, judge shrink.Judge) shrink.Options {
	together := false
	return shrink.Options{
		Width: 2,
		Judge: func(s *shrink.Subject) []shrink.Signature {
			if !together {
				*waits++
			}
			return judge(s)
		},
		Map: func(n int, do func(i int)) {
			*waits++
			together = true
			twoAtOnce(n, do)
			together = false
		},
	}
}

func timed(s *shrink.Subject, hold shrink.Signature, o shrink.Options) ([]spec.Event, time.Duration) {
	start := time.Now()
	r := shrink.Reduce(s, hold, o)
	return r.Stream.Events, time.Since(start)
}

func bytesOf(b *testing.B, events []spec.Event) []byte {
	b.Helper()
	text, err := json.Marshal(events)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
