package cagent_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

func history(messages ...spec.Snapshot) spec.Event {
	return spec.Event{Kind: spec.History, Complete: true, Messages: messages}
}

func user(text string) spec.Snapshot {
	return spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}}
}

func assistant(message, agent string, parts ...spec.SnapshotPart) spec.Snapshot {
	return spec.Snapshot{Message: message, Role: "assistant", Agent: agent, Parts: parts}
}

func text(words string) spec.SnapshotPart { return spec.SnapshotPart{Kind: spec.TextPart, Text: words} }

func call(id, name, args string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.CallPart, Call: id, Name: name, Args: args}
}

func answered(p spec.SnapshotPart, result string) spec.SnapshotPart {
	p.Answered, p.Result = true, json.RawMessage(result)
	return p
}

// stored is a session with two calls, one of which was never answered.
func stored() spec.Stream {
	failed := answered(call("c2", "rm", `{"f":1}`), `"no"`)
	failed.IsError = true
	first := assistant("1", "root", spec.SnapshotPart{Kind: spec.ThoughtPart, Text: "hm"}, text("I will."),
		answered(call("c1", "ls", ""), `"a"`), failed, call("c3", "cp", `{"a`))
	first.Usage = &spec.Usage{Input: 7, Output: 2}
	last := assistant("2", "other", text("Done."))
	last.StopReason = "end_turn"
	return stream(cagent.Session, record(in("P", note(spec.NoteSystem, "be kind")), in("P", history(user("go"), first, last))))
}

// nestedStored has a child with a child, and an empty sibling.
func nestedStored() spec.Stream {
	opened := func(session, parent string) spec.Event {
		return in(session, spec.Event{Kind: spec.SessionOpen, Parent: spec.To(parent)})
	}
	return stream(cagent.Session, record(
		in("P", history(user("go"), assistant("1", "root", answered(call("c1", "transfer_task", `{"agent":"w"}`), `"done"`)))),
		opened("C", "P"), in("C", note(spec.NoteSystem, "the task")),
		in("C", history(assistant("1", "w", answered(call("c1", "transfer_task", `{}`), `"deep"`)), assistant("2", "w", text("done")))),
		opened("D", "C"), in("D", history(assistant("1", "leaf", text("deep")))), in("D", closed("")),
		in("C", closed("")),
		opened("E", "P"), in("E", history()), in("E", closed("")),
	))
}

// oddStored has a result without a call, and an error.
func oddStored() spec.Stream {
	orphan := spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{answered(call("c9", "", ""), `"lost"`)}}
	return stream(cagent.Session, record(
		in("__proto__", history(assistant("1", "root", text("a \u2028")), orphan)),
		in("__proto__", spec.Event{Kind: spec.Error, Error: "it broke"}),
	))
}
