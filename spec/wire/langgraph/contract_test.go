package langgraph_test

import (
	"encoding/json"
	"strings"

	"github.com/onsi/ginkgo/v2"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = ginkgo.Describe("the contract", func() {
	wiretest.Run(langgraph.New(), streams,
		wiretest.Unknown(
			`[[],"future_mode",{"a":[1,2]}]`, `{"seq":3,"ns":["tools:t1"],"mode":"future","payload":null}`,
			`{"event":"on_chat_model_stream","run_id":"r","data":{}}`, `{"type":"event","method":"messages","params":{}}`,
			`{"event":"future|tools:t1","data":{"x":1}}`,
		),
		wiretest.Samples(append(samples, threadSamples...)...),
	)
})

// samples are records in the shapes that the encoder does not write.
var samples = []string{
	`{"seq":0,"ns":[],"mode":"values","payload":{"messages":[{"content":"Go","id":"h1","type":"human"}],"files":{}}}`,
	`["messages",[{"content":"Hi","id":"run-1","type":"AIMessageChunk"},{"langgraph_checkpoint_ns":"model:u1"}]]`,
	`{"event":"messages/metadata","data":{"run-1":{"metadata":{"langgraph_checkpoint_ns":"tools:t1|model_request:u2","lc_agent_name":"researcher"}}}}`,
	`{"event":"messages/partial","data":[{"content":"He","id":"run-1","tool_call_chunks":[],"type":"ai"}]}`,
	`{"event":"messages/complete","data":[{"content":"ok","id":"t","tool_call_id":"call_1","type":"tool"}]}`,
	`{"event":"metadata","data":{"run_id":"r","attempt":1}}`,
	`[[],"updates",{"__interrupt__":[{"id":"i1","value":{}}]}]`,
	`[["tools:t1"],"tools",{"event":"on_tool_start","toolCallId":"call_1","name":"task","input":"{}"}]`,
}

// A streamBuilder gathers the records of a stream.
type streamBuilder struct {
	record int
	events []spec.Event
}

// say adds one record.
func (t *streamBuilder) say(events ...spec.Event) {
	t.record++
	for _, e := range events {
		e.Record = t.record
		t.events = append(t.events, e)
	}
}

// streams is what the dialect can say, a stream for each concern.
func streams(variant string, f spec.Features) []spec.Stream {
	if strings.HasPrefix(variant, "v3") {
		return threadStreams(variant, f)
	}
	js := !strings.HasPrefix(variant, "python")
	var all []spec.Stream
	for _, build := range []func(*streamBuilder){
		func(t *streamBuilder) { delegations(t, js) },
		providers, notes, restatements, pauses, failing, nested, unlinked, awkward,
	} {
		t := &streamBuilder{}
		build(t)
		all = append(all, spec.Stream{Features: f, Events: t.events, End: spec.EOF})
	}
	return all
}

func prompt(session, id, text string) spec.Event {
	return spec.Event{
		Kind: spec.MessageFull, Session: session, Complete: true, Restated: true,
		Messages: []spec.Snapshot{{
			Message: id, Role: "user",
			Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}},
		}},
	}
}

func text(session, message, agent, words string) spec.Event {
	return spec.Event{Kind: spec.Text, Session: session, Message: message, Agent: agent, Text: words}
}

func opens(session, message, slot, id, name string) spec.Event {
	return spec.Event{Kind: spec.CallOpen, Session: session, Message: message, Slot: slot, Call: id, Name: name}
}

func args(session, message, slot, id, words string) spec.Event {
	return spec.Event{Kind: spec.CallArgs, Session: session, Message: message, Slot: slot, Call: id, Text: words}
}

func closes(session, message, reason string) spec.Event {
	return spec.Event{
		Kind: spec.MessageClose, Session: session, Message: message, StopReason: reason,
		Usage: &spec.Usage{Input: 11, Output: 7},
	}
}

