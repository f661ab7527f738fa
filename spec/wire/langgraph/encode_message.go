package langgraph

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// message writes whole messages and results: one that comes to be in mode
// messages, any number that state restates in one record of values or updates.
func (e *encoder) message(events []spec.Event) (*outcome, error) {
	if first := &events[0]; e.live(first) {
		return e.alone(first)
	}
	if first := &events[0]; e.sse && e.Forms.Has(objects) && len(events) == 1 && first.Session == "" && first.Kind == spec.MessageFull {
		m, _, err := e.restate(first)
		return &outcome{nil, "messages/complete", []any{m}}, err
	}
	state := writtenState{}
	nodes := map[string]bool{}
	node := ""
	for i := range events {
		m, from, err := e.restate(&events[i])
		if err != nil {
			return nil, err
		}
		state.Messages = append(state.Messages, e.built(m, classOf(m)))
		node, nodes[from] = from, true
	}
	if len(nodes) > 1 || node == "" {
		return &outcome{path(events[0].Session), "values", state}, nil
	}
	return &outcome{path(events[0].Session), "updates", map[string]writtenState{node: state}}, nil
}

// live reports whether mode messages says the event. JavaScript's does not look
// into the Commands in which delegations return their results; a second result,
// which no engine gives, can only be said there.
func (e *encoder) live(ev *spec.Event) bool {
	if ev.Restated || ev.Kind != spec.CallDone {
		return !ev.Restated
	}
	c := e.session(ev.Session).calls[ev.Call]
	return e.python || c.answered || !delegation.Is(c.name)
}

// alone is a message as it comes to be, whole.
func (e *encoder) alone(ev *spec.Event) (*outcome, error) {
	if ev.Kind == spec.CallDone {
		return e.ranTool(ev), nil
	}
	s, err := only(ev)
	if err != nil {
		return nil, err
	}
	if s.Role == "user" {
		m := human(s)
		return e.spoke(ev.Session, s.Message, &writing{}, m), nil
	}
	w := e.session(ev.Session).writing(s.Message)
	w.agent = s.Agent
	return e.spoke(ev.Session, s.Message, w, e.assistant(ev.Session, s, false)), nil
}

// restate is a message in a state, and the node that returned it.
func (e *encoder) restate(ev *spec.Event) (m any, node string, err error) {
	if ev.Kind == spec.CallDone {
		return e.result(ev), "tools", nil
	}
	s, err := only(ev)
	switch {
	case err != nil:
		return nil, "", err
	case s.Role == "user":
		return human(s), "", nil
	}
	return e.assistant(ev.Session, s, true), e.modelNode(), nil
}

// only is the one message of an event.
func only(ev *spec.Event) (*spec.Snapshot, error) {
	if ev.Kind != spec.MessageFull {
		return nil, fmt.Errorf("%s: no record says it beside a message", ev.Kind)
	}
	if len(ev.Messages) != 1 {
		return nil, fmt.Errorf("%s: messages: a record lists them one by one", ev.Kind)
	}
	return &ev.Messages[0], nil
}

func human(s *spec.Snapshot) any {
	m := writtenPlain{Content: "", ID: s.Message, Type: "human"}
	blocks := []writtenBlock{}
	for i := range s.Parts {
		blocks = append(blocks, writtenBlock{Type: "text", Text: &s.Parts[i].Text, Index: index(s.Parts[i].Slot)})
	}
	switch {
	case len(blocks) == 1 && blocks[0].Index == nil:
		m.Content = s.Parts[0].Text
	case len(blocks) > 0:
		m.Content = blocks
	}
	return m
}

func (e *encoder) result(ev *spec.Event) any {
	c := e.session(ev.Session).calls[ev.Call]
	m := writtenResult{
		Status: "success", Content: jsontext.Value(ev.Result), Call: ev.Call, Name: c.name,
		ID: "run-" + derived(ev.Session, c.message, ev.Call) + "-tool-" + ev.Call, Type: "tool",
	}
	switch {
	case ev.IsError:
		m.Status = "error"
	case delegation.Is(c.name):
		m.Status = ""
	}
	c.answered = true
	e.session(ev.Session).calls[ev.Call] = c
	return m
}

// spoke is a record of mode messages from the node that calls the model.
func (e *encoder) spoke(session, message string, w *writing, payload any) *outcome {
	node := e.modelNode()
	return e.spoken(append(path(session), node+":"+derived(session, message)), payload, writtenMetadata{
		Agent: w.agent, Step: w.step, Node: node,
		Triggers: []string{"branch:to:" + node}, Path: []any{"__pregel_pull", node},
	})
}

func (e *encoder) modelNode() string {
	if e.python {
		return "model"
	}
	return "model_request"
}

// ranTool is a result in mode messages, from the task that ran the tool.
func (e *encoder) ranTool(ev *spec.Event) *outcome {
	s := e.session(ev.Session)
	c := s.calls[ev.Call]
	meta := writtenMetadata{Node: "tools", Triggers: []string{"__pregel_push"}, Path: []any{"__pregel_push", 0}}
	if w := s.messages[c.message]; w != nil {
		meta.Agent, meta.Step = w.agent, w.step+1
	}
	return e.spoken(append(path(ev.Session), toolsSegment+derived(ev.Session, c.message, ev.Call)), e.result(ev), meta)
}

// spoken is a record of mode messages from the task of that checkpoint
// namespace, of which Python shows all but the last segment.
func (e *encoder) spoken(full []string, payload any, meta writtenMetadata) *outcome {
	meta.Checkpoint = strings.Join(full, "|")
	meta.Namespace = meta.Checkpoint
	if e.Forms.Has(sparse) {
		meta.Checkpoint = ""
		if e.places++; e.places%2 == 0 {
			meta.Namespace = ""
		}
	}
	shown := full
	if e.python {
		shown = dropLast(full)
	}
	return &outcome{shown, "messages", []any{e.built(payload, classOf(payload)), meta}}
}

// built is a message as it is, or as JavaScript serialises one of that class.
func (e *encoder) built(m any, class string) any {
	if e.python || !e.Forms.Has(classes) {
		return m
	}
	return writtenClass{1, "constructor", []string{"langchain_core", "messages", class}, m}
}

func classOf(m any) string {
	switch m := m.(type) {
	case writtenPlain:
		return plainClasses[m.Type]
	case writtenChunk:
		return "AIMessageChunk"
	case writtenWhole:
		return "AIMessage"
	case writtenResult:
		return "ToolMessage"
	}
	return ""
}

// plainClasses are those of plain messages, by their types.
var plainClasses = map[string]string{"human": "HumanMessage", "system": "SystemMessage", "function": "FunctionMessage"}
