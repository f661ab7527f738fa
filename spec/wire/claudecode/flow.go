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
	p.enter(f.speaker)
	s := p.scope(p.Scope)
	switch f.Event.Type {
	case "message_start":
		p.messageStart(s, &f)
		return nil
	case "ping":
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat})
		return nil
	}
	w := water{pass: p, stream: s.streaming(f.Message), flow: &f.Event, message: f.Message}
	if w.message == "" && w.stream != nil {
		w.message = w.stream.message
	}
	w.read()
	return nil
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

// A water is the reading of one stream event within its message. Its stream is
// nil where the message's start was not seen.
type water struct {
	*pass
	stream  *stream
	flow    *flow
	message string
}

func (w *water) read() {
	switch w.flow.Type {
	case "content_block_start":
		w.blockStart()
	case "content_block_delta":
		w.delta()
	case "content_block_stop":
		w.blockStop()
	case "message_delta":
		w.say(spec.Event{Kind: spec.UsageReport, StopReason: w.flow.Delta.StopReason, Usage: w.usage()})
	case "message_stop":
		w.say(spec.Event{Kind: spec.MessageClose})
	default:
		w.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: clone(w.text)})
	}
}

// say gives an event of the message.
func (w *water) say(e spec.Event) {
	e.Message = w.message
	w.emit(e)
}

// at gives an event of the block.
func (w *water) at(e spec.Event) {
	if w.flow.Index != nil {
		e.Slot = slot(*w.flow.Index)
	}
	w.say(e)
}

// begin and block are the state of the event's block; of no stream or no index
// there is none, and none changes in a replay.
func (w *water) block(kind string) *streamed {
	if w.stream == nil || w.flow.Index == nil {
		return nil
	}
	if w.replay {
		kind = ""
	}
	return w.stream.block(*w.flow.Index, kind)
}

func (w *water) begin(kind, call string) {
	if w.stream != nil && w.flow.Index != nil && !w.replay {
		w.stream.start(*w.flow.Index, kind, call)
	}
}

// blockStart announces a call; a text begins with an empty fragment.
func (w *water) blockStart() {
	kind := kindOf(w.flow.Block)
	p, ok := part(kind, w.flow.Block)
	w.begin(kind, p.Call)
	switch {
	case !ok || kind == redactedType:
		w.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	case kind == toolType:
		if p.Args == "{}" {
			p.Args, p.ArgsValue = "", false
		}
		w.at(spec.Event{Kind: spec.CallOpen, Call: p.Call, Name: p.Name, Args: p.Args, ArgsValue: p.ArgsValue, Metadata: p.Metadata})
		w.called(p.Call)
	default:
		w.at(spec.Event{Kind: spec.Text, Form: form(kind), Text: p.Text, Metadata: p.Metadata})
	}
}

func form(kind string) spec.Form {
	if kind == thinkingType {
		return spec.Thought
	}
	return spec.Plain
}

func (w *water) delta() {
	d := &w.flow.Delta
	switch d.Type {
	case "text_delta":
		w.block(textType)
		w.at(spec.Event{Kind: spec.Text, Form: spec.Plain, Text: d.Text})
	case "thinking_delta":
		w.block(thinkingType)
		w.at(spec.Event{Kind: spec.Text, Form: spec.Thought, Text: d.Thinking})
	case "input_json_delta":
		w.block(toolType)
		w.at(spec.Event{Kind: spec.CallArgs, Text: d.JSON})
	case "signature_delta":
		w.at(spec.Event{Kind: spec.Text, Form: spec.Thought, Metadata: signedMetadata(w.signature(d.Signature), nil)})
	default:
		w.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	}
}

// signature is the block's so far, this piece included.
func (w *water) signature(piece string) string {
	b := w.block(thinkingType)
	if b == nil || w.replay {
		return piece
	}
	b.signature += piece
	return b.signature
}

// blockStop completes a call's arguments; the end of a text says nothing.
func (w *water) blockStop() {
	if b := w.block(""); b != nil && !w.replay {
		b.stopped = true
		w.memo.tool = b.kind == toolType
	}
	if w.memo.tool {
		w.at(spec.Event{Kind: spec.ArgsEnd})
		return
	}
	w.at(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
}

// usage is the message's, with the input side of its start where the end does
// not repeat it.
func (w *water) usage() *spec.Usage {
	u := w.flow.Usage
	if u != nil && u.Input == nil && u.Write == nil && u.Read == nil && w.stream != nil && w.stream.usage != nil {
		u.Input, u.Write, u.Read = w.stream.usage.Input, w.stream.usage.Write, w.stream.usage.Read
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
