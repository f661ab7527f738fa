package langgraph

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// opening says that a session exists: by an empty state, or with a link by the
// task that its call becomes.
func (e *encoder) opening(ev *spec.Event) *outcome {
	if !ev.ParentCall.OK {
		return &outcome{path(ev.Session), "values", writtenState{}}
	}
	parent, own := parentOf(ev.Session), path(ev.Session)
	task := ""
	if len(own) > 0 {
		task = own[len(own)-1][min(len(toolsSegment), len(own[len(own)-1])):]
	}
	linked := writtenLinkedCall{
		Name: delegation.Tool, ID: ev.ParentCall.ID, Type: "tool_call",
		Args: map[string]string{delegation.Argument: ev.Agent},
	}
	if name := e.session(parent).calls[linked.ID].name; name != "" {
		linked.Name = name
	}
	payload := writtenTask{ID: task, Name: "tools", Triggers: []string{"__pregel_push"}}
	payload.Input.JS = &linked
	if e.python {
		payload.Input.JS, payload.Input.Python = nil, &linked
	}
	return &outcome{path(parent), "tasks", payload}
}

func (e *encoder) waits(events []spec.Event) *outcome {
	list := []writtenInterrupt{}
	for i := range events {
		list = append(list, writtenInterrupt{ID: events[i].Wait})
	}
	payload := map[string][]writtenInterrupt{"__interrupt__": list}
	return &outcome{path(events[0].Session), "updates", payload}
}

func (e *encoder) failure(ev *spec.Event) *outcome {
	if e.sse {
		return &outcome{nil, "error", writtenServerError{"Error", ev.Error}}
	}
	return &outcome{nil, "__error__", writtenThrown{"Error", ev.Error}}
}

func (e *encoder) note(ev *spec.Event) (*outcome, error) {
	out := &outcome{path: path(ev.Session), mode: "custom"}
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
		out.mode, out.payload = "updates", map[string]writtenState{"SystemMiddleware.before_agent": {[]any{m}}}
	case spec.NoteUnknown:
		return e.unknown(ev, out)
	default:
		return nil, fmt.Errorf("%s: note: the dialect has no note %s", ev.Kind, ev.Note)
	}
	return out, nil
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
