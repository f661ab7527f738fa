package openai

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder keeps the lanes of a log. Of each it keeps the current response with
// its items, and the ids of calls.
type decoder struct {
	wire.Scanner
	lanes  map[string]*lane
	owners map[string]string // of each response's id, the lane
	began  protocol          // the stream's first

	// members and answer are of the item and the response that the present record is about.
	members, answer scan.Object
	rooms           struct{ members, answer, inner scan.Object } // used again
}

func newDecoder() *decoder {
	d := &decoder{lanes: map[string]*lane{}, owners: map[string]string{}}
	d.Scanner = wire.NewScanner(d.decode, "data", "event", "request", "response", "item")
	return d
}

// A pass is the decoding of one record.
type pass struct {
	*decoder
	fields
	at   *lane
	raw  scan.Value // the record
	body scan.Value // the event or request that it holds
	out  []spec.Event
	from int // how many of them are earlier records'
	fail wire.Problem
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	p := pass{decoder: d, raw: d.Envelope.Text, body: d.Envelope.Text, out: dst, from: len(dst)}
	p.read()
	if p.fail.Reason != "" {
		return dst, &wire.Problem{Reason: p.fail.Reason, Detail: p.fail.Detail}
	}
	return p.out, nil
}

// Violations implements wire.Verifier: where the latest record contradicts what
// came before.
func (d *decoder) Violations() []spec.Violation { return d.Violated }

// read finds the event or request in its frame: that of a log, that of
// server-sent events, or none.
func (p *pass) read() {
	p.take(p.Envelope.Object)
	switch {
	case p.kind != "":
	case p.conn != "":
		p.logged()
	case p.data.Kind() == '{':
		p.body = p.data
		p.take(p.Envelope.Inner("data"))
	case p.data != "" || p.event != "":
		p.enter()
		p.bare()
		return
	}
	p.enter()
	p.dispatch()
}

// membersOf are the members of a member of the event or request, which the Envelope has
// where the record holds nothing else.
func (p *pass) membersOf(key string, v scan.Value, room *scan.Object) scan.Object {
	if len(p.body) == len(p.raw) {
		return p.Envelope.Inner(key)
	}
	return room.Read(v)
}

// bare is a server-sent event that holds no object.
func (p *pass) bare() {
	switch text := textOf(p.data); {
	case text == done:
		p.at.chat = nil
		p.note(spec.NoteCustom)
	case p.data == "", p.data.Kind() == '"' && text == "":
		p.note(spec.NoteHeartbeat)
	default:
		p.malformed("an event's data is no object")
	}
}

// done is the data of the last event of a stream. It says nothing about success.
const done = "[DONE]"

// logged is an entry of a gateway's log: an event, a request, or the end of a
// connection.
func (p *pass) logged() {
	held := "event"
	p.body = p.event
	if p.request != "" {
		p.kind, p.body, held = create, p.request, "request"
	}
	if p.body.Kind() == '{' {
		p.take(p.Envelope.Inner(held))
	}
}

// enter finds the lane: the log's, else the socket's, else the only one. What
// steers a response is in that one's.
func (p *pass) enter() {
	if !p.laned && p.stream.Kind() == '"' {
		p.lane, p.laned = textOf(p.stream), true
	}
	if p.kind == steer {
		if lane, known := p.owners[textOf(p.previous)]; known {
			p.lane = lane
		}
	}
	p.at = p.laneOf(p.lane)
}

// The types of what a client sends.
const (
	create = "response.create"
	steer  = "response.steer"
	inject = "response.inject"
)

func (p *pass) dispatch() {
	switch {
	case p.changed():
		p.refuse("the stream changes from one of OpenAI's protocols to another")
	case p.kind == "" && p.closed != "":
		p.at.chat = nil
		p.note(spec.NoteCustom)
	case p.kind == create, p.kind == steer:
		p.asked()
	case sdkEvent(p.kind):
		p.sdk()
	default:
		p.server()
	}
}

