package cagent

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A history is what a stored session says.
type history struct {
	number   int
	messages []spec.Snapshot
	asides   []string // what is no message of the transcript
	errors   []string
	subs     []scan.Value
	asked    map[string]place // the calls without a result, by id
	stray    []spec.SnapshotPart
}

// A place is where a call stands in a history.
type place struct{ message, part int }

// item reads one item: a message, a sub-session, a summary or an error.
func (h *history) item(item scan.Value) {
	for key, v := range item.Members() {
		switch key {
		case "message":
			h.message(v)
		case "sub_session":
			h.subs = append(h.subs, v)
		case "summary":
			h.aside(wire.Text(v))
		case "error":
			h.errors = append(h.errors, words(v))
		}
	}
}

func (h *history) aside(words string) {
	if words != "" {
		h.asides = append(h.asides, words)
	}
}

// words is a text, or the message of an object.
func words(v scan.Value) string {
	if v.Kind() != '{' {
		return wire.Text(v)
	}
	for key, v := range v.Members() {
		if key == "message" || key == "error" {
			return wire.Text(v)
		}
	}
	return ""
}

// message reads a stored message. What the runtime itself said (a system
// message, an implicit user message) was never streamed and is no message.
func (h *history) message(v scan.Value) {
	agent, implicit := "", false
	var m scan.Value
	for key, v := range v.Members() {
		switch key {
		case "agentName", "agent_name":
			agent = wire.Text(v)
		case "implicit":
			implicit = v == "true"
		case "message":
			m = v
		}
	}
	switch role := wire.Text(m.Get("role")); {
	case role == "assistant":
		h.assistant(m, agent)
	case role == "tool":
		h.result(m)
	case role == "user" && !implicit:
		h.messages = append(h.messages, spec.Snapshot{Role: "user", Parts: messageTexts(m)})
	default:
		h.aside(wire.Text(m.Get("content")))
	}
}

// messageTexts is the text of a message, or the texts among its parts.
func messageTexts(m scan.Value) []spec.SnapshotPart {
	if words := wire.Text(m.Get("content")); words != "" {
		return []spec.SnapshotPart{{Kind: spec.TextPart, Text: words}}
	}
	return texts(m.Get("multi_content"))
}

// texts are the texts among the parts of a message.
func texts(parts scan.Value) []spec.SnapshotPart {
	var list []spec.SnapshotPart
	for part := range parts.Elements() {
		if words := wire.Text(part.Get("text")); words != "" {
			list = append(list, spec.SnapshotPart{Kind: spec.TextPart, Text: words})
		}
	}
	return list
}

// assistant reads what one model call said: reasoning, text, calls.
func (h *history) assistant(m scan.Value, agent string) {
	h.number++
	s := spec.Snapshot{Message: number(h.number), Role: "assistant", Agent: agent, StopReason: wire.Text(m.Get("finish_reason"))}
	if thought := wire.Text(m.Get("reasoning_content")); thought != "" {
		s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.ThoughtPart, Text: thought})
	}
	s.Parts = append(s.Parts, messageTexts(m)...)
	if h.asked == nil {
		h.asked = map[string]place{}
	}
	for call := range m.Get("tool_calls").Elements() {
		part := storedCall(call)
		h.asked[part.Call] = place{len(h.messages), len(s.Parts)}
		s.Parts = append(s.Parts, part)
	}
	s.Usage = spent(m.Get("usage"))
	h.messages = append(h.messages, s)
}

func storedCall(call scan.Value) spec.SnapshotPart {
	f := frame{tool: call}
	f.call()
	part := spec.SnapshotPart{Kind: spec.CallPart, Call: f.id, Name: f.function}
	part.Args, part.ArgsValue = f.arguments()
	return part
}

// spent is the usage of one model call, the cached sides included.
func spent(v scan.Value) *spec.Usage {
	if v.Kind() != '{' {
		return nil
	}
	u := tokens(v)
	for key, v := range v.Members() {
		switch n, _ := v.Int(); key {
		case "cached_input_tokens", "cached_write_tokens":
			u.Input += n
		}
	}
	return &u
}

// result gives a result to the latest call of its id.
func (h *history) result(m scan.Value) {
	id := wire.Text(m.Get("tool_call_id"))
	answer := spec.SnapshotPart{Kind: spec.CallPart, Call: id, Answered: true, Result: quoted(m.Get("content"))}
	answer.IsError = m.Get("is_error") == "true"
	at, ok := h.asked[id]
	if !ok {
		h.stray = append(h.stray, answer)
		return
	}
	delete(h.asked, id)
	part := &h.messages[at.message].Parts[at.part]
	part.Answered, part.Result, part.IsError = true, answer.Result, answer.IsError
	if part.Result == nil {
		part.Result = json.RawMessage(`""`)
	}
}

// orphans keeps the results that answer no call.
func (h *history) orphans() {
	if len(h.stray) > 0 {
		h.messages = append(h.messages, spec.Snapshot{Role: "user", Parts: h.stray})
	}
}
