package dialects_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestDialects(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the list of dialects")
}

var _ = Describe("Lookup", func() {
	It("finds every name that Names lists", func() {
		for _, name := range dialects.Names() {
			c, variant, err := dialects.Lookup(name)
			Expect(err).NotTo(HaveOccurred())
			full := c.Name()
			if variant != "" {
				full += ":" + variant
			}
			Expect(full).To(Equal(name))
			if variant != "" || len(c.Variants()) == 0 {
				Expect(c.Features(variant).Dialect).To(Equal(name))
			}
		}
	})

	It("lists each dialect once, neutral first", func() {
		names := dialects.Names()
		Expect(names[0]).To(Equal("neutral"))
		seen := map[string]bool{}
		for _, name := range names {
			Expect(seen[name]).To(BeFalse(), name)
			seen[name] = true
		}
	})

	DescribeTable("refuses a name, and says which there are", func(name, detail string) {
		c, _, err := dialects.Lookup(name)
		Expect(c).To(BeNil())
		Expect(err).To(MatchError(ContainSubstring(detail)))
	},
		Entry("none", "", "there are neutral, acp,"), Entry("an unknown one", "smoke", `no dialect "smoke"; there are`), Entry("another spelling", "AgentC", "no dialect"),
		Entry("a variant of what has none", "agentc:v2", `agentc has no variants, so no "v2"`), Entry("an empty variant", "neutral:", "has no variants"),
		Entry("an unknown variant", "langgraph:rust", `no variant "rust"; it has `), Entry("a name behind a variant", "langgraph:js:x", "no variant"),
	)
})

var _ = Describe("Detect", func() {
	const frames = `{"type":"interaction","session_id":"a","user_session_id":"a","started":true,"id":"x"}
{"type":"text_delta","session_id":"a","user_session_id":"a","content":"hi"}
{"type":"user_turn_st`
	const claude = `{"type":"system","subtype":"init","session_id":"s","uuid":"u1","tools":[],"model":"m","cwd":"/"}
{"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"a"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"u2"}
`
	const events = "event: metadata\ndata: {\"run_id\":\"r\",\"attempt\":1}\n\n: heartbeat\n\n" +
		"event: messages|model_request:u1\ndata: [{\"content\":\"Hel\",\"tool_call_chunks\":[],\"id\":\"run-1\",\"type\":\"ai\"},{\"langgraph_node\":\"model_request\",\"langgraph_checkpoint_ns\":\"model_request:u1\"}]\n\n" +
		"event: values\ndata: {\"messages\":[]}\n\n"

	DescribeTable("finds the dialect of a text", func(text, name string, framing wire.Framing) {
		c, variant, reasons := dialects.DetectText([]byte(text))
		Expect(c).NotTo(BeNil(), strings.Join(reasons, "\n"))
		Expect(c.Name()).To(Equal(name))
		Expect(c.Framing(variant)).To(Equal(framing))
		Expect(reasons).To(ContainElement(HavePrefix(name)))
	},
		Entry("of frames, the last cut", frames, "agentc", wire.Lines), Entry("of frames behind a byte order mark", "\ufeff"+frames, "agentc", wire.Lines),
		Entry("of events", `{"kind":"user.turn"}`, "neutral", wire.Lines), Entry("of Claude Code lines", claude, "claudecode", wire.Lines),
		Entry("of server-sent events", events, "langgraph", wire.SSE), Entry("with CRLF", strings.ReplaceAll(events, "\n", "\r\n"), "langgraph", wire.SSE),
		Entry("of coded lines", "f:{\"messageId\":\"m\"}\n0:\"a\"\nd:{\"finishReason\":\"st", "aisdk", wire.Coded),
		Entry("of chunks as events", "data: {\"type\":\"start\"}\n\ndata: {\"type\":\"text-start\",\"id\":\"0\"}\n\ndata: [DONE]\n\n", "aisdk", wire.SSE),
		Entry("of bare chunks", "{\"type\":\"start\"}\n{\"type\":\"text-start\",\"id\":\"0\"}\n", "aisdk", wire.Lines),
	)

	DescribeTable("finds none, and says why not", func(text string) {
		c, variant, reasons := dialects.DetectText([]byte(text))
		Expect(c).To(BeNil())
		Expect(variant).To(BeEmpty())
		Expect(len(reasons)).To(BeNumerically(">=", len(dialects.All())))
	},
		Entry("nothing", ""), Entry("garbage", "\x00\xff\xfe"), Entry("prose", "Dear reader,\n\nhello.\n"), Entry("other JSON", `{"a":1}`), Entry("an error of nobody in particular", `{"type":"error"}`),
		Entry("as many records of one as of another", `{"kind":"user.turn"}`+"\n"+`{"type":"user_turn_start"}`),
	)

	It("looks at the first records only", func() {
		records := [][]byte{}
		for range dialects.Sample {
			records = append(records, []byte(`{"kind":"user.turn"}`))
		}
		for range 100 {
			records = append(records, []byte(`{"type":"user_turn_start"}`))
		}
		c, _, reasons := dialects.Detect(records)
		Expect(c).NotTo(BeNil())
		Expect(c.Name()).To(Equal("neutral"))
		Expect(reasons[0]).To(Equal("neutral 100: 20 of 20 records are of a known kind"))
	})
})
