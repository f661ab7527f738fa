package writing

import (
	stdjson "encoding/json"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

type assistantOut struct {
	envelope
	Message    messageOut `json:"message"`
	Supersedes []string   `json:"supersedes,omitempty"`
}

// A messageOut carries a usage as the wire does: that of the message's start,
// which is not final.
type messageOut struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Role     string         `json:"role"`
	Model    string         `json:"model"`
	Content  []any          `json:"content"`
	Stop     *string        `json:"stop_reason"`
	Sequence *string        `json:"stop_sequence"`
	Usage    *usageOut      `json:"usage,omitzero"`
	Rest     jsontext.Value `json:",embed"`
}

type usageOut struct {
	Input  int64 `json:"input_tokens"`
	Write  int64 `json:"cache_creation_input_tokens"`
	Read   int64 `json:"cache_read_input_tokens"`
	Output int64 `json:"output_tokens"`
}

func newMessage(id string, metadata stdjson.RawMessage) messageOut {
	return messageOut{
		ID: id, Type: "message", Role: "assistant", Model: model, Content: []any{},
		Usage: &usageOut{Input: 1, Output: 1}, Rest: open(metadata),
	}
}

// assistant writes a full frame.
func (w *writer) assistant(events []spec.Event) (any, error) {
	f := assistantOut{envelope: w.spoken("assistant", events[0].Session)}
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == spec.Retract:
			f.Supersedes = append(f.Supersedes, e.Retracts...)
		case e.Kind == spec.MessageFull:
			if err := w.full(&f.Message, e); err != nil {
				return nil, err
			}
		case opaque(*e):
			w.block(&f.Message, e)
		default:
			return nil, wire.NotRepresentable(e, "", "not in a frame of the assistant")
		}
	}
	return f, nil
}

// block adds an opaque block to the message.
func (w *writer) block(m *messageOut, e *spec.Event) {
	if m.ID == "" {
		*m = newMessage(e.Message, nil)
	}
	raw := open(e.Raw)
	if len(raw) == 0 {
		raw = jsontext.Value(`{"type":"` + reading.UnknownType + `"}`)
	}
	m.Content = append(m.Content, raw)
}

func (w *writer) full(m *messageOut, e *spec.Event) error {
	if len(e.Messages) != 1 {
		return wire.NotRepresentable(e, "Messages", "a frame has one")
	}
	snapshot := &e.Messages[0]
	*m = newMessage(snapshot.Message, snapshot.Metadata)
	if e.Complete || snapshot.StopReason != "" {
		m.Stop = &snapshot.StopReason
	}
	for i := range snapshot.Parts {
		block, err := w.part(e, &snapshot.Parts[i])
		if err != nil {
			return err
		}
		m.Content = append(m.Content, block)
	}
	return nil
}

// part writes a part of a message as a block.
func (w *writer) part(e *spec.Event, p *spec.SnapshotPart) (any, error) {
	switch p.Kind {
	case spec.TextPart:
		return textBlock{reading.TextType, p.Text, open(p.Metadata)}, nil
	case spec.ThoughtPart:
		if kindOf(p.Metadata) == reading.RedactedType {
			return open(p.Metadata), nil
		}
		return thinkingBlock{Type: reading.ThinkingType, Thinking: p.Text, Rest: open(p.Metadata)}, nil
	case spec.CallPart:
		w.names[p.Call] = p.Name
		input, err := input(e, p.Args, p.Invalid)
		return toolBlock{w.runner(e.Messages[0].Message, p.Call, p.Metadata), p.Call, p.Name, input, open(p.Metadata)}, err
	}
	return nil, wire.NotRepresentable(e, "Messages", "no block is a part of kind "+string(p.Kind))
}

// kindOf is the type of a block in metadata, "" where there is none.
func kindOf(metadata []byte) string {
	var b struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(metadata, &b, reading.Lenient) != nil {
		return ""
	}
	return b.Type
}

// input writes arguments, those that are no JSON as the wire wraps them.
func input(e *spec.Event, args string, invalid bool) (jsontext.Value, error) {
	if invalid {
		return wrapped(args)
	}
	v := jsontext.Value(args)
	if !v.IsValid(reading.Lenient) {
		return nil, wire.NotRepresentable(e, "Args", "a frame has a JSON value")
	}
	return v, nil
}

func wrapped(args string) (jsontext.Value, error) {
	var u unparsed
	u.Wrapper = &wrapper{Raw: args, Len: len(args)}
	return json.Marshal(u, writing)
}

// runner is the type of a call's block: metadata with a server_name is of one that
// the model's server ran, whose result is in the message.
func (w *writer) runner(message, call string, metadata []byte) string {
	var m struct {
		Server string `json:"server_name"`
	}
	if json.Unmarshal(metadata, &m, reading.Lenient) != nil || m.Server == "" {
		return reading.ToolType
	}
	w.served[call] = message
	return reading.MCPType
}

// serves reports whether events are the result of a call that the server ran.
func (w *writer) serves(events []spec.Event) bool {
	if len(events) != 1 || events[0].Kind != spec.CallDone {
		return false
	}
	_, served := w.served[events[0].Call]
	return served && (events[0].Status == "" || events[0].Status == spec.Done || events[0].Status == spec.Failed)
}

// servedResult writes a result into the message of its call: of one that streams, or
// did, as its next block, which a frame then says again.
func (w *writer) servedResult(e *spec.Event) any {
	block := resultBlock{reading.MCPResultType, e.Call, open(e.Result), e.IsError}
	message := w.served[e.Call]
	if next, streamed := w.mirror.Next(e.Session, message); streamed && !e.Restated {
		index := w.nextBlock(e.Session, message, next)
		flow := flowOut{Type: "content_block_start", Index: &index, Block: block}
		return streamOut{envelope: w.spoken("stream_event", e.Session), Event: flow, Message: message}
	}
	f := assistantOut{envelope: w.spoken("assistant", e.Session), Message: newMessage(message, nil)}
	f.Message.Content = append(f.Message.Content, block)
	return f
}

// nextBlock is the index behind all blocks of a message, of which that many are known
// from frames.
func (w *writer) nextBlock(session, message string, next int) int {
	if s := w.mirror.Streaming(session, message); s != nil {
		for _, b := range s.Blocks {
			next = max(next, b.Index+1)
		}
	}
	return next
}
