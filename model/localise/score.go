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

// scores returns how suspicious each decision is, by some departures: how well its
// alternatives explain them, how often it is taken without a departure, and how far it is
// taken where the program departs and nowhere else (Ochiai). Where the program agrees, a
// decision of the most suspicious speaks against itself only if the alternative that comes
// nearest would have changed something; but one that explains half is not what the program
// does, and says little.
func (f *finder) scores(of []*reading) []float64 {
	taken, scores := takings(of), make([]float64, len(f.ways))
	for d := range scores {
		scores[d] = f.score(d, of, taken, 1)
	}
	for _, d := range byScore(scores)[:several] {
		if ways := f.nearestWays(d, of); len(ways) > 0 {
			like := mean(of, d)
			scores[d] = f.score(d, of, taken, 1-like*like*(1-f.spoils(d, ways[0])))
		}
	}
	return scores
}

// takings counts the departures before which a decision is taken.
func takings(of []*reading) map[taking]int {
	taken := map[taking]int{}
	for _, r := range of {
		for t := range r.windows[r.departs] {
			taken[t]++
		}
	}
	return taken
}

// score returns how suspicious a decision is. A share of the windows in which it is taken
// and the program agrees speaks against it.
func (f *finder) score(decision int, of []*reading, taken map[taking]int, share float64) float64 {
	precise, coincides := 0.0, 0.0
	for t, n := range taken {
		if t.decision == decision {
			all := float64(n) + share*float64(f.agreed[t])
			precise = max(precise, float64(n)/all)
			coincides = max(coincides, float64(n)/math.Sqrt(float64(len(of))*all))
		}
	}
	return mean(of, decision)*max(leastPrecise, math.Pow(precise, precision)) + coincidence*coincides
}

// spoils returns the share of the cases that agree in which an alternative, taken always,
// changes what is observed; of those in which its decision is taken, and of a few.
func (f *finder) spoils(decision, way int) float64 {
	var asked []*reading
	for _, r := range f.passed {
		if r.asks[decision] {
			asked = append(asked, r)
		}
	}
	tried, changed := 0, 0
	for i := 0; i < len(asked) && !f.limited(); i += (len(asked) + sampled - 1) / sampled {
		tried++
		if at, _ := f.changes(asked[i], &f.ways[decision][way], 0, len(asked[i].prints)-1); at >= 0 {
			changed++
		}
	}
	return share(changed, tried, 0)
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
