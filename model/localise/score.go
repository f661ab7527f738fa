package localise

import (
	"cmp"
	"math"
	"slices"
)

// The weights of a score: a decision that is taken where the program agrees,
// too, is less suspicious.
const (
	precision, leastPrecise = .15, .3
	coincidence             = .1
)

// scores returns how suspicious each decision is, by some departures: how well
// its alternatives explain them, how often it is taken without a departure, and
// how far it is taken where the program departs and nowhere else (Ochiai).
func (f *finder) scores(of []*reading) []float64 {
	taken := map[taking]int{}
	scores := make([]float64, len(f.ways))
	for _, r := range of {
		for t := range r.windows[r.departs] {
			taken[t]++
		}
		for d, e := range r.explained {
			scores[d] += e.similarity / float64(len(of))
		}
	}
	precise, coincides := make([]float64, len(f.ways)), make([]float64, len(f.ways))
	for t, n := range taken {
		all := float64(n + f.agreed[t])
		precise[t.decision] = max(precise[t.decision], float64(n)/all)
		coincides[t.decision] = max(coincides[t.decision], float64(n)/math.Sqrt(float64(len(of))*all))
	}
	for d := range scores {
		scores[d] = scores[d]*max(leastPrecise, math.Pow(precise[d], precision)) + coincidence*coincides[d]
	}
	return scores
}

// byScore returns the decisions, the highest score first.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}
