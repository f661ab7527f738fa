package segment

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A Cutter cuts one stream. It serves one caller.
type Cutter struct {
	features spec.Features
	options  Options
	book     book
	// numbers are of turns and messages; nil where the dialect names them.
	numbers *follow.Numbering[named]

	// room holds what waits to be cut, behind space for a prelude.
	room  []spec.Event
	start int // how many events came before it
	bytes int // what they weigh
	// records are the numbers of the input's records there; those of the events in
	// room count from 1.
	records []int
	// rest and quiet are how many of them stand before the last moment at which
	// nothing was open, and at which no turn was; 0 for none.
	rest, quiet int
	segment     Segment
}

// front is the space for a prelude; a longer one moves what follows.
const front = 16

// NewCutter returns a cutter of a stream with these features.
func NewCutter(f spec.Features, o Options) *Cutter {
	c := &Cutter{features: f, options: o.withDefaults(), room: make([]spec.Event, front)}
	c.book.begin(&c.features)
	c.numbers = follow.NewNumbering[named](&c.features)
	return c
}

// Add takes in the events of one record, in their order, which are copied, and
// yields the segments that they complete. A segment is the receiver's until it
// returns (see Clone); what it returns ends Add.
//
// The procedure: where the record does not fit any more, a segment ends at the
// last moment of rest before it, else at the last at which no turn was open, else
// in front of it. Else one ends in front of it if nothing is open there, enough
// was said, and the record begins something: what only follows (a note, a
// snapshot of what was said) stays with what it follows.
func (c *Cutter) Add(events []spec.Event, yield func(*Segment) error) error {
	if len(events) == 0 {
		return nil
	}
	weight := Weigh(events)
	for c.waiting() > 0 && (c.waiting()+len(events) > c.options.Events || c.bytes+weight > c.options.Bytes) {
		if err := c.spill(yield); err != nil {
			return err
		}
	}
	before := c.waiting()
	c.records = append(c.records, events[0].Record)
	c.room, c.bytes = append(c.room, events...), c.bytes+weight
	c.book.began = false
	for i := front + before; i < len(c.room); i++ {
		e := &c.room[i]
		c.book.see(e)
		e.Record = len(c.records)
	}
	var err error
	if c.book.began && c.rest == before && before >= c.options.Join {
		err = c.cut(before, false, yield)
	}
	switch {
	case c.book.rests():
		c.rest, c.quiet = c.waiting(), c.waiting()
	case c.book.quiet():
		c.quiet = c.waiting()
	}
	return err
}

// End yields what is left; the input ends there for the cause given.
func (c *Cutter) End(cause spec.Cause, yield func(*Segment) error) error {
	if c.waiting() == 0 {
		return nil
	}
	c.segment.Stream.End = cause
	return c.cut(c.waiting(), false, yield)
}

// waiting is how many events wait.
func (c *Cutter) waiting() int { return len(c.room) - front }

// spill ends a segment because there is no room for more.
func (c *Cutter) spill(yield func(*Segment) error) error {
	switch {
	case c.rest > 0:
		return c.cut(c.rest, false, yield)
	case c.quiet > 0:
		return c.cut(c.quiet, true, yield)
	}
	return c.cut(c.waiting(), true, yield)
}

// cut yields the first n events that wait. What follows them was looked at
// already: only whom it speaks of is looked up again.
func (c *Cutter) cut(n int, open bool, yield func(*Segment) error) error {
	s := &c.segment
	s.Cut = open
	switch {
	case open:
		s.Stream.End = spec.Cut
	case s.Stream.End == "":
		s.Stream.End = spec.EOF
	}
	s.Stream.Features = c.features
	body := c.room[front : front+n]
	records := body[n-1].Record
	s.First, s.Last = c.records[0], c.records[records-1]
	whole := c.waiting() == n
	var err error
	if body = c.book.withoutKnown(c.book.unheard(body, c.start), c.start); len(body) > 0 {
		c.fill(body)
		err = yield(s)
	}
	*s = Segment{Stream: spec.Stream{Events: s.Stream.Events[:0]}}
	c.start += n
	c.rest, c.quiet = 0, 0
	c.book.forget(open, whole)
	c.leave(n, records)
	return err
}

// leave makes room: so many events and records are gone.
func (c *Cutter) leave(n, records int) {
	c.room = append(c.room[:front], c.room[front+n:]...)
	c.records = append(c.records[:0], c.records[records:]...)
	c.bytes = Weigh(c.room[front:])
	for i := range c.room[front:] {
		e := &c.room[front+i]
		e.Record -= records
		c.book.again(e, c.start)
	}
}

// fill makes the segment's stream of what was said: it puts the prelude in front
// and numbers all anew.
func (c *Cutter) fill(body []spec.Event) {
	s := &c.segment
	prelude := c.book.prelude(body, c.start)
	if n := len(prelude); n <= front {
		s.Stream.Events = c.room[front-n : front+len(body)]
		copy(s.Stream.Events, prelude)
	} else {
		s.Stream.Events = slices.Concat(prelude, body)
	}
	if len(prelude) > 0 {
		s.Prelude = prelude[len(prelude)-1].Record
		for i := range body {
			s.Stream.Events[len(prelude)+i].Record += s.Prelude
		}
	}
	number(c.numbers, s.Stream.Events)
}
