package writing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

type streamOut struct {
	envelope
	Event   flowOut `json:"event"`
	Message string  `json:"api_message_id,omitzero"`
	Void    any     `json:"abandoned_blocks,omitzero"`
}

type flowOut struct {
	Type    string      `json:"type"`
	Index   *int        `json:"index,omitzero"`
	Message *messageOut `json:"message,omitzero"`
	Block   any         `json:"content_block,omitzero"`
	Delta   any         `json:"delta,omitzero"`
	Usage   *usageOut   `json:"usage,omitzero"`
}

type textDelta struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type thinkingDelta struct {
	Type     string `json:"type"`
	Thinking string `json:"thinking"`
}

type signatureDelta struct {
	Type      string `json:"type"`
	Signature string `json:"signature"`
}

type inputDelta struct {
	Type string `json:"type"`
	JSON string `json:"partial_json"`
}

type unknownBlock struct {
	Type string `json:"type"`
}

type stopDelta struct {
	Stop     *string `json:"stop_reason"`
	Sequence *string `json:"stop_sequence"`
}

// stream writes an event of a message's stream.
func (w *writer) stream(e *spec.Event) (any, error) {
	if !w.partial {
		return nil, wire.NotRepresentable(e, "", "only with partial messages")
	}
	flow, err := w.flow(e)
	if err != nil {
		return nil, err
	}
	f := streamOut{envelope: w.spoken("stream_event", e.Session), Event: flow, Message: e.Message}
	if s := w.mirror.Streaming(e.Session, ""); w.Forms.Has(namelessDeltas) && s != nil && s.Message == e.Message {
		f.Message = ""
	}
	return f, nil
}

// givenUp reports whether events end a message and declare it, or blocks of it,
// void.
func givenUp(events []spec.Event) bool {
	return len(events) == 2 && events[0].Kind == spec.MessageClose && events[1].Kind == spec.Retract
}

// givenUp writes them: the first of the blocks stands for those behind it.
func (w *writer) givenUp(events []spec.Event) (any, error) {
	frame, err := w.stream(&events[0])
	f, ok := frame.(streamOut)
	if !ok {
		return nil, err
	}
	void := abandonedOut{Message: events[0].Message}
	if s := w.mirror.Streaming(events[0].Session, void.Message); s != nil && len(events[1].Retracts) > 0 {
		for _, b := range slices.Backward(s.Blocks) {
			if slices.Contains(events[1].Retracts, b.UUID) {
				void.From = b.Index
			}
		}
	}
	f.Void = void
	return f, nil
}

func (w *writer) flow(e *spec.Event) (flowOut, error) {
	switch e.Kind {
	case spec.MessageOpen:
		m := newMessage(e.Message, e.Metadata)
		return flowOut{Type: "message_start", Message: &m}, nil
	case spec.MessageClose:
		return flowOut{Type: "message_stop"}, nil
	case spec.UsageReport:
		return messageDelta(e), nil
	}
	index, err := strconv.Atoi(e.Slot)
	if err != nil {
		return flowOut{}, wire.NotRepresentable(e, "Slot", "a block has a number")
	}
	flow := flowOut{Index: &index}
	switch e.Kind {
	case spec.CallOpen:
		return flow, w.callOpen(&flow, e)
	case spec.CallArgs:
		flow.Type, flow.Delta = "content_block_delta", inputDelta{"input_json_delta", e.Text}
	case spec.Text:
		return flow, w.text(&flow, e)
	default:
		w.edge(&flow, e)
	}
	return flow, nil
}

// edge writes the end of a block; the beginning of one that is not open, whose type
// nobody knows.
func (w *writer) edge(flow *flowOut, e *spec.Event) {
	flow.Type = "content_block_stop"
	s := w.mirror.Streaming(e.Session, e.Message)
	if e.Kind == spec.NoteEvent && s != nil && s.At(*flow.Index) == nil {
		flow.Type, flow.Block = "content_block_start", unknownBlock{reading.UnknownType}
	}
}

func messageDelta(e *spec.Event) flowOut {
	var stop stopDelta
	if e.StopReason != "" {
		stop.Stop = &e.StopReason
	}
	return flowOut{Type: "message_delta", Delta: stop, Usage: newUsage(e.Usage)}
}

func newUsage(u *spec.Usage) *usageOut {
	if u == nil {
		return nil
	}
	return &usageOut{Input: u.Input, Output: u.Output}
}

func (w *writer) callOpen(flow *flowOut, e *spec.Event) error {
	w.names[e.Call] = e.Name
	args := e.Args
	if args == "" {
		args = "{}"
	}
	value, err := input(e, args, false)
	flow.Type, flow.Block = "content_block_start", toolBlock{w.runner(e.Message, e.Call, e.Metadata), e.Call, e.Name, value, open(e.Metadata)}
	return err
}

// text writes a fragment. A part of the message that streams begins with an
// empty one; metadata rides on that, a signature also behind it.
func (w *writer) text(flow *flowOut, e *spec.Event) error {
	var block *reading.StreamedBlock
	s := w.mirror.Streaming(e.Session, e.Message)
	if s != nil {
		block = s.At(*flow.Index)
	}
	switch {
	case s != nil && block == nil && e.Text != "":
		return wire.NotRepresentable(e, "Text", "a part begins with an empty fragment")
	case s != nil && block == nil:
		return w.begin(flow, e)
	case len(e.Metadata) > 0:
		return w.sign(flow, e, block)
	case e.Form == spec.Thought:
		flow.Delta = thinkingDelta{"thinking_delta", e.Text}
	default:
		flow.Delta = textDelta{"text_delta", e.Text}
	}
	flow.Type = "content_block_delta"
	return nil
}

func (w *writer) begin(flow *flowOut, e *spec.Event) error {
	flow.Type = "content_block_start"
	if e.Form == spec.Thought {
		flow.Block = thinkingBlock{Type: reading.ThinkingType, Rest: open(e.Metadata)}
		return nil
	}
	flow.Block = textBlock{Type: reading.TextType, Rest: open(e.Metadata)}
	return nil
}

// sign writes what a signature has more than the block's so far.
func (w *writer) sign(flow *flowOut, e *spec.Event, block *reading.StreamedBlock) error {
	var m signed
	if err := json.Unmarshal(e.Metadata, &m, reading.Lenient); err != nil || m.Signature == "" {
		return wire.NotRepresentable(e, "Metadata", "behind a part's beginning only its signature")
	}
	if block != nil {
		m.Signature = strings.TrimPrefix(m.Signature, block.Signature)
	}
	flow.Type, flow.Delta = "content_block_delta", signatureDelta{"signature_delta", m.Signature}
	return nil
}