func done(session, id, result string, restated bool) spec.Event {
	return spec.Event{Kind: spec.CallDone, Session: session, Call: id, Result: json.RawMessage(result), Restated: restated}
}

// child opens a sub-session, linked where a call is given.
func child(session, parent, id, agent string) spec.Event {
	e := spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(parent), Agent: agent}
	if id != "" {
		e.ParentCall = spec.To(id)
	}
	return e
}

func delegations(t *streamBuilder, js bool) {
	t.say(prompt("", "h1", "Do both"))
	t.say(text("", "m1", "", "Delegat"))
	t.say(text("", "m1", "", "ing \u2028 now."))
	t.say(opens("", "m1", "0", "call_A", "task"))
	t.say(opens("", "m1", "1", "call_B", "mcp__corp__task"))
	t.say(args("", "m1", "1", "", `{"subagent_type":"coder","descr`))
	t.say(args("", "m1", "0", "", `{"description":"find \"it\"","subagent_type":"researcher"}`))
	t.say(args("", "m1", "1", "", `iption":"write it"}`))
	t.say(closes("", "m1", "tool_calls"))
	t.say(child("tools:t1", "", "call_B", "coder"), prompt("tools:t1", "h2", "write it"))
	t.say(child("tools:t2", "", "call_A", "researcher"), prompt("tools:t2", "h3", `find "it"`))
	t.say(opens("tools:t1", "m2", "0", "call_0", "write"), args("tools:t1", "m2", "0", "call_0", `{"a":1}`))
	lookup := opens("tools:t2", "m3", "0", "call_0", "lookup")
	lookup.Agent = "researcher"
	t.say(text("tools:t2", "m3", "researcher", "Look"), lookup)
	t.say(args("tools:t2", "m3", "0", "", `{"q":"x"}`))
	t.say(closes("tools:t1", "m2", "tool_calls"))
	t.say(closes("tools:t2", "m3", "tool_calls"))
	t.say(done("tools:t2", "call_0", `"found"`, false))
	t.say(done("tools:t1", "call_0", `[{"type":"text","text":"ok"}]`, false))
	t.say(done("tools:t1", "call_0", `[{"type":"text","text":"ok"}]`, true))
	t.say(done("", "call_B", `"written"`, js))
	failed := done("", "call_A", `"no"`, js)
	failed.IsError, failed.Status = true, spec.Failed
	t.say(failed)
	t.say(text("", "m4", "", "Done."))
	t.say(spec.Event{Kind: spec.UsageReport, Message: "m4", Usage: &spec.Usage{Input: 3, Output: 4}})
	t.say(spec.Event{Kind: spec.MessageClose, Message: "m4", StopReason: "stop"})
}

// providers are the ways in which model providers number and cut.
func providers(t *streamBuilder) {
	// Anthropic: numbered blocks, text 0, calls from 1.
	block := text("", "m1", "", "Let me look.")
	block.Slot = "0"
	t.say(block)
	t.say(opens("", "m1", "1", "toolu_1", "ls"))
	t.say(args("", "m1", "1", "", `{"path":`))
	t.say(args("", "m1", "1", "", `"."}`))
	t.say(closes("", "m1", "tool_use"))
	// Always slot 0 with new ids, whole arguments at once.
	t.say(opens("", "m2", "0", "a", "ls"), args("", "m2", "0", "a", `{}`))
	t.say(opens("", "m2", "0", "b", "ls"), args("", "m2", "0", "b", `{"x":[1,"}"]}`))
	// Several calls and fragments in one record.
	t.say(opens("", "m3", "0", "c", "read"), opens("", "m3", "2", "d", "read"))
	t.say(args("", "m3", "0", "", `{"p":`), args("", "m3", "2", "", `{"p":`), args("", "m3", "0", "", `1}`))
	// The id on every fragment, at a drifting slot; the name again.
	t.say(opens("", "m4", "0", "e", "read"))
	t.say(args("", "m4", "0", "e", `{"p`))
	t.say(opens("", "m4", "0", "e", "read"), args("", "m4", "0", "e", `":`))
	t.say(args("", "m4", "1", "e", `1}`))
	// No index; an index that is a string; no id at all; an id without a name.
	t.say(opens("", "m5", "", "f", "read"))
	t.say(args("", "m5", "", "", `{}`))
	t.say(opens("", "m5", "lc_1", "g", "read"), args("", "m5", "lc_1", "g", `{}`))
	t.say(opens("", "m5", "01", "", "read"))
	t.say(args("", "m5", "01", "", `{}`))
	t.say(opens("", "m5", "5", "h", ""))
	// A fragment before its start, and one that says nothing.
	t.say(args("", "m6", "0", "", `{"a"`))
	t.say(opens("", "m6", "0", "i", "read"))
	t.say(args("", "m6", "0", "", ""))
	t.say(text("", "m6", "", ""))
	t.say(text("", "m6", "", "two "), text("", "m6", "", "texts"))
	t.say(spec.Event{Kind: spec.MessageClose, Message: "m6"})
}

