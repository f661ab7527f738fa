package claudecode_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(claudecode.New(), streams,
		wiretest.Unknown(
			`{"type":"brand_new","uuid":"n-1","payload":{"a":[1]}}`,
			`{"type":"system","subtype":"brand_new","message":7,"uuid":"n-2"}`,
			`{"type":"stream_event","event":{"type":"brand_new"},"uuid":"n-3"}`,
			`{"type":"brand_new","event":"text","message":7,"is_error":"no"}`,
		),
		wiretest.Samples(
			`{"type":"system","subtype":"init","cwd":"/w","session_id":"0b1c","tools":["Read"],"model":"m","uuid":"u-1"}`,
			`{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"Hi","citations":null},{"type":"server_tool_use","id":"s1"},{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"fallback"}]},"uuid":"u-2"}`,
			`{"type":"user","message":{"role":"user","content":"plain text"},"uuid":"u-3","isReplay":true}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"tool_reference","tool_name":"x"}]},{"type":"tool_result","tool_use_id":"t2"}]},"tool_use_result":"Error: x"}`,
			`{"type":"system","subtype":"task_updated","task_id":"a","patch":{"status":"failed"},"uuid":"u-5"}`,
			`{"duration_api_ms":1,"type":"result","subtype":"success","is_error":false,"usage":{"input_tokens":1},"permission_denials":[{"tool_name":"W","tool_use_id":"t1"}],"uuid":"u-6"}`,
			`{"type":"queue-operation","operation":"enqueue","sessionId":"S"}`,
			`{"type":"summary","summary":"Greetings","leafUuid":"s-2"}`,
			`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"go"},"uuid":"s-1","sessionId":"S"}`,
			`{"parentUuid":"s-1","isSidechain":false,"apiBlockIndex":1,"message":{"id":"m2","content":[{"type":"tool_use","id":"t9","name":"Agent","input":{}}],"stop_reason":"tool_use","usage":{"output_tokens":9}},"type":"assistant","uuid":"s-2","sessionId":"S"}`,
			`{"parentUuid":"s-2","isSidechain":false,"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t9","content":"r","is_error":true}]},"uuid":"s-3","sourceToolAssistantUUID":"s-2","toolUseResult":{"agentId":"a1"},"permissionDecision":{"decision":"reject"},"sessionId":"S"}`,
			`{"type":"agent_metadata","agentId":"a1","agentType":"plan","toolUseId":"t9"}`,
			`{"parentUuid":"s-3","isSidechain":false,"attachment":{"type":"queued_command","prompt":[{"type":"text","text":"and this"}],"source_uuid":"q-1"},"type":"attachment","uuid":"s-4","sessionId":"S"}`,
			`{"parentUuid":null,"logicalParentUuid":"s-4","type":"system","subtype":"compact_boundary","content":"Conversation compacted","uuid":"s-5","sessionId":"S"}`,
		))
	return true
}()

func streams(variant string, _ spec.Features) []spec.Stream {
	if variant == reading.Session {
		return sessions()
	}
	all := []spec.Stream{oneTurn(variant), children(variant), background(variant), overlap(variant), asides(variant), replayed(variant)}
	if variant == reading.Partial {
		all = append(all, streamed(variant), cutStream(variant), streamingChild(variant))
	}
	return all
}

// oneTurn has every kind of part, and results between the frames of a message.
func oneTurn(variant string) spec.Stream {
	call := callAt(2, "t1", "Read", `{"path":"a","n":1.50}`)
	call.Metadata = json.RawMessage(`{"caller":{"type":"direct"}}`)
	raw := callAt(0, "t4", "Bash", `{"cmd": "ec`)
	raw.ArgsValue, raw.Invalid = false, true
	whole := frame("m2", textAt(0, "last \u2028 word"))
	whole.Messages[0].Metadata = json.RawMessage(`{"tier":"x"}`)
	stopped := frame("m4", textAt(0, "API Error"))
	stopped.Complete, stopped.Messages[0].StopReason = true, "stop_sequence"
	return stream(variant,
		record(startTurn("0")),
		record(prompt("uuid-2", "do it")),
		record(frame("m1", thoughtAt(0, "hm", `{"signature":"c2ln"}`))),
		record(frame("m1", textAt(1, "I will."))),
		record(frame("m1", call)),
		record(done("t1", `"file a"`)),
		record(frame("m1", callAt(3, "t2", "Bash", `{}`), callAt(4, "t3", "Write", `{"p":"b"}`))),
		record(failed("t3", `[{"type":"text","text":"no"}]`, spec.Denied), done("t2", `[{"type":"tool_reference","tool_name":"x"}]`)),
		record(frame("m3", raw)),
		record(failed("t4", `"<tool_use_error>"`, "")),
		record(frame("m3", thoughtAt(1, "", `{"type":"redacted_thinking","data":"b64"}`))),
		record(failed("t5", `"interrupted"`, spec.Cancelled)),
		record(prompt("said", "one", "two")),
		record(whole),
		record(done("t9", "")),
		record(spec.Event{Kind: spec.CallDone, Call: "t3", Status: spec.Denied, Restated: true}, endTurn("0")),
		record(startTurn("1")),
		record(stopped),
		record(failTurn("1", "API Error")),
		record(startTurn("2")),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "2", Status: spec.Cancelled}),
		record(startTurn("3")),
		record(failTurn("3", "")),
	)
}

