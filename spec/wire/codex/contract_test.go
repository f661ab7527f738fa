package codex_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(codex.New(), streams,
		wiretest.Unknown(
			`{"type":"turn.paused","reason":"x"}`,
			`{"type":"brand_new","item":7,"thread_id":7,"usage":"x"}`,
			`{"type":"item.completed","item":{"id":"item_0","type":"hologram","status":7}}`,
			`{"type":"item.started","item":{"id":"item_0","type":"agent_message","text":"a"}}`,
			`{"type":"item.updated","item":{"id":"item_0","type":"reasoning"}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"inter_agent_communication","payload":{"text":7}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"hologram","content":7}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"Hologram","id":7}}}`,
		),
		wiretest.Samples(
			`{"type":"thread.started","thread_id":"0190aaaa-0000-7000-8000-000000000001"}`,
			`{"type":"item.completed","item":{"id":"item_0","type":"error","message":"deprecated"}}`,
			`{"type":"item.started","item":{"id":"item_3","type":"web_search","id":"ws_0abc","query":"","action":{"type":"other"}}}`,
			`{"type":"item.completed","item":{"id":"item_3","type":"web_search","query":"q1"}}`,
			`{"type":"item.updated","item":{"id":"item_4","type":"command_execution","command":"ls","aggregated_output":"a","status":"in_progress"}}`,
			`{"type":"item.completed","item":{"id":"item_5","type":"mcp_tool_call","server":"lab","tool":"boom","arguments":{},"result":null,"error":{"message":"gone"},"status":"failed"}}`,
			`{"type":"item.completed","item":{"id":"item_6","type":"file_change","changes":[{"path":"/w/a","kind":"add","diff":"+a"}],"status":"completed"}}`,
			`{"type":"item.completed","item":{"id":"item_7","type":"collab_tool_call","tool":"wait","sender_thread_id":"T0","receiver_thread_ids":["T2"],"prompt":null,"agents_states":{"T2":{"status":"completed","message":"two done"}},"status":"completed"}}`,
			`{"type":"item.started","item":{"id":"item_8","type":"todo_list","items":[{"text":"Read","completed":false}]}}`,
			`{"type":"item.plan.delta","item_id":"item_9","delta":"first, "}`,
			`{"type":"item.completed","item":{"id":"item_9","type":"plan","text":"first, look"}}`,
			`{"type":"request_user_input"}`,
			`{"type":"error","message":"Reconnecting... 1/5 (stream disconnected)"}`,
			`{"type":"turn.completed","usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":1}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"T1","timestamp":"x","cwd":"/w","source":{"subagent":{"thread_spawn":{"parent_thread_id":"T0","depth":1,"agent_role":"reader"}}}}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"user_message","message":"go","images":[]}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"local_shell_call","call_id":"c0","status":"completed","action":{"type":"exec","command":["ls"]}}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"exec_command_end","call_id":"c0","exit_code":2}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"*** Begin Patch"}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"web_search_call","status":"completed","action":{"type":"open_page","url":"https://example.org"}}}`,
			`{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":null}}`,
		))
	return true
}()

func streams(variant string, _ spec.Features) []spec.Stream {
	if variant == codex.Rollout {
		return []spec.Stream{logged(), spawned(), forked()}
	}
	return []spec.Stream{allItems(), twoRuns(), agents(), asides(), lostEdges(), threadless()}
}

const (
	ls    = `{"command":"/bin/bash -lc 'ls'"}`
	patch = `{"changes":[{"path":"/w/z.txt","kind":"add"}]}`
	query = `{"query":"go fuzzing","action":{"type":"search","query":"go fuzzing"}}`
	list  = `[{"text":"Read","completed":false}]`
)

// allItems has an item of every type, in each way that it can go.
func allItems() spec.Stream {
	return stream(of("T0",
		run(),
		record(note(spec.NoteSystem, "metadata not found")),
		startTurn("0"),
		thinks("**Plan first**"),
		says("I look \u2028 first."),
		record(starts("item_3", "todo_list", ""), progresses("item_3", list)),
		record(starts("item_4", "command_execution", ls)),
		record(starts("item_5", "command_execution", `{"command":"sleep 1; exit 3"}`)),
		record(progresses("item_4", `{"aggregated_output":"a"}`)),
		record(fails("item_5", "command_execution", `{"command":"sleep 1; exit 3"}`, `{"aggregated_output":"","exit_code":3}`)),
		record(ends("item_4", "command_execution", ls, `{"aggregated_output":"a\n","exit_code":0}`)),
		record(starts("item_6", "command_execution", ls)),
		record(denied(ends("item_6", "command_execution", ls, `{"aggregated_output":"","exit_code":null}`))),
		record(starts("item_7", "web_search", "")),
		record(ends("item_7", "web_search", query, "")),
		record(starts("item_8", "web_search", `{"query":"q1"}`), ends("item_8", "web_search", `{"query":"q1"}`, "")),
		record(progresses("item_3", `[{"text":"Read","completed":true}]`)),
		record(starts("item_9", "file_change", patch), ends("item_9", "file_change", patch, `{"status":"completed"}`)),
		record(starts("item_10", "file_change", patch)),
		record(fails("item_10", "file_change", patch, `{"status":"failed"}`)),
		record(starts("item_11", "lab.add", `{"a":2,"b":3.50}`)),
		record(ends("item_11", "lab.add", `{"a":2,"b":3.50}`, `{"content":[{"type":"text","text":"5"}],"structured_content":{"sum":5}}`)),
		record(starts("item_12", "lab.boom", "")),
		record(fails("item_12", "lab.boom", "", `{"content":[],"structured_content":null}`)),
		record(fails("item_13", "lab.boom", `{}`, `"connection closed"`)),
		record(starts("item_14", "command_execution", ls), progresses("item_14", `{"aggregated_output":"…"}`)),
		record(starts("item_15", "read_file", `{"command":"x"}`)),
		record(denied(ends("item_15", "read_file", `{"command":"x"}`, ""))),
		says("Done."),
		record(ends("item_3", "todo_list", "", `[{"text":"Read","completed":true}]`)),
		endTurn("0", 2100, 101),
	)...)
}

