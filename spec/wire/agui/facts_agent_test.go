package agui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

func starts(id string, members ...string) string {
	return ev("SUBAGENT_STARTED", append([]string{"subagentRunId", id, "name", "explore"}, members...)...)
}

var _ = Describe("the rules of sub-agents", func() {
	It("S1: tells two invocations of one agent apart by their ids", func() {
		got, problems := read(starts("s1"), starts("s2"), ev("SUBAGENT_FINISHED", "subagentRunId", "s1"), starts("s1"))
		Expect(problems).To(BeEmpty(), "a second start goes on with its session")
		Expect(brief(got)).To(Equal([]string{"session.open@s1", "turn.start@s1 s1", "session.open@s2", "turn.start@s2 s2",
			"turn.end@s1 s1 completed", "session.close@s1 closed", "session.open@s1", "turn.start@s1 s1"}))
		Expect([]string{got[0].Agent, got[2].Agent}).To(HaveEach("explore"))
	})

	It("S1: takes no invocation that could not be told from the parent", func() {
		_, problems := read(starts(""), ev("SUBAGENT_STARTED", "subagentRunId", "=null", "name", "explore"), ev("SUBAGENT_STARTED", "name", "explore"))
		Expect(problems).To(HaveLen(3))
	})

	It("S2: accepts what nobody announced, and leaves an end without a start to the model", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "a", "subagentRunId", "s1"), ev("SUBAGENT_FINISHED", "subagentRunId", "s1"),
			ev("SUBAGENT_ERROR", "subagentRunId", "s2", "message", "no"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"message.open@s1 a", "session.close@s1 closed", "session.close@s2 no failed"}))
		Expect(got[0].Parent.OK).To(BeFalse())
	})

	It("S3: lets a continuation omit its tag, and takes none whose tag is another's", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "a", "subagentRunId", "s1"), ev("TEXT_MESSAGE_CONTENT", "messageId", "a", "delta", "x"),
			ev("TEXT_MESSAGE_CONTENT", "messageId", "a", "delta", "y", "subagentRunId", "s2"), ev("TEXT_MESSAGE_END", "messageId", "a", "subagentRunId", "s1"),
			ev("TEXT_MESSAGE_START", "messageId", "a"))
		Expect(brief(got)).To(Equal([]string{"message.open@s1 a", "text@s1 a x", "message.close@s1 a"}))
		Expect(details(problems)).To(Equal([]string{"4 an item of another agent (S3)", "6 an item of another agent (S3, I1)"}))
	})

	It("S4: gives a call to the agent of its message", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "a", "subagentRunId", "s1"),
			ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls", "parentMessageId", "a"), ev("TOOL_CALL_END", "toolCallId", "c1"),
			ev("TOOL_CALL_RESULT", "messageId", "x", "toolCallId", "c1", "content", "ok"),
			ev("TOOL_CALL_START", "toolCallId", "c2", "toolCallName", "ls", "parentMessageId", "a", "subagentRunId", "s2"))
		Expect(brief(got[1:])).To(Equal([]string{"call.open@s1 a c1 ls", "args.end@s1 a c1", `call.done@s1 c1 "ok"`}))
		Expect(details(problems)).To(Equal([]string{"6 a call of another agent than its message (S4)"}))
	})

	It("S5: ends no item of another invocation, and lets calls of one that completed wait for the application", func() {
		got, problems := read(starts("s1"), starts("s2"), ev("TEXT_MESSAGE_START", "messageId", "b", "subagentRunId", "s2"),
			ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ask", "subagentRunId", "s1"), ev("TOOL_CALL_END", "toolCallId", "c1"),
			ev("SUBAGENT_FINISHED", "subagentRunId", "s1", "outcome", `={"type":"success"}`), ev("TEXT_MESSAGE_CONTENT", "messageId", "b", "delta", "on"),
			ev("SUBAGENT_ERROR", "subagentRunId", "s2", "message", "no"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[8:])).To(Equal([]string{"wait@s1 c1", "turn.end@s1 s1 completed", "session.close@s1 closed", "text@s2 b on",
			"turn.end@s2 s2 no failed", "session.close@s2 no failed"}))
	})

	It("S5: lets a suspended invocation wait for what it names, or for a descendant", func() {
		got, _ := read(starts("s1"), starts("s2", "parentSubagentRunId", "s1"),
			ev("SUBAGENT_FINISHED", "subagentRunId", "s2", "outcome", `={"type":"suspended","interruptIds":["i1"]}`),
			ev("SUBAGENT_FINISHED", "subagentRunId", "s1", "outcome", `={"type":"suspended"}`))
		Expect(brief(got[4:])).To(Equal([]string{"wait@s2 i1", "turn.end@s2 s2 waiting", "session.close@s2 closed",
			"wait@s1", "turn.end@s1 s1 waiting", "session.close@s1 closed"}))
	})

	It("S6: takes steps and state for notes of whoever sent them", func() {
		got, _ := read(ev("STEP_STARTED", "stepName", "plan"), ev("STEP_STARTED", "stepName", "plan", "subagentRunId", "s1"), ev("STATE_SNAPSHOT", "snapshot", "={}", "subagentRunId", "s1"))
		Expect(brief(got)).To(Equal([]string{"note custom", "note@s1 custom", "note@s1 custom"}))
	})

	It("S7: names the parent that the wire names, else the root, and the call", func() {
		got, _ := read(starts("s1", "parentToolCallId", "c1"), starts("s2", "parentSubagentRunId", "s1"))
		Expect(got[0]).To(And(HaveField("Parent", spec.To("")), HaveField("ParentCall", spec.To("c1"))))
		Expect(got[2]).To(And(HaveField("Parent", spec.To("s1")), HaveField("ParentCall", spec.Ref{})))
	})
})

