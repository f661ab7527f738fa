package claudecode_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// refused is why a stream cannot be encoded.
func refused(s spec.Stream) string {
	GinkgoHelper()
	variant := strings.TrimPrefix(s.Features.Dialect, "claudecode:")
	_, err := wire.EncodeStream(claudecode.New(), variant, s)
	Expect(err).To(HaveOccurred())
	return err.Error()
}

func written(s spec.Stream) []string {
	GinkgoHelper()
	records, err := wire.EncodeStream(claudecode.New(), reading.Partial, s)
	Expect(err).NotTo(HaveOccurred())
	var lines []string
	for _, r := range records {
		lines = append(lines, string(r))
	}
	return lines
}

var _ = Describe("what cannot be said", func() {
	partial, full := reading.Partial, reading.Full

	DescribeTable("is an error that names the kind, and the field where it is one",
		func(why string, s spec.Stream) { Expect(refused(s)).To(ContainSubstring(why)) },
		Entry("the user's turn, which this wire does not mark", "user.turn: no frame says it",
			stream(full, record(spec.Event{Kind: spec.UserTurn, Global: true}))),
		Entry("a start of execution", "call.start: no frame says it",
			stream(full, record(spec.Event{Kind: spec.CallStart, Call: "c"}))),
		Entry("an error that ends the run, which is a result here", "error: Fatal",
			stream(full, record(spec.Event{Kind: spec.Error, Fatal: true, Error: "x"}))),
		Entry("a boundary, for messages have ids", "note: Note",
			stream(full, record(note(spec.NoteBoundary, "")))),
		Entry("a history with messages", "history: Messages",
			stream(full, record(spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{{Message: "m"}}}))),
		Entry("deltas without partial messages", "message.open: only with partial messages",
			stream(full, record(opens("m")))),
		Entry("a turn under another name", "turn.start: Turn",
			stream(full, record(startTurn("first")))),
		Entry("a child whose session is not its call", "session.open: ParentCall",
			stream(full, record(
				spec.Event{Kind: spec.SessionOpen, Session: "c", Parent: spec.To(""), ParentCall: spec.To("other")}, in("c", startTurn("0"))))),
		Entry("a child without a turn", "turn.start: nobody said it, but the record does",
			stream(full, record(spec.Event{Kind: spec.SessionOpen, Session: "c", ParentCall: spec.To("c")}))),
		Entry("content of a child that never opened", "message.full: its record says session.open in its place",
			stream(full, record(in("c", frame("m", textAt(0, "a")))))),
		Entry("the end of a child's turn by itself", "turn.end: a sub-session's turn ends in one record with its session",
			stream(full, openChild("c", "", ""), record(in("c", spec.Event{Kind: spec.TurnEnd, Turn: "0"})))),
		Entry("usage of a child's turn", "turn.end: Usage",
			stream(full, openChild("c", "", ""), record(
				in("c", spec.Event{Kind: spec.TurnEnd, Turn: "0", Usage: &spec.Usage{Input: 1}}),
				in("c", spec.Event{Kind: spec.SessionClose}), done("c", `""`)))),
		Entry("a foreground end apart from its result", "turn.end: its record says note in its place",
			stream(full, openChild("c", "", ""), closeChild("c", "", ""))),
		Entry("the name of a call that is done", "call.done: Name",
			stream(full, record(spec.Event{Kind: spec.CallDone, Call: "c", Name: "Read", Result: json.RawMessage(`""`)}))),
		Entry("a block at another place", "message.full: Messages",
			stream(full, record(frame("m", textAt(1, "a"))))),
		Entry("arguments that are no JSON value", "message.full: Args",
			stream(full, record(frame("m", callAt(0, "c", "n", "{"))))),
		Entry("a call without arguments, which the wire says as {}", "message.full: Args",
			stream(full, record(frame("m", callAt(0, "c", "n", ""))))),
		Entry("an agent of a message", "message.full: Messages",
			stream(full, record(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{{Message: "m", Role: "assistant", Agent: "a"}}}))),
		Entry("a part that does not begin empty", "text: Text",
			stream(partial, record(opens("m")), record(fragment("m", 0, spec.Plain, "a")))),
		Entry("a fragment without a slot", "text: Slot",
			stream(partial, record(opens("m")), record(spec.Event{Kind: spec.Text, Message: "m", Text: "a"}))),
		Entry("metadata in the middle of a text", "text: Metadata",
			stream(partial, record(opens("m")), record(begins("m", 0, spec.Plain)),
				record(at(0, spec.Event{Kind: spec.Text, Message: "m", Metadata: json.RawMessage(`{"a":1}`)})))),
		Entry("a reason on the message's end, which has a frame of its own", "message.close: StopReason",
			stream(partial, record(opens("m")), record(spec.Event{Kind: spec.MessageClose, Message: "m", StopReason: "end_turn"}))),
		Entry("the end of arguments that never began", "args.end: its record says note in its place",
			stream(partial, record(opens("m")), record(argsEnd("m", 0)))),
		Entry("two streamed events in one record", "args: not in one record with call.open",
			stream(partial, record(opens("m")), record(announces("m", 0, "c", "n"), args("m", 0, "{}")))),
		Entry("ids that differ in one record", "message.full: ID",
			stream(full, as("a", record(prompt("a", "x"))), record(spec.Event{Kind: spec.Retract, ID: "b", Retracts: []string{"a"}}, spec.Event{
				Kind: spec.MessageFull, ID: "c", Messages: []spec.Snapshot{{Message: "m", Role: "assistant"}},
			}))),
		Entry("text that is no UTF-8", "message.full: no JSON text can hold it",
			stream(full, record(frame("m", textAt(0, "\xff"))))),
	)
})

