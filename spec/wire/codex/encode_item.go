package codex

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// message writes a message of one text or thought.
func (w *writer) message(e *spec.Event) error {
	if len(e.Messages) != 1 || len(e.Messages[0].Parts) != 1 {
		return wire.NotRepresentable(e, "Messages", "an item is one text or one thought")
	}
	kind := message
	if e.Messages[0].Parts[0].Kind == spec.ThoughtPart {
		kind = reasoning
	}
	w.item("item.completed", kind, w.next())
	w.Member("text", e.Messages[0].Parts[0].Text)
	w.end()
	return nil
}

// note writes a note. One without words is the start of a run of its thread.
func (w *writer) note(e *spec.Event) error {
	switch {
	case e.Note == spec.NoteCustom && e.Text == "":
		w.items, w.used, w.searches = 0, map[string]bool{}, map[string]string{}
		w.open("thread.started")
		w.Member("thread_id", e.Session)
	case e.Note == spec.NoteCustom && w.Forms.Has(planItems):
		w.item("item.completed", plan, w.next())
		w.Member("text", e.Text)
		w.Close('}')
	case e.Note == spec.NoteCustom:
		w.open("item.plan.delta")
		w.Member("item_id", plan)
		w.Member("delta", e.Text)
	case e.Note == spec.NoteSystem:
		w.item("item.completed", warning, w.next())
		w.Member("message", e.Text)
		w.Close('}')
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, wire.MaxDepth)
		return nil
	case e.Note == spec.NoteUnknown:
		w.open("unheard_of")
	default:
		return wire.NotRepresentable(e, "Note", "no record says "+string(e.Note))
	}
	w.Close('}')
	return nil
}

// item begins the record of an item.
func (w *writer) item(event, kind, id string) {
	w.open(event)
	w.Begin("item", '{')
	w.Member("id", id)
	w.Member("type", kind)
}

// end ends the record of an item.
func (w *writer) end() {
	w.Close('}')
	w.Close('}')
}

// next is the id of an item that events do not name: they are counted in the
// order of their first record.
func (w *writer) next() string {
	for {
		id := "item_" + strconv.Itoa(w.items)
		w.items++
		if !w.used[id] {
			w.used[id] = true
			return id
		}
	}
}

// itemID is the id that the item of a call is given first: the call's own, but
// for searches, whose call bears the second, where the two differ.
func (w *writer) itemID(t *callRecord) string {
	if t.kind != search {
		w.taken(t.head.Call)
		return t.head.Call
	}
	id, known := w.searches[t.head.Call]
	if !known || t.start != nil {
		id = w.next()
		w.searches[t.head.Call] = id
	}
	return id
}

// taken counts an item whose id the events give.
func (w *writer) taken(id string) {
	if !w.used[id] {
		w.used[id] = true
		w.items++
	}
}
