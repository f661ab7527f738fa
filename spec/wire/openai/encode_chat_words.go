package openai

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// words writes texts and thoughts: each under its key, more than one of a kind as parts.
func (w *chatWriter) words(all []*spec.Event) {
	switch {
	case len(all) == 1 && all[0].Form == spec.Thought && !w.Forms.Has(asParts):
		key := "reasoning_content"
		if w.Forms.Has(otherWords) {
			key = "reasoning"
		}
		w.Member(key, all[0].Text)
	case len(all) == 1 && !w.Forms.Has(asParts):
		w.Member("content", all[0].Text)
	case len(all) > 0:
		w.Begin("content", '[')
		for _, e := range all {
			if e.Form != spec.Thought {
				w.text(e.Text)
				continue
			}
			w.Open('{')
			w.Member("type", "thinking")
			w.Begin("thinking", '[')
			w.text(e.Text)
			w.Close(']')
			w.Close('}')
		}
		w.Close(']')
	}
}

// entries writes calls, and fragments of their arguments; the announcement has the
// fragment behind it, if that is its own.
func (w *chatWriter) entries(all []*spec.Event) {
	if len(all) == 0 {
		return
	}
	w.Begin("tool_calls", '[')
	for i := 0; i < len(all); i++ {
		e, args := all[i], all[i].Text
		if next := i + 1; e.Kind == spec.CallOpen && next < len(all) && all[next].Kind == spec.CallArgs && all[next].Slot == e.Slot && all[next].Call == "" {
			args, i = all[next].Text, next
		}
		w.call(e, args)
	}
	w.Close(']')
}

// call writes what an entry says of one call.
func (w *chatWriter) call(e *spec.Event, args string) {
	id, name, known := e.Call, e.Name, w.known(e)
	bare, silent := false, false
	switch {
	case e.Kind == spec.CallOpen:
		bare = w.Forms.Has(byID) && e.Slot == strconv.Itoa(len(w.calls))
		w.calls = append(w.calls, &streamedCall{id: id, name: name, slot: e.Slot, args: args, bare: bare})
	case known != nil:
		known.args += args
		if bare = known.bare && known.id != "" && known.slot == e.Slot; bare {
			id = known.id
		}
		if silent = w.Forms.Has(keyless) && e.Call == "" && known == w.calls[len(w.calls)-1]; silent {
			id = ""
		} else if w.Forms.Has(namedAlways) {
			id, name = known.id, known.name
		}
	}
	w.Open('{')
	if !bare && !silent {
		w.Key("index")
		n, _ := strconv.ParseInt(e.Slot, 10, 64)
		w.Int(n)
	}
	if id != "" || w.Forms.Has(emptyNames) && !silent {
		w.Member("id", id)
		w.Member("type", "function")
	}
	w.function(name, args)
	w.Close('}')
}

// known is the call that a fragment is of: by its id, else by its slot.
func (w *chatWriter) known(e *spec.Event) *streamedCall {
	for _, c := range slices.Backward(w.calls) {
		if e.Call != "" && c.id == e.Call || e.Call == "" && c.slot == e.Slot {
			return c
		}
	}
	return nil
}
