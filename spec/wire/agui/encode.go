package agui

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder's mirror is a strict decoder: what no reader may take where it stands
// is an error, too.
type encoder struct {
	wire.Mirror
	sse    bool
	mirror *decoder
}

func newEncoder(variant string) *encoder {
	e := &encoder{sse: variant != Lines, mirror: newDecoder()}
	e.mirror.strict = true
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write}
	return e
}

// write writes the event that says what its type says, behind the ends of what it
// closes by rule C3.
func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e, all: events}
	err := w.record()
	return wire.Written(&w.Writer, &events[0], err)
}

// A writer writes one record.
type writer struct {
	scan.Writer
	*encoder
	all []spec.Event
}

func (w *writer) record() error {
	if w.sse {
		w.Open('{')
		w.Key("data")
		// A value begins: what stands before it is none of its own.
		inner := writer{Writer: scan.NewWriter(w.Out), encoder: w.encoder, all: w.all}
		err := inner.body(w.recordEvents())
		w.Out, w.Err = inner.Out, inner.Err
		w.Close('}')
		return err
	}
	return w.body(w.recordEvents())
}

// recordEvents are the events without the ends of what chunks held open, which the record
// says by being there. The last one may be an end of the record's own.
func (w *writer) recordEvents() []spec.Event {
	for i := range w.all {
		e := &w.all[i]
		k := key{text, e.Message}
		if e.Kind == spec.ArgsEnd {
			k = key{call, e.Call}
		}
		if e.Kind != spec.MessageClose && e.Kind != spec.ArgsEnd || i < len(w.all)-1 && !w.ending(k) {
			return w.all[i:]
		}
	}
	return w.all[len(w.all)-1:]
}

// ending reports whether an end may be that of a chunk's item.
func (w *writer) ending(k key) bool {
	for _, k := range []key{k, {thought, k.id}} {
		if it := w.mirror.items[k]; it != nil && (w.mirror.chunks(it) || !it.started && k.kind == text) {
			return true
		}
	}
	return false
}

// body picks the type that says the events.
func (w *writer) body(events []spec.Event) error {
	switch e := &events[len(events)-1]; {
	case find(events, spec.History) != nil:
		return w.snapshot(events)
	case events[0].Kind == spec.TurnStart:
		return w.runStarted(events)
	case e.Kind == spec.TurnEnd && e.Session == "":
		return w.runFinished(events)
	case e.Kind == spec.Error:
		return w.runError(events)
	case e.Kind == spec.TurnStart && events[0].Kind == spec.SessionOpen:
		return w.agentStarted(events)
	case e.Kind == spec.SessionClose:
		return w.agentEnds(events)
	}
	return w.item(events)
}

func find(events []spec.Event, k spec.Kind) *spec.Event {
	for i := range events {
		if events[i].Kind == k {
			return &events[i]
		}
	}
	return nil
}

// start begins an event of a session.
func (w *writer) start(kind string, e *spec.Event) {
	w.Open('{')
	w.Member("type", kind)
	if w.Forms.Has(optional) {
		w.Number("timestamp", int64(w.mirror.Number))
	}
	w.Optional("subagentRunId", e.Session)
	if len(e.Metadata) > 0 {
		w.Value("metadata", e.Metadata, wire.MaxDepth)
	}
}

// option writes a text that every event of its type may leave out.
func (w *writer) option(key, text string) {
	if w.Forms.Has(optional) {
		w.Member(key, text)
	}
}

// made is an id that the wire demands and no event has.
func (w *writer) made(what string) string { return what + "-" + strconv.Itoa(w.mirror.Number+1) }
