package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

type encoder struct {
	wire.Mirror
	mirror *decoder
	// calls are the last of each id: a record of progress repeats what they are.
	calls    map[string]spec.Event
	items    int               // begun in this run
	used     map[string]bool   // their ids
	searches map[string]string // the ids of the items of searches, by the call's
}

func newEncoder() *encoder {
	e := &encoder{mirror: newDecoder(), calls: map[string]spec.Event{}, used: map[string]bool{}, searches: map[string]string{}}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write, Says: e.says}
	return e
}

// write writes a record. One holds one event, but for those of a call: its start,
// its progress or completion, and the sub-sessions that its item opens and closes,
// in the order in which the decoder gives them.
func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e}
	err := w.record(events)
	return wire.Written(&w.Writer, &events[0], err)
}

func (e *encoder) says(want, got []spec.Event) error {
	if err := wire.ReadBack(want, got); err != nil {
		return err
	}
	e.remember(want)
	return nil
}

// remember keeps what later records need of the calls.
func (e *encoder) remember(events []spec.Event) {
	for i := range events {
		if ev := &events[i]; ev.Kind == spec.CallStart || ev.Kind == spec.CallDone {
			e.calls[ev.Call] = *ev
		}
	}
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
		return wire.NotRepresentable(&events[1], "", "not in one record with "+events[0].Kind.String())
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
		w.Member("message", e.Error)
	case spec.NoteEvent:
		return w.note(e)
	default:
		return wire.NotRepresentable(e, "", "no record says it")
	}
	w.Close('}')
	return nil
}

func (w *writer) open(kind string) {
	w.Open('{')
	w.Member("type", kind)
}

func (w *writer) turnEnd(e *spec.Event) {
	if e.Status == spec.Failed {
		w.open("turn.failed")
		w.Begin("error", '{')
		w.Member("message", e.Error)
		w.Close('}')
		return
	}
	w.open("turn.completed")
	if e.Usage == nil {
		return
	}
	w.Begin("usage", '{')
	w.Number("input_tokens", e.Usage.Input)
	w.Number("cached_input_tokens", 0)
	w.Number("cache_write_input_tokens", 0)
	w.Number("output_tokens", e.Usage.Output)
	w.Number("reasoning_output_tokens", 0)
	w.Close('}')
}
