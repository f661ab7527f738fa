package aisdk

import (
	"encoding/json"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder keeps which turn and message are open, and of each id the part or
// call that it was used for last.
type decoder struct {
	record   int
	turn     string // of the last start
	running  bool   // a turn started and did not end
	turns    int    // turns begun in the newer protocol, ended in the older one
	messages int    // messages begun in the newer one

	message  string    // the open one, "" where there is none
	step     bool      // a record of its own began it
	void     bool      // it was taken back, and nothing came since
	nameless bool      // the older protocol: content without a message's start came
	form     spec.Form // of the last such text
	place    int       // counts where messages are open, and where none is

	parts map[string]*part  // by form and id
	slots map[string]int    // taken in the open message: how often each id was used
	calls map[string]*call  // by id
	asks  map[string]string // the call that each approval is for
	waits map[string]bool   // the calls that wait for one, of the open turn

	begun, called []string // the keys of parts and calls of the open message
}

// A part is a text or thought; prev is what its id meant before, as long as its
// message is open.
type part struct {
	message, slot string
	prev          *part
}

// A call is a tool call.
type call struct {
	message, name string
	prev          *call
	place, turn   int    // where and when it began
	complete      bool   // its input is
	over          bool   // it has an output
	ask           string // the approval that it was last asked for
}

func newDecoder() *decoder {
	return &decoder{
		parts: map[string]*part{}, slots: map[string]int{}, calls: map[string]*call{},
		asks: map[string]string{}, waits: map[string]bool{},
	}
}

// A pass is the decoding of one record.
type pass struct {
	*decoder
	raw   scan.Value // the record
	chunk scan.Value // what it says
	out   []spec.Event
	older bool   // it is a coded line
	wrong string // a member that is missing or of the wrong type
}

// Decode implements wire.Decoder.
func (d *decoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.record++
	v, problem := wire.Parse(record, d.record)
	if problem != nil {
		return dst, problem
	}
	p := pass{decoder: d, raw: v, out: dst}
	p.read(v)
	if p.wrong != "" {
		return dst, &wire.Problem{Record: d.record, Reason: wire.Malformed, Detail: p.wrong}
	}
	for i := len(dst); i < len(p.out); i++ {
		p.out[i].Record = d.record
	}
	return p.out, nil
}

// read tells the shapes of a record apart: a chunk has a type, a coded line a
// code; an event's data is a chunk or text.
func (p *pass) read(v scan.Value) {
	kind, typed := v.Get("type").Text()
	code, coded := v.Get("code").Text()
	data := v.Get("data")
	switch {
	case typed:
		p.chunk = v
		p.ui(kind)
	case coded && v.Get("value") != "":
		p.chunk = v.Get("value")
		p.line(code)
	case v.Kind() == '{' && (data != "" || v.Get("event") != ""):
		p.event(data)
	default:
		p.wrong = "no chunk, no event and no coded line"
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
		p.wrong = "an event's data is no chunk"
	}
}

// done is the data of the last event of a stream.
const done = "[DONE]"

func (p *pass) emit(e spec.Event) { p.out = append(p.out, e) }

func (p *pass) note(note spec.Note, text string) {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: note, Text: text})
}

func (p *pass) unknown() {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.raw)})
}

// need is the text of a member that a record must have.
func (p *pass) need(key string) string {
	text, ok := p.chunk.Get(key).Text()
	if !ok {
		p.fail(key)
	}
	return text
}

// may is the text of a member that a record may have; null is none.
func (p *pass) may(key string) string {
	v := p.chunk.Get(key)
	text, ok := v.Text()
	if !ok && !v.None() {
		p.fail(key)
	}
	return text
}

// flag is a member that is true or, if it is missing, false.
func (p *pass) flag(key string) bool {
	v := p.chunk.Get(key)
	value, ok := v.Bool()
	if !ok && !v.None() {
		p.fail(key)
	}
	return value
}

func (p *pass) fail(key string) {
	if p.wrong == "" {
		p.wrong = key + " is missing or has the wrong type"
	}
}

// bad reports that the record is a problem, so that nothing may come of it.
func (p *pass) bad() bool { return p.wrong != "" }

// whole is a JSON value as arguments; absent and null are none.
func whole(v scan.Value) (args string, value bool) {
	if v.None() {
		return "", false
	}
	return v.Compact(), true
}

// enter is the open message, for content. Outside any step the newer protocol
// opens one; in the older one it has no id.
func (p *pass) enter() string {
	switch {
	case p.older && p.message == "":
		p.nameless = true
	case p.message == "":
		p.begins(false)
	case p.void:
		p.void = false
		p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.message, Role: "assistant"})
	}
	return p.message
}

// begins opens the next message of the newer protocol.
func (p *pass) begins(step bool) {
	p.messages++
	p.open(strconv.Itoa(p.messages), step)
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.message, Role: "assistant"})
}

func (d *decoder) open(message string, step bool) {
	d.leave()
	d.message, d.step = message, step
}

// leave ends the open message, without a word on whether its end was said.
func (d *decoder) leave() {
	d.message, d.step, d.void, d.nameless, d.form = "", false, false, false, ""
	d.place++
	for _, key := range d.begun {
		d.parts[key].prev = nil
	}
	for _, id := range d.called {
		d.calls[id].prev = nil
	}
	d.fresh()
}

// fresh forgets which ids the open message has.
func (d *decoder) fresh() {
	clear(d.slots)
	d.begun, d.called = d.begun[:0], d.called[:0]
}
