package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// Interleave changes the order of records of different sessions, wherever
// nothing ties them (see Levels): every order that adjacent independent records
// lead to by changing places must read the same.
//
// How is drawn by seed, a third each: any record that may come is as likely;
// one session is ahead of the others until a few points where it falls behind
// all (probabilistic concurrency testing); or a few places of the original are
// changed and the rest is kept.
//
// It is for dialects that name the session on every event, and not for those
// that attribute by context.
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

// apart: there are sub-sessions, and whose event it is does not depend on what
// came before.
func apart(f *spec.Features) bool { return !f.Nested && f.Children == spec.ChildrenSpeak }

func evenly(rng *rand.Rand, _ []record) chooser {
	return func(ready []int) int { return rng.IntN(len(ready)) }
}

// byPriority takes the session with the highest priority; at one to three
// points the one that was about to come falls behind all others.
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

// nearly keeps the original order but for one choice in eight.
func nearly(rng *rand.Rand, _ []record) chooser {
	return func(ready []int) int {
		if rng.IntN(8) > 0 {
			return 0
		}
		return rng.IntN(len(ready))
	}
}
