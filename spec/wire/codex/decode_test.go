package codex_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

var _ = Describe("an item", func() {
	DescribeTable("is a call of this name, with these arguments and this result", func(members, name, args, result string) {
		done := after(completed(`"id":"item_0",` + members)).of(spec.CallDone).one()
		Expect(done.Name).To(Equal(name))
		Expect(done.Args).To(Equal(args))
		Expect(done.ArgsValue).To(Equal(args != ""))
		if result == "" {
			Expect(done.Result).To(BeEmpty())
			return
		}
		Expect(done.Result).To(MatchJSON(result))
	},
		Entry("a command", `"type":"command_execution","command":"ls","aggregated_output":"a","exit_code":0,"status":"completed"`,
			"command_execution", `{"command":"ls"}`, `{"aggregated_output":"a","exit_code":0}`),
		Entry("a patch, with members of a later build", `"type":"file_change","changes":[{"path":"/a","kind":"add","diff":"+x"}],"status":"completed"`,
			"file_change", `{"changes":[{"path":"/a","kind":"add","diff":"+x"}]}`, `{"status":"completed"}`),
		Entry("a tool of a server", `"type":"mcp_tool_call","server":"lab","tool":"add","arguments":{"a" : 2},"result":{"content":[]},"error":null,"status":"completed"`,
			"lab.add", `{"a":2}`, `{"content":[]}`),
		Entry("a tool of a nameless server, without arguments", `"type":"mcp_tool_call","server":"","tool":"add","arguments":null,"result":null`, "add", "", ""),
		Entry("a tool for agents", `"type":"collab_tool_call","tool":"send_input","sender_thread_id":"T0","receiver_thread_ids":["T1"],"prompt":"more","agents_states":{},"status":"completed"`,
			"send_input", `{"prompt":"more","receiver_thread_ids":["T1"]}`, `{}`),
		Entry("a spawn, whose receivers are no input", `"type":"collab_tool_call","tool":"spawn_agent","receiver_thread_ids":["T1"],"prompt":"look"`,
			"spawn_agent", `{"prompt":"look"}`, ""),
		Entry("a search", `"type":"web_search","query":"q","action":{"type":"open_page","url":"u"}`, "web_search", `{"query":"q","action":{"type":"open_page","url":"u"}}`, ""),
		Entry("a search of 0.50", `"type":"web_search","query":"q"`, "web_search", `{"query":"q"}`, ""),
		Entry("a list", `"type":"todo_list","items":[{"text":"a","completed":true}]`, "todo_list", "", `[{"text":"a","completed":true}]`),
		Entry("of hostile members", `"type":"command_execution","__proto__":{"command":"x"},"command":{"constructor":1},"aggregated_output":null`,
			"command_execution", `{"command":{"constructor":1}}`, `{"aggregated_output":null}`),
	)

	It("that searches says its query when it is known, not the placeholder of its start", func() {
		members := `"id":"item_0","type":"web_search","id":"ws_1","query":`
		all := after(started(members+`"","action":{"type":"other"}`), completed(members+`"q1","action":{"type":"search","query":"q1"}`), agentMessage("item_1", "found"))
		Expect(all[0].Args).To(BeEmpty())
		Expect(calls(all.means())["ws_1"].Args).To(MatchJSON(`{"query":"q1","action":{"type":"search","query":"q1"}}`))
	})

	It("is whole without a start where older versions write it so, and otherwise lacks it", func() {
		Expect(after(completed(`"id":"item_0","type":"file_change","changes":[]`)).kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallDone}))
		Expect(after(completed(`"id":"item_0","type":"web_search","query":"q"`)).kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallDone}))
		Expect(after(completed(shell("item_0", fine))).kinds()).To(Equal([]spec.Kind{spec.CallDone}))
	})

	It("that is a plan is told as notes, in pieces and whole", func() {
		all := after(`{"type":"item.plan.delta","item_id":"item_0","delta":"first"}`, completed(`"id":"item_0","type":"plan","text":"first, look"`))
		Expect(all[0]).To(And(HaveField("Note", spec.NoteCustom), HaveField("Text", "first")))
		Expect(all[1]).To(And(HaveField("Note", spec.NoteCustom), HaveField("Text", "first, look")))
	})

	It("of a type that is not known is surfaced whole, and shifts nothing", func() {
		strange := completed(`"id":"item_0","type":"image_view","path":"/a.png"`)
		all := after(strange, agentMessage("item_1", "seen"))
		Expect(all[0]).To(And(HaveField("Note", spec.NoteUnknown), HaveField("Raw", MatchJSON(strange))))
		Expect(rendered(all.means())).To(Equal([]string{"seen"}))
	})
})

