package openai

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// callOpen announces a call, again where its item is at the slot.
func (w *writer) callOpen(e *spec.Event) {
	index, err := indexOf(e)
	if err != nil {
		index = none
	}
	it, _ := w.at(called, e.Slot)
	id := ""
	if it != nil && it.call == e.Call {
		id = it.id
	} else {
		id = w.newID("fc_")
	}
	w.added(index)
	w.callItem(id, e.Call, e.Name, "", "in_progress")
	w.Close('}')
	w.close()
}

// fragment writes a piece of arguments by the keys that the event has: one that
// names its call has that one's id, and a position of its own.
func (w *writer) fragment(e *spec.Event) {
	index, err := indexOf(e)
	if err != nil {
		index = none
	}
	it := w.owner(e)
	w.open("response.function_call_arguments.delta")
	if e.Call == "" {
		w.place(index, it)
	} else {
		if index != none {
			w.Number("output_index", index)
		}
		if it != nil {
			w.Member("item_id", it.id)
		} else {
			w.Member("item_id", e.Call)
		}
	}
	w.Member("delta", e.Text)
	if w.Forms.Has(padded) {
		w.Member("obfuscation", "x7Qa")
	}
	w.close()
}

// owner is the item that a fragment is of: of its call, else of the call at its
// slot.
func (w *writer) owner(e *spec.Event) *item {
	if e.Call == "" {
		it, _ := w.at(called, e.Slot)
		return it
	}
	if w.now() == nil {
		return nil
	}
	for _, it := range slices.Backward(w.now().items) {
		if it.class == called && it.call == e.Call {
			return it
		}
	}
	return nil
}

func (w *writer) argsEnd(e *spec.Event) error {
	index, err := indexOf(e)
	if err != nil {
		return err
	}
	it, _ := w.at(called, e.Slot)
	if it == nil {
		return wire.NotRepresentable(e, "Slot", "no call has it")
	}
	w.open("response.function_call_arguments.done")
	w.place(index, it)
	args := string(it.args)
	if e.Args != "" {
		args = e.Args
	}
	w.Member("arguments", args)
	w.close()
	return nil
}

// terminal ends a response, and says all of its items.
func (w *writer) terminal() error {
	r := w.now()
	if r == nil {
		return wire.NotRepresentable(&w.events[0], "", "no response is open")
	}
	status, end := "completed", (*spec.Event)(nil)
	usage := w.events[0].Usage
	for i := range w.events {
		if e := &w.events[i]; e.Kind == spec.TurnEnd {
			end = e
		}
	}
	if end != nil && end.Status != "" && end.Status != spec.Completed {
		status = string(end.Status)
	}
	if status == string(spec.Cancelled) {
		w.open("response.failed")
	} else {
		w.open("response." + status)
	}
	w.snapshot(r.message, status)
	w.ending(end, status)
	w.Begin("output", '[')
	if status != string(spec.Failed) {
		for _, it := range r.items {
			if kinds[it.kindName].class != opaque {
				w.item(it)
			}
		}
	}
	w.Close(']')
	w.usage(usage)
	w.Close('}')
	w.close()
	w.remember(r, status)
	return nil
}

// ending writes why a response did not complete.
func (w *writer) ending(end *spec.Event, status string) {
	switch spec.Status(status) {
	case spec.Failed:
		w.Begin("error", '{')
		w.Member("code", "server_error")
		w.Member("message", end.Error)
		w.Close('}')
		w.null("incomplete_details")
	case spec.Incomplete:
		w.null("error")
		w.Begin("incomplete_details", '{')
		w.Member("reason", end.StopReason)
		w.Close('}')
	default:
		w.null("error", "incomplete_details")
	}
}

func (w *writer) usage(u *spec.Usage) {
	if u == nil {
		w.null("usage")
		return
	}
	w.Begin("usage", '{')
	w.Number("input_tokens", u.Input)
	w.Number("output_tokens", u.Output)
	w.Number("total_tokens", u.Input+u.Output)
	w.Close('}')
}
