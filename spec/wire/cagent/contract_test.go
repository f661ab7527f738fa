package cagent_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(cagent.New(), streams,
		wiretest.Unknown(
			`{"type":"brand_new","session_id":"P","payload":{"a":[1]}}`,
			`{"type":"brand_new","tool_call":7,"usage":"x","message":{"a":1}}`,
		),
		wiretest.Samples(
			`{"type":"agent_info","agent_name":"root","model":"v/m","description":"","timestamp":"2026-01-01T00:00:00Z"}`,
			`{"type":"user_message","message":"go","session_id":"P","session_position":0,"timestamp":"2026-01-01T00:00:00Z"}`,
			`{"type":"stream_started","session_id":"P","agent_name":"root"}`,
			`{"type":"agent_choice","content":"a \u003cb\u003e","session_id":"P","agent_name":"root"}`,
			`{"type":"partial_tool_call","tool_call":{"id":"c1","type":"function","function":{"name":"ls"}},"tool_definition":{"name":"ls","parameters":{},"annotations":{},"outputSchema":null},"agent_name":"root"}`,
			`{"type":"partial_tool_call","tool_call":{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"a\":"}},"tool_definition":{"name":"ls"},"agent_name":"root"}`,
			`{"type":"message_added","session_id":"P","agent_name":"root"}`,
			`{"type":"token_usage","session_id":"P","usage":{"input_tokens":5,"output_tokens":2,"context_length":7,"context_limit":0,"cost":0,"last_message":{"input_tokens":5,"Cost":0,"Model":"v/m"}},"agent_name":"root"}`,
			`{"type":"tool_call","tool_call":{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"a\":1}"}},"tool_definition":{"name":"ls"},"agent_name":"root"}`,
			`{"type":"tool_call_response","tool_call":{"id":"c1","type":"function","function":{"name":"ls","arguments":"{\"a\":1}"}},"response":"x","result":{"output":"x","isError":true,"meta":null},"agent_name":"root"}`,
			`{"type":"tool_call_response","tool_call_id":"c9","response":"x","result":{"output":"x"},"agent_name":"root"}`,
			`{"type":"hook_blocked","tool_call":{"id":"c2","type":"function","function":{"name":"rm"}},"message":"no"}`,
			`{"type":"agent_switching","switching":true,"from_agent":"root","to_agent":"worker","agent_name":"worker"}`,
			`{"type":"sub_session_completed","parent_session_id":"P","sub_session":{"id":"C","title":"T","messages":[{"message":{"agentName":"w","message":{"role":"assistant","content":"done"}}},{"sub_session":{"id":"D","messages":[{"summary":"s"},{"error":{"message":"e"}}]}}]},"agent_name":"root"}`,
			`{"type":"error","error":"boom","timestamp":"0001-01-01T00:00:00Z"}`,
			`{"type":"stream_stopped","session_id":"P","reason":"error","finish_reason":"stop"}`,
			`{"data":{"type":"session_title","session_id":"P","title":"T"}}`,
			`{"type":"plan_updated","session_id":"P"}`,
			`{"id":"S","title":"","messages":[{"message":{"agent_name":"root","message":{"role":"tool","content":"x","tool_call_id":"c1"}}}]}`,
		))
	return true
}()

func streams(variant string, _ spec.Features) []spec.Stream {
	if variant == cagent.Session {
		return []spec.Stream{stored(), nestedStored(), oddStored()}
	}
	all := []spec.Stream{oneRun(variant), delegated(variant), asides(variant), pauses(variant), broken(variant), strange(variant)}
	if variant == cagent.D2 {
		all = append(all, parallel(), outcomes())
	}
	return all
}

