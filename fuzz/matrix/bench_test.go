package matrix_test

import (
	"fmt"
	"math"
	"os"
	"sync"
	"testing"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
)

// The sizes of the benchmark, which all of its runs share: hard is what takes
// more cases than that at the median. What is held against ours gets more cases:
// where it solves a task in none of them, the ratio is a lower bound, and the
// lower the fewer cases there are.
const (
	benchSeeds, benchCases = 5, 1000
	theirCases             = 5000
	hard                   = 20
)

// killEach runs until any check has killed each mutant.
func killEach(all []deviation.Deviation, cases int, source func(seed uint64) matrix.Source) []matrix.Row {
	return matrix.Run(matrix.Options{
		Mutants: all, Shapes: matrix.Shapes(), Seeds: benchSeeds, Cases: cases, Source: source,
		Without: func(string) bool { return true }, Map: inPairs,
	})
}

// inPairs does work in two goroutines.
func inPairs(n int, work func(i int)) {
	var both sync.WaitGroup
	feed := make(chan int, n)
	for i := range n {
		feed <- i
	}
	close(feed)
	for range 2 {
		both.Go(func() {
			for i := range feed {
				work(i)
			}
		})
	}
	both.Wait()
}

// hardOnes are the mutants that the rows kill late.
func hardOnes(rows []matrix.Row) []deviation.Deviation {
	var all []deviation.Deviation
	for i := range rows {
		if n := rows[i].Quantile(matrix.Killed, 0.5); n > hard && n != matrix.Never {
			all = append(all, rows[i].Mutant)
		}
	}
	return all
}

// ratios compare, for each mutant, the number of cases of two sources. An
// unsolved task counts with all its cases.
type ratios struct{ mean, worst, solved float64 }

func compare(ours, theirs []matrix.Row, cases int) ratios {
	r := ratios{worst: math.Inf(1)}
	logs, n := 0.0, 0
	for i := range theirs {
		for j := range ours {
			if ours[j].Mutant.Path() != theirs[i].Mutant.Path() {
				continue
			}
			ratio := central(&theirs[i], cases) / central(&ours[j], benchCases)
			logs, n = logs+math.Log(ratio), n+1
			r.worst = min(r.worst, ratio)
			if theirs[i].Within(matrix.Killed, cases)*2 > benchSeeds {
				r.solved++
			}
			if os.Getenv("VERBOSE") != "" {
				fmt.Printf("%-34s %8.1f %8.1f %6.2f\n", theirs[i].Mutant.Path(), central(&ours[j], benchCases), central(&theirs[i], cases), ratio)
			}
		}
	}
	r.mean = math.Exp(logs / float64(n))
	return r
}

// central is the median number of cases until the kill.
func central(r *matrix.Row, cases int) float64 {
	if n := r.Quantile(matrix.Killed, 0.5); n != matrix.Never {
		return float64(n)
	}
	return float64(cases)
}

// BenchmarkCasesToKill compares generated cases with events that are chosen
// uniformly among the valid ones, and with blind lists. It uses the mutants
// whose median is more than twenty cases.
func BenchmarkCasesToKill(b *testing.B) {
	for range b.N {
		all := killEach(deviation.Models(), benchCases, matrix.Generated(generator.Mixed))
		some := hardOnes(all)
		uniform := compare(all, killEach(some, theirCases, func(seed uint64) matrix.Source { return walks(seed) }), theirCases)
		unseeing := compare(all, killEach(some, theirCases, func(seed uint64) matrix.Source { return blinds(seed) }), theirCases)
		b.ReportMetric(float64(len(some)), "hard")
		b.ReportMetric(uniform.mean, "uniform/ours")
		b.ReportMetric(uniform.worst, "worst-uniform/ours")
		b.ReportMetric(uniform.solved, "solved-by-uniform")
		b.ReportMetric(unseeing.mean, "blind/ours")
		b.ReportMetric(unseeing.solved, "solved-by-blind")
	}
}

// BenchmarkStrategies compares each strategy with their mix, on the mutants
// whose median with the mix is more than twenty cases. Above 1 the mix needs
// fewer cases.
func BenchmarkStrategies(b *testing.B) {
	for range b.N {
		mixed := killEach(deviation.Models(), benchCases, matrix.Generated(generator.Mixed))
		some := hardOnes(mixed)
		for _, s := range []generator.Strategy{generator.Even, generator.Swarm, generator.Soft} {
			r := compare(mixed, killEach(some, benchCases, matrix.Generated(s)), benchCases)
			b.ReportMetric(r.mean, s.String()+"/mixed")
			b.ReportMetric(r.worst, "worst-"+s.String()+"/mixed")
		}
	}
}
