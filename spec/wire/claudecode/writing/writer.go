package writing

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// session is the conversation that every encoded stream is of.
const session = "00000000-0000-4000-8000-00000c0c0ded"

const model = "model-a"

// An envelope is what every encoded frame has. Frames with content have a scope
// of null in the root, others none.
type envelope struct {
	Type    string         `json:"type"`
	Subtype string         `json:"subtype,omitzero"`
	Scope   jsontext.Value `json:"parent_tool_use_id,omitzero"`
	Session string         `json:"session_id"`
	UUID    string         `json:"uuid"`
	Agent   string         `json:"subagent_type,omitzero"`
	Task    string         `json:"agent_id,omitzero"`
}

func (w *writer) envelope(kind, scope string) envelope {
	e := envelope{Type: kind, Session: session, UUID: w.uuid}
	if scope != "" {
		e.Scope = reading.Quote(scope)
	}
	return e
}

func (w *writer) system(subtype, scope string) envelope {
	e := w.envelope("system", scope)
	e.Subtype = subtype
	return e
}

// spoken is the envelope of a frame with content: a child's says who speaks.
func (w *writer) spoken(kind, scope string) envelope {
	e := w.envelope(kind, scope)
	if scope == "" {
		e.Scope = jsontext.Value("null")
		return e
	}
	e.Task = task(scope)
	e.Agent = w.mirror.AgentOf(scope)
	for i := range w.events {
		if o := &w.events[i]; o.Kind == spec.SessionOpen && o.Session == scope && o.Agent != "" {
			e.Agent = o.Agent
		}
	}
	return e
}

// task is the id of the task that a child is.
func task(session string) string { return "agent_" + session }

// open is an open payload as a value; what is absent and what is null are none.
func open(payload []byte) jsontext.Value {
	if len(payload) == 0 || string(payload) == "null" {
		return nil
	}
	return payload
}
