package plan

import (
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// MostObserved is how many positions of a case a candidate is asked about at most.
const MostObserved = 8

// Positions chooses where a candidate is asked about a generated case: around
// what the faults touch, and at two places drawn from the case's seed. It is
// deterministic.
func Positions(c *Case) []int {
	n := len(c.Records)
	if n == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(c.Seed, uint64(n)))
	set := map[int]bool{}
	for _, h := range c.Faults {
		for _, at := range around(&c.Stream, h) {
			set[min(max(at, 1), n)] = true
		}
	}
	chosen := sorted(set)
	rng.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	chosen = append(chosen[:min(len(chosen), MostObserved-2)], 1+rng.IntN(n), 1+rng.IntN(n))
	slices.Sort(chosen)
	return slices.Compact(chosen)
}

// around are the records right at and behind the first and the last event that
// the fault touches.
func around(s *spec.Stream, h spec.Fault) []int {
	first, last := 0, 0
	for i := range s.Events {
		e := &s.Events[i]
		if touches(h, e) {
			if first == 0 {
				first = e.Record
			}
			last = e.Record
		}
	}
	if first == 0 {
		return nil
	}
	return []int{first, first + 1, last, last + 1}
}

func touches(h spec.Fault, e *spec.Event) bool {
	switch {
	case h.Session.OK && e.Session != h.Session.ID:
		return false
	case h.Call != "":
		return e.Call == h.Call
	case h.Message != "":
		return e.Message == h.Message
	}
	return h.Session.OK
}

func sorted(set map[int]bool) []int {
	list := make([]int, 0, len(set))
	for at := range set {
		list = append(list, at)
	}
	slices.Sort(list)
	return list
}
