package minima

import (
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// tries is how often a minimum is grown anew until it still fails as it did;
// each try puts less inside it than the one before.
const tries = 12

// Bloat grows a minimum to a stream of about n events that fails with its
// signature: other sessions' turns, messages and calls woven into it, further
// pieces of its own texts, and turns of its own root session before and behind.
// The minimum's events are all in it, in their order, under their names. The seed
// decides all else. It reports false where no such stream was found.
func Bloat(m *Minimum, n int, seed uint64) (shrink.Subject, bool) {
	judge := Judge(m.Mutant)
	for try := range tries {
		b := bloater{
			rng: rand.New(rand.NewPCG(seed, uint64(try))), f: &m.Stream.Features,
			calm: float64(try) / (tries - 1), root: rootOf(&m.Stream.Features),
		}
		s := m.Subject
		s.Stream.Events = b.grow(m.Stream.Events, n)
		if slices.Contains(judge(&s), m.Signature) {
			return s, true
		}
	}
	return shrink.Subject{}, false
}

func rootOf(f *spec.Features) string { return (&Scope{Features: *f}).sessionID(0) }

// A unit is the events of one record.
type unit []spec.Event

// A bloater grows one stream.
type bloater struct {
	rng    *rand.Rand
	f      *spec.Features
	root   string
	calm   float64 // 0 puts much inside the minimum, 1 nothing
	fills  int
	pieces int
}

// grow puts what it draws before, into and behind the events.
func (b *bloater) grow(events []spec.Event, n int) []spec.Event {
	core := b.swollen(units(events), n)
	left := n - count(core)
	before, after := b.within(left/4), b.within(left/6)
	left -= count(before) + count(after)
	var others [][]unit
	for left > 0 {
		fill := b.fill(left, false)
		if len(fill) == 0 {
			break
		}
		others, left = append(others, fill), left-count(fill)
	}
	if len(before) == 0 && len(core) > 0 { // sub-sessions come when their parent was heard
		before, core = core[:1], core[1:]
	}
	return numbered(slices.Concat(before, b.woven(core, others), after))
}

// within are turns of the minimum's own root session, about so many events.
func (b *bloater) within(n int) []unit {
	var all []unit
	for b.rng.Float64() >= b.calm && n-count(all) > 4 {
		fill := b.fill(n-count(all), true)
		if len(fill) == 0 {
			break
		}
		all = append(all, fill...)
	}
	return all
}

// woven puts the core among the others, or where it is calm before them.
func (b *bloater) woven(core []unit, others [][]unit) []unit {
	if b.rng.Float64() < b.calm {
		return append(core, b.merged(others)...)
	}
	return b.merged(append([][]unit{core}, others...))
}

// merged draws one stream from several, each in its order.
func (b *bloater) merged(lists [][]unit) []unit {
	left := 0
	for _, l := range lists {
		left += len(l)
	}
	var all []unit
	for ; left > 0; left-- {
		at := b.rng.IntN(left)
		for i := range lists {
			if at -= len(lists[i]); at < 0 {
				all, lists[i] = append(all, lists[i][0]), lists[i][1:]
				break
			}
		}
	}
	return all
}

// units are the records of a stream.
func units(events []spec.Event) []unit {
	var all []unit
	for i := range events {
		if i > 0 && events[i].Record == events[i-1].Record {
			all[len(all)-1] = append(all[len(all)-1], events[i])
			continue
		}
		all = append(all, unit{events[i]})
	}
	return all
}

func count(all []unit) int {
	n := 0
	for _, u := range all {
		n += len(u)
	}
	return n
}

// numbered is the stream of the records, numbered from 1.
func numbered(all []unit) []spec.Event {
	events := make([]spec.Event, 0, count(all))
	for i, u := range all {
		for _, e := range u {
			e.Record = i + 1
			events = append(events, e)
		}
	}
	return events
}
