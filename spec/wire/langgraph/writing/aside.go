package writing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// opening says that a session exists: by an empty state, or with a link by the
// task that its call becomes.
func (e *encoder) opening(ev *spec.Event) *outcome {
	if !ev.ParentCall.OK {
		return &outcome{reading.Path(ev.Session), "values", writtenState{}}
	}
	parent, own := reading.ParentOf(ev.Session), reading.Path(ev.Session)
	task := ""
	if len(own) > 0 {
		task = own[len(own)-1][min(len(reading.ToolsSegment), len(own[len(own)-1])):]
	}
	linked := writtenLinkedCall{
		Name: reading.Delegation.Tool, ID: ev.ParentCall.ID, Type: "tool_call",
		Args: map[string]string{reading.Delegation.Argument: ev.Agent},
	}
	if name := e.session(parent).calls[linked.ID].name; name != "" {
		linked.Name = name
	}
	if !e.python && e.Forms.Has(openings) {
		return &outcome{own, "tools", writtenToolEvent{"on_tool_start", linked.ID, linked.Name, linked.Args}}
	}
	payload := writtenTask{ID: task, Name: "tools", Triggers: []string{"__pregel_push"}}
	payload.Input.JS = &linked
	if e.python {
		payload.Input.JS, payload.Input.Python = nil, &linked
	}
	return &outcome{reading.Path(parent), "tasks", payload}
}

func (e *encoder) waits(events []spec.Event) *outcome {
	list := []writtenInterrupt{}
	for i := range events {
		list = append(list, writtenInterrupt{ID: events[i].Wait})
	}
	payload := map[string][]writtenInterrupt{"__interrupt__": list}
	if e.Forms.Has(inMessages) {
		return &outcome{reading.Path(events[0].Session), "values", payload}
	}
	return &outcome{reading.Path(events[0].Session), "updates", payload}
}

func (e *encoder) failure(ev *spec.Event) *outcome {
	if e.sse {
		return &outcome{nil, "error", writtenServerError{"Error", ev.Error}}
	}
	return &outcome{nil, "__error__", writtenThrown{"Error", ev.Error}}
}

func (e *encoder) note(ev *spec.Event) (*outcome, error) {
	out := &outcome{path: reading.Path(ev.Session), mode: "custom"}
	if record, ok := e.Beside(beside, e.besides(ev), ev); ok {
		mode, payload, _ := strings.Cut(record, " ")
		out.mode, out.payload = mode, jsontext.Value(payload)
		return out, nil
	}
	unopened := ev.Note == spec.NoteSystem && ev.Session != "" && !e.mirror.Opened(ev.Session) // which a list would open
	if unopened || e.Forms.Has(inMessages) && (ev.Text != "" || ev.Note == spec.NoteMedia) {
		if m := e.spokenNote(ev); m != nil {
			return e.spoke(ev.Session, "note", &writing{}, m), nil
		}
	}
	switch ev.Note {
	case spec.NoteCustom:
		out.payload = writtenCustom{Kind: "progress", Text: ev.Text}
	case spec.NoteMedia:
		out.payload = writtenBlock{Type: "image", Text: &ev.Text}
	case spec.NoteHeartbeat:
		out.mode = "heartbeat"
	case spec.NoteSystem:
		e.notes++
		m := writtenPlain{Content: ev.Text, ID: "system-" + strconv.Itoa(e.notes), Type: "system"}
		out.mode, out.payload = "updates", map[string]writtenState{"SystemMiddleware.before_agent": {[]any{e.built(m, "SystemMessage")}}}
	case spec.NoteUnknown:
		return e.unknown(ev, out)
	default:
		return nil, fmt.Errorf("%s: note: the dialect has no note %s", ev.Kind, ev.Note)
	}
	return out, nil
}

// spokenNote is a note as a message of mode messages, or as a block of one; nil if it is
// none.
func (e *encoder) spokenNote(ev *spec.Event) any {
	e.notes++
	id := "note-" + strconv.Itoa(e.notes)
	block := ""
	switch {
	case ev.Note == spec.NoteSystem:
		return writtenPlain{Content: ev.Text, ID: id, Type: "system"}
	case ev.Note == spec.NoteCustom && (e.notes%2 > 0 || ev.Session != ""):
		return writtenPlain{Content: ev.Text, ID: id, Type: "function"}
	case ev.Session != "": // what a model says would open the session
		return nil
	case ev.Note == spec.NoteCustom:
		block = "reasoning"
	case ev.Note == spec.NoteMedia:
		block = "image"
	default:
		return nil
	}
	m := writtenChunk{Content: []writtenBlock{{Type: block, Text: &ev.Text}}, ID: id, Type: "ai"}
	if e.python {
		m.Type = "AIMessageChunk"
	}
	return m
}

// unknown writes the record that was not known, if the framing can hold it, or
// any other.
func (e *encoder) unknown(ev *spec.Event, out *outcome) (*outcome, error) {
	if len(ev.Raw) == 0 {
		out.mode, out.payload = "unheard", jsontext.Value("null")
		if ev.Text != "" {
			out.payload = ev.Text
		}
		return out, nil
	}
	raw, fault := scan.Parse(ev.Raw, wire.MaxDepth)
	if fault != nil {
		return nil, fmt.Errorf("%s: raw: %w", ev.Kind, fault)
	}
	if e.sse {
		if _, err := wire.Append(nil, wire.SSE, ev.Raw); err != nil {
			return nil, fmt.Errorf("%s: raw: %w", ev.Kind, err)
		}
	}
	out.payload = verbatim(raw.Compact())
	return out, nil
}

// besides are the modes and payloads of the records that notes of no text are in that
// form: of any session, and those that a server adds at the root.
var besides, served = map[spec.Note][]string{spec.NoteCustom: {
	`checkpoints {"config":{"configurable":{}},"values":{},"next":["tools"],"parent_config":null,"metadata":{"source":"loop","step":1}}`,
	`debug {"step":1,"timestamp":"2026-01-01T00:00:00Z","type":"checkpoint","payload":{}}`,
	`tasks {"id":"u1","name":"model_request","input":{"messages":[]},"triggers":["branch:to:model_request"],"interrupts":[]}`,
	`tasks {"id":"u1","name":"model_request","result":{},"interrupts":[]}`,
	`tasks {"id":"u2","name":"tools","input":[{"name":"ls","args":{},"id":"call_u2","type":"tool_call"}],"triggers":["__pregel_push"],"interrupts":[]}`,
	`tasks {"id":"u2","name":"tools","result":{},"interrupts":[]}`,
	`updates {"TodoListMiddleware.after_model":null}`, `updates {"PlanMiddleware.before_agent":{"todos":[]}}`,
}}, map[spec.Note][]string{spec.NoteCustom: {
	`metadata {"run_id":"u0","attempt":1}`, `feedback {"run_id":"u0"}`,
	`messages/metadata {"run-u3":{"metadata":{"langgraph_node":"model_request","langgraph_checkpoint_ns":"model_request:u3"}}}`,
	`checkpoints {"config":{"configurable":{}},"values":{},"next":[],"parent_config":null,"metadata":{"source":"input","step":-1}}`,
}}

func (e *encoder) besides(ev *spec.Event) map[spec.Note][]string {
	if e.sse && ev.Session == "" {
		return served
	}
	return besides
}
