package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// PermuteSiblings runs the sub-sessions of one parent one after the other, in
// an order that the seed draws, as far as their links to the parent allow. The
// order in which children speak, end or are linked must not matter.
//
// It moves the same records as Interleave, but moves them as far as possible. A
// reader that relies on the session opened last, or on the number of open
// sessions, is still right while children alternate as in the original.
func PermuteSiblings() Relation {
	return Relation{
		Name:    "permute-siblings",
		Rules:   []string{"session/parallel", "session/nested", "session/non-interference", "identity/agent-from-arguments"},
		Applies: apart,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 2), records(s)
			rank := ranks(rng, all)
			return reordered(s, all, extension(&s.Features, all, lowest(all, rank)), rng)
		},
	}
}

// ranks draws a rank for each session. Sessions without a parent come last, so
// that a child runs as soon as possible.
func ranks(rng *rand.Rand, all []record) map[string]int {
	rank := map[string]int{}
	for _, r := range all {
		for i := range r {
			e := &r[i]
			if _, known := rank[e.Session]; !known {
				rank[e.Session] = 1 << 20
			}
			if e.Parent.OK && rank[e.Session] == 1<<20 {
				rank[e.Session] = rng.IntN(1 << 20)
			}
		}
	}
	return rank
}

// lowest takes the record with the lowest rank, the first among equals.
func lowest(all []record, rank map[string]int) chooser {
	return func(ready []int) int {
		best := 0
		for at := range ready {
			if rank[all[ready[at]][0].Session] < rank[all[ready[best]][0].Session] {
				best = at
			}
		}
		return best
	}
}