var _ = Describe("an agent", func() {
	spawned := completed(spawning(`["T1"]`, `{"T1":{"status":"pending_init","message":null}}`))
	state := func(status string) string {
		return completed(waiting("item_2", `{"T1":{"status":"`+status+`","message":null}}`))
	}

	DescribeTable("ends in these states, and in no others", func(status string, ends bool, as spec.Status) {
		closed := after(spawned, state(status)).of(spec.SessionClose)
		if !ends {
			Expect(closed).To(BeEmpty())
			return
		}
		Expect(closed.one()).To(And(HaveField("Session", "T1"), HaveField("Status", as)))
	},
		Entry(nil, "completed", true, spec.Closed), Entry(nil, "errored", true, spec.Failed), Entry(nil, "shutdown", true, spec.Closed), Entry(nil, "interrupted", true, spec.Closed),
		Entry(nil, "running", false, spec.Open), Entry(nil, "pending_init", false, spec.Open), Entry(nil, "not_found", false, spec.Open), Entry(nil, "brand_new", false, spec.Open),
	)

	It("ends once, however often its state is told", func() {
		Expect(after(spawned, state("completed"), state("completed")).of(spec.SessionClose)).To(HaveLen(1))
	})

	It("goes on where it runs again after its end", func() {
		all := after(spawned, state("completed"), state("running"), state("completed"))
		Expect(all.of(spec.SessionOpen)).To(HaveLen(2))
		Expect(all.of(spec.SessionOpen)[1].ParentCall.OK).To(BeFalse(), "it was not spawned again")
		Expect(all.of(spec.SessionClose)).To(HaveLen(2))
		Expect(all.means().Sessions[0]).To(And(HaveField("ID", "T1"), HaveField("Status", spec.Closed)))
	})

	It("that this stream did not see spawned is not known", func() {
		Expect(after(state("completed")).kinds()).To(Equal([]spec.Kind{spec.CallDone}))
	})

	It("opens and closes within the completion of its call, so that the call is its own", func() {
		all := after(started(spawning(`[]`, `{}`)), completed(spawning(`["T1"]`, `{"T1":{"status":"completed","message":"a"}}`)))
		Expect(all.from(4).kinds()).To(Equal([]spec.Kind{spec.SessionOpen, spec.SessionClose, spec.CallDone}))
	})

	It("of another agent has that one for its parent, and no call of this thread", func() {
		open := after(strings.Replace(spawned, `"sender_thread_id":"T0"`, `"sender_thread_id":"T9"`, 1)).of(spec.SessionOpen).one()
		Expect(open.Parent).To(Equal(spec.To("T9")))
		Expect(open.ParentCall.OK).To(BeFalse())
	})

	It("is not the thread itself", func() {
		Expect(after(completed(spawning(`["T0"]`, `{}`))).of(spec.SessionOpen)).To(BeEmpty())
	})
})

