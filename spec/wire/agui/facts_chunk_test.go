package agui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the rules of chunks", func() {
	It("C1: opens an item with its first chunk, and invents no id or name for one without", func() {
		got, problems := read(ev("TEXT_MESSAGE_CHUNK", "delta", "x"), ev("TOOL_CALL_CHUNK", "toolCallId", "c1", "delta", "x"),
			ev("TOOL_CALL_CHUNK", "toolCallName", "ls"), ev("TEXT_MESSAGE_CHUNK", "subagentRunId", "s1", "delta", "x"),
			ev("TOOL_CALL_CHUNK", "toolCallId", "c1", "toolCallName", "ls", "parentMessageId", "m1"))
		Expect(problems).To(HaveLen(4))
		Expect(brief(got)).To(Equal([]string{"call.open m1 c1 ls"}))
	})

	It("C2: goes on without an id, and opens another item by another id", func() {
		got, problems := read(ev("TOOL_CALL_CHUNK", "toolCallId", "c1", "toolCallName", "ls", "delta", "{"), ev("TOOL_CALL_CHUNK", "delta", "}"),
			ev("TOOL_CALL_CHUNK", "toolCallId", "c2", "toolCallName", "ls", "delta", "["), ev("TOOL_CALL_CHUNK", "toolCallId", "c2", "delta", "]"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"call.open c1 c1 ls", "args c1 c1 {", "args c1 c1 }",
			"args.end c1 c1", "message.close c1", "call.open c2 c2 ls", "args c2 c2 [", "args c2 c2 ]"}))
	})

	It("C2: takes no chunk that contradicts the first of its item", func() {
		_, problems := read(ev("TOOL_CALL_CHUNK", "toolCallId", "c1", "toolCallName", "ls"), ev("TOOL_CALL_CHUNK", "toolCallName", "rm", "delta", "x"),
			ev("TOOL_CALL_CHUNK", "parentMessageId", "m9", "delta", "x"), ev("TEXT_MESSAGE_CHUNK", "messageId", "m1"),
			ev("TEXT_MESSAGE_CHUNK", "role", "user", "delta", "x"), ev("TEXT_MESSAGE_CHUNK", "role", "assistant", "delta", "y"))
		Expect(problems).To(HaveLen(3))
	})

	It("C2: lets the two forms not mix in one item", func() {
		_, problems := read(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TEXT_MESSAGE_CHUNK", "messageId", "m1", "delta", "x"))
		Expect(details(problems)).To(Equal([]string{"3 a chunk of an item that was opened by its start (I1)"}))
	})

	DescribeTable("C3: ends what a chunk opened by",
		func(record string, last string) {
			got, problems := read(ev("TEXT_MESSAGE_CHUNK", "messageId", "m1", "delta", "x"), record)
			Expect(problems).To(BeEmpty())
			Expect(brief(got[2:])).To(HaveExactElements("message.close m1", last))
		},
		Entry("another message", ev("TEXT_MESSAGE_START", "messageId", "m2"), "message.open m2"),
		Entry("a call", ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls"), "call.open c1 c1 ls"),
		Entry("a result", ev("TOOL_CALL_RESULT", "messageId", "x", "toolCallId", "c0", "content", ""), `call.done c0 ""`),
		Entry("a step", ev("STEP_STARTED", "stepName", "s"), "note custom"),
		Entry("state", ev("STATE_DELTA", "delta", "=[]"), "note custom"),
		Entry("an event of the application", ev("CUSTOM", "name", "n", "value", "v"), "note v custom"),
		Entry("reasoning", ev("REASONING_START", "messageId", "s"), "note custom"),
		Entry("the end of the run", finished, "turn.end r1 completed"),
	)

	DescribeTable("C3: lets stand what a chunk opened by",
		func(record string) {
			got, problems := read(ev("TEXT_MESSAGE_CHUNK", "messageId", "m1", "delta", "x"), record, ev("TEXT_MESSAGE_CHUNK", "delta", "y"))
			Expect(problems).To(BeEmpty())
			Expect(brief(got[:2])).To(Equal([]string{"message.open m1", "text m1 x"}))
			Expect(brief(got[len(got)-1:])).To(Equal([]string{"text m1 y"}))
		},
		Entry("a raw event", ev("RAW", "event", "={}")),
		Entry("an activity", ev("ACTIVITY_SNAPSHOT", "messageId", "a", "activityType", "PLAN", "content", "={}")),
		Entry("an encrypted value", ev("REASONING_ENCRYPTED_VALUE", "subtype", "message", "entityId", "m9", "encryptedValue", "x")),
		Entry("the start of a sub-agent", ev("SUBAGENT_STARTED", "subagentRunId", "s1", "name", "explore")),
		Entry("an event of another agent", ev("CUSTOM", "name", "n", "value", "v", "subagentRunId", "s1")),
		Entry("an event that is not known", ev("NEW")),
	)

	It("C3: ends a sub-agent's chunks with the sub-agent, and no one else's", func() {
		got, _ := read(ev("SUBAGENT_STARTED", "subagentRunId", "s1", "name", "explore"), ev("SUBAGENT_STARTED", "subagentRunId", "s2", "name", "plan"),
			ev("TEXT_MESSAGE_CHUNK", "messageId", "a", "subagentRunId", "s1"), ev("TEXT_MESSAGE_CHUNK", "messageId", "b", "subagentRunId", "s2"),
			ev("SUBAGENT_FINISHED", "subagentRunId", "s1"), ev("TEXT_MESSAGE_CHUNK", "subagentRunId", "s2", "delta", "on"))
		Expect(brief(got[6:])).To(Equal([]string{"message.close@s1 a", "turn.end@s1 s1 completed", "session.close@s1 closed", "text@s2 b on"}))
	})

	It("C4: gives a chunk without id and tag to the parent, else to the only agent", func() {
		got, problems := read(ev("TOOL_CALL_CHUNK", "toolCallId", "a", "toolCallName", "ls", "subagentRunId", "s1"), ev("TOOL_CALL_CHUNK", "delta", "1"),
			ev("TOOL_CALL_CHUNK", "toolCallId", "c", "toolCallName", "ls"), ev("TOOL_CALL_CHUNK", "delta", "2"),
			ev("TOOL_CALL_CHUNK", "delta", "3", "subagentRunId", "s1"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"call.open@s1 a a ls", "args@s1 a a 1", "call.open c c ls", "args c c 2", "args@s1 a a 3"}))
	})

	It("C4: guesses nothing where several agents may be meant", func() {
		got, problems := read(ev("TOOL_CALL_CHUNK", "toolCallId", "a", "toolCallName", "ls", "subagentRunId", "s1"),
			ev("TOOL_CALL_CHUNK", "toolCallId", "b", "toolCallName", "ls", "subagentRunId", "s2"), ev("TOOL_CALL_CHUNK", "delta", "?"),
			ev("TEXT_MESSAGE_CHUNK", "messageId", "m", "subagentRunId", "s1"), ev("TOOL_CALL_CHUNK", "delta", "!"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[2:])).To(Equal([]string{"args ?", "args.end@s1 a a", "message.close@s1 a", "message.open@s1 m", "args@s2 b b !"}))
		Expect(got[2]).To(And(HaveField("NoSession", true), HaveField("Ambiguous", true)))
	})
})
