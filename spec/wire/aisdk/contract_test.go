package aisdk_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/aisdk"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(aisdk.New(), streams,
		wiretest.Unknown(
			`{"type":"brand-new","payload":[1]}`,
			`{"data":{"type":"brand-new","id":7}}`,
			`{"code":"4","value":{"id":"m"}}`,
			`{"code":"Z","value":null}`,
			`{"type":"tool-input-brand-new","toolCallId":3}`,
		),
		wiretest.Samples(
			`{"type":"start","messageId":"m1","messageMetadata":{"model":"x"}}`,
			`{"event":"message","id":"7","data":{"type":"text-start","id":"0","providerMetadata":{"acme":{"agentName":"hr"}}}}`,
			`{"type":"tool-input-start","toolCallId":"c","toolName":"t","dynamic":true,"providerExecuted":false,"title":"T","inputEncoding":"text"}`,
			`{"type":"tool-output-available","toolCallId":"c","output":{"a":1},"providerMetadata":{"acme":{}},"toolMetadata":{}}`,
			`{"type":"tool-output-denied","toolCallId":"c"}`,
			`{"type":"source-document","sourceId":"s","mediaType":"text/plain","title":"T"}`,
			`{"type":"reasoning-file","url":"data:x","mediaType":"image/png"}`,
			`{"type":"data-weather","id":"w","data":{"t":1},"transient":true}`,
			`{"type":"tool-approval-response","approvalId":"ap","approved":false,"reason":"no"}`,
			`{"type":"message-metadata","messageMetadata":{"a":1}}`,
			`{"type":"steering-message","text":"go on"}`,
			`{"data":"[DONE]"}`, `{"data":""}`, `{"event":"ping"}`,
			`{"code":"8","value":[{"a":1},"b"]}`, `{"code":"h","value":{"id":"s","url":"u"}}`, `{"code":"i","value":{"data":"x"}}`,
			`{"code":"j","value":{"signature":"x"}}`, `{"code":"k","value":{"data":"x","mimeType":"image/png"}}`,
			`{"code":"d","value":{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}}`,
			`{"code":"9","value":{"toolCallId":"c","toolName":"t","args":{},"providerMetadata":{"a":{}}}}`,
		))
	return true
}()

func streams(variant string, _ spec.Features) []spec.Stream {
	if variant == aisdk.V4 {
		return []spec.Stream{steps(variant), stepless(variant)}
	}
	return []spec.Stream{chunks(variant), outside(variant), pauses(variant), voids(variant)}
}

// chunks has every chunk that says something, in two steps that use ids again.
func chunks(variant string) spec.Stream {
	progress := spec.Event{Kind: spec.CallProgress, Call: "c2", Result: json.RawMessage(`{"part":1}`)}
	denied := spec.Event{Kind: spec.CallDone, Call: "c4", Status: spec.Denied}
	raw := input("1", "c5", "")
	raw.Args = `{"q": "unf`
	return stream(variant,
		record(starts("m1")),
		record(opens("1")),
		record(thinks("1", "0", "")),
		record(thinks("1", "0", "hm")),
		record(with(says("1", "t", ""), `{"acme":{"agentName":"hr"}}`)),
		record(says("1", "t", "\u00e4\u2028")),
		record(with(thinks("1", "0", "m"), `{"acme":{"signature":"c2ln"}}`)),
		record(over("1", "0")),
		record(with(says("1", "t", ""), `{"acme":{"n":1}}`), over("1", "t")),
		record(says("1", "0#2", "")),
		record(says("1", "0#2", "behind the thought")),
		record(with(calls("1", "c1", "task"), `{"acme":{"x":[1]}}`)),
		record(calls("1", "c2", "ls")),
		record(args("1", "c1", `{"x"`)),
		record(args("1", "c2", `{}`)),
		record(args("1", "c1", `: 1.50}`)),
		record(input("1", "c2", `{}`)),
		record(with(calls("1", "c1", "task"), `{"acme":{"x":[2]}}`), input("1", "c1", `{"x":1.50}`)),
		record(with(calls("1", "c3", "whole"), `{"acme":{"y":1}}`), input("1", "c3", `[1,"a"]`)),
		record(calls("1", "c4", "none"), input("1", "c4", "")),
		record(says("1", "t2", "")),
		record(says("1", "t2", "after")),
		record(calls("1", "c5", "bad")),
		record(args("1", "c5", `{"q": "unf`)),
		record(raw, failed("c5", "no JSON")),
		record(calls("1", "c6", "strict"), input("1", "c6", `{"q":1}`), failed("c6", "not text")),
		record(progress),
		record(output("c2", `["a","b"]`)),
		record(failed("c1", "it broke")),
		record(denied),
		record(closes("1")),
		record(opens("2")),
		record(says("2", "t", "")),
		record(says("2", "t", "again")),
		record(over("2", "t")),
		record(calls("2", "c1", "task"), input("2", "c1", `{}`)),
		record(output("c3", `null`)),
		record(output("c1", `"late"`)),
		record(args("2", "c1", "too late")),
		record(output("ghost", `1`)),
		record(closes("2")),
		record(ends("m1", "stop")),
		record(note(spec.NoteCustom, "[DONE]")),
	)
}

