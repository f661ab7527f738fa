package claudecode

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// stream reads one event of a message's stream.
func (p *pass) stream() *wire.Problem {
	var f streamFrame
	if problem := p.read(&f); problem != nil {
		return problem
	}
	p.streamed(&f)
	return nil
}

func (p *pass) streamed(f *streamFrame) {
	p.enter(f.speaker)
	s := p.scope(p.Scope)
	switch f.Event.Type {
	case "message_start":
		p.messageStart(s, f)
		return
	case "ping":
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat})
		return
	}
	part := fragment{pass: p, stream: s.streaming(f.Message), flow: &f.Event, void: f.Void, message: f.Message}
	if part.message == "" && part.stream != nil {
		part.message = part.stream.message
	}
	part.read()
}

func (p *pass) messageStart(s *scope, f *streamFrame) {
	m := f.Event.Message
	if m == nil {
		m = &message{}
	}
	if m.ID == "" {
		m.ID = f.Message
	}
	if !p.replay {
		s.open(m.ID, m.Usage)
	}
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: m.ID, Role: "assistant", Metadata: metadata(m.Rest)})
}

// A fragment is the reading of one stream event within its message. Its stream is
// nil where the message's start was not seen.
type fragment struct {
	*pass
	stream  *stream
	flow    *flow
	void    *abandoned
	message string
}

func (f *fragment) read() {
	switch f.flow.Type {
	case "content_block_start":
		f.blockStart()
	case "content_block_delta":
		f.delta()
	case "content_block_stop":
		f.blockStop()
	case "message_delta":
		f.say(spec.Event{Kind: spec.UsageReport, StopReason: f.flow.Delta.StopReason, Usage: f.usage()})
	case "message_stop":
		f.say(spec.Event{Kind: spec.MessageClose})
		f.retract()
	default:
		f.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: clone(f.text)})
	}
}

// retract says what a message that the program gave up loses: blocks, by their
// starts, or all.
func (f *fragment) retract() {
	switch {
	case f.void == nil:
	case f.void.From <= 0:
		f.say(spec.Event{Kind: spec.Retract})
	case f.stream != nil:
		var starts []string
		for _, b := range f.stream.blocks {
			if b.index >= f.void.From && b.uuid != "" {
				starts = append(starts, b.uuid)
			}
		}
		if len(starts) > 0 {
			f.emit(spec.Event{Kind: spec.Retract, Retracts: starts})
		}
	}
}

// say gives an event of the message.
func (f *fragment) say(e spec.Event) {
	e.Message = f.message
	f.emit(e)
}

// at gives an event of the block.
func (f *fragment) at(e spec.Event) {
	if f.flow.Index != nil {
		e.Slot = slot(*f.flow.Index)
	}
	f.say(e)
}

// begin and block are the state of the event's block; of no stream or no index
// there is none, and none changes in a replay.
func (f *fragment) block(kind string) *streamed {
	if f.stream == nil || f.flow.Index == nil {
		return nil
	}
	if f.replay {
		kind = ""
	}
	return f.stream.block(*f.flow.Index, kind)
}

func (f *fragment) begin(kind, call string) {
	if f.stream != nil && f.flow.Index != nil && !f.replay {
		b := f.stream.start(*f.flow.Index, kind, call)
		b.began, b.uuid = f.record, f.UUID
	}
}

// heard keeps what a delta says, for the full frame of its block.
func (f *fragment) heard(kind, text string) {
	if b := f.block(kind); b != nil && !f.replay && !b.framed && b.kind == kind {
		if b.began == 0 {
			b.began = f.record
		}
		b.said = append(b.said, text...)
	}
}

// blockStart announces a call; a text begins with an empty fragment.
func (f *fragment) blockStart() {
	kind := kindOf(f.flow.Block)
	p, ok := part(kind, f.flow.Block)
	f.begin(kind, p.Call)
	switch {
	case serverResults(kind):
		f.result()
	case !ok || kind == redactedType:
		f.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	case kind == toolType:
		if p.Args == "{}" {
			p.Args, p.ArgsValue = "", false
		}
		f.at(spec.Event{Kind: spec.CallOpen, Call: p.Call, Name: p.Name, Args: p.Args, ArgsValue: p.ArgsValue, Metadata: p.Metadata})
		f.called(p.Call)
	default:
		f.heard(kind, p.Text)
		f.at(spec.Event{Kind: spec.Text, Form: form(kind), Text: p.Text, Metadata: p.Metadata})
	}
}

// result is that of a tool of the server's, whole in the start of its block.
func (f *fragment) result() {
	e, ok := served(f.flow.Block)
	if !ok {
		e = spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}
	}
	f.emit(e)
}

func form(kind string) spec.Form {
	if kind == thinkingType {
		return spec.Thought
	}
	return spec.Plain
}

func (f *fragment) delta() {
	d := &f.flow.Delta
	switch d.Type {
	case "text_delta":
		f.heard(textType, d.Text)
		f.at(spec.Event{Kind: spec.Text, Form: spec.Plain, Text: d.Text})
	case "thinking_delta":
		f.heard(thinkingType, d.Thinking)
		f.at(spec.Event{Kind: spec.Text, Form: spec.Thought, Text: d.Thinking})
	case "input_json_delta":
		f.heard(toolType, d.JSON)
		f.at(spec.Event{Kind: spec.CallArgs, Text: d.JSON})
	case "signature_delta":
		f.at(spec.Event{Kind: spec.Text, Form: spec.Thought, Metadata: signedMetadata(f.signature(d.Signature), nil)})
	default:
		f.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	}
}

// signature is the block's so far, this piece included.
func (f *fragment) signature(piece string) string {
	b := f.block(thinkingType)
	if b == nil || f.replay {
		return piece
	}
	b.signature += piece
	return b.signature
}

// blockStop completes a call's arguments; the end of a text says nothing.
func (f *fragment) blockStop() {
	if b := f.block(""); b != nil && !f.replay {
		b.stopped = true
		f.memo.tool = b.kind == toolType
	}
	if f.memo.tool {
		f.at(spec.Event{Kind: spec.ArgsEnd})
		return
	}
	f.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
}

// usage is the message's, with the input side of its start where the end does
// not repeat it.
func (f *fragment) usage() *spec.Usage {
	u := f.flow.Usage
	if u != nil && u.Input == nil && u.Write == nil && u.Read == nil && f.stream != nil && f.stream.usage != nil {
		u.Input, u.Write, u.Read = f.stream.usage.Input, f.stream.usage.Write, f.stream.usage.Read
	}
	return u.total()
}

// total sums the input sides, which are disjoint.
func (u *usage) total() *spec.Usage {
	if u == nil {
		return nil
	}
	return &spec.Usage{Input: number(u.Input) + number(u.Write) + number(u.Read), Output: number(u.Output)}
}

func number(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

func clone(text []byte) json.RawMessage { return append(json.RawMessage(nil), text...) }
