package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// Interleave reorders records of different sessions wherever they are
// independent (see Levels). Every order that swaps of adjacent independent
// records lead to must read the same.
//
// The seed draws one of three ways, each with the same probability. Every ready
// record is equally likely. Or one session runs ahead of the others until a few
// points at which it falls behind all (probabilistic concurrency testing). Or a
// few places of the original order change and the rest stays.
//
// It applies to dialects that name the session on every event, not to dialects
// that attribute events by context.
func Interleave() Relation {
	return Relation{
		Name:    "interleave",
		Rules:   []string{"session/non-interference", "session/scoped-ids", "fragment/scoped-key", "step/subagent-scoped"},
		Applies: apart,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 1), records(s)
			choose := [3]func(*rand.Rand, []record) chooser{evenly, byPriority, nearly}[rng.IntN(3)]
			return reordered(s, all, extension(&s.Features, all, choose(rng, all)), rng)
		},
	}
}

// apart reports whether there are sub-sessions, and the session of an event
// does not depend on earlier events.
func apart(f *spec.Features) bool { return !f.Nested && f.Children == spec.ChildrenSpeak }

func evenly(rng *rand.Rand, _ []record) chooser {
	return func(ready []int) int { return rng.IntN(len(ready)) }
}

// byPriority takes the session with the highest priority. At one to three
// points the next session falls behind all others.
func byPriority(rng *rand.Rand, all []record) chooser {
	priority := map[string]int{}
	for _, r := range all {
		if _, known := priority[r[0].Session]; !known {
			priority[r[0].Session] = 1 + rng.IntN(1<<20)
		}
	}
	falls := map[int]bool{}
	for range 1 + rng.IntN(3) {
		falls[rng.IntN(len(all))] = true
	}
	step := 0
	return func(ready []int) int {
		at := highest(ready, all, priority)
		if falls[step] {
			priority[all[ready[at]][0].Session] = -step
			at = highest(ready, all, priority)
		}
		step++
		return at
	}
}

func highest(ready []int, all []record, priority map[string]int) int {
	best := 0
	for at := range ready {
		if priority[all[ready[at]][0].Session] > priority[all[ready[best]][0].Session] {
			best = at
		}
	}
	return best
}

// nearly keeps the original order except for one choice in eight.
func nearly(rng *rand.Rand, _ []record) chooser {
	return func(ready []int) int {
		if rng.IntN(8) > 0 {
			return 0
		}
		return rng.IntN(len(ready))
	}
}
