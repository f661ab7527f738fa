package openai

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// sdk reads an event of a run of the Agents SDK. What the model streams is in it as
// it came, and the SDK's own form of the same fragment says nothing.
func (p *pass) sdk() {
	switch p.kind {
	case "raw_model_stream_event":
		p.model()
	case "run_item_stream_event":
		p.ran()
	case "agent_updated_stream_event":
		p.at.agent = agentName(p.agent)
		p.note(spec.NoteCustom)
	case nested:
		p.nested()
	default:
		p.note(spec.NoteCustom)
	}
}

// nested is the type in which a recorder writes what a callback is given of an agent
// that runs as a tool.
const nested = "__nested"

// sdkEvent reports whether a type is one of a run's events, or of its recorder's.
func sdkEvent(kind string) bool {
	switch kind {
	case "raw_model_stream_event", "run_item_stream_event", "agent_updated_stream_event":
		return true
	}
	return strings.HasPrefix(kind, "__")
}

// model reads what the model streamed.
func (p *pass) model() {
	data := p.membersOf("data", p.data, &p.rooms.members)
	inner := data.Get("event")
	if textOf(data.Get("type")) != "model" || inner.Kind() != '{' {
		p.note(spec.NoteCustom)
		return
	}
	p.inside(inner)
	p.server()
}

// inside lets an event that another one holds take its place.
func (p *pass) inside(inner scan.Value) {
	p.fields, p.body = fields{laned: p.laned, lane: p.lane, conn: p.conn}, inner
	p.take(p.rooms.inner.Read(inner))
}

// ran is something that the runner did: of tools, what they gave back.
func (p *pass) ran() {
	item := p.membersOf("item", p.item, &p.rooms.members)
	raw := p.rooms.inner.Read(item.Get("rawItem"))
	call := textOf(raw.Get("callId"))
	if agent := agentName(item.Get("agent")); agent != "" && p.at.agent == "" && p.at.now != nil {
		p.at.agent = agent
		p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.at.now.message, Role: "assistant", Agent: agent})
	}
	if kind := textOf(item.Get("type")); !strings.HasSuffix(kind, "_output_item") || kind == "message_output_item" || call == "" {
		p.note(spec.NoteCustom)
		return
	}
	answered := p.newest(call)
	if answered != nil && *answered {
		p.note(spec.NoteCustom)
		return
	}
	if answered != nil {
		*answered = true
	}
	if child := p.lanes[call]; child != nil && child.parent == p.at {
		p.out = append(p.out, spec.Event{Kind: spec.SessionClose, Session: call, Status: spec.Closed})
	}
	result := item.Get("output")
	if result == "" {
		if result = raw.Get("output").Get("text"); result == "" {
			result = raw.Get("output")
		}
	}
	p.emit(spec.Event{Kind: spec.CallDone, Call: call, Result: []byte(result)})
}

// nested is an event of an agent that runs as a tool: a session of its own, which
// the call made.
func (p *pass) nested() {
	call, outer, agent, inner := p.fields.call, p.at, agentName(p.agent), p.event
	if call == "" || inner.Kind() != '{' {
		p.note(spec.NoteCustom)
		return
	}
	if p.at = p.laneOf(call); p.at.parent == nil {
		p.at.parent, p.at.agent = outer, agent
		p.emit(spec.Event{Kind: spec.SessionOpen, Parent: spec.To(outer.id), ParentCall: spec.To(call), Agent: agent})
	}
	p.inside(inner)
	p.laned = true
	p.sdk()
}

// agentName is that of an agent, given by name or whole.
func agentName(v scan.Value) string {
	if name, ok := v.Text(); ok {
		return name
	}
	return textOf(v.Get("name"))
}
