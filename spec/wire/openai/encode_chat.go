package openai

import (
	"regexp"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The forms of chat by number; chatForms names them.
const (
	namedAlways = iota // each fragment repeats its call's id and name, as of sglang
	emptyNames         // each fragment has an empty id and name, as of Alibaba
	byID               // entries have an id and no index, as of Mistral
	asParts            // content is a list of parts, as of Mistral
	otherWords         // thoughts are "reasoning", and figures those of the choice
	otherIDs           // each chunk has another id, as of LiteLLM
	inTurns            // two calls are open together: which steps make, and not the encoder
	keyless            // a fragment of the newest call has neither id nor index
	asObjects          // arguments that come whole are an object, as of Ollama
	groqFigures        // figures are in "x_groq", as of Groq
	inChunk            // an error is a member of a chunk, as of OpenRouter
)

var chatForms = []string{
	namedAlways: "ids-repeated", emptyNames: "empty-ids", byID: "no-index", asParts: "content-parts",
	otherWords: "reasoning", otherIDs: "rotating-ids", inTurns: "interleaved",
	keyless: "no-keys", asObjects: "object-arguments", groqFigures: "x-groq", inChunk: "error-in-chunk",
}

// A chatEncoder writes chunks and requests as a gateway logs them. It keeps the
// conversation, which each request says again.
type chatEncoder struct {
	wire.Mirror
	mirror   *decoder
	conn     int64
	asked    bool // the connection has its request
	chunks   int64
	spoke    bool     // a message began since the last request
	past     []string // the messages so far, as a request has them
	streamed string   // the text of the message that streams
	calls    []*streamedCall
}

// A saidCall is a call of the message that streams.
type streamedCall struct {
	id, name, slot, args string
	bare                 bool // its entries have its id and no index
}

func newChatEncoder() *chatEncoder {
	e := &chatEncoder{mirror: newDecoder()}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write}
	return e
}

func (e *chatEncoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := chatWriter{Writer: scan.NewWriter(dst), chatEncoder: e, events: events}
	err := w.record()
	return wire.Written(&w.Writer, &events[len(events)-1], err)
}

// A chatWriter is the encoding of one record.
type chatWriter struct {
	scan.Writer
	*chatEncoder
	events []spec.Event
}

func (w *chatWriter) record() error {
	e := &w.events[0]
	switch e.Kind {
	case spec.MessageFull, spec.CallDone:
		return w.request()
	case spec.NoteEvent:
		return w.note(e)
	case spec.Error:
		w.fault(e)
		return nil
	case spec.MessageOpen:
		w.remember()
		if !w.asked {
			w.conn++
		}
		w.asked, w.spoke = false, true
	}
	if e.Kind == spec.UsageReport && e.StopReason == "" {
		return w.figures(e)
	}
	return w.chunk()
}

// fault writes an error, alone or in a chunk of no choice.
func (w *chatWriter) fault(e *spec.Event) {
	fault := func() {
		w.Object("error", func() {
			w.Member("message", e.Error)
			w.Member("type", "server_error")
		})
	}
	if !w.Forms.Has(inChunk) {
		w.entry("event", fault)
		return
	}
	w.data(func() {
		w.Begin("choices", '[')
		w.Close(']')
		fault()
	})
}

// remember adds the message that streamed to the conversation.
func (w *chatWriter) remember() {
	if !w.spoke {
		return
	}
	m := scan.NewWriter(nil)
	part := chatWriter{Writer: m, chatEncoder: w.chatEncoder}
	part.Open('{')
	part.Member("role", "assistant")
	part.Member("content", w.streamed)
	if len(w.calls) > 0 {
		part.Begin("tool_calls", '[')
		for _, c := range w.calls {
			part.Open('{')
			part.Member("id", c.id)
			part.Member("type", "function")
			part.function(c.name, c.args)
			part.Close('}')
		}
		part.Close(']')
	}
	part.Close('}')
	w.past, w.streamed, w.calls = append(w.past, string(part.Out)), "", nil
	w.spoke = false
}

// entry writes an entry of the log, which has what it is under a key.
func (w *chatWriter) entry(key string, members func()) {
	w.Open('{')
	w.Member("lane", "")
	w.Number("conn", w.conn)
	w.Object(key, members)
	w.Close('}')
}

// function writes what a call's entry says of its function.
func (w *chatWriter) function(name, args string) {
	w.Object("function", func() {
		if name != "" || w.Forms.Has(emptyNames) {
			w.Member("name", name)
		}
		w.arguments(args, name != "" && args != "{}")
	})
}

// plainObject is an object's text that every program writes so that reads it: it has no
// character to escape, no number but small ones that are whole, and no key that is one.
var plainObject = regexp.MustCompile(`^\{("[a-z_]+":("[ !#-\[\]-~]*"|[1-9][0-9]{0,8}|true|false),?)*\}$`)

// arguments writes a fragment; the first one as an object where a form has one, if a
// reader can tell its bytes.
func (w *chatWriter) arguments(args string, first bool) {
	if v, err := scan.Parse([]byte(args), wire.MaxDepth-16); w.Forms.Has(asObjects) && first && err == nil && plainObject.MatchString(v.Compact()) && v.Compact() == args {
		w.Value("arguments", []byte(args), wire.MaxDepth-16)
		return
	}
	w.Member("arguments", args)
}

// request writes what the client sends: the conversation, results of calls, and what
// the user says.
func (w *chatWriter) request() error {
	w.remember()
	for i := range w.events {
		m := scan.NewWriter(nil)
		part := chatWriter{Writer: m, chatEncoder: w.chatEncoder}
		part.Open('{')
		switch e := &w.events[i]; {
		case e.Kind == spec.CallDone:
			part.Member("role", "tool")
			part.Member("tool_call_id", e.Call)
			part.Value("content", e.Result, wire.MaxDepth-8)
		case e.Kind == spec.MessageFull && len(e.Messages) == 1 && len(e.Messages[0].Parts) == 1:
			part.Member("role", "user")
			part.Member("content", e.Messages[0].Parts[0].Text)
		default:
			return wire.NotRepresentable(e, "", "no client says it so")
		}
		part.Close('}')
		if part.Err != nil {
			return part.Err
		}
		w.past = append(w.past, string(part.Out))
	}
	w.conn++
	w.asked = true
	w.entry("request", func() {
		w.Member("path", "/v1/chat/completions")
		w.Member("model", "model-a")
		w.Begin("messages", '[')
		for _, m := range w.past {
			w.Raw([]byte(m), wire.MaxDepth-4)
		}
		w.Close(']')
	})
	return nil
}

// note writes a record that says nothing: the end of a connection or, while a message
// streams, a chunk without words.
func (w *chatWriter) note(e *spec.Event) error {
	switch {
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, wire.MaxDepth)
	case e.Note == spec.NoteUnknown:
		w.entry("event", func() { w.Member("type", "unheard.of") })
	case e.Note == spec.NoteHeartbeat && w.open() != nil:
		w.choice("", func() {
			w.Key("content")
			w.Null()
		})
	case e.Note == spec.NoteHeartbeat:
		w.entry("event", func() { w.Member("type", "ping") })
	case e.Note == spec.NoteCustom && e.Text == "":
		w.Open('{')
		w.Member("lane", "")
		w.Number("conn", w.conn)
		w.Member("closed", "end")
		w.Close('}')
	default:
		return wire.NotRepresentable(e, "Note", "no chunk says it")
	}
	return nil
}
