package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// gathered are the events by what a function says of each, in the order of first
// mention; those of which it says nothing are in none.
func gathered[K comparable](nodes []node, of func(n *node) (K, bool)) []unit {
	at := map[K]int{}
	var units []unit
	for i := range nodes {
		key, is := of(&nodes[i])
		if !is {
			continue
		}
		k, known := at[key]
		if !known {
			k = len(units)
			at[key] = k
			units = append(units, nil)
		}
		units[k] = append(units[k], nodes[i].uid)
	}
	return units
}

func bySession(nodes []node) []unit {
	return gathered(nodes, func(n *node) (int32, bool) { return n.Session, n.Session != 0 })
}

// byTurn are the stretches of each session from one turn's start to the next,
// without its own start and end.
func byTurn(nodes []node) []unit {
	nth := map[int32]int{}
	return gathered(nodes, func(n *node) ([2]int, bool) {
		if n.e.Kind == spec.TurnStart || n.userMessage() {
			nth[n.Session]++
		}
		bound := n.e.Kind == spec.SessionOpen || n.e.Kind == spec.SessionClose
		return [2]int{int(n.Session), nth[n.Session]}, n.Session != 0 && !bound
	})
}

// byMessage are the events of each message; where messages have no names, what
// stands between two edges of a session.
func byMessage(nodes []node) []unit {
	nth := map[int32]int{}
	return gathered(nodes, func(n *node) ([2]int, bool) {
		switch {
		case n.Session == 0 || edge(n):
			nth[n.Session]++
			return [2]int{}, false
		case n.Message != 0:
			return [2]int{-1, int(n.Message)}, true
		case n.More != nil && len(n.More.Messages) == 1 && n.More.Messages[0] != 0:
			return [2]int{-1, int(n.More.Messages[0])}, true
		case n.Call != 0:
			return [2]int{}, false
		}
		key := [2]int{int(n.Session), nth[n.Session]}
		if n.e.Kind == spec.MessageClose || n.e.Kind == spec.NoteEvent {
			nth[n.Session]++
		}
		return key, true
	})
}

// edge reports whether an event begins or ends a session or turn.
func edge(n *node) bool {
	switch n.e.Kind {
	case spec.SessionOpen, spec.SessionClose, spec.TurnStart, spec.TurnEnd:
		return true
	}
	return false
}

// byCall are the events of each call.
func byCall(nodes []node) []unit {
	return gathered(nodes, func(n *node) (int32, bool) { return n.begun, n.begun >= 0 })
}

func byRecord(nodes []node) []unit {
	return gathered(nodes, func(n *node) (int32, bool) { return n.group, true })
}

func byEvent(nodes []node) []unit {
	return gathered(nodes, func(n *node) (int32, bool) { return n.uid, true })
}

// Bound are the records of a stream, bound into units that say something each.
type Bound struct {
	// Stream is the stream in which each unit is one record.
	Stream spec.Stream
	units  [][]int // the records of each, by number
}

// Bind binds so many records of a stream into units. Those without an event are
// left out or, with silent, are in one unit with the next that has any.
func Bind(s spec.Stream, records int, silent bool) *Bound {
	b := &Bound{Stream: s}
	b.Stream.Events = slices.Clone(s.Events)
	next := 1 // the first record that is in no unit
	for i := range b.Stream.Events {
		e := &b.Stream.Events[i]
		if n := len(b.units); n == 0 || b.units[n-1][len(b.units[n-1])-1] != e.Record {
			if !silent {
				next = e.Record
			}
			b.units, next = append(b.units, numbers(next, e.Record)), e.Record+1
		}
		e.Record = len(b.units)
	}
	if n := len(b.units); silent && n > 0 {
		b.units[n-1] = append(b.units[n-1], numbers(next, records)...)
	}
	return b
}

// numbers are those from one to another.
func numbers(from, to int) []int {
	var all []int
	for n := from; n <= to; n++ {
		all = append(all, n)
	}
	return all
}

// Numbers are the records of the units that a subject kept; nil stands for all.
func (b *Bound) Numbers(kept []int) []int {
	if kept == nil {
		kept = numbers(1, len(b.units))
	}
	var all []int
	for _, unit := range kept {
		all = append(all, b.units[unit-1]...)
	}
	return all
}

// Of are the records that a subject kept, of all.
func (b *Bound) Of(all [][]byte, s *Subject) [][]byte {
	records := [][]byte{}
	for _, number := range b.Numbers(s.Kept) {
		records = append(records, all[number-1])
	}
	return records
}
