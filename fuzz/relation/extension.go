package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// A chooser picks the next record among those that may come now. They are given
// as ascending indexes.
type chooser func(ready []int) int

// extension reorders the records. Dependent records keep their order; the
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

// edges returns, for each record, the records that wait for it directly, and
// the number of records that it waits for. A record waits for the last earlier
// record that touches the same thing, one for each thing.
func edges(touched [][]string) (after [][]int, before []int) {
	w := waits{after: make([][]int, len(touched)), before: make([]int, len(touched)), last: map[string]int{}, barrier: -1}
	for i, what := range touched {
		if what == nil {
			w.all(i)
		} else {
			w.some(i, what)
		}
	}
	return w.after, w.before
}

type waits struct {
	after   [][]int
	before  []int
	last    map[string]int // thing -> the record that touched it last
	barrier int            // the last record that touched everything
}

func (w *waits) wait(i, on int) {
	if n := len(w.after[on]); on < i && (n == 0 || w.after[on][n-1] != i) {
		w.after[on], w.before[i] = append(w.after[on], i), w.before[i]+1
	}
}

// all makes record i wait for every record since the last barrier.
func (w *waits) all(i int) {
	for on := max(w.barrier, 0); on < i; on++ {
		w.wait(i, on)
	}
	w.barrier = i
}

func (w *waits) some(i int, what []string) {
	if w.barrier >= 0 {
		w.wait(i, w.barrier)
	}
	for _, one := range what {
		if on, known := w.last[one]; known && on > w.barrier {
			w.wait(i, on)
		}
		w.last[one] = i
	}
}

// reordered returns the stream in another order. The streams match where the
// same records have come in both.
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
	return joined(s, moved), same(rng, all, places, equal)
}
