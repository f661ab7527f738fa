package relation

import (
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// inTheMiddle is the maximum number of pairs in the middle of a stream. Each
// pair costs the candidate one more transcript.
const inTheMiddle = 2

// Positions lists the positions of one side in the form that a Reader wants.
func (m Match) Positions(side func(*Pair) int) []int {
	var at []int
	end := false
	for i := range m.Pairs {
		if p := side(&m.Pairs[i]); p == spec.AtEnd {
			end = true
		} else {
			at = append(at, p)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	if end {
		at = append(at, spec.AtEnd)
	}
	return at
}

// differ is the type of Pair.Differ.
type differ = func(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference

// equal finds every difference.
func equal(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
	return spec.Compare{Observes: observes}.Transcripts(original, changed)
}

// where says that after these numbers of records with events two streams are at
// the same place.
type where struct{ original, changed int }

// same returns a match of streams that must not differ: at the end, and at a
// sample of the given places.
func same(rng *rand.Rand, all []record, places []where, differ differ) Match {
	m := sampled(rng, all, places, differ)
	m.Pairs = append(m.Pairs, Pair{spec.AtEnd, spec.AtEnd, differ})
	return m
}

// position returns the number of the nth record with events. Other records have
// none.
func position(all []record, n int) int { return all[n-1][0].Record }

// sampled draws a few of the places and keeps their order.
func sampled(rng *rand.Rand, all []record, places []where, differ differ) Match {
	var m Match
	left := min(inTheMiddle, len(places))
	for i, at := range places {
		if rng.IntN(len(places)-i) < left {
			left--
			m.Pairs = append(m.Pairs, Pair{position(all, at.original), at.changed, differ})
		}
	}
	return m
}

// random returns the random source of a seed. salt makes relations independent
// of each other.
func random(seed, salt uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15*(salt+1)))
}
