package codex

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder writes a record and reads it back with a decoder of its own: what
// the record does not say is an error. After an error its next records are not
// to be relied on.
type encoder struct {
	mirror *decoder
	back   []spec.Event
	// calls are the last of each id: a record of progress repeats what they are.
	calls    map[string]spec.Event
	items    int               // begun in this run
	used     map[string]bool   // their ids
	searches map[string]string // the ids of the items of searches, by the call's
}

func newEncoder() *encoder {
	return &encoder{mirror: newDecoder(), calls: map[string]spec.Event{}, used: map[string]bool{}, searches: map[string]string{}}
}

// Encode implements wire.Encoder. One record holds one event, but for those of a
// call: its start, its progress or completion, and the sub-sessions that its
// item opens and closes, in the order in which the decoder gives them.
func (e *encoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) == 0 {
		return dst, fmt.Errorf("%s: a record without events", name)
	}
	w := writer{Writer: scan.NewWriter(dst), encoder: e}
	if err := w.record(events); err != nil {
		return dst, err
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
	e.remember(events)
	return w.Out, nil
}

// remember keeps what later records need of the calls.
func (e *encoder) remember(events []spec.Event) {
	for i := range events {
		if ev := &events[i]; ev.Kind == spec.CallStart || ev.Kind == spec.CallDone {
			e.calls[ev.Call] = *ev
		}
	}
}

// unsayable is the error of an event, or of a field of it, that the dialect has
// no place for.
func unsayable(e *spec.Event, field, why string) error {
	if field == "" {
		return fmt.Errorf("%s: %s: %s", name, e.Kind, why)
	}
	return fmt.Errorf("%s: %s: %s: %s", name, e.Kind, field, why)
}

// A writer writes one record.
type writer struct {
	scan.Writer
	*encoder
}

func (w *writer) record(events []spec.Event) error {
	for i := range events {
		switch events[i].Kind {
		case spec.CallStart, spec.CallProgress, spec.CallDone, spec.SessionOpen, spec.SessionClose:
			return w.call(events)
		}
	}
	if len(events) > 1 {
		return unsayable(&events[1], "", "not in one record with "+events[0].Kind.String())
	}
	return w.single(&events[0])
}

func (w *writer) single(e *spec.Event) error {
	switch e.Kind {
	case spec.TurnStart:
		w.open("turn.started")
	case spec.TurnEnd:
		w.turnEnd(e)
	case spec.MessageFull:
		return w.message(e)
	case spec.Error:
		w.open("error")
		w.member("message", e.Error)
	case spec.NoteEvent:
		return w.note(e)
	default:
		return unsayable(e, "", "no record says it")
	}
	w.Close('}')
	return nil
}

func (w *writer) open(kind string) {
	w.Open('{')
	w.member("type", kind)
}

func (w *writer) member(key, text string) {
	w.Key(key)
	w.Text(text)
}

func (w *writer) turnEnd(e *spec.Event) {
	if e.Status == spec.Failed {
		w.open("turn.failed")
		w.Key("error")
		w.Open('{')
		w.member("message", e.Error)
		w.Close('}')
		return
	}
	w.open("turn.completed")
	if e.Usage == nil {
		return
	}
	w.Key("usage")
	w.Open('{')
	w.figure("input_tokens", e.Usage.Input)
	w.figure("cached_input_tokens", 0)
	w.figure("cache_write_input_tokens", 0)
	w.figure("output_tokens", e.Usage.Output)
	w.figure("reasoning_output_tokens", 0)
	w.Close('}')
}

func (w *writer) figure(key string, n int64) {
	w.Key(key)
	w.Int(n)
}
