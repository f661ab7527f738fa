package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// PermuteSiblings lets the sub-sessions of one parent run one after the other,
// in an order that the seed draws, as far as their links to the parent allow:
// which of several children speaks, ends or is linked first tells nothing about
// which is which.
//
// It moves the same records as Interleave, but as far as they go: a reader that
// goes by the session last opened, or by how many are open, is right as long as
// children alternate as its author saw them do.
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

// ranks draws a place for each session; the parentless come last, so that a
// child runs as soon as it may.
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

// lowest takes the record of the lowest rank, the first of equals.
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
