package reading

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// messages reads a record of mode messages: [message, metadata].
func (d *decoder) messages(f *frame) {
	raw, metadata := f.payload, scan.Value("")
	if raw.Kind() == '[' {
		i := 0
		for v := range raw.Elements() {
			switch i++; i {
			case 1:
				raw = v
			case 2:
				metadata = v
			}
		}
	}
	m := parseMessage(raw)
	d.heard(f, &m, readPlace(metadata))
}

// A whereabouts is where the metadata beside a message says that it was spoken.
type whereabouts struct {
	path    []string // the checkpoint namespace
	agent   string
	speaker string // the agent, else the node
}

func readPlace(metadata scan.Value) whereabouts {
	at := whereabouts{path: checkpointPath(metadata), agent: wire.Text(metadata.Get("lc_agent_name"))}
	if at.speaker = at.agent; at.agent == "" {
		at.speaker = worker(at.path, wire.Text(metadata.Get("langgraph_node")))
	}
	return at
}

func (d *decoder) heard(f *frame, m *message, at whereabouts) {
	session := d.spokenIn(f, at.path, m.role == roleTool)
	session = d.apart.home(session, m)
	if m.role == roleAI {
		d.open(session, at.agent)
	}
	if at.speaker == "" && at.path == nil {
		at.speaker = worker(f.path, "")
	}
	d.spoken(f, session, at.speaker, m)
}

// spoken serves a message, or a fragment of one, as it comes to be.
func (d *decoder) spoken(f *frame, session, agent string, m *message) {
	switch m.role {
	case roleAI:
		if m.chunk {
			d.chunk(session, agent, m)
			return
		}
		s := m.snapshot(true, false)
		s.Agent = agent
		_, streamed := d.scope(session).ended[m.id]
		d.full(session, s, true, streamed)
	case roleHuman:
		d.prompt(session, m, false)
	case roleTool:
		d.result(session, m, false)
	case roleSystem:
		d.note(session, spec.NoteSystem, joined(m.content))
	case roleOther:
		d.note(session, spec.NoteCustom, joined(m.content))
	case roleUnknown:
		d.unknown(session, "", f.raw)
	}
}

// chunk reads one fragment of a message: text, then calls, then its end.
func (d *decoder) chunk(session, agent string, m *message) {
	before := len(d.out)
	for _, p := range pieces(m.content) {
		d.piece(session, agent, m.id, p)
	}
	for v := range m.chunks.Elements() {
		d.callChunk(session, agent, m.id, v)
	}
	d.chunkEnd(session, m)
	if len(d.out) == before {
		d.emit(spec.Event{Kind: spec.Text, Session: session, Message: m.id, Agent: agent, Form: spec.Plain})
	}
}

func (d *decoder) piece(session, agent, message string, p piece) {
	switch p.kind {
	case pieceText:
		d.emit(spec.Event{
			Kind: spec.Text, Session: session, Message: message,
			Agent: agent, Slot: p.slot, Form: spec.Plain, Text: p.text,
		})
	case pieceMedia:
		d.note(session, spec.NoteMedia, p.text)
	case pieceOther, pieceThought:
		d.note(session, spec.NoteCustom, p.text)
	}
}

// callChunk reads one element of tool_call_chunks. It announces a call where it
// names one, or gives an id that is new to its message.
func (d *decoder) callChunk(session, agent, message string, v scan.Value) {
	c := parseCall(v)
	owners := d.scope(session).owners
	owner, known := owners[c.id]
	if c.name != "" || c.id != "" && (!known || owner != message) {
		owners[c.id] = message
		d.emit(spec.Event{
			Kind: spec.CallOpen, Session: session, Message: message,
			Agent: agent, Slot: c.slot, Call: c.id, Name: c.name,
		})
		if c.args == "" {
			return
		}
	}
	d.emit(spec.Event{Kind: spec.CallArgs, Session: session, Message: message, Slot: c.slot, Call: c.id, Text: c.args})
}

// chunkEnd reads what ends a message, or its usage alone.
func (d *decoder) chunkEnd(session string, m *message) {
	e := spec.Event{Session: session, Message: m.id, StopReason: m.stopReason(), Usage: m.tokens()}
	ended := d.scope(session).ended
	closes := e.StopReason != "" || m.last && !ended[m.id]
	ended[m.id] = ended[m.id] || closes
	switch {
	case closes:
		e.Kind = spec.MessageClose
	case e.Usage != nil:
		e.Kind = spec.UsageReport
	default:
		return
	}
	d.emit(e)
}

// full restates or gives a whole message of an assistant.
func (d *decoder) full(session string, s spec.Snapshot, complete, restated bool) {
	if complete {
		d.scope(session).ended[s.Message] = true
	}
	d.emit(spec.Event{
		Kind: spec.MessageFull, Session: session,
		Messages: []spec.Snapshot{s}, Complete: complete, Restated: restated,
	})
}

// prompt is what the user, or for a sub-session the parent's call, said.
func (d *decoder) prompt(session string, m *message, restated bool) {
	if sc := d.scope(session); session != "" && !sc.prompted && !sc.linked {
		sc.prompted = true
		if call, agent, ok := d.links.claim(session, joined(m.content)); ok {
			d.link(session, call, agent)
		}
	}
	s := spec.Snapshot{Message: m.id, Role: "user"}
	for _, p := range pieces(m.content) {
		if p.kind == pieceText {
			s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.TextPart, Slot: p.slot, Text: p.text})
		}
	}
	d.emit(spec.Event{
		Kind: spec.MessageFull, Session: session,
		Messages: []spec.Snapshot{s}, Complete: true, Restated: restated,
	})
}

// result is what a tool gave back: a string, or the wire's JSON value.
func (d *decoder) result(session string, m *message, restated bool) {
	e := spec.Event{Kind: spec.CallDone, Session: session, Call: m.call, IsError: m.failed, Restated: restated}
	if !m.content.None() {
		e.Result = json.RawMessage(m.content)
	}
	d.emit(e)
}