// oneRun is two turns of one agent, with every kind of part and two calls.
func oneRun(v string) spec.Stream {
	failed := done("c2", `"no such file"`)
	failed.IsError = true
	return stream(v,
		record(in("P", prompt("go \u2028 on"))),
		record(in("P", begins("0"))),
		record(in("P", thinks("1", "root", "hm "))),
		record(in("P", says("1", "root", "I wi"))),
		record(in("P", thinks("1", "root", "so"))),
		record(in("P", says("1", "root", "ll <look> & see."))),
		record(in("P", announces("1", "root", "c1", "ls"))),
		record(in("P", writes(v, "1", "c1", `{"pa`, `{"pa`))),
		record(in("P", writes(v, "1", "c1", `{"path":"ä"}`, `th":"ä"}`))),
		record(in("P", announces("1", "root", "c2", "read")), in("P", writes(v, "1", "c2", `{}`, `{}`))),
		record(in("P", announces("1", "root", "c1", "ls"))),
		record(in("P", added("1"))),
		record(in("P", used(5, 2))),
		record(in("P", runs("c1", "ls", `{"path":"ä"}`))),
		record(in("P", done("c1", `"a\nb"`))),
		record(in("P", note(spec.NoteCustom, ""))),
		record(in("P", runs("c2", "read", ""))),
		record(in("P", failed)),
		record(in("P", says("2", "root", "Done."))),
		record(in("P", added("2"))),
		record(in("P", used(9, 3))),
		record(in("P", ends("0"))),
		record(in("P", prompt(""))),
		record(in("P", begins("1"))),
		record(in("P", says("3", "", "Again"))),
		record(in("P", added("3"))),
		record(in("P", ends("1"))),
		record(in("P", begins("2"))),
		record(in("P", begins("3"))),
		record(in("P", added("4"))),
	)
}

// delegated has a child, a grandchild, and a second child of the same agent.
func delegated(v string) spec.Stream {
	const args = `{"agent":"worker","task":"t"}`
	return stream(v,
		record(in("P", begins("0"))),
		record(in("P", announces("1", "root", "c1", "transfer_task"))),
		record(in("P", added("1"))),
		record(in("P", runs("c1", "transfer_task", args))),
		opens("C", "P", "worker"),
		record(in("C", says("1", "worker", "down"))),
		record(in("C", announces("1", "worker", "c1", "transfer_task"))),
		record(in("C", added("1"))),
		record(in("C", runs("c1", "transfer_task", args))),
		opens("D", "C", "worker"),
		record(in("D", says("1", "worker", "deep"))),
		record(in("D", added("1"))),
		record(in("D", used(1, 1))),
		record(in("D", ends("0"))),
		record(in("D", closed(""))),
		record(in("C", done("c1", `"deep"`))),
		record(in("C", note(spec.NoteCustom, ""))),
		record(in("C", says("2", "worker", "up"))),
		record(in("C", added("2"))),
		record(in("C", ends("0"))),
		record(in("C", closed(""))),
		record(in("P", done("c1", `"up"`))),
		record(in("P", announces("2", "root", "c1", "transfer_task"))),
		record(in("P", added("2"))),
		record(in("P", runs("c1", "transfer_task", args))),
		opens("E", "P", "worker"),
		record(in("E", ends("0"))),
		record(in("E", closed(""))),
		record(in("P", done("c1", `""`))),
		record(in("P", ends("0"))),
	)
}

// asides are everything that is no conversation.
func asides(v string) spec.Stream {
	own := note(spec.NoteUnknown, "")
	own.Raw = json.RawMessage(`{"type":"heard_of","session_id":"P","a":[1,2]}`)
	return stream(v,
		record(in("P", begins("0"))),
		record(in("P", note(spec.NoteSystem, "a summary"))),
		record(in("P", note(spec.NoteCustom, "a title"))),
		record(in("P", note(spec.NoteUnknown, "a word"))),
		record(in("P", own)),
		record(everywhere(note(spec.NoteSystem, "mind"))),
		record(everywhere(note(spec.NoteCustom, "$ ls"))),
		record(everywhere(note(spec.NoteUnknown, ""))),
		record(in("ghost", closed(""))),
		record(in("ghost", closed(""))),
	)
}

// pauses wait for the user, with a call and without.
func pauses(v string) spec.Stream {
	return stream(v,
		record(in("P", prompt("go"))),
		record(in("P", begins("0"))),
		record(in("P", announces("1", "root", "c1", "rm"))),
		record(in("P", added("1"))),
		record(in("P", waits("c1", ""))),
		record(in("P", runs("c1", "rm", `{"f":1}`))),
		record(in("P", waits("", "ask-1"))),
		record(in("P", done("c1", `"gone"`))),
		record(in("P", waits("", ""))),
		record(in("P", announces("1", "root", "c2", "cp")), in("P", waits("c2", ""))),
	)
}

