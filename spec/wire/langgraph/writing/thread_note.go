package writing

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

// noted writes a note: the end of a text's block, what the application sent, or what
// nobody knows.
func (w *threadWriter) noted(e *spec.Event) error {
	switch {
	case e.Slot != "" && e.Message != "":
		return w.speaks(e)
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.raw(e.Raw)
		return nil
	case e.Note == spec.NoteUnknown:
		w.open("unheard", reading.Path(e.Session), "")
		w.Text(e.Text)
	case e.Note == spec.NoteCustom:
		return w.custom(e)
	default:
		return wire.NotRepresentable(e, "Note", "no record says "+string(e.Note))
	}
	w.close()
	return nil
}

// raw writes a record as it came. A server-sent event without its name is the data of one:
// so the decoder kept it.
func (w *threadWriter) raw(record []byte) {
	bare := false
	if w.sse {
		_, err := wire.Append(nil, wire.SSE, record)
		bare = err != nil
	}
	if bare {
		w.Open('{')
		w.Member("event", "unheard")
		w.Key("data")
	}
	if w.Raw(record, wire.MaxDepth); bare {
		w.Close('}')
	}
}

func (w *threadWriter) custom(e *spec.Event) error {
	if record, ok := w.Beside(threadBeside, threadBesides, e); ok {
		method, data, _ := strings.Cut(record, " ")
		w.open(method, reading.Path(e.Session), "")
		w.Raw([]byte(data), wire.MaxDepth)
		w.close()
		return nil
	}
	w.open("custom", reading.Path(e.Session), "")
	w.Open('{')
	w.Begin("payload", '{')
	w.Member("kind", "progress")
	w.Member("text", e.Text)
	w.Close('}')
	w.Close('}')
	w.close()
	return nil
}

// threadBesides are the channels and data of the records that notes of no text are in
// that form.
var threadBesides = map[spec.Note][]string{spec.NoteCustom: {
	`checkpoints {"id":"u0","parent_id":"u1","step":1,"source":"loop"}`,
	`tasks {"id":"u2","name":"model_request","input":{"messages":[]},"triggers":["branch:to:model_request"],"interrupts":[],"metadata":{"lc_agent_name":"agent"}}`,
	`tasks {"id":"u2","name":"model_request","result":{},"interrupts":[],"error":null}`,
	`updates {}`, `values {"messages":[],"files":{}}`,
	`input.answered {"interrupt_id":"u3"}`,
}}
