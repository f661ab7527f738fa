package aisdk

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A pass is the decoding of one record.
type pass struct {
	*decoder
	wire.Typed
	raw   scan.Value // the record
	chunk scan.Value // what it says
	out   []spec.Event
	older bool // it is a coded line
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	p := pass{decoder: d, raw: d.Envelope.Text, out: dst}
	p.read()
	return p.out, p.Problem()
}

// read tells the shapes of a record apart: a chunk has a type, a coded line a
// code; an event's data is a chunk or text.
func (p *pass) read() {
	record := p.Envelope.Object
	kind, typed := record.Get("type").Text()
	code, coded := record.Get("code").Text()
	data := record.Get("data")
	switch {
	case typed:
		p.chunk = p.raw
		p.ui(kind)
	case coded && record.Get("value") != "":
		p.chunk = record.Get("value")
		p.line(code)
	case data != "" || record.Get("event") != "":
		p.event(data)
	default:
		p.Refuse("no chunk, no event and no coded line")
	}
}

// event reads a server-sent event; only its data counts, and one without data
// only keeps the connection.
func (p *pass) event(data scan.Value) {
	text, isText := data.Text()
	kind, typed := data.Get("type").Text()
	switch {
	case typed:
		p.chunk = data
		p.ui(kind)
	case data == "", isText && text == "":
		p.note(spec.NoteHeartbeat, "")
	case isText && text == done:
		p.note(spec.NoteCustom, text)
	default:
		p.Refuse("an event's data is no chunk")
	}
}

// done is the data of the last event of a stream.
const done = "[DONE]"

// Violations implements wire.Verifier: what of the latest record the SDK's reader
// stops at.
func (d *decoder) Violations() []spec.Violation { return d.Violated }

// illegal notes that a record names what was never started, or has ended.
func (p *pass) illegal(id, detail string) {
	v := spec.Violation{Record: p.Number, Force: spec.Demanded, Refused: true, Clause: stops, Detail: detail + " " + id}
	p.Violated = append(p.Violated, v)
}

func (p *pass) emit(e spec.Event) { p.out = append(p.out, e) }

func (p *pass) note(note spec.Note, text string) {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: note, Text: text})
}

func (p *pass) unknown() {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.raw)})
}
