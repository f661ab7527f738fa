package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A flow is one event of the stream of a message.
type flow struct {
	kind    string
	message string // as the frame names it
	index   int
	indexed bool
	delta   delta
	usage   usage
	void    *abandoned
}

type delta struct{ kind, text, thinking, signature, json, reason string }

// An abandoned is what the end of a message that the program gave up says: its
// blocks from that index on are void.
type abandoned struct{ from int64 }

// stream reads one event of a message's stream.
func (p *pass) stream() *wire.Problem {
	by, f := p.speaker(), p.flow()
	start := p.begun()
	if p.wrong {
		return p.misshapen()
	}
	p.enter(by)
	s := p.in(p.scope)
	switch f.kind {
	case "message_start":
		p.messageStart(s, f.message, &start)
		return nil
	case "ping":
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat})
		return nil
	}
	part := fragment{pass: p, stream: s.streaming(f.message), flow: &f}
	if f.message == "" && part.stream != nil {
		f.message = part.stream.Message
	}
	part.read()
	return nil
}

// flow reads the event that the frame holds, and what the frame says of it.
func (p *pass) flow() flow {
	f := flow{message: p.keep(p.text("api_message_id")), void: p.abandoned()}
	p.object("event")
	e := fields{Object: p.Envelope.Inner("event")}
	f.kind, f.usage = e.text("type"), e.figures()
	if n, ok := e.number("index"); ok {
		f.index, f.indexed = int(n), true
	}
	f.delta.read(&e)
	p.wrong = p.wrong || e.wrong
	return f
}

// begun is the message that the event begins, if it does.
func (p *pass) begun() (m message) {
	if v := p.Envelope.Inner("event").Get("message"); !v.None() {
		m = readMessage(p.inside.Read(v))
		p.wrong = p.wrong || m.wrong || v.Kind() != '{'
	}
	return m
}

func (p *pass) abandoned() *abandoned {
	v := p.object("abandoned_blocks")
	if v == "" {
		return nil
	}
	p.textOf(v.Get("api_message_id"))
	from, _ := p.numberOf(v.Get("from_block_index"))
	return &abandoned{from}
}

func (d *delta) read(e *fields) {
	for key, v := range e.object("delta").Members() {
		switch key {
		case "type":
			d.kind = e.textOf(v)
		case "text":
			d.text = e.textOf(v)
		case "thinking":
			d.thinking = e.textOf(v)
		case "signature":
			d.signature = e.textOf(v)
		case "partial_json":
			d.json = e.textOf(v)
		case "stop_reason":
			d.reason = e.textOf(v)
		}
	}
}

// messageStart begins a message, whose id the frame may say in its place.
func (p *pass) messageStart(s *scope, frame string, m *message) {
	id := p.keep(m.id)
	if id == "" {
		id = frame
	}
	if !p.replay {
		s.open(id, m.usage)
	}
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant", Metadata: m.metadata()})
}

// A fragment is the reading of one stream event within its message. Its stream is
// nil where the message's start was not seen.
type fragment struct {
	*pass
	stream *MessageStream
	flow   *flow
}

func (f *fragment) read() {
	switch f.flow.kind {
	case "content_block_start":
		f.blockStart()
	case "content_block_delta":
		f.delta()
	case "content_block_stop":
		f.blockStop()
	case "message_delta":
		f.say(&spec.Event{Kind: spec.UsageReport, StopReason: f.flow.delta.reason, Usage: f.usage()})
	case "message_stop":
		f.say(&spec.Event{Kind: spec.MessageClose})
		f.retract()
	default:
		f.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(f.Envelope.Text)})
	}
}

// retract says what a message that the program gave up loses: blocks, by their
// starts, or all.
func (f *fragment) retract() {
	switch {
	case f.flow.void == nil:
	case f.flow.void.from <= 0:
		f.say(&spec.Event{Kind: spec.Retract})
	case f.stream != nil:
		var starts []string
		for _, b := range f.stream.Blocks {
			if int64(b.Index) >= f.flow.void.from && b.UUID != "" {
				starts = append(starts, b.UUID)
			}
		}
		if len(starts) > 0 {
			f.emit(spec.Event{Kind: spec.Retract, Retracts: starts})
		}
	}
}

