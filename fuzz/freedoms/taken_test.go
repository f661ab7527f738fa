package freedoms_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A freedom is a form of the wire that real producers use and that a reader may
// mishandle. Takes reports whether the records of a stream have it.
type freedom struct {
	name, dialect string
	takes         func(records []any) bool
}

// wanted are held by TestTaken, because coverage cannot see them: they are
// combinations of blocks.
var wanted = []freedom{
	{"text and pieces of calls in one chunk", "langgraph:js", chunk(func(m object) bool {
		return len(m.list("tool_call_chunks")) > 0 && m.hasText()
	})},
	{"several pieces of one slot in one chunk", "langgraph:python", chunk(func(m object) bool {
		slots := map[any]int{}
		for _, c := range m.list("tool_call_chunks") {
			slots[c["index"]]++
		}
		for _, n := range slots {
			if n > 1 {
				return true
			}
		}
		return false
	})},
	{"a fragment with an earlier call's id behind a later announcement", "langgraph:js", straggles},
	{"two messages of one session interleaved", "langgraph:js", interleaves},
	{"static and dynamic tools in one stream", "aisdk:v5", func(records []any) bool {
		kinds := map[bool]bool{}
		for _, r := range records {
			if d := object(r.(map[string]any)).child("data"); d["type"] == "tool-input-start" {
				kinds[d["dynamic"] == true] = true
			}
		}
		return len(kinds) == 2
	}},
	{"a run without its finish", "aisdk:v5", func(records []any) bool {
		for _, r := range records {
			if d := object(r.(map[string]any)).child("data"); d["type"] == "finish" || d["type"] == "abort" || d["type"] == "error" {
				return false
			}
		}
		return true
	}},
	{"a whole message with a call, from a model that does not stream", "langgraph:js", chunk(func(m object) bool {
		_, streams := m["tool_call_chunks"]
		return m["type"] == "ai" && !streams && len(m.list("tool_calls")) > 0 && m.hasText()
	})},
	{"a poll of a message without its finish reason", "deepagents:poll", func(records []any) bool {
		for _, r := range records {
			for _, m := range object(r.(map[string]any)).child("values").list("messages") {
				if m["type"] == "ai" && m.child("response_metadata")["finish_reason"] == nil {
					return true
				}
			}
		}
		return false
	}},
	{"a thought that is a message of its own", "agui:sse", func(records []any) bool {
		for _, r := range records {
			if d := object(r.(map[string]any)).child("data"); d["type"] == "REASONING_MESSAGE_CONTENT" {
				return true
			}
		}
		return false
	}},
	{"a thought in pieces behind a call of its message", "claudecode:partial", func(records []any) bool {
		called := false
		for _, r := range records {
			e := object(r.(map[string]any)).child("event")
			switch kind := e.child("content_block")["type"]; {
			case e["type"] == "message_start":
				called = false
			case kind == "tool_use":
				called = true
			case kind == "thinking" && called:
				return true
			}
		}
		return false
	}},
	{"a streamed block of an unknown type", "claudecode:partial", streamed("unheard_of")},
	{"a streamed call that the model's server ran", "claudecode:partial", streamed("mcp_tool_use")},
	{"the streamed result of such a call", "claudecode:partial", streamed("mcp_tool_result")},
	{"the record of a result behind it", "cagent:d1", func(records []any) bool {
		for i, r := range records[1:] {
			if records[i].(map[string]any)["type"] == "tool_call_response" && r.(map[string]any)["type"] == "message_added" {
				return true
			}
		}
		return false
	}},
	{"a whole block of an unknown type", "claudecode:full", block("unheard_of")},
	{"a call that the model's server ran", "claudecode:full", block("mcp_tool_use")},
	{"the result of such a call", "claudecode:full", block("mcp_tool_result")},
	{"a thought and a text in one whole frame", "claudecode:full", func(records []any) bool {
		for _, r := range records {
			kinds := map[any]bool{}
			for _, b := range object(r.(map[string]any)).child("message").list("content") {
				kinds[b["type"]] = true
			}
			if kinds["thinking"] && kinds["text"] {
				return true
			}
		}
		return false
	}},
	{"the end of a message with its last words", "langgraph:js", chunk(func(m object) bool {
		return m.hasText() && m.child("response_metadata")["finish_reason"] != nil
	})},
}

// An object is a decoded JSON object.
type object map[string]any

func (o object) child(key string) object { c, _ := o[key].(map[string]any); return c }

func (o object) list(key string) []object {
	all, _ := o[key].([]any)
	var list []object
	for _, v := range all {
		if m, ok := v.(map[string]any); ok {
			list = append(list, m)
		}
	}
	return list
}

// hasText reports whether a message has text.
func (o object) hasText() bool {
	text, _ := o["content"].(string)
	for _, block := range o.list("content") {
		if t, _ := block["text"].(string); t != "" {
			return true
		}
	}
	return text != ""
}