var _ = Describe("the rules of tolerance", func() {
	It("T1: surfaces what is not known, and takes no known field of a wrong type", func() {
		got, problems := read(ev("FUTURE", "messageId", "m1"), ev("TEXT_MESSAGE_START", "messageId", "m1", "future", "={}", "role", "=null"),
			ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "=7"), ev("TEXT_MESSAGE_CONTENT", "messageId", "m1"),
			ev("STATE_DELTA", "delta", "={}"), ev("TOOL_CALL_START", "toolCallId", "=1", "toolCallName", "ls"), ev("MESSAGES_SNAPSHOT", "messages", `=[{"id":"x"}]`))
		Expect(brief(got)).To(Equal([]string{"note unknown", "message.open m1"}))
		Expect(problems).To(HaveLen(5))
	})

	It("T2: reads a server-sent event as the same event alone", func() {
		alone, _ := decode(started, finished)
		framed, problems := decode(`{"data":`+started+`}`, `{"event":"message","id":"7","data":`+finished+`}`)
		Expect(problems).To(BeEmpty())
		Expect(framed.Events).To(Equal(alone.Events))
	})

	It("T3: tells a snapshot of the messages as what there is, by whoever they are", func() {
		got, problems := read(starts("s1"), ev("TEXT_MESSAGE_START", "messageId", "a", "subagentRunId", "s1"), ev("TEXT_MESSAGE_END", "messageId", "a"),
			ev("TEXT_MESSAGE_CHUNK", "messageId", "m1", "delta", "x"), ev("MESSAGES_SNAPSHOT", "messages", `=[{"id":"u1","role":"user","content":"Hi"},`+
				`{"id":"m1","role":"assistant","content":"X","toolCalls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]},`+
				`{"id":"x","role":"tool","toolCallId":"c1","content":"ok","error":"E"},{"id":"p","role":"activity","activityType":"PLAN","content":{}}]`))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[6:])).To(Equal([]string{"message.close m1", "history", "history@s1"}))
		Expect(got[7].Messages).To(HaveLen(2))
		call := got[7].Messages[1].Parts[1]
		Expect(call).To(And(HaveField("Answered", true), HaveField("IsError", true), HaveField("Args", "{}")))
		Expect(got[8].Messages).To(BeEmpty(), "what it does not list is gone")
	})

	It("T3: takes states and activities for notes, whose patches a transcript does not hold", func() {
		got, problems := read(ev("ACTIVITY_DELTA", "messageId", "a", "activityType", "PLAN", "patch", `=[{"op":"remove","path":"/none"}]`), ev("STATE_SNAPSHOT", "snapshot", "=null"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"note custom", "note custom"}))
	})
})
