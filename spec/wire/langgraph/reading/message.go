package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A role is what a message is to a transcript.
type role uint8

const (
	roleOther role = iota // known to exist, no part of a transcript
	roleAI
	roleHuman
	roleTool
	roleSystem
	roleUnknown
)

// roles lists the message types of both languages, their class names, and the
// words of plain role dictionaries.
var roles = map[string]role{
	"ai": roleAI, "AIMessage": roleAI, "AIMessageChunk": roleAI, "assistant": roleAI,
	"human": roleHuman, "HumanMessage": roleHuman, "HumanMessageChunk": roleHuman, "user": roleHuman,
	"tool": roleTool, "ToolMessage": roleTool, "ToolMessageChunk": roleTool,
	"system": roleSystem, "SystemMessage": roleSystem, "SystemMessageChunk": roleSystem, "developer": roleSystem,
	"remove": roleOther, "RemoveMessage": roleOther, "function": roleOther, "FunctionMessage": roleOther,
	"chat": roleOther, "ChatMessage": roleOther, "ChatMessageChunk": roleOther, "generic": roleOther,
}

// A message is one message dictionary, in whichever of its spellings.
type message struct {
	raw     scan.Value
	role    role
	chunk   bool // a fragment of a message, not a whole one
	id      string
	name    string
	content scan.Value

	chunks, calls, invalid scan.Value // tool_call_chunks, tool_calls, invalid_tool_calls

	usage    scan.Value
	response scan.Value // response_metadata
	extra    scan.Value // additional_kwargs
	last     bool       // chunk_position says that nothing follows

	call   string // tool_call_id
	failed bool   // status error
}

// parseMessage reads a dictionary, or the form that serialised constructors
// have ({"lc":1,"type":"constructor","id":[…,class],"kwargs":{…}}).
func parseMessage(raw scan.Value) message {
	m := message{raw: raw, role: roleUnknown}
	kind := ""
	for key, v := range raw.Members() {
		if key == "kwargs" && raw.Get("lc") != "" {
			return constructed(raw, v)
		}
		if key == "type" || key == "role" && kind == "" {
			kind, _ = v.Text()
		}
		m.member(key, v)
	}
	m.is(kind)
	return m
}

func constructed(raw, kwargs scan.Value) message {
	m := message{raw: raw, role: roleUnknown}
	for key, v := range kwargs.Members() {
		m.member(key, v)
	}
	class := ""
	for v := range raw.Get("id").Elements() {
		class, _ = v.Text()
	}
	m.is(class)
	return m
}

// is settles role and chunk: Python says so, JavaScript only by the list of
// tool_call_chunks, which whole messages do not have.
func (m *message) is(kind string) {
	if r, ok := roles[kind]; ok {
		m.role = r
	}
	m.chunk = m.role == roleAI && (kind == "AIMessageChunk" || m.chunks != "")
}

func (m *message) member(key string, v scan.Value) {
	switch key {
	case "id":
		m.id = wire.Text(v)
	case "name":
		m.name = word(v)
	case "content":
		m.content = v
	case "tool_call_chunks":
		m.chunks = v
	case "tool_calls":
		m.calls = v
	case "invalid_tool_calls":
		m.invalid = v
	case "usage_metadata":
		m.usage = v
	case "response_metadata":
		m.response = v
	case "additional_kwargs":
		m.extra = v
	case "chunk_position":
		m.last = v == `"last"`
	case "tool_call_id":
		m.call = wire.Text(v)
	case "status":
		m.failed = v == `"error"`
	}
}

// word is a call's id or name: absent, null, "" and "null" are none.
func word(v scan.Value) string {
	if s := wire.Text(v); s != "null" {
		return s
	}
	return ""
}

// slot is an index, which may be a number or a string; absent and null are "".
func slot(v scan.Value) string {
	if v.Kind() == '0' {
		return strings.Clone(string(v))
	}
	return wire.Text(v)
}

// stopReason is why the message ended, by the names that providers give it.
func (m *message) stopReason() string {
	for key, v := range m.response.Members() {
		switch key {
		case "finish_reason", "stop_reason", "stopReason", "done_reason":
			if reason := wire.Text(v); reason != "" {
				return reason
			}
		}
	}
	return wire.Text(m.extra.Get("stop_reason"))
}

// tokens is the usage; input_tokens counts the cached ones already.
func (m *message) tokens() *spec.Usage {
	if m.usage.Kind() != '{' {
		return nil
	}
	var u spec.Usage
	for key, v := range m.usage.Members() {
		switch n, _ := v.Int(); key {
		case "input_tokens":
			u.Input = n
		case "output_tokens":
			u.Output = n
		}
	}
	return &u
}
