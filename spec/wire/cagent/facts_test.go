package cagent_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// begun is a root that runs.
func begun() []string { return []string{userMessage("P", "go"), streamStarted("P", "root")} }

// child is a sub-session that is delegated to and says one word.
func child(parent, session string) []string {
	return concat(delegation(parent, "root", "c-"+session), streamStarted(session, "worker"), choice(session, "worker", "word"), messageAdded(session))
}

// returns is how a sub-session ends well.
func returns(parent, session string) []string {
	return concat(streamStopped(session), subSession(parent, session), response("root", "c-"+session, "transfer_task", "word"), messageAdded(parent))
}

var _ = Describe("a message", func() {
	It("is what was said up to message_added, thoughts and calls in their order, because nothing else ends it", func() {
		m := mean("", concat(begun(),
			choice("P", "root", "a"), `{"type":"agent_choice_reasoning","session_id":"P","agent_name":"root","content":"b"}`,
			choice("P", "root", "c"), partial("root", "c1", "ls", ""), choice("P", "root", "d"), messageAdded("P"),
			choice("P", "root", "e"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a, thought b, text c, call c1 abandoned, text d", "root: text e"}))
		Expect(m.odd()).To(BeEmpty())
	})

	It("is not ended by the message_added of a tool result, because that looks the same", func() {
		m := mean("", concat(begun(),
			partial("root", "c1", "ls", ""), partial("root", "c2", "ls", ""), messageAdded("P"),
			toolCall("root", "c1", "ls", ""), response("root", "c1", "ls", "x"), messageAdded("P"),
			toolCall("root", "c2", "ls", ""), response("root", "c2", "ls", "y"), messageAdded("P"),
			choice("P", "root", "e"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 done x, call c2 done y", "root: text e"}))
		Expect(m.session("P").Messages[2].Complete).To(BeTrue())
	})

	It("stays incomplete where its message_added was lost: that of its result does not end it", func() {
		m := mean("", concat(begun(),
			choice("P", "root", "a"), partial("root", "c1", "ls", ""),
			toolCall("root", "c1", "ls", ""), response("root", "c1", "ls", "x"), messageAdded("P"),
			choice("P", "root", "b"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a, call c1 done x", "root: text b"}))
		Expect(m.session("P").Messages[1].Complete).To(BeFalse())
		Expect(m.session("P").Messages[2].Complete).To(BeTrue())
	})

	It("may be of calls that were not streamed, which its end alone tells", func() {
		m := mean("", concat(begun(), messageAdded("P"), toolCall("root", "c1", "ls", `{}`), response("root", "c1", "ls", "x"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 done x"}))
	})

	It("keeps the text of an attempt that is tried again without a word, because nothing declares it void", func() {
		m := mean("", concat(begun(), choice("P", "root", "Hel"), choice("P", "root", "Hello"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text HelHello"}))
	})

	It("leaves with its calls where model_fallback declares it void, and what follows is another", func() {
		m := mean("", concat(begun(), choice("P", "root", "Hel"), partial("root", "c1", "ls", ""),
			`{"type":"model_fallback","failed_model":"a","fallback_model":"b","reason":"r","attempt":1,"max_attempts":2}`,
			choice("P", "root", "Hello"), partial("root", "c1", "cp", ""), messageAdded("P"), toolCall("root", "c1", "cp", "{}"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text Hello, call c1 abandoned"}))
		Expect(m.session("P").Messages[1].Calls[0].Name).To(Equal("cp"))
	})

	It("is not touched by a model_fallback before anything was said", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"),
			`{"type":"model_fallback","reason":"r"}`, choice("P", "root", "b"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a", "root: text b"}))
	})

	It("is another where its message_id is, although the end of the first was lost (D2)", func() {
		m := mean("", concat(begun(),
			`{"type":"agent_choice","session_id":"P","message_id":"m1","content":"a"}`,
			`{"type":"agent_choice","session_id":"P","message_id":"m2","content":"b"}`, messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "assistant: text a", "assistant: text b"}))
	})

	It("does not go on behind the end of its run: that text is reported and opens nothing", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"), streamStopped("P"), choice("P", "root", "late")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a"}))
		Expect(m.session("P").Unattributed).To(Equal([]string{"late"}))
		Expect(m.odd()).To(Equal([]string{"late-fragment P"}))
	})

	It("bears the name of whoever said it: a handoff opens no session", func() {
		m := mean("", concat(begun(), partial("root", "c1", "handoff", `{"agent":"b"}`), messageAdded("P"),
			toolCall("root", "c1", "handoff", `{"agent":"b"}`), response("root", "c1", "handoff", "ok"), messageAdded("P"),
			choice("P", "b", "hi"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 done ok", "b: text hi"}))
		Expect(m.Sessions).To(HaveLen(1))
	})
})

var _ = Describe("arguments", func() {
	args := func(variant string, lines ...string) string {
		m := mean(variant, concat(begun(), lines, messageAdded("P"), streamStopped("P")))
		return m.session("P").Messages[1].Calls[0].Args
	}

	It("are said from their beginning each time where the definition comes each time, whatever the variant", func() {
		for _, variant := range []string{cagent.D0, cagent.D1, cagent.D2} {
			Expect(args(variant, partial("root", "c1", "ls", ""), partial("root", "c1", "ls", `{"a`), partial("root", "c1", "ls", `{"a":1}`))).To(Equal(`{"a":1}`))
		}
	})

	It("are deltas where the definition comes once, whatever the variant", func() {
		for _, variant := range []string{cagent.D0, cagent.D1, cagent.D2} {
			Expect(args(variant, partial("root", "c1", "ls", ""), delta("root", "c1", "ls", `{"a`), delta("root", "c1", "ls", `":1}`))).To(Equal(`{"a":1}`))
		}
	})

	It("are what the variant says where no definition comes", func() {
		pieces := []string{delta("root", "c1", "ls", `{"a`), delta("root", "c1", "ls", `":1}`)}
		Expect(args(cagent.D2, pieces...)).To(Equal(`{"a":1}`))
		Expect(args(cagent.D1, pieces...)).To(Equal(`":1}`))
	})

	It("may come with the announcement, as deltas too", func() {
		Expect(args(cagent.D2, partial("root", "c1", "ls", `{"a`), delta("root", "c1", "ls", `":1}`))).To(Equal(`{"a":1}`))
	})

	It("are completed by tool_call, which has all of them", func() {
		m := mean("", concat(begun(), partial("root", "c1", "ls", `{"a`), messageAdded("P"), toolCall("root", "c1", "ls", `{"a":1}`), response("root", "c1", "ls", "x"), streamStopped("P")))
		Expect(m.session("P").Messages[1].Calls[0].Args).To(Equal(`{"a":1}`))
	})
})

var _ = Describe("a call", func() {
	It("that nobody announced is of the message said last, because tool_call names none", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"), toolCall("root", "c1", "ls", "{}"), response("root", "c1", "ls", "x"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a, call c1 done x"}))
		Expect(m.odd()).To(BeEmpty())
	})

	It("may be answered without having started, or without a word before, by what its response carries", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), partial("root", "c1", "ls", "{}"), messageAdded("P"), response("root", "c1", "ls", "unknown tool"), messageAdded("P"),
			`{"type":"tool_call_response","tool_call":{"id":"c2","function":{"name":"rm","arguments":"{\"f\":1}"}},"response":"no"}`, messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a, call c1 done unknown tool, call c2 done no"}))
		Expect(m.session("P").Messages[1].Calls[1].Args).To(Equal(`{"f":1}`))
	})

	It("is an orphan where its response carries an id alone (D2)", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), responseByID("root", "c1", "x"), streamStopped("P")))
		Expect(m.session("P").Orphans).To(HaveLen(1))
		Expect(m.odd()).To(Equal([]string{"orphan-result P"}))
	})

	It("answered twice is reported and no second call, although the response carries a name", func() {
		m := mean("", concat(begun(), partial("root", "c1", "ls", "{}"), messageAdded("P"), response("root", "c1", "ls", "x"), response("root", "c1", "ls", "y"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 done x"}))
		Expect(m.odd()).To(Equal([]string{"result-twice P"}))
	})

	It("failed where result.isError says so, and by no words of the response", func() {
		callOf := func(result string) *spec.Call {
			m := mean("", concat(begun(), partial("root", "c1", "ls", "{}"), messageAdded("P"),
				`{"type":"tool_call_response","tool_call_id":"c1","response":"Error calling tool: x","result":`+result+`}`))
			return &m.session("P").Messages[1].Calls[0]
		}
		Expect(callOf(`{"output":"x"}`).IsError).To(BeFalse())
		Expect(callOf(`{"output":"x","isError":true}`).Status).To(Equal(spec.Failed))
	})

	It("is denied where a hook refused it", func() {
		m := mean("", concat(begun(), partial("root", "c1", "rm", "{}"), messageAdded("P"),
			`{"type":"hook_blocked",`+function("c1", "rm", "{}")+`,"message":"never"}`, response("root", "c1", "rm", "never"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 denied never"}))
	})

	It("waits where the user is asked, and its run too, until it starts", func() {
		asked := concat(begun(), partial("root", "c1", "rm", "{}"), messageAdded("P"), `{"type":"tool_call_confirmation",`+function("c1", "rm", "{}")+`}`)
		m := mean("", asked)
		Expect(m.sketches("P")[1]).To(Equal("root: call c1 waiting"))
		Expect(m.Outcome).To(Equal(spec.OutcomeInterrupted))
		m = mean("", concat(asked, toolCall("root", "c1", "rm", "{}"), response("root", "c1", "rm", "ok"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")[1]).To(Equal("root: call c1 done ok"))
		Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
	})

	It("makes its run wait where a tool or the runtime asks", func() {
		for _, question := range []string{`{"type":"elicitation_request","message":"?","elicitation_id":"e1"}`, `{"type":"max_iterations_reached","max_iterations":3}`} {
			Expect(mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"), question)).Outcome).To(Equal(spec.OutcomeInterrupted))
		}
	})
})
