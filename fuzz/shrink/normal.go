package shrink

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// Normal is a subject in the one form that it has together with all that differ
// from it only in names and in the interleaving of independent records: each
// session speaks as long as nothing else has to come first (relation.Grouped),
// sessions without an order among them stand by what they say, and names are the
// least in the order of first mention (s1, m1, c1; events, turns and waits e1).
// What a dialect counts or says by a name stays.
//
// It asks no judge: a reader that is wrong about names or interleavings may read
// the normal form right. Reduce takes each step of it only if the reader still
// fails. The subject is not changed, but shares what its events point to.
func Normal(s *Subject) Subject {
	n := s.clone()
	for range 3 { // names decide ties, and order decides names
		before := n.clone()
		order := grouped(&n.Stream)
		n.Stream.Events = reordered(n.Stream.Events, order)
		rename(&n, leastNames(&n, nil))
		if slices.EqualFunc(before.Stream.Events, n.Stream.Events, sameEvent) {
			break
		}
	}
	return n
}

func sameEvent(a, b spec.Event) bool {
	var one, other writer
	one.event(&a)
	other.event(&b)
	return bytes.Equal(one, other)
}

// grouped is the order of the records in the normal form, as indexes.
func grouped(s *spec.Stream) []int {
	rank := ranks(s)
	return relation.Grouped(*s, func(session string) int { return rank[session] })
}

// reordered are the events with their records in an order, numbered from 1.
func reordered(events []spec.Event, order []int) []spec.Event {
	all := recordsOf(events)
	out := make([]spec.Event, 0, len(events))
	for i, at := range order {
		for _, e := range all[at] {
			e.Record = i + 1
			out = append(out, e)
		}
	}
	return out
}

func recordsOf(events []spec.Event) [][]spec.Event {
	var all [][]spec.Event
	for len(events) > 0 {
		n := 1
		for n < len(events) && events[n].Record == events[0].Record {
			n++
		}
		all = append(all, events[:n:n])
		events = events[n:]
	}
	return all
}

// ranks order sessions by when they can first speak, then by what they say
// whatever its names, then as they stand.
func ranks(s *spec.Stream) map[string]int {
	type session struct {
		id    string
		level int
		says  writer
	}
	var sessions []*session
	of := map[string]*session{}
	all := recordsOf(s.Events)
	for level, indexes := range relation.Levels(*s) {
		slices.Sort(indexes)
		for _, i := range indexes {
			id := all[i][0].Session
			if of[id] == nil {
				of[id] = &session{id: id, level: level}
				sessions = append(sessions, of[id])
			}
		}
	}
	for _, record := range all {
		for i := range record {
			nameless(&of[record[0].Session].says, &record[i])
		}
	}
	slices.SortStableFunc(sessions, func(a, b *session) int {
		return cmp.Or(cmp.Compare(a.level, b.level), bytes.Compare(a.says, b.says))
	})
	rank := map[string]int{}
	for i, one := range sessions {
		rank[one.id] = i
	}
	return rank
}

// nameless writes an event without its names.
func nameless(w *writer, e *spec.Event) {
	f := spec.Features{TurnIDs: true}
	bare := *e
	relation.NewRenamer(&f, func(byte, string) string { return "x" }).Event(&bare)
	bare.Record = 0
	w.event(&bare)
}

// leastNames give each name the least of its sort, in the order of first
// mention; those that a filter leaves out stay.
func leastNames(s *Subject, only func(what byte) bool) map[string]string {
	to, next := map[string]string{}, map[byte]int{}
	collect := relation.NewRenamer(&s.Stream.Features, func(what byte, id string) string {
		if _, known := to[id]; !known && (only == nil || only(what)) {
			next[what]++
			to[id] = string(what) + strconv.Itoa(next[what])
		}
		return id
	})
	for i := range s.Stream.Events {
		e := s.Stream.Events[i]
		collect.Event(&e)
	}
	return to
}

// rename gives names others, in the subject's own events and faults.
func rename(s *Subject, to map[string]string) {
	r := relation.NewRenamer(&s.Stream.Features, func(_ byte, id string) string {
		if name, known := to[id]; known {
			return name
		}
		return id
	})
	for i := range s.Stream.Events {
		r.Event(&s.Stream.Events[i])
	}
	for i := range s.Faults {
		r.Fault(&s.Faults[i])
	}
}
