package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A callRecord is the events of one record of a call.
type callRecord struct {
	start, progress, done *spec.Event
	opened                []*spec.Event
	head                  spec.Event // the event that names the tool
	kind                  string     // the item's type
}

// call writes the record of a call's item.
func (w *writer) call(events []spec.Event) error {
	var t callRecord
	for i := range events {
		if err := t.take(&events[i]); err != nil {
			return err
		}
	}
	if err := t.name(w.encoder, &events[0]); err != nil {
		return err
	}
	w.item(t.event(), t.kind, w.itemID(&t))
	switch t.kind {
	case mcp:
		w.remote(&t)
	case collab:
		w.collab(&t)
	default:
		w.own(&t)
	}
	if t.kind != search && t.kind != todo {
		w.status(&t)
	}
	w.end()
	return nil
}

// take puts an event into its place. ReadBack sees to their order, and to the
// ends of sub-sessions, which the result says.
func (t *callRecord) take(e *spec.Event) error {
	place := t.place(e.Kind)
	switch {
	case place != nil && *place == nil:
		*place = e
	case e.Kind == spec.SessionOpen:
		t.opened = append(t.opened, e)
	case e.Kind != spec.SessionClose:
		return wire.NotRepresentable(e, "", "not in one record with these")
	}
	return nil
}

func (t *callRecord) place(kind spec.Kind) **spec.Event {
	switch kind {
	case spec.CallStart:
		return &t.start
	case spec.CallProgress:
		return &t.progress
	case spec.CallDone:
		return &t.done
	}
	return nil
}

// name finds the tool and the type of its item.
func (t *callRecord) name(e *encoder, first *spec.Event) error {
	switch {
	case t.start != nil:
		t.head = *t.start
	case t.done != nil:
		t.head = *t.done
	case t.progress != nil:
		known, ok := e.calls[t.progress.Call]
		if !ok {
			return wire.NotRepresentable(t.progress, "Call", "the tool of its item is not known")
		}
		t.head = known
	default:
		return wire.NotRepresentable(first, "", "only the item of a call says it")
	}
	if t.head.Name == "" {
		return wire.NotRepresentable(first, "Name", "every item names its tool")
	}
	t.kind = t.itemType()
	return nil
}

// itemType is the type that is named like the tool, or has such a tool, where
// its members can hold the arguments; else any tool of a server.
func (t *callRecord) itemType() string {
	e := &t.head
	switch e.Name {
	case command, change, search:
		if holds(inputs[e.Name], e.Args) {
			return e.Name
		}
	case todo:
		if e.Args == "" {
			return todo
		}
	case spawn:
		if holds(inputs[collab][:1], e.Args) {
			return collab
		}
	case "send_input", "wait", "close_agent":
		if holds(inputs[collab], e.Args) {
			return collab
		}
	}
	return mcp
}

// holds reports whether members of those keys are all that a JSON text has.
func holds(keys []string, text string) bool {
	if text == "" {
		return true
	}
	it, ok := members(text)
	return ok && scan.Value(text).Compact() == string(it.object(keys, scan.Value.None))
}

// members reads an object as an item's; false if the text is none.
func members(text string) (item, bool) {
	v, err := scan.Parse([]byte(text), wire.MaxDepth)
	if err != nil || v.Kind() != '{' {
		return item{}, false
	}
	var it item
	it.Read(v)
	return it, true
}

// event is the type of the record.
func (t *callRecord) event() string {
	switch {
	case t.done != nil:
		return "item.completed"
	case t.progress == nil, t.start != nil && t.kind == todo:
		return "item.started"
	case t.start != nil:
		return "item.completed" // an item that does not complete in it
	}
	return "item.updated"
}

// result is what came out so far, nil for nothing.
func (t *callRecord) result() []byte {
	switch {
	case t.done != nil:
		return t.done.Result
	case t.progress != nil:
		return t.progress.Result
	}
	return nil
}