func notes(t *streamBuilder) {
	for _, session := range []string{"", "tools:t1"} {
		for _, n := range []spec.Note{spec.NoteCustom, spec.NoteSystem, spec.NoteMedia, spec.NoteHeartbeat, spec.NoteUnknown} {
			e := spec.Event{Kind: spec.NoteEvent, Session: session, Note: n}
			t.say(e)
			if n != spec.NoteHeartbeat {
				e.Text = "50 %"
				t.say(e)
			}
		}
	}
	t.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(`{"event": "new", "data": [1]}`)})
}

// restated is a whole message that state lists.
func restated(session string, s spec.Snapshot) spec.Event {
	s.Role = "assistant"
	return spec.Event{Kind: spec.MessageFull, Session: session, Messages: []spec.Snapshot{s}, Complete: true, Restated: true}
}

func callPart(slot, id, words string, value bool) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.CallPart, Slot: slot, Call: id, Name: "read", Args: words, ArgsValue: value}
}

func textPart(slot, words string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.TextPart, Slot: slot, Text: words}
}

func restatements(t *streamBuilder) {
	usage := &spec.Usage{Input: 1, Output: 2}
	t.say(prompt("", "h1", "Go"), restated("", spec.Snapshot{Message: "m0", Parts: []spec.SnapshotPart{textPart("", "Hi")}}))
	t.say(restated("", spec.Snapshot{
		Message: "m1", Agent: "supervisor", StopReason: "stop", Usage: usage,
		Parts: []spec.SnapshotPart{textPart("", "Reading."), callPart("0", "c1", `{"a": 1}`, false), callPart("1", "c2", `{"b":2}`, false)},
	}))
	t.say(done("", "c1", `"one"`, true), done("", "c2", `"two"`, true))
	t.say(restated("", spec.Snapshot{Message: "m2", Parts: []spec.SnapshotPart{
		callPart("", "c3", `{"a":1}`, true), textPart("", "between"), callPart("", "c4", `{}`, true),
	}}))
	bad := callPart("", "c5", `{"a"`, false)
	bad.Invalid = true
	t.say(restated("", spec.Snapshot{Message: "m3", Parts: []spec.SnapshotPart{bad, callPart("", "c6", `[1]`, true)}}))
	bad = callPart("3", "c7", `{"a"`, false)
	bad.Invalid = true
	t.say(restated("", spec.Snapshot{Message: "m4", Parts: []spec.SnapshotPart{textPart("0", "a"), textPart("2", "b"), bad}}))
	t.say(restated("", spec.Snapshot{Message: "m5"}))
	whole := restated("", spec.Snapshot{Message: "m6", Agent: "model", Parts: []spec.SnapshotPart{textPart("", "x"), callPart("", "c8", `{}`, true)}})
	whole.Restated = false
	t.say(whole)
	emitted := prompt("", "h2", "said")
	emitted.Restated = false
	t.say(emitted)
	t.say(prompt("", "", "no id"))
	blocks := prompt("", "h3", "first")
	blocks.Messages[0].Parts = append(blocks.Messages[0].Parts, textPart("", "second"))
	t.say(blocks)
}

