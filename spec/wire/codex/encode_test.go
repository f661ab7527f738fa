package codex_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// written are the records of a stream.
func written(s spec.Stream) []string {
	GinkgoHelper()
	records, err := wire.EncodeStream(codex.New(), "", s)
	Expect(err).NotTo(HaveOccurred())
	var all []string
	for _, r := range records {
		all = append(all, string(r))
	}
	return all
}

var _ = Describe("the encoder", func() {
	It("writes what the program writes", func() {
		Expect(strings.Join(written(stream(of("T0",
			run(), record(note(spec.NoteSystem, "old")), startTurn("0"), says("hi"),
			record(starts("item_2", "command_execution", `{"command":"ls"}`)),
			record(fails("item_2", "command_execution", `{"command":"ls"}`, `{"aggregated_output":"","exit_code":2}`)),
			record(starts("ws_1", "web_search", "")),
			record(ends("ws_1", "web_search", `{"query":"q"}`, "")),
			record(fails("item_4", "lab.add", `{}`, `"gone"`)),
			errs("gone"), failTurn("0", "gone"),
		)...)), "\n")).To(Equal(strings.TrimSpace(`
{"type":"thread.started","thread_id":"T0"}
{"type":"item.completed","item":{"id":"item_0","type":"error","message":"old"}}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"hi"}}
{"type":"item.started","item":{"id":"item_2","type":"command_execution","command":"ls","aggregated_output":"","exit_code":null,"status":"in_progress"}}
{"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"ls","aggregated_output":"","exit_code":2,"status":"failed"}}
{"type":"item.started","item":{"id":"item_3","type":"web_search","id":"ws_1","query":"","action":{"type":"other"}}}
{"type":"item.completed","item":{"id":"item_3","type":"web_search","id":"ws_1","query":"q"}}
{"type":"item.completed","item":{"id":"item_4","type":"mcp_tool_call","server":"lab","tool":"add","arguments":{},"result":null,"error":{"message":"gone"},"status":"failed"}}
{"type":"error","message":"gone"}
{"type":"turn.failed","error":{"message":"gone"}}`)))
	})

	It("gives items of its own ids that no call has", func() {
		all := written(stream(of("T0", run(), startTurn("0"), record(starts("item_0", "ls", "")), record(starts("item_2", "ls", "")), says("a"), says("b"))...))
		Expect(all[4]).To(ContainSubstring(`"id":"item_3"`))
		Expect(all[5]).To(ContainSubstring(`"id":"item_4"`))
	})

	It("counts items anew in each run", func() {
		all := written(stream(of("T0", run(), startTurn("0"), says("a"), run(), startTurn("1"), says("b"))...))
		Expect(all[5]).To(ContainSubstring(`"id":"item_0"`))
	})

	It("writes a tool that no item is named after as one of a server", func() {
		all := written(stream(of("T0", run(), startTurn("0"), record(starts("c", "ls", `{"p":1}`)), record(starts("d", "command_execution", `{"p":1}`)), record(starts("e", ".x", "")))...))
		Expect(all[2]).To(ContainSubstring(`"server":"","tool":"ls","arguments":{"p":1}`))
		Expect(all[3]).To(ContainSubstring(`"server":"","tool":"command_execution"`))
		Expect(all[4]).To(ContainSubstring(`"server":"","tool":".x"`))
	})

	DescribeTable("refuses what no record says", func(detail string, records ...[]spec.Event) {
		_, err := wire.EncodeStream(codex.New(), "", stream(of("T0", append([][]spec.Event{run(), startTurn("0")}, records...)...)...))
		Expect(err).To(MatchError(ContainSubstring(detail)))
	},
		Entry("an error of no session", "Global", record(spec.Event{Kind: spec.Error, Global: true})),
		Entry("a user's message", "Messages", record(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart}}}}})),
		Entry("a message of two parts", "Messages", record(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{{Parts: make([]spec.SnapshotPart, 2)}}})),
		Entry("a message that is open", "Complete", record(spec.Event{Kind: spec.MessageFull, Messages: says("x")[0].Messages})),
		Entry("text in pieces", "text: no record says it", record(spec.Event{Kind: spec.Text, Text: "a"})),
		Entry("another turn", "Turn", startTurn("7")),
		Entry("a cancelled turn", "Status", record(spec.Event{Kind: spec.TurnEnd, Turn: "0", Status: spec.Cancelled})),
		Entry("figures of a turn that failed", "Usage", record(spec.Event{Kind: spec.TurnEnd, Turn: "0", Status: spec.Failed, Usage: &spec.Usage{Input: 1}})),
		Entry("a fatal error", "Fatal", record(spec.Event{Kind: spec.Error, Fatal: true})),
		Entry("a heartbeat", "no record says heartbeat", record(note(spec.NoteHeartbeat, ""))),
		Entry("a completion that names no tool", "every item names its tool", record(ends("c", "", "", `"x"`))),
		Entry("progress of a call never told", "not known", record(progresses("c", `"x"`))),
		Entry("arguments that are text", "Args", record(spec.Event{Kind: spec.CallStart, Call: "c", Name: "ls", Args: `{"a":1}`})),
		Entry("arguments that are no JSON", "arguments is no JSON value", record(starts("c", "ls", `{"a`))),
		Entry("a result that no search has", "Result", record(starts("c", "web_search", `{"query":"q"}`), ends("c", "web_search", `{"query":"q"}`, `"x"`))),
		Entry("a result that no command has", "Result", record(ends("c", "command_execution", ls, `"x"`))),
		Entry("a failure that the exit code denies", "IsError", record(fails("c", "command_execution", ls, `{"exit_code":0}`))),
		Entry("a cancelled call", "Status", record(spec.Event{Kind: spec.CallDone, Call: "c", Name: "ls", Status: spec.Cancelled})),
		Entry("a sub-session alone", "only the item of a call says it", record(opens("T1", "T0", "c"))),
		Entry("a sub-session of a call that spawns none", "session.open", record(opens("T1", "T0", "c"), ends("c", "ls", "", ""))),
		Entry("an end that no state says", "session.close", record(closes("T1", spec.Closed), ends("c", "wait", "", `{}`))),
		Entry("two completions", "not in one record", record(ends("c", "ls", "", ""), ends("d", "ls", "", ""))),
		Entry("two turns in one record", "not in one record", append(startTurn("1"), startTurn("2")...)),
		Entry("text that is no UTF-8", "no UTF-8", says("\xff")),
	)

	It("refuses an event of a session that is not the thread's", func() {
		s := stream(of("T0", run(), startTurn("0"))...)
		s.Events[1].Session = "T1"
		_, err := wire.EncodeStream(codex.New(), "", s)
		Expect(err).To(MatchError(ContainSubstring("Session")))
	})

	It("refuses a record without events", func() {
		_, err := codex.New().NewEncoder("").Encode(nil, nil)
		Expect(err).To(MatchError("codex: a record without events"))
	})
})