// outside has content that no step holds, notes, and turns that end otherwise.
func outside(variant string) spec.Stream {
	gone := ends("m3", "error")
	gone.Status = spec.Failed
	return stream(variant,
		record(starts("")),
		record(opens("1"), says("1", "a", "")),
		record(says("1", "a", "alone")),
		record(over("1", "a")),
		record(note(spec.NoteCustom, "a word")),
		record(note(spec.NoteMedia, "https://example.org/p.png")),
		record(note(spec.NoteUnknown, "")),
		record(closes("1"), opens("2")),
		record(says("2", "c", "no start")),
		record(closes("2")),
		record(opens("3"), says("3", "b", "between")),
		record(closes("3"), ends("", "")),
		record(starts("m2")),
		record(opens("4")),
		record(opens("5")),
		record(says("5", "x", "")),
		record(spec.Event{Kind: spec.Cancel, Global: true}),
		record(starts("m3")),
		record(starts("m3")),
		record(args("", "early", "{")),
		record(gone),
		record(starts("m4")),
		record(opens("6")),
		record(fatal("overloaded")),
		record(opens("7"), calls("7", "y", "unasked"), input("7", "y", `{}`)),
	)
}

// pauses waits for approvals: for one that is given, one that is not, and one
// that the turn ends with.
func pauses(variant string) spec.Stream {
	waits := func(id, call string) spec.Event { return spec.Event{Kind: spec.Wait, Wait: id, Call: call} }
	paused := ends("m1", "tool-calls")
	paused.Status = spec.Waiting
	return stream(variant,
		record(starts("m1")),
		record(opens("1")),
		record(calls("1", "a", "rm"), input("1", "a", `{"p":1}`)),
		record(calls("1", "b", "rm"), input("1", "b", `{"p":2}`)),
		record(waits("ap-1", "a")),
		record(waits("ap-2", "b")),
		record(output("a", `"gone"`)),
		record(closes("1")),
		record(paused),
		record(starts("m1")),
		record(spec.Event{Kind: spec.CallDone, Call: "b", Status: spec.Denied}),
		record(opens("2")),
		record(closes("2")),
		record(ends("m1", "stop")),
	)
}

// voids takes a step back and says it otherwise.
func voids(variant string) spec.Stream {
	return stream(variant,
		record(starts("m1")),
		record(opens("1")),
		record(says("1", "a", "")),
		record(says("1", "a", "first try")),
		record(calls("1", "c", "ls"), input("1", "c", `{}`)),
		record(spec.Event{Kind: spec.Retract, Message: "1"}),
		record(opens("1"), says("1", "a", "")),
		record(says("1", "a", "second")),
		record(calls("1", "c", "ls"), input("1", "c", `{}`)),
		record(closes("1")),
		record(ends("m1", "stop")),
	)
}

func used(e spec.Event, input, output int64) spec.Event {
	e.Usage = &spec.Usage{Input: input, Output: output}
	return e
}

// steps has every line that says something, in two turns.
func steps(variant string) spec.Stream {
	step := closes("m1")
	step.StopReason = "tool-calls"
	last := closes("m2")
	last.StopReason = "error"
	gone := ends("1", "error")
	gone.Status = spec.Failed
	return stream(variant,
		record(opens("m1")),
		record(spec.Event{Kind: spec.Text, Message: "m1", Form: spec.Thought, Text: "hm"}),
		record(spec.Event{Kind: spec.Text, Message: "m1", Form: spec.Plain, Text: "\u00e4\u2029"}),
		record(calls("m1", "a", "task")),
		record(calls("m1", "b", "ls")),
		record(args("m1", "a", `{"x"`)),
		record(args("m1", "b", `{}`)),
		record(args("m1", "a", `:1}`)),
		record(input("m1", "b", `{}`)),
		record(input("m1", "a", `{"x":1}`)),
		record(calls("m1", "c", "whole"), input("m1", "c", `{"y":[1.50]}`)),
		record(output("c", `null`)),
		record(output("a", `{"z":1}`)),
		record(output("ghost", `"?"`)),
		record(used(step, 3, 4)),
		record(note(spec.NoteCustom, "words")),
		record(note(spec.NoteMedia, "b64")),
		record(note(spec.NoteUnknown, "")),
		record(spec.Event{Kind: spec.Wait, Call: "b"}, used(ends("0", "tool-calls"), 3, 4)),
		record(opens("m2")),
		record(calls("m2", "a", "task"), input("m2", "a", `{}`)),
		record(args("m2", "late", "{")),
		record(last),
		record(gone),
		record(opens("m3")),
		record(fatal("overloaded")),
	)
}

// stepless is what a producer without steps writes: messages without ids.
func stepless(variant string) spec.Stream {
	text := func(text string) spec.Event { return spec.Event{Kind: spec.Text, Form: spec.Plain, Text: text} }
	step := closes("")
	step.StopReason = "stop"
	return stream(variant,
		record(text("a")),
		record(calls("", "c", "ls"), input("", "c", `{}`)),
		record(output("c", `1`)),
		record(text("b")),
		record(used(step, 1, 2)),
		record(text("c")),
		record(closes(""), opens("m1")),
		record(spec.Event{Kind: spec.Text, Message: "m1", Text: "d"}),
		record(ends("0", "stop")),
		record(calls("", "c", "ls"), input("", "c", `{}`)),
		record(ends("1", "stop")),
	)
}
