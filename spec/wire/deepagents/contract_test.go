package deepagents_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/deepagents"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(deepagents.New(), streams,
		wiretest.Unknown(
			`[[],"future_mode",{"a":[1,2]}]`, `{"event":"on_chat_model_stream","run_id":"r","data":{}}`,
			`{"type":"event","values":{"messages":[]}}`, `{"values":7}`, `{"id":"t","title":"x"}`,
		),
		wiretest.Samples(samples...),
	)
	return true
}()

// samples are polls as clients have them, and records of the stream between.
var samples = []string{
	`{"values":{"messages":[{"content":"Go","additional_kwargs":{},"response_metadata":{},"type":"human","name":null,"id":"h1"}],"todos":[],"files":{},"subagent_tool_log":[]},"next":["model"],"tasks":[{"id":"u1","name":"model","path":["__pregel_pull","model"],"error":null,"interrupts":[],"checkpoint":null,"state":null,"result":null}],"metadata":{"source":"loop","step":0,"run_id":"r1"},"created_at":"2026-01-02T10:00:00Z","checkpoint":{"thread_id":"t1","checkpoint_ns":"","checkpoint_id":"1ef-1"},"parent_checkpoint":null,"interrupts":[]}`,
	`{"messages":[{"content":"Go","type":"human","id":"h1"}],"todos":[{"content":"look","status":"pending"}],"subagents":[],"subagent_tool_log":[{"id":"e1","subagent":"reader","tool":"ls","args_brief":"/","timestamp":"2026-01-02T10:00:01","status":"start"}]}`,
	`[{"values":{"messages":[{"content":"Go","type":"human","id":"h1"}]},"next":[],"tasks":[],"checkpoint":{"checkpoint_ns":"","checkpoint_id":"1ef-1"},"parent_checkpoint":null}]`,
	`[["model_request:u1"],"messages",[{"content":"Hi","id":"run-1","tool_call_chunks":[],"type":"ai"},{"langgraph_checkpoint_ns":"model_request:u1"}]]`,
	`{"values":null,"next":[],"tasks":[],"checkpoint":{"checkpoint_id":"1ef-0"}}`,
	`{"values":{},"next":[],"checkpoint":{"checkpoint_id":"1ef-0"},"interrupts":{"u1":[{"id":"i1","value":{}}]}}`,
}

// streams is what the dialect can say, a stream for each concern.
func streams(variant string, f spec.Features) []spec.Stream {
	var all []spec.Stream
	builders := []func(*streamBuilder){delegation, parts, pauses, asides, children, capped}
	if variant == "stream" {
		builders = append(builders, mixed)
	}
	for _, build := range builders {
		t := &streamBuilder{}
		build(t)
		all = append(all, spec.Stream{Features: f, Events: t.events, End: spec.EOF})
	}
	return all
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

func restated(session string, s spec.Snapshot) spec.Event {
	return spec.Event{Kind: spec.MessageFull, Session: session, Complete: true, Restated: true, Messages: []spec.Snapshot{s}}
}

func prompt(session, id, words string) spec.Event {
	return restated(session, spec.Snapshot{Message: id, Role: "user", Parts: []spec.SnapshotPart{textPart(words)}})
}

func answer(session, id string, parts ...spec.SnapshotPart) spec.Event {
	return restated(session, spec.Snapshot{Message: id, Role: "assistant", Parts: parts})
}

func textPart(words string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.TextPart, Text: words}
}

func calls(id, name, args string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.CallPart, Call: id, Name: name, Args: args, ArgsValue: args != ""}
}

func delegates(id, agent, what string) spec.SnapshotPart {
	return calls(id, "task", `{"description":"`+what+`","subagent_type":"`+agent+`"}`)
}

func done(session, call, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Session: session, Call: call, Result: json.RawMessage(result), Restated: true}
}

func used(call string, entries ...string) spec.Event {
	e := spec.Event{Kind: spec.ToolLog, Call: call}
	for _, id := range entries {
		e.Log = append(e.Log, spec.LogEntry{ID: id, Tool: "ls"})
	}
	return e
}

func complete(e spec.Event) spec.Event {
	e.Complete = true
	return e
}

func waits(session, id string) spec.Event {
	return spec.Event{Kind: spec.Wait, Session: session, Wait: id}
}

func note(kind spec.Note, words string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: kind, Text: words}
}