var _ = Describe("a written frame", func() {
	It("says something", func() {
		_, err := claudecode.New().NewEncoder("").Encode(nil, nil)
		Expect(err).To(MatchError(ContainSubstring("a record without events")))
	})

	It("bears the event's id as uuid, else one made from the record's number", func() {
		s := stream(reading.Full, record(startTurn("0")), record(frame("m", textAt(0, "a"))))
		s.Events[1].ID = ""
		lines := written(s)
		Expect(lines[0]).To(ContainSubstring(`"uuid":"uuid-1"`))
		Expect(lines[1]).To(ContainSubstring(`"uuid":"00000000-0000-4000-8000-000000000002"`))
	})

	It("has a scope of null in the root, and names child and agent elsewhere", func() {
		lines := written(stream(reading.Full,
			record(startTurn("0")), record(frame("m", textAt(0, "a"))), openChild("c", "", "x"), record(in("c", frame("k", textAt(0, "b"))))))
		Expect(lines[1]).To(ContainSubstring(`"parent_tool_use_id":null`))
		Expect(lines[3]).To(And(ContainSubstring(`"parent_tool_use_id":"c"`), ContainSubstring(`"subagent_type":"x"`)))
	})

	It("takes the call on a fragment for what its slot says, and refuses another", func() {
		linked := func(call string) spec.Stream {
			e, end := args("m", 0, "{}"), argsEnd("m", 0)
			e.Call, end.Call = call, call
			return stream(reading.Partial, record(opens("m")), record(announces("m", 0, "c", "n")), record(e), record(end))
		}
		Expect(written(linked("c"))).To(HaveLen(4))
		Expect(refused(linked("d"))).To(ContainSubstring("args: Call"))
	})

	It("carries the stale usage that the wire has there", func() {
		Expect(written(stream(reading.Full, record(frame("m", textAt(0, "a")))))[0]).To(ContainSubstring(`"output_tokens":1}`))
	})

	It("is legal to a reader that needs a block's start before its deltas", func() {
		lines := written(streamed(reading.Partial))
		Expect(lines[2]).To(ContainSubstring(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`))
		Expect(lines[3]).To(ContainSubstring(`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"h"}}`))
		Expect(lines[7]).To(ContainSubstring(`{"type":"content_block_stop","index":0}`))
		Expect(lines[11]).To(ContainSubstring(`"content_block":{"type":"tool_use","id":"t1","name":"Read","input":{},"caller":{"type":"direct"}}`))
	})

	It("declares void what the program gave up of a message: all of it, or the blocks from one on", func() {
		given := func(void spec.Event) []string {
			return written(stream(reading.Partial, record(opens("m")), record(begins("m", 0, spec.Plain)), record(announces("m", 1, "c", "n")),
				record(spec.Event{Kind: spec.MessageClose, Message: "m"}, void)))
		}
		Expect(given(spec.Event{Kind: spec.Retract, Message: "m"})[3]).To(ContainSubstring(`"abandoned_blocks":{"api_message_id":"m","from_block_index":0}`))
		Expect(given(spec.Event{Kind: spec.Retract, Retracts: []string{"uuid-3"}})[3]).To(ContainSubstring(`"from_block_index":1}`))
	})

	It("fails a turn under the name of success, as the wire does", func() {
		lines := written(stream(reading.Full, record(startTurn("0")), record(failTurn("0", "no"))))
		Expect(lines[1]).To(And(ContainSubstring(`"subtype":"success"`), ContainSubstring(`"is_error":true`), ContainSubstring(`"result":"no"`)))
	})

	It("escapes the line separators of JavaScript", func() {
		Expect(written(stream(reading.Full, record(frame("m", textAt(0, "\u2028")))))[0]).To(ContainSubstring(`\u2028`))
	})
})
