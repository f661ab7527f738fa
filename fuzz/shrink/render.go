package shrink

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// render writes a draft out, in the memory given: the records numbered from 1,
// and what the dialect only counts, as it counts it. Nothing is kept of the
// draft but what its events point to.
func (r *reducer) render(d *draft, s *Subject) {
	s.Stream.Features, s.Stream.End, s.Stream.Forms = r.features, d.end, r.forms
	s.Stream.Events = slices.Grow(s.Stream.Events[:0], len(d.nodes))
	s.Kept, s.Faults = s.Kept[:0], s.Faults[:0]
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

// counted gives turns and messages the numbers that the codec gives them, where
// it does.
func (r *reducer) counted(d *draft, s *Subject) {
	f := &r.features
	turns, messages := !f.TurnIDs && f.Turns != spec.TurnsRun, f.Numbered
	if !turns && !messages {
		return
	}
	c := counting{rank: map[int32]string{}, next: map[[2]int32]int{}}
	for i := range d.nodes {
		n, e := &d.nodes[i], &s.Stream.Events[i]
		if turns && n.Turn != 0 {
			e.Turn = c.number(n.Session, n.Turn, 0)
		}
		if messages {
			c.messages(n, e)
		}
	}
	for i := range s.Faults {
		if n, ok := c.rank[d.dangers[i].message]; ok && messages {
			s.Faults[i].Message = n
		}
	}
}

// counting numbers what a session has in the order of first mention.
type counting struct {
	rank map[int32]string
	next map[[2]int32]int // session and first number -> how many there are
}

func (c *counting) number(session, key int32, first int) string {
	n, ok := c.rank[key]
	if !ok {
		of := [2]int32{session, int32(first)}
		n = strconv.Itoa(first + c.next[of])
		c.next[of]++
		c.rank[key] = n
	}
	return n
}

func (c *counting) messages(n *node, e *spec.Event) {
	if n.Message != 0 {
		e.Message = c.number(n.Session, n.Message, 1)
	}
	if n.More == nil || e.Kind != spec.MessageFull {
		return
	}
	e.Messages = slices.Clone(e.Messages)
	for j, key := range n.More.Messages {
		if key != 0 {
			e.Messages[j].Message = c.number(n.Session, key, 1)
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
