package langgraph_test

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// threadSamples are records of protocol v3 in the shapes that the encoder does not
// write.
var threadSamples = []string{
	`{"type":"success","id":1,"result":{"run_id":"r"},"meta":{"thread_id":"t","applied_through_seq":0}}`,
	`{"type":"error","id":null,"error":"invalid_request","message":"no JSON"}`,
	`{"type":"event","seq":0,"method":"lifecycle","params":{"namespace":[],"timestamp":1,"data":{"event":"running","graph_name":"g"}}}`,
	`{"type":"event","seq":1,"method":"messages","params":{"namespace":[],"timestamp":1,"data":[{"event":"message-start","message_id":"m1","role":"ai"},{"run_id":"r1","lc_agent_name":"lead"}]}}`,
	`{"type":"event","seq":2,"method":"messages","params":{"namespace":[],"timestamp":1,"data":[{"event":"content-block-start","index":0,"content_block":{"type":"tool_call_chunk","id":"c1","name":"ls","args":""}},{"run_id":"r1"}]}}`,
	`{"type":"event","seq":3,"method":"messages","params":{"namespace":[],"timestamp":1,"data":[{"event":"content-block-delta","index":0,"content_block":{"type":"tool_call_chunk","args":"{}"}},{"run_id":"r1"}]}}`,
	`{"type":"event","seq":4,"method":"messages","params":{"namespace":["model_request:M"],"timestamp":1,"node":"model_request","data":{"event":"provider","provider":"p","name":"n","payload":{},"run_id":"r2"}}}`,
	`{"type":"event","seq":5,"method":"messages","params":{"namespace":[],"timestamp":1,"data":[{"type":"ai","content":"Whole.","id":"m2"},{"run_id":"r3"}]}}`,
	`{"type":"event","seq":6,"method":"lifecycle","params":{"namespace":[],"timestamp":1,"data":{"event":"started","namespace":["tools:t1"],"graph_name":"coder","cause":{"type":"toolCall","tool_call_id":"c1"}}}}`,
	`{"type":"event","seq":7,"method":"tools","params":{"namespace":["tools:t1","tools:t2"],"timestamp":1,"data":{"event":"tool-finished","tool_call_id":"c2","output":{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"x","tool_call_id":"c2","status":"error"}}}}}`,
	`{"event":"messages","id":"9","data":{"params":{"data":{"event":"content-block-delta","index":0,"delta":{"type":"text-delta","text":"Hi"},"run_id":"r4"},"timestamp":1,"namespace":["model_request:M"]},"method":"messages","seq":9,"event_id":"9","type":"event"}}`,
}

