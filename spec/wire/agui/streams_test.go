package agui_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// oneRun has every kind of part, two calls open at once, and a message that goes
// on behind its end; a second run with figures follows.
func oneRun() spec.Stream {
	var t streamBuilder
	think, named := opens("th1"), opens("m1")
	think.Form = spec.Thought
	named.Agent, named.Metadata = "planner", json.RawMessage(`{"x":{"y":null}}`)
	tagged := calls("m1", "c1", "read")
	tagged.Metadata = json.RawMessage(`{"trace":"a\u2028b"}`)
	t.each(run("r1"), think, thinks("th1", "hm"), closes("th1"),
		named, says("m1", "I will \u2028 \x00 \"look\"."), tagged, calls("m1", "c2", "__proto__"),
		args("m1", "c1", `{"path":`), args("m1", "c2", `{}`), args("m1", "c1", `"a"}`), whole("m1", "c2"), whole("m1", "c1"),
		closes("m1"), done("c2", `"text"`), done("c1", `[{"type":"text","text":"part"}]`),
		opens("m1"), says("m1", "More."), closes("m1"),
		done("c1", `"again"`), done("never", `""`), opens("m2"), closes("m2"))
	t.each(ends("r1", spec.Completed), run("r2"))
	last := ends("r2", spec.Completed)
	last.Usage = &spec.Usage{Input: 7, Output: 3}
	t.each(opens("m3"), says("m3", ""), closes("m3"), last)
	return t.stream()
}

// agents run side by side, one below the other; one fails, one is suspended.
func agents() spec.Stream {
	var t streamBuilder
	t.each(run("r1"), opens("m1"), calls("m1", "c1", "task"), whole("m1", "c1"), calls("m1", "c2", "task"), whole("m1", "c2"), closes("m1"))
	t.say(begins("s1", "", "c1", "explore")...)
	t.say(begins("s2", "", "c2", "plan")...)
	t.say(begins("s3", "s1", "", "deep")...)
	t.each(in("s1", opens("a")), in("s2", opens("b")), in("s1", says("a", "one")), in("s2", says("b", "two")),
		in("s2", closes("b")))
	t.say(over("s2", spec.Failed, spec.Failed, "no luck")...)
	t.each(in("s1", says("a", " more")), in("s3", calls("d1", "d1", "ls")))
	t.say(in("s3", whole("d1", "d1")), in("s3", closes("d1")))
	t.each(in("s1", closes("a")), in("s3", done("d1", `"x"`)))
	t.say(over("s3", spec.Completed, spec.Closed, "")...)
	t.say(append([]spec.Event{{Kind: spec.Wait, Session: "s1", Wait: "i1"}, {Kind: spec.Wait, Session: "s1", Wait: "i2"}},
		over("s1", spec.Waiting, spec.Closed, "")...)...)
	t.each(done("c1", `""`), done("c2", `"failed"`))
	t.say(spec.Event{Kind: spec.Wait, Session: "s1", Wait: "i1"}, ends("r1", spec.Waiting))
	return t.stream()
}

// chunks open and close what they carry.
func chunks() spec.Stream {
	var t streamBuilder
	think := opens("th1")
	think.Form = spec.Thought
	t.say(run("r1"))
	t.say(think, thinks("th1", "so"))
	t.say(thinks("th1", "!"))
	t.say(closes("th1"), opens("m1"), says("m1", "Hel"))
	t.say(says("m1", "lo"))
	t.say(closes("m1"), calls("m1", "c1", "ls"), args("m1", "c1", "{"))
	t.say(args("m1", "c1", "}"))
	t.say(whole("m1", "c1"), calls("c2", "c2", "ls"), args("c2", "c2", ""))
	t.say(whole("c2", "c2"), closes("c2"), note(""))
	t.each(note(""), done("c1", `""`), done("c2", `""`))
	t.say(opens("m2"), says("m2", "end"))
	t.say(closes("m2"), ends("r1", spec.Completed))
	return t.stream()
}

// pauses: a run that waits for an approval and for a call of the application's,
// one that leaves a call to the application, and one that is cancelled.
func pauses() spec.Stream {
	var t streamBuilder
	t.each(run("r1"), calls("m1", "c1", "pay"))
	t.say(whole("m1", "c1"), closes("m1"))
	t.say(calls("m2", "c2", "show"))
	t.say(whole("m2", "c2"), closes("m2"))
	t.say(spec.Event{Kind: spec.Wait, Wait: "i1", Call: "c1"}, spec.Event{Kind: spec.Wait, Wait: "i2"},
		spec.Event{Kind: spec.Wait, Call: "c2"}, ends("r1", spec.Waiting))
	t.say(run("r2"), spec.Event{Kind: spec.CallDone, Call: "c2", Result: json.RawMessage(`"shown"`), IsError: true, Restated: true})
	t.say(calls("c3", "c3", "ask"))
	t.say(whole("c3", "c3"), closes("c3"))
	t.say(spec.Event{Kind: spec.Wait, Call: "c3"}, ends("r2", spec.Completed))
	t.each(run("r3"), ends("r3", spec.Cancelled))
	return t.stream()
}