// twoRuns has a run that is killed and its resume, whose items are numbered anew.
func twoRuns() spec.Stream {
	return stream(of("T0",
		run(),
		startTurn("0"),
		record(starts("item_0", "command_execution", ls)),
		record(starts("item_1", "lab.add", `{}`)),
		record(ends("item_1", "lab.add", `{}`, `"1"`)),
		run(),
		startTurn("1"),
		record(starts("item_0", "lab.add", `{}`), ends("item_0", "lab.add", `{}`, `"2"`)),
		record(starts("item_1", "command_execution", ls)),
		record(ends("item_1", "command_execution", ls, `{"aggregated_output":"b\n","exit_code":0}`)),
		says("turn two done"),
		endTurn("1", 4600, 206),
	)...)
}

// agents spawns three, of which one fails, one goes on after its end, and one
// was made by another agent.
func agents() spec.Stream {
	const two, three = `{"prompt":"two","receiver_thread_ids":["T2"]}`, `{"receiver_thread_ids":["T1","T2"]}`
	pending := func(id string) string { return `{"` + id + `":{"status":"pending_init","message":null}}` }
	return stream(of("T0",
		run(),
		startTurn("0"),
		record(starts("item_0", "spawn_agent", `{"prompt":"one"}`)),
		record(opens("T1", "T0", "item_0"), ends("item_0", "spawn_agent", `{"prompt":"one"}`, pending("T1"))),
		record(starts("item_1", "spawn_agent", `{"prompt":"two"}`)),
		record(opens("T2", "T0", "item_1"), closes("T2", spec.Failed), ends("item_1", "spawn_agent", `{"prompt":"two"}`, `{"T2":{"status":"errored","message":"no"}}`)),
		record(starts("item_2", "send_input", two)),
		record(goesOn("T2", "T0"), ends("item_2", "send_input", two, `{"T2":{"status":"running","message":null}}`)),
		record(starts("item_3", "wait", three)),
		record(closes("T1", spec.Closed), closes("T2", spec.Closed), ends("item_3", "wait", three, `{"T1":{"status":"completed","message":"a"},"T2":{"status":"shutdown"}}`)),
		record(goesOn("T3", "T1"), ends("item_4", "spawn_agent", `{"prompt":"deep"}`, pending("T3"))),
		record(fails("item_5", "spawn_agent", "", `{}`)),
		record(closes("T3", spec.Closed), ends("item_6", "close_agent", `{"receiver_thread_ids":["T3"]}`, `{"T3":{"status":"interrupted"}}`)),
		endTurn("0", 1, 1),
	)...)
}

// asides are everything that is no conversation.
func asides() spec.Stream {
	unknown := note(spec.NoteUnknown, "")
	unknown.Raw = json.RawMessage(`{"type":"brand_new","payload":[1]}`)
	return stream(of("T0",
		run(),
		startTurn("0"),
		record(note(spec.NoteCustom, "first, ")),
		record(note(spec.NoteSystem, "")),
		record(note(spec.NoteUnknown, "")),
		record(unknown),
		errs("Reconnecting... 1/2 (We’re busy)"),
		says("x"),
		errs("gone"),
		failTurn("0", "gone"),
	)...)
}

// lostEdges lacks the start of a call, the end of a turn, and starts of turns.
func lostEdges() spec.Stream {
	return stream(of("T0",
		run(),
		says("from the middle"),
		endTurn("0", 1, 1),
		startTurn("1"),
		record(ends("item_1", "command_execution", ls, `{"aggregated_output":"","exit_code":0}`)),
		record(progresses("item_1", `{"aggregated_output":"late"}`)),
		record(ends("item_1", "command_execution", ls, `{"aggregated_output":"","exit_code":0}`)),
		startTurn("2"),
		failTurn("2", ""),
		failTurn("2", "again"),
	)...)
}

// threadless begins behind the start of its thread.
func threadless() spec.Stream {
	return stream(of("",
		startTurn("0"),
		record(starts("item_0", "spawn_agent", `{"prompt":"p"}`)),
		record(opens("T1", "", "item_0"), ends("item_0", "spawn_agent", `{"prompt":"p"}`, `{}`)),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "0"}),
	)...)
}