// children run in the foreground: two at once, one of them with a child of its
// own that shows no frame, and one whose first frame opens it.
func children(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(frame("m1", callAt(0, "t1", "Task", `{"subagent_type":"explore"}`))),
		record(frame("m1", callAt(1, "t2", "Agent", `{"subagent_type":"plan"}`))),
		openChild("t1", "", "explore"),
		append(openChild("t2", "", "plan"), in("t2", prompt("uuid-5", "plan it"))),
		record(in("t1", prompt("uuid-6", "look"))),
		record(in("t1", frame("c1", callAt(0, "i1", "Task", `{"subagent_type":"deep"}`)))),
		openChild("i1", "t1", "deep"),
		record(in("t2", frame("c2", textAt(0, "a plan")))),
		append(closeChild("i1", spec.Completed, ""), in("t1", done("i1", `"deep says"`))),
		append(closeChild("t2", spec.Failed, "it broke"), failed("t2", `"text of the result"`, "")),
		record(in("t1", frame("c3", textAt(0, "found")))),
		append(closeChild("t1", spec.Cancelled, ""), failed("t1", `"stop"`, spec.Cancelled)),
		record(endTurn("0")),
	)
}

// background: children that outlive their call, and an end without a start.
func background(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(frame("m1", callAt(0, "t1", "Task", `{}`), callAt(1, "t2", "Task", `{}`), callAt(2, "t3", "Task", `{}`))),
		openChild("t1", "", "bg"),
		record(done("t1", `"launched"`)),
		record(done("t2", `"launched before any frame"`)),
		append(openChild("t2", "", "late"), in("t2", frame("c2", textAt(0, "hi")))),
		record(endTurn("0")),
		record(in("t1", frame("c1", textAt(0, "still here")))),
		closeChild("t1", spec.Completed, ""),
		record(startTurn("1")),
		closeChild("t2", spec.Failed, "out of tokens"),
		record(spec.Event{Kind: spec.SessionClose, Session: "never-opened"}),
		openChild("t3", "", ""),
		record(done("t3", `"launched"`)),
		closeChild("t3", spec.Cancelled, ""),
		record(endTurn("1")),
	)
}

// overlap: the first turn's result comes after the second turn's messages.
func overlap(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(frame("m1", textAt(0, "one"))),
		record(startTurn("1")),
		record(frame("m2", textAt(0, "two"))),
		record(endTurn("0")),
		record(endTurn("1")),
	)
}

// asides are everything that is no conversation.
func asides(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(note(spec.NoteSystem, "a word")),
		record(note(spec.NoteSystem, "")),
		record(in("t1", note(spec.NoteCustom, "a summary"))),
		record(note(spec.NoteHeartbeat, "")),
		record(note(spec.NoteMedia, "")),
		record(note(spec.NoteUnknown, "")),
		record(spec.Event{Kind: spec.LimitReport, Limit: &spec.Limit{Rejected: true, Window: "five_hour"}}),
		record(spec.Event{Kind: spec.LimitReport, Limit: &spec.Limit{Rejected: true}}),
		record(spec.Event{Kind: spec.LimitReport, Limit: &spec.Limit{Window: "five_hour"}}),
		record(spec.Event{Kind: spec.Error, Error: "overloaded"}),
		record(spec.Event{Kind: spec.CallProgress, Call: "t1"}),
		record(frame("m1", textAt(0, "refused"))),
		record(spec.Event{Kind: spec.Retract, Retracts: []string{"uuid-13"}}),
		record(spec.Event{Kind: spec.Retract, Retracts: []string{"uuid-13"}}, frame("m2", textAt(0, "again"))),
		record(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Message: "m2", Raw: json.RawMessage(`{"type":"container_upload","file_id":"s1"}`)}),
		record(frame("m2", textAt(2, "behind the opaque block"))),
		record(spec.Event{Kind: spec.History, Complete: true}),
		record(endTurn("0")),
	)
}

