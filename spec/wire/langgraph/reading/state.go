package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// state reads a record of mode values (one state) or updates (one partial
// state for each node, or a list of them).
func (d *decoder) state(f *frame) {
	session := d.sessionOf(f.path)
	found := false
	if f.mode == "values" {
		found = d.partial(session, "", f.payload)
	} else {
		for node, v := range f.payload.Members() {
			if node == "__interrupt__" {
				found = d.interrupts(session, v) || found
				continue
			}
			for update := range elements(v) {
				found = d.partial(session, worker(f.path, node), update) || found
			}
		}
	}
	if !found {
		d.note(session, spec.NoteCustom, "")
	}
}

// partial reads one state, that of by if a node returned it; false if it has neither
// messages nor interrupts.
func (d *decoder) partial(session, by string, state scan.Value) bool {
	found := false
	for key, v := range state.Members() {
		switch key {
		case "messages":
			d.listed(session, by, v)
			found = true
		case "__interrupt__":
			found = d.interrupts(session, v) || found
		}
	}
	return found
}

// interrupts reads a list of {id, value}; older servers call the id
// interrupt_id.
func (d *decoder) interrupts(session string, list scan.Value) bool {
	found := false
	for v := range elements(list) {
		if v.Kind() != '{' {
			continue
		}
		id := wire.Text(v.Get("id"))
		if id == "" {
			id = wire.Text(v.Get("interrupt_id"))
		}
		d.emit(spec.Event{Kind: spec.Wait, Session: session, Wait: id})
		found = true
	}
	return found
}

// listed reads a list of messages. One that has nothing to say, or notes alone, still
// shows that its session exists.
func (d *decoder) listed(session, by string, list scan.Value) {
	d.restate(session, by, list)
	d.open(session, "")
}
