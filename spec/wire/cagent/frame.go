package cagent

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A frame is one event of the runtime. Of a key that occurs twice the last
// member counts.
type frame struct {
	raw     scan.Value
	kind    string
	session string
	tagged  bool // it has a session_id
	agent   string

	tool       scan.Value // tool_call
	definition bool       // it has a tool_definition
	id         string     // the call's id, from tool_call or tool_call_id
	function   string
	args       scan.Value

	text      scan.Value // content, message, error, output, title or summary
	response  scan.Value
	result    scan.Value
	usage     scan.Value
	reason    scan.Value
	finish    scan.Value
	messageID string
	sub       scan.Value // sub_session
	parent    scan.Value // parent_session_id
	data      scan.Value
	messages  scan.Value // of a stored session

	// parallel: it has what only versions have that run a batch in parallel.
	parallel bool
}

// parse reads an event, also one that a server-sent event carries.
func parse(raw scan.Value) frame {
	f := frame{raw: raw}
	for key, v := range raw.Members() {
		f.member(key, v)
	}
	if f.kind == "" && f.data.Kind() == '{' && f.data.Get("type").Kind() == '"' {
		return parse(f.data)
	}
	f.call()
	f.parallel = f.parallel || parallelTypes[f.kind] || f.marked()
	return f
}

func (f *frame) member(key string, v scan.Value) {
	switch key {
	case "type":
		f.kind, _ = v.Text()
	case "session_id":
		f.session, f.tagged = v.Text()
	case "agent_name":
		f.agent = wire.Text(v)
	case "tool_call":
		f.tool = v
	case "tool_call_id":
		f.id = wire.Text(v)
		f.parallel = f.id != ""
	case "tool_definition":
		f.definition = v.Kind() == '{'
	case "content", "message", "error", "output", "title", "summary":
		f.text = v
	case "data":
		f.data = v
	case "messages":
		f.messages = v
	default:
		f.rare(key, v)
	}
}

func (f *frame) rare(key string, v scan.Value) {
	switch key {
	case "response":
		f.response = v
	case "result":
		f.result = v
	case "usage":
		f.usage = v
	case "reason":
		f.reason = v
	case "finish_reason":
		f.finish = v
	case "message_id":
		f.messageID = wire.Text(v)
	case "sub_session":
		f.sub = v
	case "parent_session_id":
		f.parent = v
	}
}

// call reads the tool_call object.
func (f *frame) call() {
	f.session = strings.Clone(f.session)
	for key, v := range f.tool.Members() {
		switch key {
		case "id":
			if id := wire.Text(v); id != "" {
				f.id = id
			}
		case "function":
			f.function, f.args = wire.Text(v.Get("name")), v.Get("arguments")
		}
	}
}

// parallelTypes came with, or after, batches that run in parallel.
var parallelTypes = map[string]bool{
	"tool_call_output": true, "hook_started": true, "hook_finished": true, "runtime_paused": true,
	"session_plan_updated": true, "connection_lost": true, "connection_restored": true, "agent_route": true,
	"background_agent_started": true, "background_agent_completed": true,
}

// marked reports whether a type of old has a field of late.
func (f *frame) marked() bool {
	switch f.kind {
	case "agent_choice", "agent_choice_reasoning":
		return f.messageID != ""
	case "error":
		return f.tagged || !f.raw.Get("code").None()
	case "stream_stopped":
		return !f.reason.None() || !f.finish.None()
	}
	return false
}

// arguments are the arguments as they stand, "" for none; value says that they
// are a JSON value and no text.
func (f *frame) arguments() (args string, value bool) {
	switch f.args.Kind() {
	case 0, 'n':
		return "", false
	case '"':
		return wire.Text(f.args), false
	}
	return strings.Clone(f.args.Compact()), true
}