var _ = Describe("a turn", func() {
	It("is numbered within its thread", func() {
		other := strings.Replace(thread, "T0", "T1", 1)
		all := read(thread, begin, finish, other, begin, finish, thread, begin, finish)
		Expect(all.from(2).one().Turn).To(Equal("0"))
		Expect(all.from(5).one()).To(And(HaveField("Turn", "0"), HaveField("Session", "T1")))
		Expect(all.from(8).one().Turn).To(Equal("1"))
		Expect(all.from(9).one().Turn).To(Equal("1"))
	})

	It("whose end was lost is over when the next starts", func() {
		t := read(thread, begin, agentMessage("item_0", "a"), thread, begin, agentMessage("item_0", "b"), finish).means()
		Expect(t.Sessions[0].Turns).To(HaveLen(2))
		Expect(t.Sessions[0].Turns[0].Status).To(Equal(spec.Incomplete))
		Expect(t.Outcome).To(Equal(spec.OutcomeCompleted))
	})

	It("whose start was lost begins with what is said in it", func() {
		all := read(thread, begin, finish, agentMessage("item_1", "b"), finish)
		Expect(all.from(5).one().Turn).To(Equal("1"))
		Expect(all.means().Sessions[0].Turns).To(HaveLen(2))
	})

	It("may end without figures", func() {
		for _, end := range []string{`{"type":"turn.completed"}`, `{"type":"turn.completed","usage":null}`, `{"type":"turn.completed","usage":{}}`} {
			Expect(after(end).one().Usage).To(BeNil())
		}
		Expect(after(`{"type":"turn.completed","usage":{"output_tokens":3}}`).one().Usage).To(Equal(&spec.Usage{Output: 3}))
	})
})

var _ = Describe("a record that is wrong", func() {
	DescribeTable("is a problem that says where, and changes nothing", func(wrong, detail string) {
		records := []string{thread, begin, agentMessage("item_0", "a"), wrong, agentMessage("item_1", "b"), finish}
		s, problems := wire.DecodeRecords(codex.New(), "", texts(records))
		Expect(problems).To(HaveLen(1))
		Expect(problems[0]).To(And(HaveField("Record", 4), HaveField("Reason", wire.Malformed), HaveField("Detail", ContainSubstring(detail))))
		Expect(rendered(events(s.Events).means())).To(Equal([]string{"a", "b"}))
	},
		Entry("no object", `["turn.started"]`, "no object with a type"),
		Entry("no type", `{"item":{}}`, "no object with a type"),
		Entry("a thread without an id", `{"type":"thread.started"}`, "thread_id"),
		Entry("a thread whose id is a number", `{"type":"thread.started","thread_id":7}`, "thread_id"),
		Entry("no item", `{"type":"item.completed"}`, "item"),
		Entry("an item that is a list", `{"type":"item.completed","item":[]}`, "item"),
		Entry("an item without a type", completed(`"id":"x"`), "item.type"),
		Entry("a call without an id", completed(`"type":"command_execution"`), "item.id"),
		Entry("a message without a text", completed(`"type":"agent_message"`), "item.text"),
		Entry("a status that is a number", completed(shell("x", `"status":1`)), "item.status"),
		Entry("an exit code that is a text", completed(shell("x", `"exit_code":"0"`)), "item.exit_code"),
		Entry("a tool without a server", completed(`"id":"x","type":"mcp_tool_call","tool":"add"`), "item.server"),
		Entry("a tool for agents without a name", completed(`"id":"x","type":"collab_tool_call"`), "item.tool"),
		Entry("receivers that are no list", completed(spawning(`"T1"`, `{}`)), "item.receiver_thread_ids"),
		Entry("a receiver that is null", completed(spawning(`[null]`, `{}`)), "item.receiver_thread_ids"),
		Entry("usage that is a number", `{"type":"turn.completed","usage":7}`, "usage"),
		Entry("figures that are texts", `{"type":"turn.completed","usage":{"input_tokens":"7"}}`, "usage.input_tokens"),
		Entry("a failure that is a text", `{"type":"turn.failed","error":"gone"}`, "error"),
		Entry("an error whose message is an object", `{"type":"error","message":{}}`, "message"),
	)
})
