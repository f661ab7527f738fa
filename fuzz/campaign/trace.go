package campaign

import (
	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A Tracer follows streams and reuses its memory. The zero value is ready.
type Tracer struct {
	// fresh holds the current gain, so that each part of it is found once.
	fresh *Cover
	gain  Gain
	have  *Cover
	steps *coverage.Steps
	// before holds the classes of the stream so far.
	before [rowWords]uint64
	last   coverage.Symbol // of the previous event
	slots  []lastSlot
}

// A lastSlot holds the slot that a session named last.
type lastSlot struct{ session, slot string }

// Read follows a stream in one pass and returns what the stream adds to a cover.
// The gain is valid until the next call.
func (t *Tracer) Read(s *spec.Stream, have *Cover) *Gain {
	if t.fresh == nil {
		t.fresh = NewCover()
	}
	t.forget()
	t.have, t.steps = have, coverage.NewSteps(s.Features)
	for i := range s.Events {
		t.event(&s.Events[i], i > 0)
	}
	return &t.gain
}

// forget resets the tracer for the next stream.
func (t *Tracer) forget() {
	for _, cell := range t.gain.Edges {
		t.fresh.edges[cell/64] = 0
	}
	for _, o := range t.gain.Orders {
		t.fresh.orders[o.At] = 0
	}
	t.gain.Edges, t.gain.Orders = t.gain.Edges[:0], t.gain.Orders[:0]
	t.before, t.slots = [rowWords]uint64{}, t.slots[:0]
}

// event records the edges of an event. follows reports whether another one came
// before.
func (t *Tracer) event(e *spec.Event, follows bool) {
	s := t.steps.Next(e)
	depth, depths := int(t.steps.Depth(s.Session)), int(coverage.Depths)
	turn := int(coverage.TurnStage(s.Found) - coverage.BeforeTurn)
	message, call := int(coverage.MessageStage(s.Found)-coverage.NewMessage), int(coverage.CallStage(e, s.Found)-coverage.NamelessCall)
	t.edge(cell(int(s.Symbol), turn, coverage.TurnStages, flag(s.Found.Has(follow.TurnFull)), 2, message, coverage.MessageStages, depth, depths, call, coverage.CallStages))
	t.edge(stepCells + cell(int(s.Symbol), min(t.steps.Calls(s.Session), maxOpen-1), maxOpen, min(t.steps.Others(s.Session), maxOthers-1), maxOthers, flag(s.Relation != coverage.SameSession), 2))
	if follows {
		t.edge(stepCells + loadCells + cell(int(t.last), int(s.Symbol), coverage.Symbols, int(s.Relation), int(coverage.Relations)))
	}
	t.order(cell(min(int(e.Kind), kindCount-1), depth, depths, t.slot(e), slots, min(turn, orderPhases-1), orderPhases))
	t.last = s.Symbol
}

// cell is the number of a cell: a first index, then each further index with how
// many there are.
func cell(first int, further ...int) int {
	for i := 0; i < len(further); i += 2 {
		first = first*further[i+1] + further[i]
	}
	return first
}

// The relations of an event's slot to the one that its session named last.
const (
	slotNone = iota
	slotSame
	slotOther
	slots
)

func (t *Tracer) slot(e *spec.Event) int {
	if e.Slot == "" {
		return slotNone
	}
	for i := range t.slots {
		if l := &t.slots[i]; l.session == e.Session {
			same := l.slot == e.Slot
			if l.slot = e.Slot; same {
				return slotSame
			}
			return slotOther
		}
	}
	t.slots = append(t.slots, lastSlot{e.Session, e.Slot})
	return slotOther
}

func (t *Tracer) edge(cell int) {
	c := uint32(cell)
	if !t.have.hasEdge(c) && !t.fresh.hasEdge(c) {
		t.fresh.edges[c/64] |= 1 << (c % 64)
		t.gain.Edges = append(t.gain.Edges, c)
	}
}

// order records that all classes so far came before an event of this class.
func (t *Tracer) order(class int) {
	row := class * rowWords
	for i, seen := range t.before {
		at := row + i
		if news := seen &^ t.have.orders[at] &^ t.fresh.orders[at]; news != 0 {
			t.fresh.orders[at] |= news
			t.gain.Orders = append(t.gain.Orders, OrderBits{uint32(at), news})
		}
	}
	t.before[class/64] |= 1 << (class % 64)
}
