package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// custom is what a node or tool wrote.
func (d *decoder) custom(f *frame) {
	session, p := d.sessionOf(f.path), parsePiece(f.payload)
	if p.kind == pieceMedia {
		d.note(session, spec.NoteMedia, p.text)
		return
	}
	d.note(session, spec.NoteCustom, p.text)
}

// failure ends the run. The engine's iterator throws {name, message}; the
// server says {error, message}.
func (d *decoder) failure(f *frame) {
	words := wire.Text(f.payload)
	for _, key := range []string{"message", "error", "name"} {
		if words == "" {
			words = wire.Text(f.payload.Get(key))
		}
	}
	d.put(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: words})
}

// toolEvent reads mode tools: its namespace is the task that runs the tool,
// which for a delegation is the session that it made.
func (d *decoder) toolEvent(f *frame) {
	session := d.sessionOf(f.path)
	call := wire.Text(f.payload.Get("toolCallId"))
	if call == "" {
		call = wire.Text(f.payload.Get("tool_call_id"))
	}
	if !d.linkTask(session, call, wire.Text(f.payload.Get("name")), f.payload.Get("input")) {
		d.note(session, spec.NoteCustom, "")
	}
}

// task reads mode tasks: a task of the node tools bears the uuid that its
// session will have, and its input holds the call.
func (d *decoder) task(f *frame) {
	session := d.sessionOf(f.path)
	task, name := wire.Text(f.payload.Get("id")), wire.Text(f.payload.Get("name"))
	call := taskCall(f.payload.Get("input"))
	if task == "" || name != "tools" ||
		!d.linkTask(Below(session, task), wire.Text(call.Get("id")), wire.Text(call.Get("name")), call.Get("args")) {
		d.note(session, spec.NoteCustom, "")
	}
}

// taskCall finds the call in a task's input: lg_tool_call beside the state
// (JavaScript), tool_call beside it, or a list of one call (Python).
func taskCall(input scan.Value) scan.Value {
	for v := range input.Elements() {
		return v
	}
	for key, v := range input.Members() {
		if key == "lg_tool_call" || key == "tool_call" {
			return v
		}
	}
	return ""
}

// linkTask links the session that a delegation made; false if it is none, or
// linked already.
func (d *decoder) linkTask(session, call, name string, input scan.Value) bool {
	if session == "" || call == "" || !Delegation.Is(name) || d.scope(session).linked {
		return false
	}
	agent := d.links.take(session, call)
	if agent == "" {
		agent = AgentIn(input)
	}
	d.link(session, call, agent)
	return true
}

// AgentIn finds the agent's name in arguments, an object or its text.
func AgentIn(input scan.Value) string {
	if s, ok := input.Text(); ok {
		input, _ = scan.Parse([]byte(s), wire.MaxDepth)
	}
	return wire.Text(input.Get(Delegation.Argument))
}
