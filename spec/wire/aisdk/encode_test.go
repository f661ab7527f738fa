package aisdk_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/aisdk"
)

// written are the records of a stream.
func written(variant string, records ...[]spec.Event) []string {
	GinkgoHelper()
	encoded, err := wire.EncodeStream(aisdk.New(), variant, stream(variant, records...))
	Expect(err).NotTo(HaveOccurred())
	var texts []string
	for _, r := range encoded {
		texts = append(texts, string(r))
	}
	return texts
}

var _ = Describe("what cannot be said", func() {
	DescribeTable("is an error that names the kind, and the field where it is one", func(variant, why string, records ...[]spec.Event) {
		_, err := wire.EncodeStream(aisdk.New(), variant, stream(variant, records...))
		Expect(err).To(MatchError(ContainSubstring(why)))
	},
		Entry("a user's turn", aisdk.V5, "user.turn: no chunk says it", record(spec.Event{Kind: spec.UserTurn, Global: true})),
		Entry("a session of its own", aisdk.V5, "turn.start: Session", record(spec.Event{Kind: spec.TurnStart, Session: "s"})),
		Entry("a message under another name than its number", aisdk.V5, "message.open: Message", record(opens("7"))),
		Entry("an agent of a message", aisdk.V5, "message.open: Agent", record(spec.Event{Kind: spec.MessageOpen, Message: "1", Role: "assistant", Agent: "hr"})),
		Entry("metadata of a message", aisdk.V5, "message.open: Metadata", record(with(opens("1"), `{"a":{}}`))),
		Entry("the end of a message that is not the open one", aisdk.V5, "message.close: Message",
			record(opens("1")), record(opens("2")), record(closes("1"))),
		Entry("why a message stopped", aisdk.V5, "message.close: StopReason",
			record(opens("1")), record(spec.Event{Kind: spec.MessageClose, Message: "1", StopReason: "stop"})),
		Entry("the end of a turn that did not start", aisdk.V5, "turn.end: Turn", record(ends("m1", "stop"))),
		Entry("what a turn used", aisdk.V5, "turn.end: Usage", record(starts("m")), record(used(ends("m", ""), 1, 1))),
		Entry("a failure with its text", aisdk.V5, "turn.end: Error",
			record(starts("m")), record(spec.Event{Kind: spec.TurnEnd, Turn: "m", Status: spec.Failed, Error: "x", StopReason: "error"})),
		Entry("a failure without its reason", aisdk.V5, "turn.end: Status",
			record(starts("m")), record(spec.Event{Kind: spec.TurnEnd, Turn: "m", Status: spec.Failed})),
		Entry("an error that ends nothing", aisdk.V5, "error: Global", record(spec.Event{Kind: spec.Error, Error: "x"})),
		Entry("text without a slot", aisdk.V5, "text: Slot", record(opens("1")), record(says("1", "", "a"))),
		Entry("text of an earlier message in a part that began later", aisdk.V5, "text: Message",
			record(opens("1")), record(says("1", "a", "")), record(opens("2")), record(says("2", "a", "")), record(says("1", "a", "x"))),
		Entry("arguments with the announcement", aisdk.V5, "call.open: Args",
			record(opens("1")), record(spec.Event{Kind: spec.CallOpen, Message: "1", Call: "c", Name: "n", Args: "{"})),
		Entry("the end of arguments of a call never announced", aisdk.V5, "args.end: its record says call.open in its place",
			record(opens("1")), record(input("1", "c", `{}`))),
		Entry("text as the whole arguments of a call that goes on", aisdk.V5, "args.end: Args",
			record(opens("1")), record(calls("1", "c", "n")), record(spec.Event{Kind: spec.ArgsEnd, Message: "1", Call: "c", Args: "{"})),
		Entry("a name with a result", aisdk.V5, "call.done: Name", record(spec.Event{Kind: spec.CallDone, Call: "c", Name: "n", Result: json.RawMessage(`1`)})),
		Entry("an error that is no text", aisdk.V5, "call.done: Result", record(spec.Event{Kind: spec.CallDone, Call: "c", IsError: true, Result: json.RawMessage(`{}`)})),
		Entry("a denial with a result", aisdk.V5, "call.done: Result", record(spec.Event{Kind: spec.CallDone, Call: "c", Status: spec.Denied, Result: json.RawMessage(`1`)})),
		Entry("a start of a call that nobody was asked for", aisdk.V5, "call.start: only for a call", record(spec.Event{Kind: spec.CallStart, Call: "c"})),
		Entry("a note of the system", aisdk.V5, "note: Note", record(note(spec.NoteSystem, "x"))),
		Entry("a heartbeat as a line", aisdk.V5Lines, "note: Note", record(note(spec.NoteHeartbeat, ""))),
		Entry("text that is no UTF-8", aisdk.V5, "no JSON text can hold it", record(opens("1")), record(says("1", "a", "")), record(says("1", "a", "\xff"))),
		Entry("metadata that is no JSON", aisdk.V5, "no JSON text can hold it", record(opens("1")), record(with(says("1", "a", ""), `{"a"`))),
		Entry("an unknown record of another framing", aisdk.V5, "note: Raw",
			record(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(`{"type":"brand-new"}`)})),
		Entry("a known record as an unknown one", aisdk.V5Lines, "note: its record says turn.start in its place",
			record(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(`{"type":"start"}`)})),
		Entry("the start of a turn, in version 4", aisdk.V4, "turn.start: no line says it", record(starts("0"))),
		Entry("a slot, in version 4", aisdk.V4, "text: Slot", record(opens("m")), record(says("m", "a", "x"))),
		Entry("an end without its reason, in version 4", aisdk.V4, "finishReason is missing", record(opens("m")), record(closes("m"))),
		Entry("a turn under another number, in version 4", aisdk.V4, "turn.end: Turn", record(ends("1", "stop"))),
		Entry("an error result, in version 4", aisdk.V4, "call.done: IsError", record(failed("c", "x"))),
		Entry("arguments that are no object, in version 4", aisdk.V4, "args is missing or has the wrong type",
			record(opens("m")), record(calls("m", "c", "n"), input("m", "c", `[1]`))),
		Entry("metadata, in version 4", aisdk.V4, "call.open: Metadata", record(opens("m")), record(with(calls("m", "c", "n"), `{"a":{}}`))),
		Entry("a retraction, in version 4", aisdk.V4, "retract: no line says it", record(opens("m")), record(spec.Event{Kind: spec.Retract, Message: "m"})),
		Entry("a heartbeat, in version 4", aisdk.V4, "note: Note", record(note(spec.NoteHeartbeat, ""))),
	)

	It("is also a record without events", func() {
		_, err := aisdk.New().NewEncoder("").Encode(nil, nil)
		Expect(err).To(MatchError(ContainSubstring("a record without events")))
	})
})