// block looks for a block of the type in a frame of the assistant.
func block(kind string) func([]any) bool {
	return func(records []any) bool {
		for _, r := range records {
			frame := object(r.(map[string]any))
			if frame["type"] != "assistant" {
				continue
			}
			for _, b := range frame.child("message").list("content") {
				if b["type"] == kind {
					return true
				}
			}
		}
		return false
	}
}

// streamed looks for the start of a block of that type.
func streamed(kind string) func([]any) bool {
	return func(records []any) bool {
		for _, r := range records {
			if object(r.(map[string]any)).child("event").child("content_block")["type"] == kind {
				return true
			}
		}
		return false
	}
}

// chunk looks for a record of mode messages, as a tuple, whose message is such.
func chunk(is func(object) bool) func([]any) bool {
	return func(records []any) bool {
		for _, r := range records {
			if m := spoken(r); m != nil && is(m) {
				return true
			}
		}
		return false
	}
}

func spoken(record any) object {
	tuple, _ := record.([]any)
	if len(tuple) != 3 || tuple[1] != "messages" {
		return nil
	}
	pair, _ := tuple[2].([]any)
	if len(pair) == 0 {
		return nil
	}
	m, _ := pair[0].(map[string]any)
	return m
}

// enough is how many streams are looked at for a freedom, until one has it; at night
// all of them are, and counted.
const enough = 400

func TestTaken(t *testing.T) {
	for _, f := range wanted {
		t.Run(f.name, func(t *testing.T) {
			n := 0
			c, variant, err := dialects.Lookup(f.dialect)
			if err != nil {
				t.Fatal(err)
			}
			features := c.Features(variant)
			var g perform.Generator
			for i := range uint64(enough) {
				made := g.Case(&features, perform.Level(i%2), perform.CaseSeed(3, i))
				records, err := wire.EncodeStream(c, variant, made.In(0).Stream)
				if err != nil {
					t.Fatalf("%s: %v", made, err)
				}
				if f.takes(parsed(t, records)) {
					n++
				}
				if n > 0 && !nightly.On() {
					return
				}
			}
			t.Logf("%d of %d streams", n, enough)
			if n == 0 {
				t.Errorf("no stream of %d has it", enough)
			}
		})
	}
}

// TestForms holds every form that a dialect names to be one: some stream is written
// otherwise in it, alone or beside all others.
func TestForms(t *testing.T) {
	for _, name := range dialects.GeneratedNames() {
		c, variant, err := dialects.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		features := c.Features(variant)
		for form, of := range features.Forms {
			if n := written(t, c, variant, form); n == 0 {
				t.Errorf("%s: no stream of %d differs in the form %s", name, enough, of)
			} else {
				t.Logf("%s: %d streams differ in the form %s", name, n, of)
			}
		}
	}
}

// written counts the streams that are written otherwise in a form.
func written(t *testing.T, c wire.Codec, variant string, form int) int {
	t.Helper()
	n, features := 0, c.Features(variant)
	var g perform.Generator
	for i := range uint64(enough) {
		made := g.Case(&features, perform.Level(i%2), perform.CaseSeed(4, i))
		in := func(f spec.Forms) [][]byte {
			records, err := wire.EncodeStream(c, variant, made.In(f).Stream)
			if err != nil {
				t.Fatal(err)
			}
			return records
		}
		one, all := spec.Forms(1)<<form, spec.Forms(1)<<len(features.Forms)-1
		if !reflect.DeepEqual(in(one), in(0)) || !reflect.DeepEqual(in(all), in(all&^one)) {
			n++
		}
		if n > 0 && !nightly.On() {
			break
		}
	}
	return n
}

func parsed(t *testing.T, records [][]byte) []any {
	t.Helper()
	all := make([]any, len(records))
	for i, record := range records {
		if err := json.Unmarshal(record, &all[i]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// straggles: a chunk bears the id of a call that is not the last announced.
func straggles(records []any) bool {
	last := map[any]any{}
	for _, r := range records {
		m := spoken(r)
		for _, c := range m.list("tool_call_chunks") {
			id, _ := c["id"].(string)
			name, _ := c["name"].(string)
			if name != "" {
				last[m["id"]] = id
			} else if id != "" && last[m["id"]] != id {
				return true
			}
		}
	}
	return false
}

// interleaves: a message goes on behind another one of its session.
func interleaves(records []any) bool {
	last, gone := map[string]any{}, map[any]bool{}
	for _, r := range records {
		m := spoken(r)
		if m == nil || m["tool_call_chunks"] == nil && m["type"] != "AIMessageChunk" {
			continue
		}
		at := session(r)
		if id := m["id"]; last[at] != id {
			if gone[id] && m.hasText() {
				return true
			}
			gone[last[at]], last[at] = true, id
		}
	}
	return false
}

// session is the namespace of a record without the node that speaks.
func session(record any) string {
	path, _ := record.([]any)[0].([]any)
	text := ""
	for _, segment := range path {
		if s, _ := segment.(string); strings.HasPrefix(s, "tools:") {
			text += "|" + s
		}
	}
	return text
}
