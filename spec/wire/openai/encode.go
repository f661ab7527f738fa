package openai

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder keeps what the decoder needs not: the names of calls, and how far
// the frames of each item are.
type encoder struct {
	wire.Mirror
	mirror   *decoder
	sequence int64
	items    int
	stages   map[*item]int
	asides   int
	past     []string // the conversation so far, as the input of a request has it
	asked    bool     // it ends with what the client said
	partial  bool     // some of it cannot be told so
}

func newEncoder() *encoder {
	e := &encoder{mirror: newDecoder(), stages: map[*item]int{}}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write}
	return e
}

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e, events: events}
	err := w.record()
	return wire.Written(&w.Writer, &events[len(events)-1], err)
}

// A writer is the encoding of one record.
type writer struct {
	scan.Writer
	*encoder
	events []spec.Event
}

// record writes the record by the kind of its first event.
func (w *writer) record() error {
	e := &w.events[0]
	switch e.Kind {
	case spec.MessageOpen:
		w.created()
	case spec.MessageClose, spec.UsageReport, spec.TurnEnd:
		return w.terminal()
	case spec.Text:
		return w.text(e)
	case spec.CallOpen:
		w.callOpen(e)
	case spec.CallArgs:
		w.fragment(e)
	case spec.ArgsEnd:
		return w.argsEnd(e)
	case spec.MessageFull, spec.CallDone:
		return w.request()
	case spec.Error:
		w.fault(e)
	case spec.NoteEvent:
		return w.note(e)
	default:
		return wire.NotRepresentable(e, "", "no event says it")
	}
	return nil
}

// lane is the only lane that is written.
func (e *encoder) lane() *lane { return e.mirror.laneOf("") }

// now is the current response; nil where none was begun.
func (e *encoder) now() *response { return e.lane().now }

// open begins an event of the server's.
func (w *writer) open(kind string) {
	w.Open('{')
	w.Member("type", kind)
	if !w.Forms.Has(unnumbered) {
		w.Number("sequence_number", w.sequence)
	}
	w.sequence++
}

func (w *writer) close() { w.Close('}') }

func (w *writer) null(keys ...string) {
	for _, key := range keys {
		w.Key(key)
		w.Null()
	}
}

// created begins a response, whose events are numbered anew.
func (w *writer) created() {
	w.sequence = 0
	w.open("response.created")
	w.response(strconv.Itoa(w.lane().responses+1), "in_progress")
	w.close()
}

// response writes a snapshot of a response that runs.
func (w *writer) response(number, status string) {
	w.snapshot(number, status)
	w.null("error", "incomplete_details")
	w.Begin("output", '[')
	w.Close(']')
	w.null("usage")
	w.Close('}')
}

func (w *writer) snapshot(number, status string) {
	w.Begin("response", '{')
	w.Member("id", "resp_"+number)
	w.Member("object", "response")
	w.Number("created_at", 1760000000)
	w.Member("status", status)
	w.Member("model", "model-a")
}

func (w *writer) fault(e *spec.Event) {
	w.open("error")
	w.Begin("error", '{')
	w.Member("type", "server_error")
	w.Member("code", "server_error")
	w.Member("message", e.Error)
	w.null("param")
	w.Close('}')
	w.close()
}
