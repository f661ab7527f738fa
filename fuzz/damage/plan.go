package damage

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A plan is a stream that is being damaged.
type plan struct {
	f *spec.Features
	// given are the events as they were, events those that are changed in place;
	// starts are the indexes of the first event of each record, and the end.
	given, events []spec.Event
	starts        []int
	// at is where each edit's place is, by its number; -1 is nowhere.
	at map[int]int
	// more are the records put between; their numbers, from 0, follow those of the
	// stream's own.
	more [][]spec.Event
	// order lists the stream's own records as they come; behind, which of all
	// come behind each; lost, which do not come.
	order  []int
	behind [][]int
	lost   []bool
	// cut is how many places of the order come, end how the input ends.
	cut   int
	end   spec.Cause
	forms spec.Forms
}

func newPlan(s spec.Stream, es Edits) *plan {
	p := &plan{f: &s.Features, given: s.Events, events: slices.Clone(s.Events), starts: starts(s.Events), end: s.End, forms: s.Forms, at: map[int]int{}}
	p.cut = p.own()
	p.behind, p.lost = make([][]int, p.own()), make([]bool, p.own())
	for r := range p.own() {
		p.order = append(p.order, r)
	}
	for i := range es {
		if e := &es[i]; e.At.Kind != 0 {
			p.at[e.ID] = e.At.find(p.given)
		}
	}
	return p
}

// own is the number of the stream's own records.
func (p *plan) own() int { return len(p.starts) - 1 }

// way is how the edit is done; nothing, where what it is done to is not there.
func (p *plan) way(e *Edit) way {
	if e.Op >= ops {
		return way{}
	}
	w := table[e.Op]
	if at, placed := p.at[e.ID]; at < 0 || !placed && (w.content != nil || w.frame != nil) {
		return way{}
	}
	return w
}

// record is the number of the record of the event that an edit is done to.
func (p *plan) record(e *Edit) int {
	r, found := slices.BinarySearch(p.starts, p.at[e.ID])
	if !found {
		r--
	}
	return r
}

func (p *plan) eventsOf(r int) []spec.Event { return p.events[p.starts[r]:p.starts[r+1]] }

// again puts a record behind another once more; under event ids of its own where
// it is to be new.
func (p *plan) again(r, behind int, e *Edit, n int) {
	if !e.Fresh {
		p.behind[behind] = append(p.behind[behind], r)
		return
	}
	events := slices.Clone(p.eventsOf(r))
	for i := range events {
		events[i].ID = fresh(events[i].ID, e, n)
	}
	p.put(behind, events...)
}

// put puts a new record behind another.
func (p *plan) put(behind int, events ...spec.Event) {
	p.behind[behind] = append(p.behind[behind], p.own()+len(p.more))
	p.more = append(p.more, events)
}

// rendering gives the records, those put between where they were first put, and
// their order.
func (p *plan) rendering() Rendering {
	t := Rendering{Stream: spec.Stream{Features: *p.f, End: p.end, Forms: p.forms}}
	number := make([]int, p.own()+len(p.more))
	say := func(r int, events []spec.Event) {
		n := 1
		if last := len(t.Stream.Events); last > 0 {
			n += t.Stream.Events[last-1].Record
		}
		number[r] = n
		for _, e := range events {
			e.Record = n
			t.Stream.Events = append(t.Stream.Events, e)
		}
	}
	for r := range p.own() {
		say(r, p.eventsOf(r))
		for _, b := range p.behind[r] {
			if b >= p.own() {
				say(b, p.more[b-p.own()])
			}
		}
	}
	t.Order = p.numbers(number)
	return t
}

// numbers are the numbers of the records as they come.
func (p *plan) numbers(number []int) []int {
	var order []int
	for _, r := range p.order[:p.cut] {
		if !p.lost[r] {
			order = append(order, number[r])
		}
		for _, b := range p.behind[r] {
			order = append(order, number[b])
		}
	}
	return order
}