// say gives an event of the message.
func (f *fragment) say(e *spec.Event) {
	e.Message = f.flow.message
	f.emit(*e)
}

// at gives an event of the block.
func (f *fragment) at(e *spec.Event) {
	if f.flow.indexed {
		e.Slot = slot(f.flow.index)
	}
	f.say(e)
}

// begin and block are the state of the event's block; of no stream or no index
// there is none, and none changes in a replay.
func (f *fragment) block(kind string) *StreamedBlock {
	if f.stream == nil || !f.flow.indexed {
		return nil
	}
	if f.replay {
		kind = ""
	}
	return f.stream.block(f.flow.index, kind)
}

func (f *fragment) begin(kind, call string) {
	if f.stream != nil && f.flow.indexed && !f.replay {
		b := f.stream.start(f.flow.index, kind, call)
		b.began, b.UUID = f.Number, f.uuid
	}
}

// heard keeps what a delta says, for the full frame of its block.
func (f *fragment) heard(kind, text string) {
	if b := f.block(kind); b != nil && !f.replay && !b.framed && b.kind == kind {
		if b.began == 0 {
			b.began = f.Number
		}
		b.sofar = append(b.sofar, text...)
	}
}

// blockStart announces a call; a text begins with an empty fragment.
func (f *fragment) blockStart() {
	b := &f.opened
	b.read(f.Envelope.Inner("event").Get("content_block"))
	kind := b.kind
	p, ok := b.part()
	f.begin(kind, f.keep(p.Call))
	switch {
	case serverResults(kind):
		f.result()
	case !ok || kind == RedactedType:
		f.at(&spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	case kind == ToolType:
		if p.Args == "{}" {
			p.Args, p.ArgsValue = "", false
		}
		f.at(&spec.Event{Kind: spec.CallOpen, Call: p.Call, Name: p.Name, Args: p.Args, ArgsValue: p.ArgsValue, Metadata: p.Metadata})
		f.called(p.Call)
	default:
		f.heard(kind, p.Text)
		f.at(&spec.Event{Kind: spec.Text, Form: form(kind), Text: p.Text, Metadata: p.Metadata})
	}
}

// result is that of a tool of the server's, whole in the start of its block.
func (f *fragment) result() {
	e, ok := f.opened.served()
	if !ok {
		e = spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}
	}
	f.emit(e)
}

func form(kind string) spec.Form {
	if kind == ThinkingType {
		return spec.Thought
	}
	return spec.Plain
}

func (f *fragment) delta() {
	d := &f.flow.delta
	switch d.kind {
	case "text_delta":
		f.heard(TextType, d.text)
		f.at(&spec.Event{Kind: spec.Text, Form: spec.Plain, Text: d.text})
	case "thinking_delta":
		f.heard(ThinkingType, d.thinking)
		f.at(&spec.Event{Kind: spec.Text, Form: spec.Thought, Text: d.thinking})
	case "input_json_delta":
		f.heard(ToolType, d.json)
		f.at(&spec.Event{Kind: spec.CallArgs, Text: d.json})
	case "signature_delta":
		f.at(&spec.Event{Kind: spec.Text, Form: spec.Thought, Metadata: signedMetadata(f.signature(d.signature), nil)})
	default:
		f.at(&spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	}
}

// signature is the block's so far, this piece included.
func (f *fragment) signature(piece string) string {
	b := f.block(ThinkingType)
	if b == nil || f.replay {
		return piece
	}
	b.Signature += strings.Clone(piece)
	return b.Signature
}

// blockStop completes a call's arguments; the end of a text says nothing.
func (f *fragment) blockStop() {
	if b := f.block(""); b != nil && !f.replay {
		b.stopped = true
		f.memo.tool = b.kind == ToolType
	}
	if f.memo.tool {
		f.at(&spec.Event{Kind: spec.ArgsEnd})
		return
	}
	f.at(&spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
}

// usage is the message's, with the input side of its start where the end does
// not repeat it.
func (f *fragment) usage() *spec.Usage {
	u := &f.flow.usage
	if u.there && !u.input.there && !u.write.there && !u.read.there && f.stream != nil {
		u.input, u.write, u.read = f.stream.usage.input, f.stream.usage.write, f.stream.usage.read
	}
	return u.total()
}