var _ = Describe("a written stream", func() {
	It("has chunks as the SDK writes them", func() {
		Expect(written(aisdk.V5Lines,
			record(starts("m1")), record(opens("1")), record(with(says("1", "t", ""), `{"acme":{"agentName":"hr"}}`)), record(says("1", "t", "Hi")), record(over("1", "t")),
			record(calls("1", "c", "task")), record(args("1", "c", `{}`)), record(input("1", "c", `{}`)), record(output("c", `"ok"`)), record(closes("1")), record(ends("m1", "stop")),
		)).To(HaveExactElements(
			`{"type":"start","messageId":"m1"}`, `{"type":"start-step"}`,
			`{"type":"text-start","id":"t","providerMetadata":{"acme":{"agentName":"hr"}}}`, `{"type":"text-delta","id":"t","delta":"Hi"}`, `{"type":"text-end","id":"t"}`,
			`{"type":"tool-input-start","toolCallId":"c","toolName":"task"}`, `{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{}"}`,
			`{"type":"tool-input-available","toolCallId":"c","toolName":"task","input":{}}`, `{"type":"tool-output-available","toolCallId":"c","output":"ok"}`,
			`{"type":"finish-step"}`, `{"type":"finish","finishReason":"stop"}`,
		))
	})

	It("wraps chunks in events, and ends with bare text", func() {
		records := written(aisdk.V5, record(starts("")), record(note(spec.NoteCustom, "[DONE]")), record(note(spec.NoteHeartbeat, "")))
		Expect(records).To(HaveExactElements(`{"data":{"type":"start"}}`, `{"data":"[DONE]"}`, `{"data":""}`))
	})

	It("is framed as the wire is", func() {
		for variant, want := range map[string]string{
			aisdk.V5:      "data: {\"type\":\"data-note\",\"data\":\"a\"}\n\ndata: [DONE]\n\n",
			aisdk.V5Lines: "{\"type\":\"data-note\",\"data\":\"a\"}\n{\"type\":\"data-note\",\"data\":\"[DONE]\"}\n",
			aisdk.V4:      "2:[\"a\"]\n2:[\"[DONE]\"]\n",
		} {
			records, err := wire.EncodeStream(aisdk.New(), variant, stream(variant, record(note(spec.NoteCustom, "a")), record(note(spec.NoteCustom, "[DONE]"))))
			Expect(err).NotTo(HaveOccurred())
			text, err := wire.AppendAll(nil, aisdk.New().Framing(variant), records)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(text)).To(Equal(want), variant)
		}
	})

	It("has lines as the older SDK writes them", func() {
		step := closes("m1")
		step.StopReason = "tool-calls"
		Expect(written(aisdk.V4,
			record(opens("m1")), record(spec.Event{Kind: spec.Text, Message: "m1", Text: "Hi"}),
			record(calls("m1", "c", "task")), record(args("m1", "c", `{}`)), record(input("m1", "c", `{}`)), record(output("c", `"ok"`)),
			record(used(step, 1, 2)), record(used(ends("0", "stop"), 1, 2)),
		)).To(HaveExactElements(
			`{"code":"f","value":{"messageId":"m1"}}`, `{"code":"0","value":"Hi"}`, `{"code":"b","value":{"toolCallId":"c","toolName":"task"}}`,
			`{"code":"c","value":{"toolCallId":"c","argsTextDelta":"{}"}}`, `{"code":"9","value":{"toolCallId":"c","toolName":"task","args":{}}}`,
			`{"code":"a","value":{"toolCallId":"c","result":"ok"}}`,
			`{"code":"e","value":{"finishReason":"tool-calls","usage":{"promptTokens":1,"completionTokens":2},"isContinued":false}}`,
			`{"code":"d","value":{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2}}}`,
		))
	})

	It("says in each chunk of a dynamic tool that it is one, as the SDK does, whose version 5 looks for the call by it", func() {
		chunks := written(aisdk.V5Lines, record(starts("m1")), record(opens("1")),
			record(calls("1", "c", "mcp__fs__read")), record(args("1", "c", `{}`)), record(input("1", "c", `{}`)), record(output("c", `"ok"`)))
		for _, chunk := range []string{chunks[2], chunks[4], chunks[5]} {
			Expect(chunk).To(ContainSubstring(`"dynamic":true`))
		}
	})

	It("gives an approval the id of its request, so that the call runs", func() {
		records := written(aisdk.V5Lines, record(opens("1")), record(calls("1", "c", "rm"), input("1", "c", `{}`)),
			record(spec.Event{Kind: spec.Wait, Wait: "ap", Call: "c"}), record(spec.Event{Kind: spec.CallStart, Call: "c"}))
		Expect(records[3]).To(Equal(`{"type":"tool-approval-response","approvalId":"ap","approved":true}`))
	})
})