// broken has a retracted attempt, a child that fails and loses its end, and a
// result that comes alone.
func broken(v string) spec.Stream {
	nobody := announces("2", "root", "c7", "rm")
	nobody.Args = `{"f":1}`
	return stream(v,
		record(in("P", begins("0"))),
		record(in("P", says("1", "root", "void"))),
		record(in("P", announces("1", "root", "c0", "rm"))),
		record(in("P", spec.Event{Kind: spec.Retract, Message: "1"})),
		record(in("P", announces("2", "root", "c1", "transfer_task"))),
		record(in("P", runs("c1", "transfer_task", `{"agent":"worker"}`))),
		opens("C", "P", "worker"),
		record(in("C", says("1", "worker", "I try"))),
		record(in("C", fails("no quota"))),
		record(in("P", done("c1", `"Error calling tool: no quota"`))),
		record(in("P", done("c1", `"twice"`))),
		record(in("P", nobody), in("P", done("c7", `"refused"`))),
		record(in("P", announces("2", "root", "c8", "rm")), in("P", runs("c8", "rm", ""))),
		record(in("P", fails("all is lost"))),
		record(everywhere(fails("before any run"))),
	)
}

// strange ids and texts are data.
func strange(v string) spec.Stream {
	const odd = "__proto__\u0000\"\\ \u2029"
	return stream(v,
		record(in("", prompt("null"))),
		record(in("", begins("0"))),
		record(in("", says("1", odd, odd))),
		record(in("", announces("1", odd, odd, "constructor"))),
		record(in("", writes(v, "1", odd, "{\"", "{\""))),
		record(in("", runs(odd, "constructor", "tr"))),
		record(in("", done(odd, `""`))),
		record(in("", done(odd+odd, `"lost"`))),
		opens("null", "", "\U0001F600"),
		record(in("null", ends("0"))),
	)
}

// parallel are siblings of different agents that interleave, and one of an agent
// that the other was handed to.
func parallel() spec.Stream {
	const v = cagent.D2
	lost := in("P", spec.Event{Kind: spec.CallOpen, Agent: "b", Call: "x9", Name: "ls", NoSession: true})
	progress := in("B", spec.Event{Kind: spec.CallProgress, Call: "b1", Result: json.RawMessage(`"so far"`)})
	return stream(v,
		record(in("P", begins("0"))),
		record(in("P", announces("1", "root", "c1", "transfer_task"))),
		record(in("P", announces("1", "root", "c2", "transfer_task"))),
		record(in("P", added("1"))),
		record(in("P", runs("c1", "transfer_task", `{"agent":"a"}`))),
		record(in("P", runs("c2", "transfer_task", `{"agent":"b"}`))),
		opens("A", "P", "a"),
		opens("B", "P", "b"),
		record(in("A", says("1", "a", "one"))),
		record(in("B", announces("1", "b", "b1", "ls"))),
		record(in("A", announces("1", "a", "a1", "handoff"))),
		record(in("B", writes(v, "1", "b1", "", `{}`))),
		record(in("A", says("1", "a", "two"))),
		record(in("A", added("1"))),
		record(in("B", added("1"))),
		record(in("B", runs("b1", "ls", `{}`))),
		record(in("A", runs("a1", "handoff", `{"agent":"b"}`))),
		record(progress),
		record(in("A", done("a1", `"handed"`))),
		record(in("B", done("b1", `"x"`))),
		record(lost),
		record(in("A", says("2", "c", "three"))),
		record(in("B", fails("broken"))),
		record(in("B", closed(spec.Failed))),
		record(in("P", done("c2", `"Error calling tool"`))),
		record(in("A", ends("0"))),
		record(in("A", closed(""))),
		record(in("P", done("c1", `"three"`))),
		record(in("P", ends("0"))),
	)
}

// outcomes are how a run can end.
func outcomes() spec.Stream {
	return stream(cagent.D2,
		record(in("P", begins("0"))),
		record(in("P", stops("0", spec.Completed, "end_turn"))),
		record(in("P", begins("1"))),
		record(in("P", stops("1", spec.Failed, ""))),
		record(in("P", begins("2"))),
		record(in("P", stops("2", spec.Cancelled, "stop"))),
	)
}