// threadStreams is what protocol v3 can say.
func threadStreams(variant string, f spec.Features) []spec.Stream {
	t := &streamBuilder{}
	t.say(spec.Event{Kind: spec.TurnStart, Turn: "0"})
	t.say(user("", "h1", "Do both"))
	t.say(spec.Event{Kind: spec.MessageOpen, Message: "m1", Role: "assistant"})
	threadBlock(t, "", "m1", "0", spec.Thought, "Two ", "parts.")
	threadBlock(t, "", "m1", "1", spec.Plain, "Delegat", "ing \u2028 now.")
	threadCall(t, "", "m1", "2", "call_A", "task", `{"subagent_type":"coder",`, `"description":"wr\"ite"}`)
	threadCall(t, "", "m1", "3", "call_BB", "ls", `{"path"`, `:".`, `"}`)
	t.say(spec.Event{Kind: spec.UsageReport, Message: "m1", Usage: &spec.Usage{Input: 3, Output: 4}})
	t.say(spec.Event{Kind: spec.MessageClose, Message: "m1", StopReason: "tool_use", Usage: &spec.Usage{Input: 3, Output: 9}})
	runs := spec.Event{Kind: spec.CallStart, Call: "call_A", Name: "task"}
	opens := child("tools:t1", "", "call_A", "coder")
	begins := spec.Event{Kind: spec.TurnStart, Session: "tools:t1", Turn: "0"}
	if strings.HasPrefix(variant, "v3-python") || variant == "v3-incremental" {
		t.say(runs)
		t.say(opens, begins)
	} else {
		t.say(runs, opens, begins)
	}
	t.say(spec.Event{Kind: spec.CallStart, Call: "call_BB", Name: "ls"})
	t.say(user("tools:t1", "h2", "wr\"ite"))
	t.say(spec.Event{Kind: spec.MessageOpen, Session: "tools:t1", Message: "m2", Role: "assistant"})
	threadCall(t, "tools:t1", "m2", "0", "call_A", "write", `{"a":1}`)
	t.say(spec.Event{Kind: spec.MessageClose, Session: "tools:t1", Message: "m2"})
	t.say(spec.Event{Kind: spec.CallStart, Session: "tools:t1", Call: "call_A", Name: "write"})
	t.say(spec.Event{Kind: spec.CallProgress, Call: "call_BB", Result: json.RawMessage(`"a.txt"`)})
	t.say(done("", "call_BB", `[{"type":"text","text":"ok"}]`, false))
	failed := done("tools:t1", "call_A", `"no"`, false)
	failed.IsError = true
	t.say(failed)
	t.say(spec.Event{Kind: spec.Wait, Session: "tools:t1", Wait: "i1"})
	t.say(spec.Event{Kind: spec.TurnEnd, Turn: "0", Status: spec.Waiting})
	t.say(spec.Event{Kind: spec.TurnStart, Turn: "1"})
	t.say(runs)
	t.say(done("", "call_A", `"done"`, false))
	snapshot := spec.Snapshot{Message: "m3", Role: "assistant", Agent: "lead", StopReason: "stop", Parts: []spec.SnapshotPart{
		{Kind: spec.TextPart, Text: "Well."}, {Kind: spec.CallPart, Call: "call_C", Name: "ls", Args: "{}", ArgsValue: true},
	}}
	t.say(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}, Complete: true})
	t.say(spec.Event{Kind: spec.TurnEnd, Turn: "1"})

	n := &streamBuilder{}
	n.say(spec.Event{Kind: spec.TurnStart, Turn: "0"})
	for _, session := range []string{"", "tools:t1"} {
		n.say(spec.Event{Kind: spec.NoteEvent, Session: session, Note: spec.NoteCustom, Text: "50 %"})
		n.say(spec.Event{Kind: spec.NoteEvent, Session: session, Note: spec.NoteCustom})
		n.say(spec.Event{Kind: spec.NoteEvent, Session: session, Note: spec.NoteUnknown})
		n.say(spec.Event{Kind: spec.NoteEvent, Session: session, Note: spec.NoteUnknown, Text: "odd"})
	}
	n.say(spec.Event{Kind: spec.Error, Error: "try again"})
	n.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: `{"message":"boom`})
	n.say(spec.Event{Kind: spec.TurnStart, Turn: "1"})
	n.say(spec.Event{Kind: spec.Cancel, Global: true})
	return []spec.Stream{{Features: f, Events: t.events, End: spec.EOF}, {Features: f, Events: n.events, End: spec.EOF}}
}

func user(session, id, text string) spec.Event {
	e := prompt(session, id, text)
	e.Restated = false
	return e
}

// threadBlock is a text with its block.
func threadBlock(t *streamBuilder, session, message, slot string, form spec.Form, pieces ...string) {
	e := spec.Event{Kind: spec.Text, Session: session, Message: message, Slot: slot, Form: form}
	t.say(e)
	for _, e.Text = range pieces {
		t.say(e)
	}
	t.say(spec.Event{Kind: spec.NoteEvent, Session: session, Message: message, Slot: slot, Note: spec.NoteCustom})
}

// threadCall is a call with its block.
func threadCall(t *streamBuilder, session, message, slot, id, name string, pieces ...string) {
	t.say(opens(session, message, slot, id, name))
	for _, words := range pieces {
		t.say(args(session, message, slot, "", words))
	}
	t.say(spec.Event{Kind: spec.ArgsEnd, Session: session, Message: message, Slot: slot, Call: id})
}
