package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec/follow"
)

// render writes a draft out, in the memory given: the records numbered from 1,
// and what the dialect only counts, as it counts it. Nothing is kept of the
// draft but what its events point to.
func (r *reducer) render(d *draft, s *Subject) {
	s.Stream.Features, s.Stream.End, s.Stream.Forms = r.features, d.end, r.forms
	s.Stream.Events = slices.Grow(s.Stream.Events[:0], len(d.nodes))
	s.Kept, s.Faults = noneOf(s.Kept), s.Faults[:0]
	record := 0
	for i := range d.nodes {
		n := &d.nodes[i]
		if i == 0 || n.group != d.nodes[i-1].group {
			record++
		}
		s.Kept = append(s.Kept, int(n.record))
		s.Stream.Events = append(s.Stream.Events, *n.e)
		s.Stream.Events[i].Record = record
	}
	slices.Sort(s.Kept)
	s.Kept = slices.Compact(s.Kept)
	for i := range d.dangers {
		s.Faults = append(s.Faults, d.dangers[i].Fault)
	}
	if !r.options.Records {
		r.counted(d, s)
		r.retracting(d, s)
	}
}

// noneOf is a list without its numbers, in its memory. It is not nil, for that would stand
// for all records (see Subject.Kept).
func noneOf(kept []int) []int {
	if kept == nil {
		return []int{}
	}
	return kept[:0]
}

// counted gives turns and messages the numbers that the codec gives them, where
// it does.
func (r *reducer) counted(d *draft, s *Subject) {
	numbers := follow.NewNumbering[int32](&r.features)
	if numbers == nil {
		return
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		var listed func(i int) int32
		if n.More != nil {
			listed = func(i int) int32 { return n.More.Messages[i] }
		}
		numbers.Event(&s.Stream.Events[i], n.Session, n.Turn, n.Message, listed)
	}
	for i := range s.Faults {
		if number, ok := numbers.Message(d.dangers[i].message); ok {
			s.Faults[i].Message = number
		}
	}
}

// retracting leaves out of what is declared void the events that are gone.
func (r *reducer) retracting(d *draft, s *Subject) {
	var there map[int32]bool
	for i := range d.nodes {
		n := &d.nodes[i]
		if n.More == nil || len(n.More.Retracts) == 0 {
			continue
		}
		if there == nil {
			there = identified(d.nodes)
		}
		e := &s.Stream.Events[i]
		var kept []string
		for j, key := range n.More.Retracts {
			if there[key] || !r.identified[key] {
				kept = append(kept, n.e.Retracts[j])
			}
		}
		e.Retracts = kept
	}
}

// identified are the events' ids that nodes bear.
func identified(nodes []node) map[int32]bool {
	ids := map[int32]bool{}
	for i := range nodes {
		if nodes[i].ID != 0 {
			ids[nodes[i].ID] = true
		}
	}
	return ids
}

// clone is a subject that shares no memory with another that is written anew.
func (s *Subject) clone() Subject {
	c := *s
	c.Stream.Events, c.Faults, c.Kept = slices.Clone(s.Stream.Events), slices.Clone(s.Faults), slices.Clone(s.Kept)
	return c
}
