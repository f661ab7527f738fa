package agentc

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// think is the reserved tool whose argument is streamed as a thought.
const think = "think"

// A toolUse is one entry of tool_calls, or one tool_use block of a history.
type toolUse struct {
	id, name string
	args     string
	value    bool // args is a JSON value's compact text, not text of the wire
}

// toolUse reads {id, name, input} and {id, name, arguments}, and the latter in
// the wrapping {id, function} that some writers of histories use.
func (f *frame) toolUse(v scan.Value) (t toolUse) {
	for key, v := range v.Members() {
		switch key {
		case "id":
			t.id = f.TextOf(key, v)
		case "name":
			t.name = f.TextOf(key, v)
		case "input", "arguments":
			t.args, t.value = arguments(v)
		case "function":
			inner := f.toolUse(v)
			t.name, t.args, t.value = inner.name, inner.args, inner.value
		}
	}
	return t
}

// arguments are a string's text, or any other value's JSON.
func arguments(v scan.Value) (args string, value bool) {
	if text, ok := v.Text(); ok {
		return text, false
	}
	if v.None() {
		return "", false
	}
	return v.Compact(), true
}

// A toolResult is one entry of tool_results, or one result block of a history.
type toolResult struct {
	id     string
	result json.RawMessage
	failed bool
	paired bool
}

// toolResult reads {tool_use_id, content, is_error} and {tool_call_id, content}.
func (f *frame) toolResult(v scan.Value) (r toolResult) {
	for key, v := range v.Members() {
		switch key {
		case "tool_use_id", "tool_call_id":
			r.id = f.TextOf(key, v)
		case "content":
			r.result = wire.Verbatim(v)
		case "is_error":
			r.failed = f.Flag(key, v)
		}
	}
	return r
}

// selection announces each tool of the cumulative list.
func (d *decoder) selection(dst []spec.Event, f *frame) []spec.Event {
	before := len(dst)
	for _, v := range f.elements("tool_calls", f.calls) {
		t := f.toolUse(v)
		if t.name == think {
			continue
		}
		e := d.in(f, spec.CallOpen)
		e.Call, e.Name, e.Restated = t.id, t.name, true
		if t.args != "{}" {
			e.Args, e.ArgsValue = t.args, t.value
		}
		dst = append(dst, e)
	}
	return d.orNote(dst, before, f)
}

func (d *decoder) toolCall(dst []spec.Event, f *frame) []spec.Event {
	before := len(dst)
	if f.mustFlag("active", f.active) {
		dst = d.starts(dst, f)
	} else {
		dst = d.completions(dst, f)
	}
	return d.orNote(dst, before, f)
}

// orNote makes a frame that lists nothing (or only think) a note.
func (d *decoder) orNote(dst []spec.Event, before int, f *frame) []spec.Event {
	if len(dst) > before {
		return dst
	}
	e := d.in(f, spec.NoteEvent)
	e.Note = spec.NoteCustom
	return append(dst, e)
}

func (d *decoder) starts(dst []spec.Event, f *frame) []spec.Event {
	for _, v := range f.elements("tool_calls", f.calls) {
		if t := f.toolUse(v); t.name != think {
			e := d.in(f, spec.CallStart)
			e.Call, e.Name, e.Args, e.ArgsValue = t.id, t.name, t.args, t.value
			dst = append(dst, e)
		}
	}
	return dst
}

// completions gives one call.done a tool, with the first result of its id that
// no tool before it took; then one for each result that no tool took.
func (d *decoder) completions(dst []spec.Event, f *frame) []spec.Event {
	var results []toolResult
	for _, v := range f.elements("tool_results", f.results) {
		results = append(results, f.toolResult(v))
	}
	for _, v := range f.elements("tool_calls", f.calls) {
		t := f.toolUse(v)
		e := d.in(f, spec.CallDone)
		e.Call, e.Name, e.Args, e.ArgsValue = t.id, t.name, t.args, t.value
		if r := take(results, t.id); r != nil {
			e.Result, e.IsError = r.result, r.failed
		}
		if t.name != think {
			dst = append(dst, e)
		}
	}
	for _, r := range results {
		if !r.paired {
			e := d.in(f, spec.CallDone)
			e.Call, e.Result, e.IsError = r.id, r.result, r.failed
			dst = append(dst, e)
		}
	}
	return dst
}

func take(results []toolResult, id string) *toolResult {
	for i := range results {
		if r := &results[i]; !r.paired && r.id == id {
			r.paired = true
			return r
		}
	}
	return nil
}