// server reads what the model's server says.
func (p *pass) server() {
	switch {
	case p.isChunk():
		p.chunk()
	case p.kind == "" && p.fault.Kind() == '{':
		p.erred()
	case p.kind == "":
		p.malformed("an event without a type")
	case p.beta():
		p.refuse("an event of the hosted multi-agent beta, which is not read")
	case p.repeated():
		p.note(spec.NoteCustom)
	default:
		p.serverEvent()
	}
}

// A protocol is one of those that a stream is wholly in.
type protocol uint8

const (
	anyProtocol protocol = iota
	responsesProtocol
	chatProtocol
	sdkProtocol
)

// protocol is what a record alone belongs to.
func (p *pass) protocol() protocol {
	switch {
	case p.isChunk():
		return chatProtocol
	case sdkEvent(p.kind):
		return sdkProtocol
	case strings.HasPrefix(p.kind, "response.") && p.request == "":
		return responsesProtocol
	}
	return anyProtocol
}

// changed reports whether the record is of another protocol than the stream.
func (p *pass) changed() bool {
	now := p.protocol()
	if p.began == anyProtocol {
		p.began = now
	}
	return now != anyProtocol && now != p.began
}

// beta reports whether the record is one of the hosted multi-agent beta, where
// each event names its agent.
func (p *pass) beta() bool {
	return p.agent.Kind() == '{' || strings.HasPrefix(p.kind, inject)
}

// serverEvent reads what the server says.
func (p *pass) serverEvent() {
	switch p.kind {
	case "response.created", "response.queued", "response.in_progress":
		p.opened()
	case "response.completed", "response.failed", "response.incomplete":
		p.ended()
	case "response.output_item.added":
		p.added()
	case "response.output_item.done":
		p.itemDone()
	case "error":
		p.erred()
	case "keepalive", "ping":
		p.note(spec.NoteHeartbeat)
	default:
		if !p.piece() {
			p.aside()
		}
	}
}

// aside is a record that no transcript holds: a status, a preview, or what nobody
// knows.
func (p *pass) aside() {
	status := strings.TrimPrefix(p.kind, "response.")
	thing, _, _ := strings.Cut(status, ".")
	switch {
	case status == p.kind:
		p.unknown()
	case strings.HasSuffix(status, ".partial_image"):
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Text: textOf(p.whole)})
	case status == "output_text.annotation.added":
		p.annotation()
	case status == "audio.delta":
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Text: textOf(p.delta)})
	case thing == "audio":
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: textOf(p.delta)})
	case silent[thing], kinds[thing].hosted:
		p.note(spec.NoteCustom)
	default:
		p.unknown()
	}
}

// annotation is a note on a text.
func (p *pass) annotation() {
	e := spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: textOf(p.part.Get("title"))}
	if r := p.at.now; r != nil {
		for _, c := range []class{spoken, thought, called} {
			if it, _ := r.find(c, p.itemID, number(p.index)); it != nil && e.Slot == "" {
				e.Message, e.Slot = r.message, it.slot
			}
		}
	}
	p.emit(e)
}

// silent are things that are told of and mean nothing here.
var silent = map[string]bool{"mcp_list_tools": true, "compaction": true, "steer": true}

func (p *pass) emit(e spec.Event) {
	e.Session = p.at.id
	p.out = append(p.out, e)
}

func (p *pass) note(note spec.Note) { p.emit(spec.Event{Kind: spec.NoteEvent, Note: note}) }

func (p *pass) unknown() {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(p.raw)})
}

func (p *pass) malformed(detail string) {
	p.fail = wire.Problem{Reason: wire.Malformed, Detail: detail}
}

func (p *pass) refuse(detail string) {
	p.fail = wire.Problem{Reason: wire.Unsupported, Detail: detail}
}

// illegal notes that the record breaks a sentence of the format.
func (p *pass) illegal(clause spec.Clause, detail string) {
	p.Violated = append(p.Violated, spec.Violation{
		Record: p.Number, Force: spec.Demanded, Clause: clause, Detail: detail, Session: p.at.id,
	})
}
