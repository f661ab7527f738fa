package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

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
