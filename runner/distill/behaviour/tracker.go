package behaviour

import (
	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/spec"
)

// A Tracker finds the steps and orders of a stream, event by event. Its memory
// does not grow with the stream, and once it is warm nothing is allocated. It
// serves one stream at a time; use NewTracker.
type Tracker struct {
	f      spec.Features
	things things
	set    Set
	// now is the session of the event, before the one that spoke last; indexes,
	// -1 for none.
	now, before int32
	// ended is how often everything ended at once.
	ended uint32
}

// NewTracker returns a tracker of streams with these features.
func NewTracker(f spec.Features) *Tracker {
	return &Tracker{f: f, things: newThings(), now: -1, before: -1}
}

// Of are the steps and orders of a whole stream.
func Of(s *spec.Stream) Set {
	t := NewTracker(s.Features)
	return t.Of(s.Events)
}

// Of are the steps and orders of a stream's events, read as the beginning of a
// stream: what the tracker knew before is forgotten.
func (t *Tracker) Of(events []spec.Event) Set {
	t.Reset()
	for i := range events {
		t.Add(&events[i])
	}
	return t.set
}

// Reset begins another stream.
func (t *Tracker) Reset() {
	t.things.clear()
	t.set, t.now, t.before, t.ended = Set{}, -1, -1, 0
}

// Set are the steps and orders since the last Reset.
func (t *Tracker) Set() Set { return t.set }

// Add takes in one event, of which it keeps nothing but copies of ids.
func (t *Tracker) Add(e *spec.Event) {
	if quiet(e) {
		return
	}
	if t.things.full() {
		t.things.forget()
		t.now, t.before = -1, -1
	}
	symbol := campaign.SymbolOf(e)
	if e.Global || e.NoSession {
		t.set.add(step(anywhere, symbol))
		t.everywhere(e)
		return
	}
	ss := t.session(e)
	t.set.add(step(t.take(e, ss), symbol))
	if t.before >= 0 && t.before != t.now {
		t.set.add(order(t.related()))
	}
	t.before = t.now
}

// quiet reports whether an event changes nothing that is open.
func quiet(e *spec.Event) bool {
	switch e.Kind {
	case spec.UsageReport:
		return true
	case spec.NoteEvent:
		return e.Note != spec.NoteBoundary && e.Note != spec.NoteUnknown
	}
	return false
}

// everywhere ends every turn where an event without a session does.
func (t *Tracker) everywhere(e *spec.Event) {
	if e.Kind == spec.Cancel || e.Kind == spec.UserTurn && t.f.UserTurn || e.Kind == spec.Error && e.Fatal {
		t.ended++
	}
}

// session finds the event's session, the one of the last event first, and leaves
// its index in now.
func (t *Tracker) session(e *spec.Event) *thing {
	if t.now >= 0 {
		one := &t.things.all[t.now]
		if string(t.things.names[one.from:one.to]) == e.Session {
			return t.adopt(e)
		}
	}
	i, slot := t.things.find(e.Session, aSession)
	if i < 0 {
		i = t.things.add(e.Session, aSession, slot)
	}
	t.now = i
	return t.adopt(e)
}

// adopt notes the parent of the session that speaks.
func (t *Tracker) adopt(e *spec.Event) *thing {
	if e.Parent.OK && t.things.all[t.now].parent == 0 {
		i, slot := t.things.find(e.Parent.ID, aSession)
		if i < 0 {
			i = t.things.add(e.Parent.ID, aSession, slot)
		}
		t.things.all[t.now].parent = t.things.all[i].serial
	}
	return &t.things.all[t.now]
}

// related is the relation of the session that spoke before to the one that
// speaks.
func (t *Tracker) related() relation {
	now, before := &t.things.all[t.now], &t.things.all[t.before]
	switch {
	case now.parent == before.serial:
		return itsParent
	case before.parent == now.serial:
		return itsChild
	case now.parent != 0 && now.parent == before.parent:
		return itsSibling
	}
	return aStranger
}
