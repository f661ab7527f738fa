package writing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

// message writes whole messages and results: one that comes to be in mode
// messages, any number that state restates in one record of values or updates.
func (e *encoder) message(events []spec.Event) (*outcome, error) {
	if first := &events[0]; e.live(first) {
		return e.alone(first)
	}
	if first := &events[0]; e.sse && e.Forms.Has(objects) && len(events) == 1 && first.Session == "" && first.Kind == spec.MessageFull {
		m, err := e.restate(first, false)
		return &outcome{nil, "messages/complete", []any{m}}, err
	}
	at := e.returned(events)
	state := writtenState{}
	for i := range events {
		m, err := e.restate(&events[i], at != nil)
		if err != nil {
			return nil, err
		}
		state.Messages = append(state.Messages, e.built(m, classOf(m)))
	}
	session := reading.Path(events[0].Session)
	if at == nil {
		return &outcome{session, "values", state}, nil
	}
	return &outcome{append(session, reading.DropLast(at)...), "updates", map[string]writtenState{nodeOf(at): state}}, nil
}

// returned are the segments of the one node that returned all of these messages, nil if
// there is none.
func (e *encoder) returned(events []spec.Event) (at []string) {
	for i := range events {
		from := []string{"tools"}
		if ev := &events[i]; ev.Kind == spec.MessageFull && len(ev.Messages) == 1 {
			s := &ev.Messages[0]
			if s.Role == "user" {
				return nil
			}
			from = e.nodes(ev.Session, s.Message, s.Agent)
		}
		if i > 0 && (nodeOf(from) != nodeOf(at) || !slices.Equal(reading.DropLast(from), reading.DropLast(at))) {
			return nil
		}
		at = from
	}
	return at
}

// live reports whether mode messages says the event. JavaScript's does not look
// into the Commands in which delegations return their results; a second result,
// which no engine gives, can only be said there.
func (e *encoder) live(ev *spec.Event) bool {
	if ev.Restated || ev.Kind != spec.CallDone {
		return !ev.Restated
	}
	c := e.session(ev.Session).calls[ev.Call]
	return e.python || c.answered || !reading.Delegation.Is(c.name)
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

// restate is a message in a state. One that is new bears no name where the node that
// returned it says who spoke.
func (e *encoder) restate(ev *spec.Event, byNode bool) (m any, err error) {
	if ev.Kind == spec.CallDone {
		return e.result(ev), nil
	}
	s, err := only(ev)
	switch {
	case err != nil:
		return nil, err
	case s.Role == "user":
		return human(s), nil
	}
	known := e.mirror.Began(ev.Session, s.Message)
	named := *s
	if byNode && !known && e.works(ev.Session, s.Agent) {
		named.Agent = ""
	}
	return e.assistant(ev.Session, &named, true), nil
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
	case reading.Delegation.Is(c.name):
		m.Status = ""
	}
	c.answered = true
	e.session(ev.Session).calls[ev.Call] = c
	return m
}

// spoke is a record of mode messages from the node that calls the model.
func (e *encoder) spoke(session, message string, w *writing, payload any) *outcome {
	at := e.nodes(session, message, w.agent)
	node := nodeOf(at)
	meta := writtenMetadata{
		Agent: w.agent, Step: w.step, Node: node,
		Triggers: []string{"branch:to:" + node}, Path: []any{"__pregel_pull", node},
	}
	if e.works(session, w.agent) {
		meta.Agent = ""
	}
	return e.spoken(append(reading.Path(session), at...), payload, meta)
}

// nodes are the segments of the task that calls the model: of the agent's own node, or of
// the node of a worker, which is a subgraph or calls the model itself.
func (e *encoder) nodes(session, message, agent string) []string {
	task := derived(session, message)
	switch {
	case !e.works(session, agent):
		return []string{e.modelNode() + ":" + task}
	case task[0] < '8':
		return []string{agent + ":" + task}
	}
	return []string{agent + ":" + derived(session, message, agent), e.modelNode() + ":" + task}
}

// works reports whether an agent is written as a node: one that is not the session's own.
func (e *encoder) works(session, agent string) bool {
	own := e.mirror.AgentOf(session)
	return e.Forms.Has(workers) && !reading.IsOwn(agent) && !strings.ContainsAny(agent, ":|") &&
		(session == "" || own != "" && own != agent)
}

// nodeOf is the node of a namespace's last segment.
func nodeOf(at []string) string {
	node, _, _ := strings.Cut(at[len(at)-1], ":")
	return node
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
	in := reading.Path(ev.Session)
	if w := s.messages[c.message]; w != nil {
		meta.Agent, meta.Step = w.agent, w.step+1
		if e.works(ev.Session, w.agent) {
			meta.Agent = ""
			in = append(in, reading.DropLast(e.nodes(ev.Session, c.message, w.agent))...)
		}
	}
	return e.spoken(append(in, reading.ToolsSegment+derived(ev.Session, c.message, ev.Call)), e.result(ev), meta)
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
		shown = reading.DropLast(full)
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
