package deepagents

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/langgraph/writing"
)

// NewEncoder returns an encoder that writes polls, in the variant stream only of
// what states tell, and LangGraph's records of all else.
func (codec) NewEncoder(variant string) wire.Encoder {
	e := &encoder{
		streams: variant == stream, graph: langgraph.New().NewEncoder(""),
		mirror: newDecoder(), threads: map[string]*thread{},
	}
	e.Mirror = wire.Mirror{Name: dialect, Decoder: e.mirror, Write: e.write, Says: says}
	return e
}

// An encoder keeps the state of each session, as far as events told it, and
// polls it for each record.
type encoder struct {
	wire.Mirror
	streams bool
	graph   wire.Encoder // writes messages, and what is streamed
	threads map[string]*thread
	asides  int
	mirror  *decoder
	scratch []byte
}

// write writes one poll of one session.
func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	for i := range events {
		if !e.polled(&events[i]) {
			return e.streamed(dst, events)
		}
	}
	return e.poll(dst, events)
}

// polled reports whether a state tells the event.
func (e *encoder) polled(ev *spec.Event) bool {
	switch ev.Kind {
	case spec.ToolLog, spec.Wait:
		return true
	case spec.MessageFull, spec.CallDone:
		return ev.Restated || !e.streams
	case spec.NoteEvent:
		return !e.streams && len(ev.Raw) == 0
	case spec.SessionOpen, spec.Error:
		return !e.streams
	}
	return false
}

// streamed writes a record of LangGraph's. In polls alone only a record that is
// not understood can stand between.
func (e *encoder) streamed(dst []byte, events []spec.Event) ([]byte, error) {
	if ev := &events[0]; !e.streams && (ev.Kind != spec.NoteEvent || ev.Note != spec.NoteUnknown) {
		return dst, fmt.Errorf("%s: no poll says it", ev.Kind)
	}
	if e.opens(events) {
		return e.poll(dst, events)
	}
	return e.graph.Encode(dst, events)
}

// opens reports whether all but the opening of a session is what states tell.
func (e *encoder) opens(events []spec.Event) bool {
	if events[0].Kind != spec.SessionOpen || len(events) < 2 {
		return false
	}
	for i := range events[1:] {
		if !e.polled(&events[i+1]) {
			return false
		}
	}
	return true
}

// says reports the first event that a record, which gave got, does not say. A
// message or result that comes for the first time is restated all the same. A
// record of nothing but what need not be said is a note. LangGraph's encoder has
// read back its own fragments.
func says(want, got []spec.Event) error {
	visible := slices.ContainsFunc(want, func(e spec.Event) bool { return !writing.Unsaid(&e) })
	if rest := writing.Past(got); !visible && len(rest) == 1 && rest[0].Note == spec.NoteCustom {
		return nil
	}
	return writing.Says(want, got, spec.MessageFull, spec.CallDone)
}
