package trace_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
)

// verdictOn reads a stream, and gives its verdict with what is printed of it.
func verdictOn(dialect string, records ...string) (trace.Verdict, string) {
	GinkgoHelper()
	r, err := trace.Read(strings.NewReader(strings.Join(records, "\n")+"\n"), trace.Options{Dialect: dialect})
	Expect(err).NotTo(HaveOccurred())
	var out strings.Builder
	Expect(r.Print(&out, 0)).To(Succeed())
	return r.Verdict(), out.String()
}

const (
	runStarts = `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.0"}`
	runEnds   = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
)

var _ = Describe("A stream of AG-UI", func() {
	// Each was green once: a strict client refuses the run, and a lenient one loses what it says.
	DescribeTable("fails by what its text calls fatal, with line and sentence", func(line, detail, sentence string, inside ...string) {
		records := append([]string{runStarts}, inside...)
		if !strings.Contains(records[len(records)-1], "RUN_FINISHED") {
			records = append(records, runEnds)
		}
		v, out := verdictOn("agui:lines", records...)
		Expect(v.Passed).To(BeFalse())
		Expect(v.Reasons).To(ContainElement("produce/legal"))
		Expect(out).To(ContainSubstring("line " + line + ": produce/legal (MUST)"))
		Expect(out).To(ContainSubstring(detail))
		Expect(out).To(ContainSubstring(sentence))
	},
		Entry("an outcome that is a list, with the interrupt in it", "2", "outcome", "fails the run",
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":[{"type":"interrupt","interrupts":[{"id":"i","reason":"x"}]}]}`),
		Entry("an outcome that is a text", "2", "outcome", "fails the run", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":"interrupt"}`),
		Entry("an interrupt of nothing", "2", "outcome.interrupts", "fails the run",
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[]}}`),
		Entry("the end of a sub-agent that does not run", "2", "does not run", "started once", `{"type":"SUBAGENT_FINISHED","subagentRunId":"a"}`),
		Entry("a thought of the assistant's role", "2", "role", "fails the run",
			`{"type":"REASONING_MESSAGE_START","messageId":"m","role":"assistant"}`, `{"type":"REASONING_MESSAGE_END","messageId":"m"}`),
		Entry("the end of a step that is not open", "2", "step a", "unbalanced", `{"type":"STEP_FINISHED","stepName":"a"}`),
		Entry("a step that is started twice", "3", "which is open", "unbalanced",
			`{"type":"STEP_STARTED","stepName":"a"}`, `{"type":"STEP_STARTED","stepName":"a"}`, `{"type":"STEP_FINISHED","stepName":"a"}`),
		Entry("a step that stays open", "3", "step a is open", "closed before it finishes", `{"type":"STEP_STARTED","stepName":"a"}`),
		Entry("the end of a span of reasoning that nothing opened", "2", "span", "rejected", `{"type":"REASONING_END","messageId":"m"}`),
		Entry("text behind the end of its message", "4", "not open", "fatal", `{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
			`{"type":"TEXT_MESSAGE_END","messageId":"m"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"x"}`),
		Entry("arguments behind their end", "4", "not open", "fatal", `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}`,
			`{"type":"TOOL_CALL_END","toolCallId":"c"}`, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"x"}`),
		Entry("a custom event without a value", "2", "value is missing", "fails the run", `{"type":"CUSTOM","name":"n"}`),
		Entry("a message that stays open", "3", "is open", "closed before it finishes", `{"type":"TEXT_MESSAGE_START","messageId":"m"}`),
	)

	DescribeTable("passes with a note where its text lets readers strip or ignore it", func(note string, records ...string) {
		v, out := verdictOn("agui:lines", append(records, runEnds)...)
		Expect(v.Passed).To(BeTrue(), out)
		Expect(out).To(MatchRegexp(`(?s)notes on its producer.*` + note))
	},
		Entry("a property that is not described", `"foo" is not described`, `{"type":"RUN_STARTED","threadId":"t","runId":"r","foo":1}`),
		Entry("a newer version", "2.3 is newer", `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"2.3"}`),
		Entry("a version that is none", `"next" is none`, `{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"next"}`),
		Entry("null for what is absent", "name is null", runStarts, `{"type":"TEXT_MESSAGE_START","messageId":"m","name":null}`, `{"type":"TEXT_MESSAGE_END","messageId":"m"}`),
	)

	It("passes without a word where all of it is legal, sub-agents without a call or a start included", func() {
		v, out := verdictOn("agui:lines", runStarts, `{"type":"SUBAGENT_STARTED","subagentRunId":"a","name":"n"}`, `{"type":"SUBAGENT_FINISHED","subagentRunId":"a"}`,
			`{"type":"TEXT_MESSAGE_START","messageId":"m","subagentRunId":"b"}`, `{"type":"TEXT_MESSAGE_END","messageId":"m"}`, `{"type":"CUSTOM","name":"n","value":null}`,
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}`)
		Expect(v.Passed).To(BeTrue(), out)
		Expect(out).NotTo(ContainSubstring("produce/"))
	})

	It("keeps a failed run apart from a stream that breaks the text: what the error broke off owes no end", func() {
		v, out := verdictOn("agui:lines", runStarts, `{"type":"STEP_STARTED","stepName":"a"}`, `{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
			`{"type":"RUN_ERROR","message":"no"}`)
		Expect(v.Reasons).To(Equal([]string{"failed"}))
		Expect(out).NotTo(ContainSubstring("produce/"))
	})
})

var _ = Describe("A stream of LangGraph's mode messages alone", func() {
	chunk := func(more string) string {
		return `{"ns":["model_request:5f0c0a5e-1111-4222-8333-444455556666"],"mode":"messages","payload":[{"type":"ai","id":"run-1","content":"Hi","tool_call_chunks":[]` +
			more + `},{"langgraph_node":"model_request","langgraph_checkpoint_ns":"model_request:5f0c0a5e-1111-4222-8333-444455556666"}]}`
	}

	It("is not called incomplete where its model gives no finish reason, since nothing ends a message then", func() {
		v, _ := verdictOn("langgraph:js", chunk(""), chunk(""))
		Expect(v.Passed).To(BeTrue())
		Expect(v.Outcome).To(HavePrefix("unknown"))
	})

	It("is incomplete where its model gives them, and one is missing", func() {
		second := strings.ReplaceAll(chunk(""), "run-1", "run-2")
		v, _ := verdictOn("langgraph:js", chunk(`,"response_metadata":{"finish_reason":"stop"}`), second)
		Expect(v.Passed).To(BeFalse())
	})
})
