package behaviour

import (
	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/spec"
)

// A Tracker finds the steps and orders of a stream, event by event. Its memory
// does not grow with the stream, and once it is warm nothing is allocated. It
// serves one stream at a time; use NewTracker.
type Tracker struct {
	steps *coverage.Steps
	set   Set
}

// NewTracker returns a tracker of streams with these features.
func NewTracker(f spec.Features) *Tracker { return &Tracker{steps: coverage.NewSteps(f)} }

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
	t.steps.Reset()
	t.set = Set{}
}

// Set are the steps and orders since the last Reset.
func (t *Tracker) Set() Set { return t.set }

// Add takes in one event, of which it keeps nothing but copies of ids.
func (t *Tracker) Add(e *spec.Event) { t.within(&everything, e) }

// within is Add, and reports whether what the event shows is in a set.
func (t *Tracker) within(may *Set, e *spec.Event) bool {
	if quiet(e) {
		return true
	}
	s := t.steps.Next(e)
	cell := step(s.Stage, s.Symbol)
	t.set.add(cell)
	is := may.has(cell)
	if s.Relation != coverage.SameSession {
		cell = order(s.Relation)
		t.set.add(cell)
		is = is && may.has(cell)
	}
	return is
}

// everything is what Any returns.
var everything = Any()

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