// replayed has a tail that a reconnect sends again.
func replayed(variant string) spec.Stream {
	opening := func() []spec.Event { return as("o", openChild("t1", "", "explore")) }
	ending := func() []spec.Event {
		return as("e", append(closeChild("t1", spec.Completed, ""), done("t1", `"r"`)))
	}
	second := func() []spec.Event { return as("b", record(frame("m1", textAt(1, "b")))) }
	return stream(variant,
		as("i", record(startTurn("0"))),
		record(frame("m1", textAt(0, "a"))),
		second(),
		record(frame("m1", callAt(2, "t1", "Task", `{}`))),
		opening(), ending(), ending(), opening(), second(),
		as("i", record(startTurn("0"))),
		record(frame("m1", textAt(3, "c"))),
		as("r", record(endTurn("0"))),
		as("r", record(endTurn("0"))),
		record(startTurn("1")),
		record(endTurn("1")),
	)
}

// streamed is a message in deltas, with a result between those of a later call,
// each block confirmed by its frame.
func streamed(variant string) spec.Stream {
	thought, text, call := spec.Thought, spec.Plain, announces("m1", 2, "t1", "Read")
	call.Metadata = json.RawMessage(`{"caller":{"type":"direct"}}`)
	noted := begins("m1", 1, text)
	noted.Metadata = json.RawMessage(`{"citations":[1]}`)
	sign := begins("m1", 0, thought)
	sign.Metadata = json.RawMessage(`{"signature":"c2ln"}`)
	withMetadata := opens("m1")
	withMetadata.Metadata = json.RawMessage(`{"tier":"x"}`)
	return stream(variant,
		record(startTurn("0")),
		record(withMetadata),
		record(begins("m1", 0, thought)),
		record(fragment("m1", 0, thought, "h")),
		record(fragment("m1", 0, thought, "m")),
		record(sign),
		record(restated("m1", thoughtAt(0, "hm", `{"signature":"c2ln"}`))),
		record(blockEnds("m1", 0)),
		record(noted),
		record(fragment("m1", 1, text, "\u00e4\u2029")),
		record(begins("m1", 1, text)),
		record(call),
		record(args("m1", 2, "")),
		record(args("m1", 2, `{"a": `)),
		record(args("m1", 2, `"b"}`)),
		record(restated("m1", callAt(2, "t1", "Read", `{"a":"b"}`))),
		record(argsEnd("m1", 2)),
		record(announces("m1", 3, "t2", "Bash")),
		record(args("m1", 3, `{"c"`)),
		record(done("t1", `"r"`)),
		record(args("m1", 3, `:1}`)),
		record(argsEnd("m1", 3)),
		record(restated("m1", textAt(1, "\u00e4\u2029"), callAt(3, "t2", "Bash", `{"c":1}`))),
		record(stops("m1", "tool_use")),
		record(closes("m1")),
		record(done("t2", `"r"`)),
		record(endTurn("0")),
	)
}

// cutStream has a message without its end, a fragment after the end of another,
// and arguments whose call was never announced.
func cutStream(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(opens("m1")),
		record(begins("m1", 0, spec.Plain)),
		record(fragment("m1", 0, spec.Plain, "cut")),
		record(closes("m1")),
		record(fragment("m1", 0, spec.Plain, "late")),
		record(opens("m2")),
		record(fragment("m1", 0, spec.Plain, "later")),
		record(args("m2", 0, `{"a":1}`)),
		record(argsEnd("m2", 0)),
		record(failTurn("0", "lost")),
	)
}

// streamingChild: the types allow a sub-session to stream, beside its parent.
func streamingChild(variant string) spec.Stream {
	return stream(variant,
		record(startTurn("0")),
		record(opens("m1")),
		record(announces("m1", 0, "t1", "Task")),
		append(openChild("t1", "", "explore"), in("t1", opens("c1"))),
		record(in("t1", begins("c1", 0, spec.Plain))),
		record(args("m1", 0, `{}`)),
		record(in("t1", fragment("c1", 0, spec.Plain, "child"))),
		record(argsEnd("m1", 0)),
		record(in("t1", blockEnds("c1", 0))),
		record(in("t1", closes("c1"))),
		record(closes("m1")),
		append(closeChild("t1", spec.Completed, ""), done("t1", `"r"`)),
		record(endTurn("0")),
	)
}
