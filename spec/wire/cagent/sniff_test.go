package cagent_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

var _ = Describe("the shape of a stream", func() {
	sniffed := func(lines []string) string {
		records := make([][]byte, len(lines))
		for i, line := range lines {
			records[i] = []byte(line)
		}
		variant, why := cagent.New().(wire.VariantSniffer).SniffVariant(records)
		Expect(why).NotTo(BeEmpty())
		return variant
	}

	DescribeTable("is told by its fields, because no version is on the wire", func(variant string, lines ...string) {
		Expect(sniffed(concat(begun(), lines))).To(Equal(variant))
	},
		Entry("text without a session", cagent.D0, choice("", "root", "a")),
		Entry("text with one", cagent.D1, choice("P", "root", "a")),
		Entry("a response by id", cagent.D2, choice("P", "root", "a"), responseByID("root", "c1", "x")),
		Entry("output of a tool", cagent.D2, `{"type":"tool_call_output","tool_call_id":"c1","output":"x"}`),
		Entry("an error with a code", cagent.D2, `{"type":"error","error":"x","code":"quota"}`),
		Entry("an error with a session", cagent.D2, `{"type":"error","error":"x","session_id":"P"}`),
		Entry("a reason", cagent.D2, `{"type":"stream_stopped","session_id":"P","reason":"normal"}`),
		Entry("a message_id", cagent.D2, choice("", "root", "a"), `{"type":"agent_choice","message_id":"m","content":"b"}`),
		Entry("a hook", cagent.D2, `{"type":"hook_started"}`),
		Entry("none of these", ""),
		Entry("the reason of a fallback", "", `{"type":"model_fallback","reason":"r"}`),
		Entry("nothing but bad lines", "", "{", "[]"),
	)

	It("of a stored session is its one record, empty or not", func() {
		Expect(sniffed([]string{`{"id":"S","title":"t","messages":[]}`})).To(Equal(cagent.Session))
		Expect(sniffed([]string{`{"id":"S","messages":[{"summary":"s"}]}`})).To(Equal(cagent.Session))
		Expect(sniffed([]string{`{"id":"S","messages":[{"role":"user","content":"x"}]}`})).To(BeEmpty(), "messages of some other kind")
	})
})

var _ = Describe("records that are none", func() {
	DescribeTable("are problems that say why", func(line, detail string) {
		_, problem := cagent.New().NewDecoder("").Decode(nil, []byte(line))
		Expect(problem).NotTo(BeNil())
		Expect(problem.Detail).To(ContainSubstring(detail))
	},
		Entry("no type", `{"session_id":"P"}`, "neither an event with a type nor a session"),
		Entry("messages that are none", `{"id":"P","messages":{}}`, "neither"),
		Entry("a start of nobody", `{"type":"stream_started"}`, "without a session_id"),
		Entry("a stop of nobody", `{"type":"stream_stopped","session_id":7}`, "without a session_id"),
		Entry("a message of nobody", `{"type":"message_added"}`, "without a session_id"),
		Entry("a user of nowhere", `{"type":"user_message","message":"x"}`, "without a session_id"),
		Entry("a call without an id", `{"type":"tool_call","tool_call":{"function":{"name":"ls"}}}`, "without an id"),
		Entry("an announcement without an id", `{"type":"partial_tool_call"}`, "without an id"),
		Entry("a result without an id", `{"type":"tool_call_response","response":"x"}`, "without an id"),
		Entry("a question without an id", `{"type":"tool_call_confirmation"}`, "without an id"),
		Entry("output without an id", `{"type":"tool_call_output","output":"x"}`, "without an id"),
		Entry("a refusal without an id", `{"type":"hook_blocked","message":"x"}`, "without an id"),
		Entry("an end without a session", `{"type":"sub_session_completed","sub_session":null}`, "without a sub_session"),
		Entry("two values", `{"type":"shell"} {}`, ""),
	)

	It("count the last of a key that occurs twice", func() {
		s := read("", []string{`{"type":"shell","type":"agent_choice","session_id":"X","session_id":"P","content":"a","content":"b"}`})
		Expect(s.Events[0].Session + s.Events[0].Text).To(Equal("Pb"))
	})

	It("may be of any depth that a record can have", func() {
		deep := strings.Repeat("[", wire.MaxDepth-2) + strings.Repeat("]", wire.MaxDepth-2)
		Expect(read("", []string{`{"type":"shell","output":` + deep + `}`}).Events).To(HaveLen(1))
	})
})
