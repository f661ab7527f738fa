package agui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("the rules of items", func() {
	It("I1: takes no start of an open item and no end of one that is not, because they say nothing else", func() {
		start, call := ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls")
		got, problems := read(start, start, call, call, ev("TEXT_MESSAGE_END", "messageId", "m2"), ev("TOOL_CALL_END", "toolCallId", "c2"),
			ev("REASONING_MESSAGE_CONTENT", "messageId", "m1", "delta", "no thought of that id"))
		Expect(brief(got)).To(Equal([]string{"message.open m1", "call.open c1 c1 ls"}))
		Expect(problems).To(HaveLen(5))
	})

	It("I1: invents no message for an orphaned fragment, and leaves arguments of no call to the model, which keeps them", func() {
		got, problems := read(ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "x"), ev("TOOL_CALL_ARGS", "toolCallId", "c1", "delta", "{}"))
		Expect(details(problems)).To(Equal([]string{"2 an item that is not open (I1)"}))
		Expect(brief(got)).To(Equal([]string{"args c1 {}"}))
	})

	It("I1: goes on with a closed item that is started again", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TEXT_MESSAGE_END", "messageId", "m1"),
			ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "more"),
			ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls", "parentMessageId", "m1"), ev("TOOL_CALL_END", "toolCallId", "c1"),
			ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "other"), ev("TOOL_CALL_ARGS", "toolCallId", "c1", "delta", "{}"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[2:])).To(Equal([]string{"message.open m1", "text m1 more", "call.open m1 c1 ls", "args.end m1 c1", "call.open m1 c1 other", "args m1 c1 {}"}),
			"on the message that it was on")
	})

	It("I1: tells text behind the end of its message as that message's, so that the model reports it", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("TEXT_MESSAGE_END", "messageId", "m1"),
			ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "late"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[2:])).To(Equal([]string{"text m1 late"}))
	})

	It("I2: lets messages, thoughts and calls interleave freely", func() {
		got, problems := read(ev("TEXT_MESSAGE_START", "messageId", "m1"), ev("REASONING_MESSAGE_START", "messageId", "th1", "role", "reasoning"),
			ev("TEXT_MESSAGE_START", "messageId", "m2"), ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "a"),
			ev("REASONING_MESSAGE_CONTENT", "messageId", "th1", "delta", "b"), ev("TEXT_MESSAGE_END", "messageId", "m1"),
			ev("TEXT_MESSAGE_CONTENT", "messageId", "m2", "delta", "c"), ev("REASONING_MESSAGE_END", "messageId", "th1"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got[3:])).To(Equal([]string{"text m1 a", "text th1 b", "message.close m1", "text m2 c", "message.close th1"}))
		Expect([]spec.Form{got[1].Form, got[4].Form}).To(HaveEach(spec.Thought))
	})

	It("I3: passes arguments on as text, in their order and unread", func() {
		got, _ := read(ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls"), ev("TOOL_CALL_ARGS", "toolCallId", "c1", "delta", `{"a": `),
			`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"\ud83d"}`, ev("TOOL_CALL_END", "toolCallId", "c1"))
		Expect(brief(got)).To(Equal([]string{"call.open c1 c1 ls", `args c1 c1 {"a": `, "args c1 c1 �", "args.end c1 c1", "message.close c1"}))
	})

	It("I4: takes a result for no message and no end of its call, whose arguments may still be open", func() {
		got, problems := read(ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls", "parentMessageId", "m1"),
			ev("TOOL_CALL_RESULT", "messageId", "x", "toolCallId", "c1", "content", "ok"), ev("TOOL_CALL_END", "toolCallId", "c1"),
			ev("TOOL_CALL_RESULT", "messageId", "x", "toolCallId", "c9", "content", `=[{"type":"text","text":"ok"}]`, "subagentRunId", "s1"), finished)
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"call.open m1 c1 ls", `call.done c1 "ok"`, "args.end m1 c1", "message.close m1",
			`call.done@s1 c9 [{"type":"text","text":"ok"}]`, "turn.end r1 completed"}))
	})

	It("puts a call without a message, or on one that is no assistant's, on a message of its own", func() {
		got, _ := read(ev("TEXT_MESSAGE_START", "messageId", "u1", "role", "user"), ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls"),
			ev("TOOL_CALL_START", "toolCallId", "c2", "toolCallName", "ls", "parentMessageId", "u1"),
			ev("TOOL_CALL_START", "toolCallId", "c3", "toolCallName", "ls", "parentMessageId", "new"), ev("TEXT_MESSAGE_START", "messageId", "new"))
		Expect(brief(got[1:])).To(Equal([]string{"call.open c1 c1 ls", "call.open c2 c2 ls", "call.open new c3 ls", "message.open new"}))
		Expect(got[0].Role).To(Equal("user"))
	})

	It("merges the metadata of every event of an item into that item", func() {
		got, _ := read(ev("TEXT_MESSAGE_START", "messageId", "m1", "metadata", `={"a":1}`), ev("TEXT_MESSAGE_END", "messageId", "m1", "metadata", `={"b":2}`),
			ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls", "metadata", "={}"), ev("TOOL_CALL_ARGS", "toolCallId", "c1", "delta", "", "metadata", `={"c":null}`))
		Expect(got[0].Metadata).To(MatchJSON(`{"a":1}`))
		Expect(got[1].Messages[0]).To(And(HaveField("Message", "m1"), HaveField("Metadata", MatchJSON(`{"b":2}`))))
		Expect(got[3].Metadata).To(BeEmpty())
		Expect(got[4].Messages[0].Parts[0]).To(And(HaveField("Call", "c1"), HaveField("Metadata", MatchJSON(`{"c":null}`))))
	})

	It("reads the names of reasoning that were retired, whose thoughts have no id", func() {
		got, problems := read(ev("THINKING_START"), ev("THINKING_TEXT_MESSAGE_START"), ev("THINKING_TEXT_MESSAGE_CONTENT", "delta", "hm"),
			ev("THINKING_TEXT_MESSAGE_END"), ev("THINKING_END"))
		Expect(problems).To(BeEmpty())
		Expect(brief(got)).To(Equal([]string{"note custom", "message.open", "text hm", "message.close", "note custom"}))
		Expect(got[2].Form).To(Equal(spec.Thought))
	})

	It("takes what a system or developer says for a note", func() {
		got, _ := read(ev("TEXT_MESSAGE_CHUNK", "messageId", "s1", "role", "system", "delta", "be good"), finished)
		Expect(brief(got)).To(Equal([]string{"note system", "note be good system", "note system", "turn.end r1 completed"}))
	})
})
