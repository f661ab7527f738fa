package openai

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// request writes what the client sends: results of calls, and what the user says; in a
// form all that went before, too.
func (w *writer) request() error {
	w.Open('{')
	w.Member("type", create)
	w.Member("model", "model-a")
	whole := w.tellable() && w.Forms.Has(stateless)
	if n := w.lane().responses; n > 0 && !whole {
		w.Member("previous_response_id", "resp_"+strconv.Itoa(n))
	}
	if text, ok := w.onlyPrompt(); ok && w.Forms.Has(bareInput) && !(whole && len(w.past) > 0) {
		w.Member("input", text)
	} else {
		w.Begin("input", '[')
		for i := range w.past {
			if whole {
				w.Raw([]byte(w.past[i]), wire.MaxDepth-4)
			}
		}
		for i := range w.events {
			if err := w.input(&w.events[i]); err != nil {
				return err
			}
		}
		w.Close(']')
	}
	w.Close('}')
	return w.rememberInput()
}

// tellable reports whether a request can have the whole conversation. Where an id means
// several calls or none, or an answer left nothing, its reader could not say what is new.
func (w *writer) tellable() bool {
	for _, of := range w.lane().calls {
		w.partial = w.partial || len(of) > 1
	}
	for i := range w.events {
		e := &w.events[i]
		w.partial = w.partial || w.asked || e.Kind == spec.CallDone && w.lane().calls[e.Call] == nil
	}
	return !w.partial
}

// onlyPrompt is the text of a request that is nothing else; no text is none.
func (w *writer) onlyPrompt() (text string, ok bool) {
	if e := &w.events[0]; len(w.events) == 1 && e.Kind == spec.MessageFull && len(e.Messages) == 1 && len(e.Messages[0].Parts) == 1 {
		text = e.Messages[0].Parts[0].Text
	}
	return text, text != ""
}

func (w *writer) input(e *spec.Event) error {
	w.Open('{')
	switch {
	case e.Kind == spec.CallDone:
		w.Member("type", "function_call_output")
		w.Member("call_id", e.Call)
		w.Value("output", e.Result, wire.MaxDepth-8)
	case e.Kind == spec.MessageFull && len(e.Messages) == 1 && len(e.Messages[0].Parts) == 1:
		w.Member("role", "user")
		w.prompt(e.Messages[0].Parts[0].Text)
	default:
		return wire.NotRepresentable(e, "", "no client says it so")
	}
	w.Close('}')
	return nil
}

func (w *writer) prompt(text string) {
	if !w.Forms.Has(inParts) {
		w.Member("content", text)
		return
	}
	w.Begin("content", '[')
	w.Open('{')
	w.Member("type", "input_text")
	w.Member("text", text)
	w.Close('}')
	w.Close(']')
}

// rememberInput adds what a request says to the conversation.
func (w *writer) rememberInput() error {
	w.asked = true
	for i := range w.events {
		part := writer{Writer: scan.NewWriter(nil), encoder: w.encoder}
		if err := part.input(&w.events[i]); err != nil {
			return err
		}
		w.past = append(w.past, string(part.Out))
	}
	return nil
}

// remember adds what a response said to the conversation.
func (w *writer) remember(r *response, status string) {
	items := slices.DeleteFunc(slices.Clone(r.items), func(it *item) bool { return kinds[it.kindName].class == opaque })
	w.asked = false
	if len(items) == 0 || status == string(spec.Failed) {
		w.partial = true
	}
	for _, it := range items {
		part := writer{Writer: scan.NewWriter(nil), encoder: w.encoder}
		part.item(it)
		w.past = append(w.past, string(part.Out))
	}
}
