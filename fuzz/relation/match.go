package relation

import (
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// inTheMiddle is the greatest number of pairs in the middle of a stream: each
// is one more transcript that a candidate has to give.
const inTheMiddle = 2

// Positions lists one side's positions as a Reader wants them.
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

// where says that two streams are at the same place behind so many records
// that gave events.
type where struct{ original, changed int }

// same is the match of streams in which nothing may differ: at the end, and at
// a few of the places given.
func same(rng *rand.Rand, all []record, places []where, differ differ) Match {
	m := sampled(rng, all, places, differ)
	m.Pairs = append(m.Pairs, Pair{spec.AtEnd, spec.AtEnd, differ})
	return m
}

// position is the number of the nth record that gave events: others may have
// given none.
func position(all []record, n int) int { return all[n-1][0].Record }

// sampled draws a few of the places, in their order.
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

// random is the source of a seed's choices; salt tells relations apart.
func random(seed, salt uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15*(salt+1)))
}