// snapshots restate all sessions at once.
func snapshots() spec.Stream {
	var t streamBuilder
	t.say(run("r1"))
	t.say(begins("s1", "", "", "explore")...)
	t.each(in("s1", opens("a")), in("s1", says("a", "one")), in("s1", closes("a")), opens("m1"), says("m1", "x"), closes("m1"))
	call := spec.SnapshotPart{Kind: spec.CallPart, Call: "c1", Name: "ls", Args: "{}", Answered: true, Result: json.RawMessage(`"ok"`),
		Metadata: json.RawMessage(`{"k":1}`)}
	open := spec.SnapshotPart{Kind: spec.CallPart, Call: "c2", Name: "ls"}
	t.say(
		spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{
			{Message: "u1", Role: "user", Parts: words("Hi", "there")},
			{Message: "th1", Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.ThoughtPart, Text: "hm"}}},
			{Message: "m1", Role: "assistant", Agent: "planner", Metadata: json.RawMessage(`{"a":2}`), Parts: append(words("X"), call, open)},
			{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.CallPart, Call: "gone", Answered: true, Result: json.RawMessage(`"?"`), IsError: true}}},
		}},
		spec.Event{Kind: spec.History, Session: "s1", Complete: true},
		spec.Event{Kind: spec.History, Session: "s9", Complete: true, Messages: []spec.Snapshot{
			{Message: "z", Role: "assistant", Parts: words("new")},
		}})
	t.say(over("s1", spec.Completed, spec.Closed, "")...)
	t.say(ends("r1", spec.Completed))
	return t.stream()
}

func words(all ...string) []spec.SnapshotPart {
	var parts []spec.SnapshotPart
	for _, w := range all {
		parts = append(parts, spec.SnapshotPart{Kind: spec.TextPart, Text: w})
	}
	return parts
}

// asides say nothing about the transcript, or what no reader can read.
func asides() spec.Stream {
	var t streamBuilder
	secret := spec.Snapshot{Message: "m1", Role: "assistant", Metadata: json.RawMessage(`{"encryptedValue":"b64"}`)}
	hidden := spec.Snapshot{Message: "m1", Role: "assistant", Parts: []spec.SnapshotPart{
		{Kind: spec.CallPart, Call: "c1", Metadata: json.RawMessage(`{"encryptedValue":"x","encryptedValueType":"a.b"}`)},
	}}
	t.each(run("r1"), note("progress"), in("s1", note("of a child")), opens("m1"), calls("m1", "c1", "ls"), whole("m1", "c1"),
		spec.Event{Kind: spec.MessageFull, Restated: true, Messages: []spec.Snapshot{secret}},
		spec.Event{Kind: spec.MessageFull, Restated: true, Messages: []spec.Snapshot{hidden}},
		spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(`{"type":"NEW","x":[1,2.50]}`)},
		in("s1", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}), closes("m1"), done("c1", `"y"`), ends("r1", spec.Completed))
	return t.stream()
}

// failing: a run that fails in the middle of everything, another, and an error
// behind the end of a third.
func failing() spec.Stream {
	var t streamBuilder
	failure := spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "the model is gone"}
	t.each(run("r1"), opens("m1"), says("m1", "half"), calls("m1", "c1", "ls"), args("m1", "c1", `{"pa`))
	t.say(begins("s1", "", "c1", "explore")...)
	t.each(in("s1", opens("a")), failure, run("r2"))
	t.say(spec.Event{Kind: spec.UsageReport, Turn: "r2", Usage: &spec.Usage{Input: 5}}, failure)
	t.each(run("r3"), ends("r3", spec.Completed), failure)
	return t.stream()
}

// inputs echo what the application sent.
func inputs() spec.Stream {
	var t streamBuilder
	t.say(run("r1"), spec.Event{Kind: spec.MessageFull, Complete: true, Restated: true, Messages: []spec.Snapshot{
		{Message: "u1", Role: "user", Agent: "Ada", Parts: words("Hi")},
		{Message: "m0", Role: "assistant", Parts: words("Hello")},
	}})
	t.say(ends("r1", spec.Completed))
	return t.stream()
}
