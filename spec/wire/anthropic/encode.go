package anthropic

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The forms by number; forms names them.
const (
	beside      = iota // pings and unknown events stand between those of a message
	interleaved        // two blocks are open together: which steps make, and not the encoder
)

var forms = []string{beside: "notes", interleaved: "interleaved"}

// An encoder writes events as Claude Code's encoder does in its stream_event frames, and
// leaves out what a message's start and end say besides: the edges of its turn.
type encoder struct {
	wire.Mirror
	framed bool
	frames wire.Encoder
	reader *decoder
	start  []byte // the latest message_start
}

func newEncoder(variant string) *encoder {
	e := &encoder{framed: variant != Lines, frames: claudecode.New().NewEncoder(claudecode.Partial), reader: newDecoder()}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.reader, Write: e.write}
	return e
}

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	event, err := e.event(slices.DeleteFunc(slices.Clone(events), edge), &events[0])
	if err != nil || !e.framed {
		return append(dst, event...), err
	}
	kind, _ := scan.Value(event).Get("type").Text()
	dst = scan.AppendText(append(dst, `{"event":`...), kind)
	return append(append(append(dst, `,"data":`...), event...), '}'), nil
}

// edge reports whether an event follows from the start or end of a message: an edge of
// its turn, and what becomes of its calls.
func edge(e spec.Event) bool {
	switch e.Kind {
	case spec.TurnStart, spec.TurnEnd, spec.Wait:
		return true
	}
	return e.Kind == spec.CallDone && e.Status == spec.Cancelled
}

// event writes the event that says those that are left of a record.
func (e *encoder) event(events []spec.Event, first *spec.Event) ([]byte, error) {
	switch {
	case len(events) == 0:
		return nil, wire.NotRepresentable(first, "", "a turn is a message")
	case events[0].Kind == spec.Error:
		return append(scan.AppendText([]byte(`{"type":"error","error":{"type":"api_error","message":`), events[0].Error), "}}"...), nil
	case events[0].Kind == spec.NoteEvent && events[0].Message == "":
		return e.note(&events[0])
	}
	frame, err := e.frames.Encode(nil, events)
	if err != nil {
		return nil, err
	}
	event := scan.Value(frame).Get("event")
	if event.Kind() != '{' {
		return nil, wire.NotRepresentable(&events[0], "", "no event says it")
	}
	if events[0].Kind == spec.MessageOpen {
		e.start = []byte(event)
	}
	return []byte(event), nil
}

// note writes an event that says nothing: a ping, one of a type that nobody knows, or
// the start of the open message again.
func (e *encoder) note(n *spec.Event) ([]byte, error) {
	switch {
	case n.Note == spec.NoteHeartbeat:
		return []byte(`{"type":"ping"}`), nil
	case n.Note == spec.NoteUnknown && len(n.Raw) > 0:
		event := eventOf(scan.Value(n.Raw))
		return []byte(event), nil
	case n.Note == spec.NoteUnknown:
		return []byte(`{"type":"unheard_of"}`), nil
	case n.Note == spec.NoteCustom && e.reader.open:
		return e.start, nil
	}
	return nil, wire.NotRepresentable(n, "Note", string(n.Note)+" has no event")
}
