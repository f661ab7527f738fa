package cagent_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

var _ = Describe("a sub-session", func() {
	It("is a run that starts inside another, and its end is told in two records", func() {
		m := mean("", concat(begun(), child("P", "C"), returns("P", "C"), choice("P", "root", "end"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c-C done word", "root: text end"}))
		Expect(m.sketches("C")).To(Equal([]string{"worker: text word"}))
		Expect(*m.session("C").Parent).To(Equal("P"))
		Expect(*m.session("C").Agent).To(Equal("worker"))
		Expect(m.session("C").Status).To(Equal(spec.Closed))
		Expect(m.odd()).To(BeEmpty())
	})

	It("speaks where text names no session, as long as it runs (D0)", func() {
		m := mean(cagent.D0, concat(begun(), choice("", "root", "a"), delegation("P", "root", "c1"), streamStarted("C", "worker"), choice("", "worker", "b"), messageAdded("C"),
			streamStopped("C"), subSession("P", "C"), response("root", "c1", "transfer_task", "b"), messageAdded("P"), choice("", "root", "c"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: text a, call c1 done b", "root: text c"}))
		Expect(m.sketches("C")).To(Equal([]string{"worker: text b"}))
	})

	It("nests, and two of one agent with one call id are two", func() {
		m := mean("", concat(begun(), delegation("P", "root", "c1"), streamStarted("C", "worker"), delegation("C", "worker", "c1"), streamStarted("D", "worker"),
			choice("D", "worker", "deep"), messageAdded("D"), streamStopped("D"), subSession("C", "D"), response("worker", "c1", "transfer_task", "deep"), messageAdded("C"),
			streamStopped("C"), subSession("P", "C"), response("root", "c1", "transfer_task", ""), messageAdded("P"), streamStopped("P")))
		Expect(*m.session("D").Parent).To(Equal("C"))
		Expect(m.sketches("C")).To(Equal([]string{"worker: call c1 done deep"}))
		Expect(m.sketches("P")[1]).To(Equal("root: call c1 done"))
		Expect(m.odd()).To(BeEmpty())
	})

	It("that fails takes nothing of its parent with it, although its stop and its end are missing", func() {
		m := mean("", concat(begun(), child("P", "C"), failure("no quota"), response("root", "c-C", "transfer_task", "Error calling tool: no quota"), messageAdded("P"),
			partial("root", "c2", "ls", "{}"), messageAdded("P"), toolCall("root", "c2", "ls", "{}"), response("root", "c2", "ls", "x"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c-C done Error calling tool: no quota", "root: call c2 done x"}))
		Expect(m.session("C").Turns[0].Status).To(Equal(spec.Failed))
		Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(m.odd()).To(Equal([]string{"never-closed C"}))
	})

	It("that fails and is drained closes as failed", func() {
		m := mean("", concat(begun(), child("P", "C"), failure("no quota"), streamStopped("C"), subSession("P", "C"),
			response("root", "c-C", "transfer_task", "Error calling tool: no quota"), messageAdded("P"), streamStopped("P")))
		Expect(m.session("C").Status).To(Equal(spec.Failed))
		Expect(m.odd()).To(BeEmpty())
	})

	It("that fails before it runs is no run that could fail: the error is of nobody, and the parent goes on", func() {
		m := mean("", concat(begun(), delegation("P", "root", "c1"), failure("no model"), response("root", "c1", "transfer_task", "Error calling tool"), messageAdded("P"),
			choice("P", "root", "a"), messageAdded("P"), streamStopped("P")))
		Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(m.sketches("P")).To(Equal([]string{"user: text go", "root: call c1 done Error calling tool", "root: text a"}))
		Expect(m.odd()).To(Equal([]string{"unattributed P"}))
	})

	It("whose end is lost is over when an outer run speaks, and what names no session is the outer one's again", func() {
		for _, speaks := range []string{messageAdded("P"), choice("P", "root", "b"), response("root", "c-C", "transfer_task", "x")} {
			m := mean("", concat(begun(), child("P", "C"), speaks, partial("root", "c2", "ls", "{}"), messageAdded("P"), streamStopped("P")))
			Expect(m.sketches("C")).To(Equal([]string{"worker: text word"}))
			Expect(m.sketches("P")[len(m.sketches("P"))-1]).To(ContainSubstring("call c2"))
		}
	})

	It("goes on where another call of its parent is answered, or is answered twice, because that says nothing of it (D0)", func() {
		m := mean(cagent.D0, concat(begun(), partial("root", "c1", "ls", "{}"), partial("root", "c2", "cp", "{}"), partial("root", "c3", "transfer_task", delegates), messageAdded("P"),
			toolCall("root", "c1", "ls", "{}"), response("root", "c1", "ls", "x"), messageAdded("P"), toolCall("root", "c2", "cp", "{}"), toolCall("root", "c3", "transfer_task", delegates),
			streamStarted("C", "worker"), choice("", "worker", "a"), response("root", "c2", "cp", "y"), response("root", "c1", "ls", "x"), choice("", "worker", "b"), messageAdded("C")))
		Expect(m.sketches("C")).To(Equal([]string{"worker: text ab"}))
		Expect(m.sketches("P")[1]).To(HavePrefix("root: call c1 done x, call c2 done y, call c3 "))
		Expect(m.odd()).To(Equal([]string{"result-twice P", "never-closed C"}))
	})

	It("is over when its call is answered, so that the next run of the root is nobody's", func() {
		for _, variant := range []string{cagent.D1, cagent.D2} {
			m := mean(variant, concat(begun(), child("P", "C"), response("root", "c-C", "transfer_task", "x"), streamStopped("P"), streamStarted("P", "root"), choice("P", "root", "b"), messageAdded("P"), streamStopped("P")))
			Expect(m.session("P").Parent).To(BeNil())
			Expect(m.session("P").Turns).To(HaveLen(2))
		}
	})

	It("is over when its parent's model speaks again, since that waits for all results (D2)", func() {
		m := mean(cagent.D2, concat(begun(), child("P", "C"), choice("P", "root", "b"), partial("worker", "c2", "ls", "{}"), messageAdded("P"), streamStopped("P")))
		Expect(m.sketches("P")[2]).To(Equal("root: text b, call c2 abandoned"))
	})

	It("is told from its parent by no agent_switching, because that may be missing or shared", func() {
		plain := concat(begun(), child("P", "C"), returns("P", "C"), streamStopped("P"))
		with := concat(begun(), child("P", "C"), switched(true, "root", "worker"), switched(true, "root", "worker"), switched(false, "worker", "root"), returns("P", "C"), switched(false, "worker", "root"), streamStopped("P"))
		want, got := mean("", plain), mean("", with)
		Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want.Transcript, &got.Transcript)).To(BeEmpty())
	})

	It("that was never seen is what its end embeds, with those in it", func() {
		m := mean("", concat(begun(), subSession("P", "C",
			`{"message":{"agentName":"","message":{"role":"system","content":"task"}}}`, `{"message":{"implicit":true,"message":{"role":"user","content":"Please proceed."}}}`,
			`{"message":{"agent_name":"w","message":{"role":"assistant","content":"do it","tool_calls":[{"id":"c1","function":{"name":"transfer_task","arguments":"{}"}}]}}}`,
			`{"sub_session":{"id":"D","messages":[{"message":{"agentName":"leaf","message":{"role":"assistant","content":"deep"}}}]}}`,
			`{"message":{"message":{"role":"tool","content":"deep","tool_call_id":"c1"}}}`), streamStopped("P")))
		Expect(m.sketches("C")).To(Equal([]string{"w: text do it, call c1 done deep"}))
		Expect(m.sketches("D")).To(Equal([]string{"leaf: text deep"}))
		Expect(*m.session("D").Parent).To(Equal("C"))
		Expect(*m.session("C").Parent).To(Equal("P"))
		Expect(m.session("P").Turns).To(HaveLen(1), "what a child holds begins no transcript of the parent's")
		Expect(m.odd()).To(BeEmpty())
	})

	It("that was seen is not told again by what its end embeds", func() {
		m := mean("", concat(begun(), child("P", "C"), streamStopped("C"),
			subSession("P", "C", `{"message":{"agentName":"w","message":{"role":"assistant","content":"word"}}}`), response("root", "c-C", "transfer_task", "word"), streamStopped("P")))
		Expect(m.sketches("C")).To(Equal([]string{"worker: text word"}))
	})

	It("that nobody announced is opened by what it says, parent unknown, until its end says it", func() {
		m := mean("", concat(begun(), choice("C", "worker", "word"), messageAdded("C"), subSession("P", "C"), streamStopped("P")))
		Expect(m.sketches("C")).To(Equal([]string{"worker: text word"}))
		Expect(*m.session("C").Parent).To(Equal("P"))
	})

	It("that closes without a start and without content is reported", func() {
		Expect(mean("", concat(begun(), subSession("P", "C"), streamStopped("P"))).odd()).To(Equal([]string{"unbalanced-close C"}))
	})
})

// siblings are two delegations of one message that run in parallel.
func siblings(first, second string) []string {
	start := func(call string) string { return toolCall("root", call, "transfer_task", delegates) }
	return concat(begun(), partial("root", "c1", "transfer_task", ""), partial("root", "c2", "transfer_task", ""), messageAdded("P"), start("c1"), start("c2"),
		streamStarted("A", first), streamStarted("B", second))
}

var _ = Describe("parallel siblings (D2)", func() {
	join := func() []string {
		return concat(streamStopped("A"), subSession("P", "A"), streamStopped("B"), subSession("P", "B"),
			responseByID("root", "c2", "b"), responseByID("root", "c1", "a"), messageAdded("P"), messageAdded("P"), streamStopped("P"))
	}

	It("have the parent whose delegation has no run yet, and text of their own", func() {
		m := mean(cagent.D2, concat(siblings("w", "w"), choice("A", "w", "a"), choice("B", "w", "b"), choice("A", "w", "a"), messageAdded("B"), messageAdded("A"), join()))
		Expect(m.sketches("A")).To(Equal([]string{"w: text aa"}))
		Expect(m.sketches("B")).To(Equal([]string{"w: text b"}))
		Expect(*m.session("A").Parent).To(Equal("P"))
		Expect(*m.session("B").Parent).To(Equal("P"))
		Expect(m.sketches("P")[1]).To(Equal("root: call c1 done a, call c2 done b"))
		Expect(m.odd()).To(BeEmpty())
	})

	It("are told apart by their agents where these differ", func() {
		m := mean(cagent.D2, concat(siblings("a", "b"), partial("b", "b1", "ls", ""), partial("a", "a1", "ls", ""), delta("b", "b1", "ls", "{}"), messageAdded("A"), messageAdded("B"),
			toolCall("b", "b1", "ls", "{}"), toolCall("a", "a1", "ls", "{}"), responseByID("a", "a1", "x"), responseByID("b", "b1", "y"), messageAdded("A"), messageAdded("B"), join()))
		Expect(m.sketches("A")).To(Equal([]string{"a: call a1 done x"}))
		Expect(m.sketches("B")).To(Equal([]string{"b: call b1 done y"}))
		Expect(m.odd()).To(BeEmpty())
	})

	It("of one agent are not told apart where a tool event names no session: it is reported, and neither takes it", func() {
		m := mean(cagent.D2, concat(siblings("w", "w"), partial("w", "x1", "ls", ""), delta("w", "x1", "ls", "{}"), messageAdded("A"),
			toolCall("w", "x1", "ls", "{}"), responseByID("w", "x1", "x"), messageAdded("A"), choice("B", "w", "b"), messageAdded("B"), join()))
		Expect(m.odd()).To(Equal([]string{"unattributed P", "unattributed P", "unattributed P", "unattributed P"}))
		Expect(m.sketches("A")).To(BeEmpty(), "which message_added is whose is as unclear")
		Expect(m.sketches("B")).To(Equal([]string{"w: text b"}))
		Expect(m.session("P").Unattributed).To(Equal([]string{"{}"}))
		Expect(m.sketches("P")[1]).To(Equal("root: call c1 done a, call c2 done b"))
	})

	It("keep the calls whose session was clear when they were announced", func() {
		start := func(call string) string { return toolCall("root", call, "transfer_task", delegates) }
		m := mean(cagent.D2, concat(begun(), partial("root", "c1", "transfer_task", ""), partial("root", "c2", "transfer_task", ""), messageAdded("P"), start("c1"), start("c2"),
			streamStarted("A", "w"), partial("w", "a1", "ls", ""), streamStarted("B", "w"), delta("w", "a1", "ls", "{}"), messageAdded("A"),
			toolCall("w", "a1", "ls", "{}"), partial("w", "b1", "cp", "{}"), messageAdded("B"), responseByID("w", "a1", "x"), messageAdded("A"), join()))
		Expect(m.sketches("A")).To(Equal([]string{"w: call a1 done x"}))
		Expect(m.sketches("B")).To(Equal([]string{"w: call b1 abandoned"}), "A waits for its call, so only B can have announced it")
		Expect(m.odd()).To(BeEmpty())
	})

	It("fail one without the other, each error by its session", func() {
		m := mean(cagent.D2, concat(siblings("w", "w"), `{"type":"error","session_id":"A","error":"x","code":"quota"}`,
			`{"type":"stream_stopped","session_id":"A","reason":"error"}`, subSession("P", "A"), choice("B", "w", "b"), messageAdded("B"), streamStopped("B"), subSession("P", "B"),
			responseByID("root", "c1", "Error calling tool"), responseByID("root", "c2", "b"), messageAdded("P"), messageAdded("P"), streamStopped("P")))
		Expect(m.session("A").Status).To(Equal(spec.Failed))
		Expect(m.session("B").Status).To(Equal(spec.Closed))
		Expect(m.Outcome).To(Equal(spec.OutcomeCompleted))
	})

	It("are found out in a stream that shows no other sign of D2", func() {
		m := mean(cagent.D1, concat(siblings("w", "w"), choice("A", "w", "a"), choice("B", "w", "b"), choice("A", "w", "a"), partial("w", "x1", "ls", "{}"), messageAdded("A"), messageAdded("B")))
		Expect(*m.session("B").Parent).To(Equal("P"))
		Expect(m.odd()).To(ContainElement("unattributed P"))
		Expect(m.sketches("A")).To(Equal([]string{"w: text aa"}))
	})
})

var _ = Describe("a run", func() {
	It("ends as its reason says (D2)", func() {
		for reason, outcome := range map[string]spec.Outcome{
			`"reason":"normal"`: spec.OutcomeCompleted, `"reason":"error"`: spec.OutcomeFailed, `"reason":"canceled"`: spec.OutcomeCancelled, `"reason":"hook_blocked"`: spec.OutcomeCompleted,
		} {
			m := mean("", concat(begun(), `{"type":"stream_stopped","session_id":"P",`+reason+`,"finish_reason":"tool_calls"}`))
			Expect(m.Outcome).To(Equal(outcome))
			Expect(*m.session("P").Turns[0].StopReason).To(Equal("tool_calls"))
		}
		m := mean("", concat(begun(), `{"type":"stream_stopped","session_id":"P","reason":"hook_blocked"}`))
		Expect(*m.session("P").Turns[0].StopReason).To(Equal("hook_blocked"))
	})

	It("fails by an error, whatever its stop says", func() {
		m := mean("", concat(begun(), choice("P", "root", "a"), failure("boom"), streamStopped("P")))
		Expect(m.Outcome).To(Equal(spec.OutcomeFailed))
		Expect(*m.session("P").Turns[0].Error).To(Equal("boom"))
		Expect(m.sketches("P")[1]).To(Equal("root: text a"))
	})

	It("that never began fails with an error alone", func() {
		Expect(mean("", concat(failure("no model"))).Outcome).To(Equal(spec.OutcomeFailed))
		Expect(mean("", concat(userMessage("P", "go"), failure("no model"))).Outcome).To(Equal(spec.OutcomeFailed))
	})

	It("without its stop is incomplete, because the end of the input is no end of it", func() {
		Expect(mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"))).Outcome).To(Equal(spec.OutcomeIncomplete))
	})

	It("is a turn: the next user message begins another, whether or not the stop came", func() {
		for _, end := range []string{streamStopped("P"), `{"type":"session_title","session_id":"P","title":"t"}`} {
			m := mean("", concat(begun(), choice("P", "root", "a"), messageAdded("P"), end, userMessage("P", "more"), streamStarted("P", "root"), choice("P", "root", "b"), messageAdded("P"), streamStopped("P")))
			Expect(m.session("P").Turns).To(HaveLen(2))
			Expect(m.session("P").Messages[3].Turn).To(Equal(1))
		}
	})

	It("has the totals that were told last, and its child's are the child's", func() {
		usage := func(session, in string) string {
			return `{"type":"token_usage","session_id":"` + session + `","usage":{"input_tokens":` + in + `,"output_tokens":1}}`
		}
		m := mean("", concat(begun(), usage("P", "5"), child("P", "C"), usage("C", "70"), usage("C", "90"), returns("P", "C"), usage("P", "8"), streamStopped("P")))
		Expect(m.session("P").Turns[0].Usage).To(Equal(&spec.Usage{Input: 8, Output: 1}))
		Expect(m.session("C").Turns[0].Usage).To(Equal(&spec.Usage{Input: 90, Output: 1}))
	})
})
