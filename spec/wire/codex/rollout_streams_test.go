package codex_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// block is one part of a message of the model.
func block(message, slot string, p spec.SnapshotPart) []spec.Event {
	p.Slot = slot
	snapshot := spec.Snapshot{Message: message, Role: "assistant", Parts: []spec.SnapshotPart{p}}
	return record(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}})
}

func wordsOf(message, slot, text string) []spec.Event {
	return block(message, slot, spec.SnapshotPart{Kind: spec.TextPart, Text: text})
}

func thought(message, slot, text string) []spec.Event {
	return block(message, slot, spec.SnapshotPart{Kind: spec.ThoughtPart, Text: text})
}

func asked(message, slot, call, name, args string) []spec.Event {
	return block(message, slot, spec.SnapshotPart{Kind: spec.CallPart, Call: call, Name: name, Args: args, ArgsValue: args != "" && name != "exec_command" && name != spawnTool})
}

const spawnTool = "spawn_agent"

func prompts(text string) []spec.Event {
	snapshot := spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}}
	return record(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}, Complete: true})
}

func used(message string, input, output int64) []spec.Event {
	return record(spec.Event{Kind: spec.MessageClose, Message: message, Usage: &spec.Usage{Input: input, Output: output}})
}

// went is how a call ended, before its output.
func went(call string, status spec.Status, isError bool) []spec.Event {
	return record(spec.Event{Kind: spec.CallProgress, Call: call, Status: status, IsError: isError})
}

func output(call, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Result: json.RawMessage(result)}
}

// logged is a thread of three turns: calls of every kind, an aborted one, a
// failure.
func logged() spec.Stream {
	failure, refusal := output("c2", `"no file"`), output("c3", `"rejected"`)
	failure.IsError, refusal.Status = true, spec.Denied
	stopped, overruled := output("c6", `"aborted by user after 2.9s"`), output("c6", "")
	stopped.Status, overruled.Status, overruled.Restated = spec.Cancelled, spec.Done, true
	return stream(of("T0",
		run(),
		startTurn("t1"),
		record(note(spec.NoteSystem, "Be brief.")),
		prompts("go"),
		thought("1", "0", "**Looking**"),
		wordsOf("1", "1", "I run some."),
		asked("1", "2", "c1", "exec_command", `{"cmd": "ls"}`),
		asked("1", "3", "c2", "exec_command", `{"cmd": "cat`),
		asked("1", "4", "c3", "exec_command", ""),
		used("1", 1000, 50),
		went("c2", "", true),
		went("c1", "", false),
		went("c3", spec.Denied, false),
		record(output("c1", `"a\n"`)),
		record(failure),
		record(refusal),
		asked("2", "0", "c4", "apply_patch", `"*** Begin Patch"`),
		record(asked("2", "1", "ws1", "web_search", `{"query":"q","action":{"type":"search","query":"q"}}`)[0], output("ws1", "")),
		asked("2", "2", "c5", "local_shell", `{"type":"exec","command":["ls"]}`),
		record(output("c4", `[{"type":"input_text","text":"Success."}]`)),
		record(output("c5", `""`)),
		record(spec.Event{Kind: spec.UsageReport, Message: "2", Usage: &spec.Usage{Input: 1100, Output: 51}}),
		wordsOf("3", "0", "Done."),
		record(spec.Event{Kind: spec.MessageClose, Message: "3"}),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "t1"}),
		record(note(spec.NoteCustom, "They ran.")),
		startTurn("t2"),
		asked("4", "0", "c6", "exec_command", `{}`),
		record(stopped),
		record(overruled),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "t2", Status: spec.Cancelled}),
		startTurn("t3"),
		record(spec.Event{Kind: spec.UsageReport, Turn: "t3", Usage: &spec.Usage{Input: 300, Output: 20}}),
		failTurn("t3", "bad request"),
		startTurn("t4"),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "t4", Unmarked: true}),
		record(note(spec.NoteUnknown, "")),
	)...)
}

// spawned is a thread that spawns an agent, and waits for another.
func spawned() spec.Stream {
	opened := opens("T1", "T0", "c1")
	opened.Agent = ""
	return stream(of("T0",
		run(),
		startTurn("t1"),
		asked("1", "0", "c1", spawnTool, `{"message":"look"}`),
		record(opened, output("c1", `"{\"agent_id\":\"T1\"}"`)),
		asked("2", "0", "c2", "exec_command", `{}`),
		record(output("c2", `"{\"status\":{\"T9\":{\"completed\":\"found\"}}}"`)),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "t1"}),
	)...)
}

// forked is the file of a sub-agent.
func forked() spec.Stream {
	return stream(of("T1",
		record(spec.Event{Kind: spec.SessionOpen, Session: "T1", Parent: spec.To("T0")}),
		startTurn("t1"),
		prompts("look"),
		wordsOf("1", "0", "found"),
		record(spec.Event{Kind: spec.TurnEnd, Turn: "t1"}),
	)...)
}
