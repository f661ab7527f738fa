package claudecode_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// sessions are streams of a session file.
func sessions() []spec.Stream {
	return []spec.Stream{keptTurns(), keptAgents(), keptBranches(), keptAgain()}
}

func keeps(records ...[]spec.Event) spec.Stream { return stream(reading.Session, records...) }

// figures are those that each block of a message has.
func figures(e spec.Event, stop string) []spec.Event {
	e.Messages[0].Usage, e.Messages[0].StopReason = &spec.Usage{Input: 12, Output: 5}, stop
	return record(e)
}

// asks begins a turn with a prompt, in the n-th record.
func asks(n, turn, words string) []spec.Event {
	return record(startTurn(turn), prompt("uuid-"+n, words))
}

// keptTurns has a block of every kind, results of every end, and what is no
// conversation; the program itself begins two turns.
func keptTurns() spec.Stream {
	raw := callAt(5, "t4", "Bash", `{"cmd": "ec`)
	raw.ArgsValue, raw.Invalid = false, true
	served := callAt(0, "s1", "search", `{}`)
	served.Metadata = json.RawMessage(`{"server_name":"corp"}`)
	unknown := note(spec.NoteUnknown, "")
	unknown.Raw = json.RawMessage(`{"type":"brand_new","payload":[1],"uuid":"uuid-22","sessionId":"S"}`)
	opaque := note(spec.NoteUnknown, "")
	opaque.Message = "m2"
	return keeps(
		record(note(spec.NoteCustom, "a title")),
		asks("2", "0", "do it"),
		figures(frame("m1", thoughtAt(0, "hm", `{"signature":"c2ln"}`)), ""),
		figures(frame("m1", textAt(1, "I will.")), ""),
		figures(frame("m1", callAt(2, "t1", "Read", `{"path":"a"}`)), ""),
		record(done("t1", `"r"`)),
		figures(frame("m1", callAt(3, "t2", "Write", `{}`)), ""),
		figures(frame("m1", callAt(4, "t3", "Bash", `{}`)), "tool_use"),
		figures(frame("m1", raw), "tool_use"),
		record(failed("t3", `"interrupted"`, spec.Cancelled)),
		record(failed("t2", `[{"type":"text","text":"no"}]`, spec.Denied)),
		record(failed("t4", `"<tool_use_error>"`, "")),
		record(prompt("queued", "and this")),
		record(frame("m2", served)),
		record(done("s1", `"found"`)),
		record(opaque),
		record(note(spec.NoteSystem, "a word")),
		record(spec.Event{Kind: spec.Error, Error: "overloaded"}),
		record(note(spec.NoteCustom, "")),
		record(startTurn("1"), note(spec.NoteSystem, "the build is done")),
		record(done("lost", `"of nothing"`)),
		record(unknown),
		record(startTurn("2")),
		record(spec.Event{Kind: spec.Cancel, Global: true}),
	)
}

// keptAgents are two of the root's and one of an agent's.
func keptAgents() spec.Stream {
	return keeps(
		asks("1", "0", "go"),
		record(frame("m1", callAt(0, "t1", "Agent", `{"subagent_type":"explore"}`))),
		record(frame("m1", callAt(1, "t2", "Task", `{"subagent_type":"plan"}`))),
		openChild("t1", "", "explore"),
		openChild("t2", "", "plan"),
		record(in("t1", prompt("uuid-6", "look"))),
		record(in("t2", prompt("uuid-7", "plan"))),
		record(in("t1", frame("c1", callAt(0, "i1", "Task", `{}`)))),
		openChild("i1", "t1", ""),
		record(in("i1", prompt("uuid-10", "deep"))),
		record(done("t2", `"a plan"`)),
		record(in("t1", done("i1", `"deep says"`))),
		record(in("t1", note(spec.NoteSystem, "a reminder"))),
		record(in("t1", frame("c2", textAt(0, "found")))),
		record(done("t1", `"found"`)),
	)
}

// keptBranches leaves a message, with a result of another one between.
func keptBranches() spec.Stream {
	return keeps(
		asks("1", "0", "go"),
		record(frame("m1", callAt(0, "t1", "Read", `{}`))),
		record(frame("m2", textAt(0, "refused"))),
		record(done("t1", `"r"`)),
		record(spec.Event{Kind: spec.Retract, Retracts: []string{"uuid-3"}}, frame("m3", textAt(0, "again"))),
		as("uuid-5", record(spec.Event{Kind: spec.Retract, Retracts: []string{"uuid-3"}}, frame("m3", textAt(0, "again")))),
		asks("7", "1", "more"),
	)
}

// keptAgain is a history that a resume repeats.
func keptAgain() spec.Stream {
	history := func() [][]spec.Event {
		return [][]spec.Event{
			as("a", record(startTurn("0"), prompt("a", "go"))),
			as("b", record(frame("m1", callAt(0, "t1", "Task", `{}`)))),
			as("c", openChild("t1", "", "explore")),
			as("d", record(in("t1", prompt("d", "look")))),
			as("e", record(done("t1", `"r"`))),
			as("f", record(prompt("queued", "wait"))),
			as("g", record(note(spec.NoteSystem, "a word"))),
		}
	}
	return keeps(append(append(history(), history()...), asks("15", "1", "go on"))...)
}
