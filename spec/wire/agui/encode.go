package agui

import (
	"fmt"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder writes an event and reads it back with a strict decoder of its own:
// what the event does not say, and what no reader may take where it stands, is an
// error. After an error its next records are not to be relied on.
type encoder struct {
	sse    bool
	mirror *decoder
	back   []spec.Event
}

func newEncoder(variant string) *encoder {
	mirror := newDecoder()
	mirror.strict = true
	return &encoder{sse: variant != Lines, mirror: mirror}
}

// Encode implements wire.Encoder. One event holds what its type says, behind the
// ends of what it closes by rule C3.
func (e *encoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) == 0 {
		return dst, fmt.Errorf("%s: a record without events", name)
	}
	w := writer{Writer: scan.NewWriter(dst), encoder: e, all: events}
	if err := w.record(); err != nil {
		return dst, fmt.Errorf("%s: %w", name, err)
	}
	if w.Err != nil {
		return dst, fmt.Errorf("%s: %s: %w", name, events[0].Kind, w.Err)
	}
	var problem *wire.Problem
	e.back, problem = e.mirror.Decode(e.back[:0], w.Out[len(dst):])
	if problem != nil {
		return dst, fmt.Errorf("%s: %s: %s", name, events[0].Kind, problem.Detail)
	}
	if err := wire.ReadBack(events, e.back); err != nil {
		return dst, fmt.Errorf("%s: %w", name, err)
	}
	return w.Out, nil
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
		err := inner.body(w.said())
		w.Out, w.Err = inner.Out, inner.Err
		w.Close('}')
		return err
	}
	return w.body(w.said())
}

// said are the events without the ends of what chunks held open, which the record
// says by being there. An end that nothing follows has no record.
func (w *writer) said() []spec.Event {
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
	return w.all
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
func (w *writer) body(said []spec.Event) error {
	switch e := &said[len(said)-1]; {
	case find(said, spec.History) != nil:
		return w.snapshot(said)
	case said[0].Kind == spec.TurnStart:
		return w.runStarted(said)
	case e.Kind == spec.TurnEnd && e.Session == "":
		return w.runFinished(said)
	case e.Kind == spec.Error:
		return w.runError(said)
	case e.Kind == spec.TurnStart && said[0].Kind == spec.SessionOpen:
		return w.agentStarted(said)
	case e.Kind == spec.SessionClose:
		return w.agentEnds(said)
	}
	return w.item(said)
}

func find(said []spec.Event, k spec.Kind) *spec.Event {
	for i := range said {
		if said[i].Kind == k {
			return &said[i]
		}
	}
	return nil
}

// start begins an event of a session.
func (w *writer) start(kind string, e *spec.Event) {
	w.Open('{')
	w.member("type", kind)
	if e.Session != "" {
		w.member("subagentRunId", e.Session)
	}
	if len(e.Metadata) > 0 {
		w.Key("metadata")
		w.Raw(e.Metadata, wire.MaxDepth)
	}
}

func (w *writer) member(key, text string) {
	w.Key(key)
	w.Text(text)
}

// may writes a text that may be absent.
func (w *writer) may(key, text string) {
	if text != "" {
		w.member(key, text)
	}
}

func unsayableBy(e *spec.Event, why string) error { return fmt.Errorf("%s: %s", e.Kind, why) }

// made is an id that the wire demands and no event has.
func (w *writer) made(what string) string { return what + "-" + strconv.Itoa(w.mirror.record+1) }