func pauses(t *streamBuilder) {
	t.say(opens("", "m1", "0", "call_A", "task"), args("", "m1", "0", "call_A", `{"description":"d","subagent_type":"coder"}`))
	t.say(child("tools:t1", "", "call_A", "coder"), prompt("tools:t1", "h1", "d"))
	t.say(opens("tools:t1", "m2", "0", "call_1", "rm"))
	t.say(spec.Event{Kind: spec.Wait, Session: "tools:t1", Wait: "i1"}, spec.Event{Kind: spec.Wait, Session: "tools:t1", Wait: "i2"})
	t.say(spec.Event{Kind: spec.Wait, Wait: "i1"})
}

func failing(t *streamBuilder) {
	t.say(text("", "m1", "supervisor", "I"))
	t.say(text("", "m1", "supervisor", " try"))
	t.say(text("", "m1", "supervisor", "."))
	t.say(text("", "m1", "supervisor", "."))
	t.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "lookup exploded"})
}

func nested(t *streamBuilder) {
	t.say(opens("", "m1", "0", "call_A", "task"), args("", "m1", "0", "call_A", `{"description":"outer","subagent_type":"lead"}`))
	t.say(child("tools:t1", "", "call_A", "lead"), prompt("tools:t1", "h1", "outer"))
	t.say(opens("tools:t1", "m2", "0", "call_A", "task"))
	t.say(args("tools:t1", "m2", "0", "", `{"description":"inner","subagent_type":"leaf"}`))
	t.say(child("tools:t1|tools:t2", "tools:t1", "call_A", "leaf"), prompt("tools:t1|tools:t2", "h2", "inner"))
	t.say(text("tools:t1|tools:t2", "m3", "leaf", "deep"))
	t.say(done("tools:t1", "call_A", `"deep"`, true))
	t.say(done("", "call_A", `"deep"`, true))
}

// unlinked are twins, which nothing tells apart, a session without a prompt, and
// one that only its task links.
func unlinked(t *streamBuilder) {
	for _, id := range []string{"call_A", "call_B"} {
		t.say(opens("", "m1", id, id, "task"), args("", "m1", id, id, `{"description":"same","subagent_type":"coder"}`))
	}
	t.say(child("tools:t1", "", "", ""), prompt("tools:t1", "h1", "same"))
	t.say(child("tools:t2", "", "", ""), prompt("tools:t2", "h2", "same"))
	t.say(child("tools:t2", "", "", "coder"), text("tools:t2", "m2", "coder", "Hi"))
	t.say(child("tools:t3", "", "", "other"), text("tools:t3", "m3", "other", "Who"))
	t.say(child("tools:t4", "", "", ""))
	t.say(child("tools:t5", "", "call_B", "coder"))
	t.say(child("tools:t6", "", "call_Z", "ghost"))
}

// awkward are ids and texts that readers stumble over.
func awkward(t *streamBuilder) {
	for _, id := range []string{"__proto__", "constructor", `a"b\c`, "日本 👩‍🔧", "", "null"} {
		t.say(text("", id, "", "\x00\u2028 {\"type\":\"ai\"} \\ud83d null"))
		t.say(done("", id, `"\u0000"`, false))
	}
	for i, result := range []string{`{"a":{"b":[1,2.50,null]}}`, `9007199254740991`, `null`, `""`, `[]`} {
		t.say(done("", "call_"+string(rune('a'+i)), result, false))
	}
	t.say(spec.Event{Kind: spec.CallDone, Call: "bare"})
}
