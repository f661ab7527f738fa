package agentc

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A frame is one record with the members that any type has use for.
type frame struct {
	wire.Typed
	raw                   scan.Value
	kind                  string
	session, parent, user spec.Ref

	id, content, started, running, active scan.Value
	stopReason, input, output             scan.Value
	calls, results, message, chat         scan.Value
}

// read takes the members of a frame; false if it has no type.
func (f *frame) read(raw scan.Value, members scan.Object) bool {
	f.raw = raw
	typed := false
	for i := range members {
		switch key, v := members[i].Key, members[i].Value; key {
		case "type":
			f.kind, typed = v.Text()
		case "session_id":
			f.ref(key, v, &f.session)
		case "parent_session_id":
			f.ref(key, v, &f.parent)
		case "user_session_id":
			f.ref(key, v, &f.user)
		default:
			f.member(key, v)
		}
	}
	return typed
}

func (f *frame) member(key string, v scan.Value) {
	switch key {
	case "id":
		f.id = v
	case "content":
		f.content = v
	case "started":
		f.started = v
	case "running":
		f.running = v
	case "active":
		f.active = v
	case "stop_reason":
		f.stopReason = v
	case "input_tokens":
		f.input = v
	case "output_tokens":
		f.output = v
	case "tool_calls":
		f.calls = v
	case "tool_results":
		f.results = v
	case "message":
		f.message = v
	case "chat_session":
		f.chat = v
	}
}

func (f *frame) ref(key string, v scan.Value, to *spec.Ref) {
	id, there := f.May(key, v)
	*to = spec.Ref{ID: id, OK: there}
}

// mustFlag is a boolean that must be there.
func (f *frame) mustFlag(key string, v scan.Value) bool {
	if v.None() {
		f.Mismatch(key)
	}
	return f.Flag(key, v)
}

// elements are a list's; absent is none, an element that is no object is a
// mismatch.
func (f *frame) elements(key string, v scan.Value) []scan.Value {
	var all []scan.Value
	for element := range f.List(key, v).Elements() {
		if element.Kind() != '{' {
			f.Mismatch(key)
			return nil
		}
		all = append(all, element)
	}
	return all
}

// usage is what the model call cost, nil where the frame does not say.
func (f *frame) usage() *spec.Usage {
	if f.input.None() && f.output.None() {
		return nil
	}
	return &spec.Usage{Input: f.Int("input_tokens", f.input), Output: f.Int("output_tokens", f.output)}
}
