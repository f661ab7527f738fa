package agui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("the rules of runs", func() {
	It("R1: takes nothing outside of a run but its start and an error, because there is no turn that it could belong to", func() {
		got, problems := decode(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("CUSTOM", "name", "x", "value", "y"), failed)
		Expect(details(problems)).To(Equal([]string{"1 an event outside of a run (R1)", "2 an event outside of a run (R1)"}))
		Expect(brief(got.Events)).To(Equal([]string{"error gone"}))
		Expect(got.Events[0]).To(And(HaveField("Global", true), HaveField("Fatal", true)))
	})

	It("R2: takes the start of a run in a run for what it is, because the end that was lost shows as an incomplete turn", func() {
		got, problems := decode(started, ev("TEXT_MESSAGE_START", "messageId", "m1"), again, ev("TEXT_MESSAGE_START", "messageId", "m1"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got.Events)).To(Equal([]string{"turn.start r1", "message.open m1", "turn.start r2", "message.open m1"}),
			"and nothing of the first run is open in the second")
	})

	It("R2: lets several runs follow each other on one stream", func() {
		got, problems := decode(started, finished, again, ev("RUN_FINISHED", "threadId", "t1", "runId", "r2"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got.Events)).To(Equal([]string{"turn.start r1", "turn.end r1 completed", "turn.start r2", "turn.end r2 completed"}))
	})

	It("R2: does not end a run by the end of another, because a terminal event ends its own turn", func() {
		got, problems := read(ev("RUN_FINISHED", "threadId", "t1", "runId", "other"), ev("TEXT_MESSAGE_START", "messageId", "m1"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"turn.end other completed", "message.open m1"}))
	})

	It("R3: takes only another run, or a late error, behind the end of one, and only another run behind an error", func() {
		late := ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "late")
		got, problems := read(finished, late, failed, late, failed, finished, again)
		Expect(problems).To(HaveLen(4))
		Expect(brief(got)).To(Equal([]string{"turn.end r1 completed", "error gone", "turn.start r2"}))
	})

	It("R4: tells the end of a run although something is open, because the model shows what is", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls"),
			ev("SUBAGENT_STARTED", "subagentRunId", "s1", "name", "explore"), finished)
		Expect(problems).To(BeEmpty())
		Expect(brief(got[4:])).To(Equal([]string{"turn.end r1 completed"}), "and no call that was cut off waits for anybody")
	})

	It("R5: gives no end for a stream that has none", func() {
		got, problems := read(ev("TEXT_MESSAGE_CHUNK", "messageId", "m1", "delta", "half"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"message.open m1", "text m1 half"}))
	})

	It("R6: tells the error of a run with what it cost, and completes nothing that it breaks off", func() {
		got, _ := read(ev("TOOL_CALL_CHUNK", "toolCallId", "c1", "toolCallName", "ls", "delta", "{"),
			ev("RUN_ERROR", "message", "gone", "code", "x", "usage", `=[{"provider":"p","inputTokens":3},{"inputTokens":4,"outputTokens":2}]`))
		Expect(brief(got)).To(Equal([]string{"call.open c1 c1 ls", "args c1 c1 {", "usage r1", "error gone"}))
		Expect(got[2].Usage).To(Equal(&spec.Usage{Input: 7, Output: 2}))
	})
})

var _ = Describe("the outcomes of runs", func() {
	call := []string{
		ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "pay"), ev("TOOL_CALL_END", "toolCallId", "c1"),
		ev("TOOL_CALL_START", "toolCallId", "c2", "toolCallName", "show"), ev("TOOL_CALL_END", "toolCallId", "c2"),
	}
	end := func(outcome string) []string {
		got, problems := read(append(call, ev("RUN_FINISHED", "threadId", "t1", "runId", "r1", "outcome", "="+outcome))...)
		Expect(problems).To(BeEmpty())
		return brief(got[6:])
	}

	It("let the application answer the calls that a successful run names", func() {
		Expect(end(`{"type":"success","pendingToolCallIds":["c2"]}`)).To(Equal([]string{"wait c2", "turn.end r1 completed"}))
	})

	It("find those calls where the run names none, because no list does not mean no call", func() {
		Expect(end(`{"type":"success"}`)).To(Equal([]string{"wait c1", "wait c2", "turn.end r1 completed"}))
		Expect(end(`null`)).To(Equal([]string{"wait c1", "wait c2", "turn.end r1 completed"}))
	})

	It("wait for what an interrupted run asks, and for its calls", func() {
		Expect(end(`{"type":"interrupt","interrupts":[{"id":"i1","reason":"approve","toolCallId":"c1"},{"id":"i2","reason":"ask","subagentRunId":"s1"}]}`)).
			To(Equal([]string{"wait c1 i1", "wait@s1 i2", "wait c2", "turn.end r1 waiting"}))
	})

	It("wait for nothing where a run was cancelled", func() {
		Expect(end(`{"type":"cancelled"}`)).To(Equal([]string{"turn.end r1 cancelled"}))
	})

	It("take an outcome that is not known for none, which is success", func() {
		Expect(end(`{"type":"timed_out"}`)).To(HaveExactElements("wait c1", "wait c2", "turn.end r1 completed"))
	})

	It("find the answers in the input of the next run, with what the user said", func() {
		got, problems := read(append(call, finished, ev("RUN_STARTED", "threadId", "t1", "runId", "r2", "input", `={"messages":[`+
			`{"id":"c1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"pay","arguments":""}}]},`+
			`{"id":"x1","role":"tool","toolCallId":"c1","content":"paid"},{"id":"x2","role":"tool","toolCallId":"c2","content":"no","error":"E"},`+
			`{"id":"s","role":"system","content":"be good"},{"id":"u2","role":"user","content":"Thanks"}]}`))...)
		Expect(problems).To(BeEmpty())
		Expect(brief(got[9:])).To(Equal([]string{"turn.start r2", "message.full", `call.done c1 "paid"`, `call.done c2 "no"`}))
		Expect(got[10].Messages).To(ConsistOf(HaveField("Message", "u2")), "what the stream told already is not told again")
		Expect(got[12].IsError).To(BeTrue())
	})
})
