package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// A chooser picks the next of the records that may come now: indexes, ascending.
type chooser func(ready []int) int

// extension orders the records anew: dependent ones keep their order, and the
// chooser decides between the others.
func extension(f *spec.Features, all []record, choose chooser) []int {
	after, before := edges(touching(f, all))
	var ready, order []int
	for i, n := range before {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		at := choose(ready)
		next := ready[at]
		order = append(order, next)
		ready = append(ready[:at], ready[at+1:]...)
		for _, i := range after[next] {
			if before[i]--; before[i] == 0 {
				ready = insertSorted(ready, i)
			}
		}
	}
	return order
}

func insertSorted(list []int, n int) []int {
	at := len(list)
	for at > 0 && list[at-1] > n {
		at--
	}
	list = append(list, 0)
	copy(list[at+1:], list[at:])
	list[at] = n
	return list
}

// edges gives, for each record, those that wait for it directly, and how many
// it waits for: the last before it that touches each thing.
func edges(touched [][]string) (after [][]int, before []int) {
	after, before = make([][]int, len(touched)), make([]int, len(touched))
	last, barrier := map[string]int{}, -1
	wait := func(i, on int) {
		if n := len(after[on]); n == 0 || after[on][n-1] != i {
			after[on], before[i] = append(after[on], i), before[i]+1
		}
	}
	for i, what := range touched {
		if what == nil {
			for on := max(barrier, 0); on < i; on++ {
				wait(i, on)
			}
			barrier = i
			continue
		}
		if barrier >= 0 {
			wait(i, barrier)
		}
		for _, w := range what {
			if on, known := last[w]; known && on > barrier && on < i {
				wait(i, on)
			}
			last[w] = i
		}
	}
	return after, before
}

// reordered is the stream in another order, matched where the same records have
// come in both.
func reordered(s spec.Stream, all []record, order []int, rng *rand.Rand) (spec.Stream, Match) {
	moved := make([]record, len(all))
	var places []where
	highest, changed := -1, false
	for at, i := range order {
		moved[at] = all[i]
		changed = changed || at != i
		if highest = max(highest, i); highest == at && at+1 < len(all) {
			places = append(places, where{at + 1, at + 1})
		}
	}
	if !changed {
		return s, Match{}
	}
	return joined(s, moved), same(rng, places)
}
