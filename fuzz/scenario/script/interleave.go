package script

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/scenario"
)

// Interleaved is the form in which two calls of a message that follow each other are
// open together, and their records come in turns.
const Interleaved = "interleaved"

// WithTurns are the steps with that done for each two calls that nothing stands
// between, and that no fault of their own touches. The first still begins first.
func WithTurns(sc *scenario.Scenario, emitted []Emitted) []Emitted {
	all := slices.Clone(emitted)
	for from := 0; from < len(all); {
		middle := runOf(sc, all, from)
		to := runOf(sc, all, middle)
		if middle == from || to == middle || all[from].Message != all[middle].Message {
			from = max(middle, from+1)
			continue
		}
		inTurns(all[from:to], middle-from)
		from = to
	}
	return all
}

// runOf is where the steps end that begin at an index and are all of one item, each in
// a record of its own; the index itself where there are none.
func runOf(sc *scenario.Scenario, all []Emitted, from int) int {
	to := from
	if from > 0 && from < len(all) && all[from-1].Record == all[from].Record {
		return from
	}
	for to < len(all) && all[to].Item == all[from].Item && all[to].Message == all[from].Message && movable(sc, &all[to]) {
		if next := to + 1; next < len(all) && all[next].Record == all[to].Record {
			return from
		}
		to++
	}
	return to
}

// movable reports whether a step is one of a call's own that no fault touches.
func movable(sc *scenario.Scenario, s *Emitted) bool {
	if s.Item == scenario.None || s.Extra != scenario.None {
		return false
	}
	switch s.Kind {
	case TextEnds, CallOpens, ArgsPiece, ArgsEnd:
	default:
		return false
	}
	call := sc.Items[s.Item].Call
	return call != scenario.None && sc.Calls[call].Fault.Kind == 0 && sc.Calls[call].LikeBy == 0
}

// inTurns merges the steps of two calls, of which the second begins at an index; the
// records keep their numbers.
func inTurns(steps []Emitted, second int) {
	first, next := slices.Clone(steps[:second]), slices.Clone(steps[second:])
	record := steps[0].Record
	for i := range steps {
		if i%2 == 0 && len(first) > 0 || len(next) == 0 {
			steps[i], first = first[0], first[1:]
		} else {
			steps[i], next = next[0], next[1:]
		}
		steps[i].Record = record + i
	}
}
