package anthropic

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder reads events as the stream_event frames of Claude Code, and adds what a body
// has and they have not: the turn that each message is, and errors.
type decoder struct {
	record  int
	inner   wire.FastDecoder
	frame   []byte
	turns   int
	open    bool   // a message is
	message string // that message
	reason  string // why it stopped
	calls   []string
	answers map[string]bool
	begun   map[string]bool // the ids of messages
	again   bool            // the message has ended once: none of its calls is open
}

func newDecoder() *decoder {
	return &decoder{inner: claudecode.New().NewDecoder(claudecode.Partial).(wire.FastDecoder)}
}

// Decode implements wire.Decoder. A record that is a problem changes nothing but the
// count.
func (d *decoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.record++
	if events, ok := d.fast(dst, record); ok {
		return events, nil
	}
	v, problem := wire.Parse(record, d.record)
	if problem != nil {
		return dst, problem
	}
	event := eventOf(v)
	kind, ok := event.Get("type").Text()
	if !ok {
		return dst, &wire.Problem{Record: d.record, Reason: wire.Malformed, Detail: "no event with a type"}
	}
	from := len(dst)
	switch kind {
	case "message_start":
		dst, problem = d.start(dst, event)
	case "message_stop":
		dst, problem = d.stop(dst, event)
	case "error":
		dst = d.fail(dst, event)
	default:
		dst, problem = d.read(dst, event)
	}
	if problem != nil {
		problem.Record = d.record
		return dst[:from], problem
	}
	for i := from; i < len(dst); i++ {
		e := &dst[i]
		if e.Record = d.record; e.Note == spec.NoteUnknown && e.Kind == spec.NoteEvent {
			e.Raw = json.RawMessage(v)
		}
	}
	return dst, nil
}

// What most records begin with, as the service writes them.
var (
	framed = []byte(`{"event":"content_block_delta","data":{"type":"content_block_delta",`)
	bare   = []byte(`{"type":"content_block_delta",`)
)

// fast reads a piece of a block in one pass, which checks it, too; false, and nothing
// has changed, for any other record.
func (d *decoder) fast(dst []spec.Event, record []byte) ([]spec.Event, bool) {
	event := record
	switch {
	case bytes.HasPrefix(record, framed) && bytes.HasSuffix(record, []byte("}}}")):
		event = record[bytes.IndexByte(record[1:], '{')+1 : len(record)-1]
	case !bytes.HasPrefix(record, bare):
		return dst, false
	}
	d.wrap(event)
	from := len(dst)
	dst, ok := d.inner.DecodeLine(dst, d.frame, wire.MaxDepth)
	for i := from; i < len(dst); i++ {
		dst[i].Record = d.record
	}
	return dst, ok
}

// wrap makes the frame of an event.
func (d *decoder) wrap(event []byte) {
	d.frame = append(d.frame[:0], `{"type":"stream_event","event":`...)
	d.frame = append(append(d.frame, event...), '}')
}

// read reads an event as a frame of Claude Code.
func (d *decoder) read(dst []spec.Event, event scan.Value) ([]spec.Event, *wire.Problem) {
	d.wrap([]byte(event))
	from := len(dst)
	dst, problem := d.inner.Decode(dst, d.frame)
	if problem != nil {
		return dst, problem
	}
	for i := from; i < len(dst); i++ {
		d.follow(&dst[i])
	}
	return dst, nil
}

// follow keeps which calls the client has to answer, and why the message stopped.
func (d *decoder) follow(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		if !d.again && !slices.Contains(d.calls, e.Call) {
			d.calls = append(d.calls, strings.Clone(e.Call))
		}
	case spec.CallDone:
		if d.answers == nil {
			d.answers = map[string]bool{}
		}
		d.answers[strings.Clone(e.Call)] = true
	case spec.UsageReport:
		if e.StopReason != "" {
			d.reason = strings.Clone(e.StopReason)
		}
	}
}

// start begins a message and its turn. The start of the open message, again, says
// nothing.
func (d *decoder) start(dst []spec.Event, event scan.Value) ([]spec.Event, *wire.Problem) {
	id, _ := event.Get("message").Get("id").Text()
	if d.open && id != "" && id == d.message {
		return append(dst, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}), nil
	}
	begun := append(dst, spec.Event{Kind: spec.TurnStart, Turn: strconv.Itoa(d.turns)})
	read, problem := d.read(begun, event)
	if problem != nil {
		return dst, problem
	}
	d.turns++
	d.open, d.message, d.reason, d.calls, d.answers = true, strings.Clone(id), "", nil, nil
	d.begin()
	return read, nil
}

// begin notes the id of the message, and whether it was begun before.
func (d *decoder) begin() {
	if d.begun == nil {
		d.begun = map[string]bool{}
	}
	d.again = d.begun[d.message]
	d.begun[d.message] = d.message != ""
}

// stop ends the message and its turn.
func (d *decoder) stop(dst []spec.Event, event scan.Value) ([]spec.Event, *wire.Problem) {
	dst, problem := d.read(dst, event)
	if problem != nil || !d.open {
		return dst, problem
	}
	d.open = false
	end := spec.Event{Kind: spec.TurnEnd, Turn: strconv.Itoa(d.turns - 1), StopReason: d.reason}
	for _, call := range d.calls {
		switch {
		case d.answers[call]:
		case d.reason == "tool_use":
			dst = append(dst, spec.Event{Kind: spec.Wait, Call: call})
		case d.reason == "refusal":
			dst = append(dst, spec.Event{Kind: spec.CallDone, Call: call, Status: spec.Cancelled})
		}
	}
	switch d.reason {
	case "pause_turn":
		end.Status = spec.Waiting
	case "refusal":
		end.Status = spec.Failed
	}
	return append(dst, end), nil
}

// fail ends the message and its turn with an error.
func (d *decoder) fail(dst []spec.Event, event scan.Value) []spec.Event {
	words, _ := event.Get("error").Get("message").Text()
	if words == "" {
		words, _ = event.Get("error").Get("type").Text()
	}
	d.open = false
	return append(dst, spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: words})
}
