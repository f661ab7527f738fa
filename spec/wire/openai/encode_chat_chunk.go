package openai

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// open is the message that streams, as the decoder has it; nil where there is none.
func (w *chatWriter) open() *choice {
	c := w.mirror.laneOf("").chat
	if c == nil || c.choices[0] == nil || c.choices[0].over {
		return nil
	}
	return c.choices[0]
}

// data writes a chunk whose members the given ones follow.
func (w *chatWriter) data(members func()) {
	w.chunks++
	w.entry("event", func() {
		id := w.conn
		if w.Forms.Has(otherIDs) {
			id = w.chunks
		}
		w.Member("id", "chatcmpl-"+strconv.FormatInt(id, 10))
		w.Member("object", chatChunk)
		w.Number("created", 1760000000)
		w.Member("model", "model-a")
		members()
	})
}

// choice writes a chunk of one choice.
func (w *chatWriter) choice(finish string, delta func()) {
	w.data(func() {
		w.Begin("choices", '[')
		w.Open('{')
		w.Number("index", 0)
		w.Object("delta", delta)
		w.Key("finish_reason")
		if finish == "" {
			w.Null()
		} else {
			w.Text(finish)
		}
		w.Close('}')
		w.Close(']')
	})
}

// figures writes what a message used so far, in a chunk of no choice or in the choice.
func (w *chatWriter) figures(e *spec.Event) error {
	if e.Usage == nil {
		return wire.NotRepresentable(e, "Usage", "missing")
	}
	usage := func() {
		if w.Forms.Has(groqFigures) {
			w.Begin("x_groq", '{')
			defer w.Close('}')
		}
		w.Object("usage", func() {
			w.Number("prompt_tokens", e.Usage.Input)
			w.Number("completion_tokens", e.Usage.Output)
			w.Number("total_tokens", e.Usage.Input+e.Usage.Output)
		})
	}
	w.data(func() {
		w.Begin("choices", '[')
		if w.Forms.Has(otherWords) {
			w.Open('{')
			w.Number("index", 0)
			w.Object("delta", func() {})
			usage()
			w.Close('}')
			w.Close(']')
			return
		}
		w.Close(']')
		usage()
	})
	return nil
}

// chunk writes what is said of a message: its start, words, calls, and its end.
func (w *chatWriter) chunk() error {
	var words, calls []*spec.Event
	finish, starts := "", false
	for i := range w.events {
		switch e := &w.events[i]; e.Kind {
		case spec.MessageOpen:
			starts = true
		case spec.Text:
			if words = append(words, e); e.Form == spec.Plain {
				w.streamed += e.Text
			}
		case spec.CallOpen, spec.CallArgs:
			calls = append(calls, e)
		case spec.MessageClose, spec.UsageReport:
			finish = e.StopReason
		case spec.Wait, spec.TurnEnd:
		default:
			return wire.NotRepresentable(e, "", "no chunk says it")
		}
	}
	w.choice(finish, func() {
		if starts {
			w.Member("role", "assistant")
		}
		w.words(words)
		w.entries(calls)
	})
	return nil
}

// text writes a part of content.
func (w *chatWriter) text(text string) {
	w.Open('{')
	w.Member("type", "text")
	w.Member("text", text)
	w.Close('}')
}