// delegation has two runs at once, whose logs grow in turns, and a third of the
// same agent.
func delegation(t *streamBuilder) {
	t.say(prompt("", "h1", "Go"))
	t.say(answer("", "m1", textPart("I ask."), delegates("c1", "reader", "a"), delegates("c2", "writer", "b")), used("c1", "e1"))
	t.say(used("c1", "e3"), used("c2", "e2"))
	t.say(done("", "c2", `"Written."`), used("c1", "e4"))
	t.say(done("", "c1", `[{"type":"text","text":"Read."}]`))
	t.say(answer("", "m2", delegates("c3", "reader", "c")))
	t.say(used("c3", "e5"))
	t.say(done("", "c3", `"Read again."`))
}

// parts are all that a whole message can hold.
func parts(t *streamBuilder) {
	m := answer("", "m1", textPart("One. "), calls("c1", "ls", `{"a":[1,2.50],"b":null}`), textPart("Two."), calls("c2", "cat", ""))
	m.Messages[0].StopReason, m.Messages[0].Usage = "tool_calls", &spec.Usage{Input: 3, Output: 2}
	m.Messages[0].Agent = "planner"
	t.say(m)
	failed := done("", "c1", `"no"`)
	failed.IsError = true
	t.say(failed)
	t.say(done("", "c2", `""`))
	t.say(answer("", "m2"))
}

// pauses is an interrupt that is answered, one that is not, and an error.
func pauses(t *streamBuilder) {
	t.say(answer("", "m1", calls("c1", "rm", `{}`)))
	t.say(waits("", "i1"))
	t.say(done("", "c1", `"gone"`))
	t.say(waits("", "i1"), waits("", "i2"))
	t.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "all is lost"})
	t.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "all is lost again"})
}

// asides is everything that is no conversation.
func asides(t *streamBuilder) {
	t.say(note(spec.NoteCustom, ""))
	t.say(prompt("", "h1", "Go"))
	t.say(note(spec.NoteSystem, "Be brief."))
	t.say(note(spec.NoteCustom, "half way"))
	t.say(note(spec.NoteUnknown, ""))
	unknown := note(spec.NoteUnknown, "")
	unknown.Raw = json.RawMessage(`[[],"brand_new",[1]]`)
	t.say(unknown)
	t.say(note(spec.NoteCustom, ""))
	t.say(answer("", "m1", textPart("Done.")))
}

// children are polled under their own checkpoint namespace, one inside the other.
func children(t *streamBuilder) {
	open := func(session, parent, call, agent string) spec.Event {
		return spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(parent), ParentCall: spec.To(call), Agent: agent}
	}
	t.say(answer("", "m1", delegates("c1", "reader", "a")))
	t.say(open("tools:t1", "", "c1", "reader"), prompt("tools:t1", "h2", "a"))
	t.say(answer("tools:t1", "k1", delegates("c1", "writer", "b")))
	t.say(open("tools:t1|tools:t2", "tools:t1", "c1", "writer"), prompt("tools:t1|tools:t2", "h3", "b"))
	t.say(waits("tools:t1|tools:t2", "i1"))
	t.say(answer("tools:t1|tools:t2", "k2", textPart("Written.")))
	t.say(done("tools:t1", "c1", `"Written."`))
	t.say(done("", "c1", `"Read."`))
}

// capped is a log that loses its first entries to a cap.
func capped(t *streamBuilder) {
	t.say(answer("", "m1", delegates("c1", "reader", "a"), delegates("c2", "reader", "b")))
	t.say(used("c1", "e1", "e2"))
	t.say(used("c2", "f1"))
	t.say(complete(used("c1", "e2", "e3")))
	t.say(used("c2", "f2"))
}

// mixed is a stream with polls between.
func mixed(t *streamBuilder) {
	text := spec.Event{Kind: spec.Text, Message: "m1", Text: "I a"}
	t.say(text)
	t.say(spec.Event{Kind: spec.CallOpen, Message: "m1", Slot: "0", Call: "c1", Name: "task"})
	t.say(spec.Event{Kind: spec.CallArgs, Message: "m1", Slot: "0", Text: `{"description":"a","subagent_type":"reader"}`})
	t.say(spec.Event{Kind: spec.MessageClose, Message: "m1", StopReason: "tool_calls"})
	whole := answer("", "m1", textPart("I ask."), spec.SnapshotPart{
		Kind: spec.CallPart, Slot: "0", Call: "c1", Name: "task", Args: `{"description":"a","subagent_type":"reader"}`,
	})
	t.say(whole, used("c1", "e1"))
	t.say(note(spec.NoteMedia, ""))
	t.say(note(spec.NoteHeartbeat, ""))
	t.say(used("c1", "e2"))
	t.say(done("", "c1", `"Read."`))
}
