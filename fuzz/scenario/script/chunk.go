package script

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Chunks is the form in which a message or call has no start and end of its own:
// its first fragment says the start, and the next record of its session the end.
const Chunks = "chunks"

// Chunked are the steps with that done wherever it can be: what opens a message or
// call shares the record of its first fragment, and its end the record that ends it.
// Sessions are emitted independently, so that a step moves past those of others.
func Chunked(sc *scenario.Scenario, emitted []Emitted) []Emitted {
	c := chunker{sc: sc, emitted: emitted, first: map[int]int{}, ends: map[int][]int{}, moved: map[int]bool{}}
	for i := range emitted {
		c.take(i)
	}
	if len(c.moved) == 0 {
		return emitted
	}
	return c.written()
}

type chunker struct {
	sc      *scenario.Scenario
	emitted []Emitted
	// first is, by what opens an item, its first fragment; ends are, by the record's
	// first step, the ends that come to be in front of it.
	first map[int]int
	ends  map[int][]int
	moved map[int]bool
}

// take makes chunks of the item that the step at i opens, if it can be.
func (c *chunker) take(i int) {
	open := &c.emitted[i]
	if open.Kind != MessageOpens && open.Kind != CallOpens {
		return
	}
	first, end := scenario.None, scenario.None
	for j := i + 1; j < len(c.emitted) && end == scenario.None; j++ {
		s := &c.emitted[j]
		switch {
		case !open.owns(s) && c.closes(s, open.Session):
			return
		case !open.owns(s):
		case s.Kind == MessageEnds || s.Kind == ArgsEnd:
			end = j
		case first == scenario.None:
			first = j
		}
	}
	if end == scenario.None || first == scenario.None || c.sc.Items[c.emitted[first].Item].Call == scenario.None && c.sc.ItemMeta(int(c.emitted[first].Item)) != nil {
		return
	}
	if by := c.closer(end, open.Session); by != scenario.None {
		c.first[i], c.ends[by] = first, append(c.ends[by], end)
		c.moved[first], c.moved[end] = true, true
	}
}

// owns reports whether a step is a fragment or the end of the item that s opens.
func (s *Emitted) owns(o *Emitted) bool {
	switch o.Kind {
	case TextPiece, MessageEnds:
		return s.Kind == MessageOpens && o.Message == s.Message
	case ArgsPiece, ArgsEnd:
		return s.Kind == CallOpens && o.Call == s.Call
	}
	return false
}

// closes reports whether a step ends what chunks hold open in a session.
func (c *chunker) closes(s *Emitted, session int32) bool {
	switch s.Kind {
	case Restated, Fails, Cancels, TurnStarts:
		return true
	case TurnEnds:
		return s.Session == session || s.Session == 0
	case Notes:
		return s.Session == session && s.Note(c.sc) != spec.NoteUnknown
	}
	return s.Session == session
}

// closer is the first step of the record that ends what chunks hold open; None
// where it is none that does just that.
func (c *chunker) closer(end int, session int32) int {
	for j := end + 1; j < len(c.emitted); j++ {
		s := &c.emitted[j]
		if !c.closes(s, session) {
			continue
		}
		if s.Kind == TurnEnds && c.fails(s) {
			return scenario.None
		}
		switch s.Kind {
		case MessageOpens, TextPiece, MessageEnds, CallOpens, ArgsPiece, ArgsEnd, CallEnds, TurnEnds, Notes:
			for c.emitted[j-1].Record == s.Record {
				j--
			}
			if s.Session == session {
				return j
			}
		}
		return scenario.None
	}
	return scenario.None
}

// fails reports whether a turn's end completes nothing that chunks hold open.
func (c *chunker) fails(s *Emitted) bool {
	status, _, _ := c.sc.Ending(int(s.Turn))
	return status == spec.Failed
}

// written are the steps in their new places, in records numbered anew.
func (c *chunker) written() []Emitted {
	all := make([]Emitted, 0, len(c.emitted))
	record, old := 0, 0
	say := func(i int) {
		s := c.emitted[i]
		s.Record = record
		all = append(all, s)
	}
	for i := range c.emitted {
		if c.moved[i] {
			continue
		}
		if c.emitted[i].Record != old {
			record, old = record+1, c.emitted[i].Record
		}
		for _, end := range c.ends[i] {
			say(end)
		}
		say(i)
		if first, ok := c.first[i]; ok {
			say(first)
		}
	}
	return all
}
