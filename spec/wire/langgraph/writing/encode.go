package writing

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

// New returns an encoder that writes the variant's records.
func New(variant string) wire.Encoder {
	if reading.IsV3(variant) {
		return newThreadEncoder(variant)
	}
	e := &encoder{
		python: reading.IsPython(variant), sse: reading.IsSSE(variant),
		mirror: reading.New(variant), sessions: map[string]*written{},
	}
	e.Mirror = wire.Mirror{Name: "langgraph", Decoder: e.mirror, Write: e.write, Says: says}
	return e
}

func says(want, got []spec.Event) error { return Says(want, got, spec.CallDone) }

// An encoder remembers what a producer knows beside the events: names of calls,
// speakers, and how a message is written.
type encoder struct {
	wire.Mirror
	python, sse bool
	notes       int
	places      int
	sessions    map[string]*written
	// mirror also finds again links and agents of sub-sessions, which no record states.
	mirror *reading.StreamDecoder
}

// A written is what the encoder knows of a session.
type written struct {
	messages map[string]*writing
	calls    map[string]call // the newest of an id
}

// A call is what a tool message repeats of it.
type call struct {
	name, message string
	answered      bool
}

// A writing is a message in the making.
type writing struct {
	agent  string
	step   int
	blocks bool // content is a list of numbered blocks
}

// An outcome is a record before it takes its shape.
type outcome struct {
	path    []string
	mode    string
	payload any
}

// verbatim is the payload of an outcome that is a whole record.
type verbatim []byte

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	out, err := e.record(events)
	if err != nil {
		return dst, err
	}
	record, err := e.append(dst, out, events[0].ID)
	if err != nil {
		return dst, fmt.Errorf("%s: write a record of mode %s: %w", events[0].Kind, out.mode, err)
	}
	return record, nil
}

// record chooses the mode by the first event that is no session.open.
func (e *encoder) record(events []spec.Event) (*outcome, error) {
	rest := events
	if rest[0].Kind == spec.SessionOpen {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return e.opening(&events[0]), nil
	}
	switch first := &rest[0]; first.Kind {
	case spec.Text, spec.CallOpen, spec.CallArgs, spec.MessageClose, spec.UsageReport:
		return e.chunk(rest)
	case spec.MessageFull, spec.CallDone:
		return e.message(rest)
	case spec.Wait:
		return e.waits(rest), nil
	case spec.Error:
		return e.failure(first), nil
	case spec.NoteEvent:
		return e.note(first)
	default:
		return nil, fmt.Errorf("%s: the dialect has no such record", first.Kind)
	}
}

// append writes the record in the variant's shape.
func (e *encoder) append(dst []byte, out *outcome, id string) ([]byte, error) {
	if raw, ok := out.payload.(verbatim); ok {
		return append(dst, raw...), nil
	}
	namespace := slices.Concat([]string{}, out.path)
	var record any = []any{namespace, out.mode, out.payload}
	switch {
	case e.Forms.Has(objects) && !e.sse:
		record = writtenObject{namespace, out.mode, out.payload}
	case e.sse:
		record = writtenEvent{reading.JoinPath(append([]string{out.mode}, out.path...)), id, out.payload}
	}
	text, err := json.Marshal(record, jsontext.AllowDuplicateNames(true))
	return append(dst, text...), err
}

func (e *encoder) session(id string) *written {
	w := e.sessions[id]
	if w == nil {
		w = &written{messages: map[string]*writing{}, calls: map[string]call{}}
		e.sessions[id] = w
	}
	return w
}

// writing is the message of that id, which begins a step if it is new.
func (w *written) writing(id string) *writing {
	m := w.messages[id]
	if m == nil {
		m = &writing{step: 2*len(w.messages) + 1}
		w.messages[id] = m
	}
	return m
}

// announced remembers a call's name, set once.
func (w *written) announced(id, name, message string) {
	if name == "" {
		name = w.calls[id].name
	}
	w.calls[id] = call{name: name, message: message}
}
