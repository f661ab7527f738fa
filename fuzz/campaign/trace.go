package campaign

import (
	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A Tracer runs the model on streams and reuses its memory. The zero value is
// ready.
type Tracer struct {
	// fresh holds the current gain, so that each part of it is found once.
	fresh *Cover
	gain  Gain
	have  *Cover
	state *model.State
	// before holds the classes of the stream so far.
	before [rowWords]uint64
	last   visit
	lanes  []lane
}

// A visit describes the previous event.
type visit struct {
	symbol  coverage.Symbol
	session string
	parent  spec.Ref
	any     bool
}

// A lane holds the slot that a session named last.
type lane struct{ session, slot string }

// Read runs the model on a stream in one pass and returns what the stream adds
// to a cover. The gain is valid until the next call.
func (t *Tracer) Read(s *spec.Stream, have *Cover) *Gain {
	if t.fresh == nil {
		t.fresh = NewCover()
	}
	t.forget()
	t.have, t.state = have, model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		t.event(&s.Events[i])
	}
	return &t.gain
}

// forget resets the tracer for the next stream.
func (t *Tracer) forget() {
	for _, cell := range t.gain.edges {
		t.fresh.edges[cell/64] = 0
	}
	for _, o := range t.gain.orders {
		t.fresh.orders[o.at] = 0
	}
	t.gain.edges, t.gain.orders = t.gain.edges[:0], t.gain.orders[:0]
	t.before, t.last, t.lanes = [rowWords]uint64{}, visit{}, t.lanes[:0]
}

// event records the edges of an event and steps the model.
func (t *Tracer) event(e *spec.Event) {
	now, ss := coverage.SymbolOf(e), known(t.state, e.Session)
	if e.Global {
		ss = nil
	}
	p := placeOf(t.state, ss, e)
	p.slot = t.slot(e)
	t.edge(stepCell(now, &p))
	t.edge(stepCells + loadCell(now, &p, t.last.any && t.last.session != e.Session))
	if t.last.any {
		t.edge(stepCells + loadCells + pairCell(t.last.symbol, now, t.relation(ss, e)))
	}
	t.order(classOf(e.Kind, &p))
	t.last = visit{symbol: now, session: e.Session, parent: e.Parent, any: true}
	if ss != nil && ss.Parent.OK {
		t.last.parent = ss.Parent
	}
	t.state.Step(e)
}

// relation returns the relation of the event's session to the session of the
// previous event.
func (t *Tracer) relation(ss *model.Session, e *spec.Event) uint8 {
	parent := e.Parent
	if ss != nil && ss.Parent.OK {
		parent = ss.Parent
	}
	switch {
	case e.Session == t.last.session:
		return sameSession
	case parent == spec.To(t.last.session):
		return itsChild
	case t.last.parent == spec.To(e.Session):
		return itsParent
	}
	return otherSession
}

// slot returns the relation of the event's slot to the slot that its session
// named last.
func (t *Tracer) slot(e *spec.Event) uint8 {
	if e.Slot == "" {
		return slotNone
	}
	for i := range t.lanes {
		if l := &t.lanes[i]; l.session == e.Session {
			same := l.slot == e.Slot
			if l.slot = e.Slot; same {
				return slotSame
			}
			return slotOther
		}
	}
	t.lanes = append(t.lanes, lane{e.Session, e.Slot})
	return slotOther
}

func (t *Tracer) edge(cell int) {
	c := uint32(cell)
	if !t.have.hasEdge(c) && !t.fresh.hasEdge(c) {
		t.fresh.edges[c/64] |= 1 << (c % 64)
		t.gain.edges = append(t.gain.edges, c)
	}
}

// order records that all classes so far came before an event of this class.
func (t *Tracer) order(class int) {
	row := class * rowWords
	for i, seen := range t.before {
		at := row + i
		if news := seen &^ t.have.orders[at] &^ t.fresh.orders[at]; news != 0 {
			t.fresh.orders[at] |= news
			t.gain.orders = append(t.gain.orders, orderBits{uint32(at), news})
		}
	}
	t.before[class/64] |= 1 << (class % 64)
}

func stepCell(s coverage.Symbol, p *place) int {
	at := int(s)*int(phases) + int(p.phase)
	at = at*2 + int(p.message)
	at = at*int(roles) + int(p.role)
	return at*int(callPhases) + int(p.call)
}

func loadCell(s coverage.Symbol, p *place, switched bool) int {
	at := int(s)*maxOpen + int(p.open)
	at = at*2 + int(p.held)
	at = at*maxOthers + int(p.others)
	if switched {
		return at*2 + 1
	}
	return at * 2
}

func pairCell(before, now coverage.Symbol, relation uint8) int {
	return (int(before)*coverage.Symbols+int(now))*int(relations) + int(relation)
}

func classOf(k spec.Kind, p *place) int {
	phase := 0
	switch p.phase {
	case turnEmpty, turnFull:
		phase = 1
	case turnWaiting, turnOver:
		phase = 2
	}
	at := min(int(k), kindCount-1)*int(roles) + int(p.role)
	return (at*int(slots)+int(p.slot))*orderPhases + phase
}
