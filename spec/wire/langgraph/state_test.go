package langgraph_test

import (
	"fmt"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

func values(session, messages string) string {
	return `[[` + session + `],"values",{"messages":[` + messages + `]}]`
}

func aiMessage(id, fields string) string { return `{"type":"ai","id":"` + id + `",` + fields + `}` }

func toolMessage(id, call, content string) string {
	return `{"type":"tool","id":"` + id + `","tool_call_id":"` + call + `","content":"` + content + `"}`
}

func humanMessage(id, words string) string {
	return `{"type":"human","id":"` + id + `","content":"` + words + `"}`
}

var _ = ginkgo.Describe("restated state", func() {
	ginkgo.It("says what is new in it, and nothing twice", func() {
		h, a := humanMessage("h1", "Go"), aiMessage("a1", `"content":"Hi"`)
		events := read("", values("", h), values("", h), values("", h+","+a), `[[],"updates",{"model":{"messages":[`+a+`]}}]`, values("", h+","+a))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{
			"message.full user h1 (Go) restated", "message.full assistant a1 (Hi) restated",
		}))
	})

	ginkgo.It("says a message again that changed, also back to what it was", func() {
		events := read("", values("", aiMessage("a1", `"content":"x"`)), values("", aiMessage("a1", `"content":"y"`)), values("", aiMessage("a1", `"content":"x"`)))
		gomega.Expect(brief(events)).To(gomega.HaveLen(3))
	})

	ginkgo.It("counts equal messages without ids", func() {
		same := `{"type":"human","content":"again"}`
		events := read("", values("", same), values("", same+","+same), values("", same+","+same))
		gomega.Expect(brief(events)).To(gomega.HaveLen(2))
	})

	ginkgo.It("keeps the results of a call id that is used again apart", func() {
		first, second := toolMessage("t1", "call_0", "one"), toolMessage("t2", "call_0", "two")
		events := read("", values("", first), values("", first+","+second), values("", first+","+second))
		gomega.Expect(brief(events)).To(gomega.Equal([]string{
			`call.done call_0 "one" restated`, `call.done call_0 "two" restated`,
		}))
	})

	ginkgo.It("is of its own session", func() {
		a := aiMessage("a1", `"content":"Hi"`)
		gomega.Expect(brief(read("", values("", a), values(`"tools:t1"`, a)))).To(gomega.Equal([]string{
			"message.full assistant a1 (Hi) restated", "session.open tools:t1", "message.full tools:t1 assistant a1 (Hi) restated",
		}))
	})

	ginkgo.It("takes several updates of one node, and one message without a list", func() {
		events := read("", `[[],"updates",{"tools":[{"messages":[`+toolMessage("t1", "a", "1")+`]},{"messages":`+toolMessage("t2", "b", "2")+`}]}]`)
		gomega.Expect(brief(events)).To(gomega.Equal([]string{`call.done a "1" restated`, `call.done b "2" restated`}))
	})

	ginkgo.DescribeTable("takes the calls of a whole message", func(fields, want string) {
		gomega.Expect(brief(read("", values("", aiMessage("a1", fields))))).To(gomega.Equal([]string{"message.full assistant a1 " + want + " restated"}))
	},
		ginkgo.Entry("from the streamed text, not from its parsed view",
			`"content":"","tool_call_chunks":[{"id":"c1","name":"ls","args":"{\"a\": 1}","index":0}],"tool_calls":[{"id":"c1","name":"ls","args":{"a":1}}]`,
			`(0 c1 ls {"a": 1})`),
		ginkgo.Entry("from the parsed list, where there is no text",
			`"content":"Hi","tool_calls":[{"id":"c1","name":"ls","args":{"a" : 1}}]`, `(Hi) (c1 ls {"a":1}) value`),
		ginkgo.Entry("unrepaired, where the text was cut and the list was not",
			`"content":"","tool_call_chunks":[{"id":"c1","name":"ls","args":"{\"confirm\":tr","index":0}],"tool_calls":[{"id":"c1","name":"ls","args":{"confirm":true}}]`,
			`(0 c1 ls {"confirm":tr) invalid`),
		ginkgo.Entry("from the invalid ones",
			`"content":"","tool_calls":[],"invalid_tool_calls":[{"id":"c1","name":"ls","args":"{","error":"x"},{"name":"","args":"y"}]`, `(c1 ls {) invalid`),
		ginkgo.Entry("where blocks say that they stand",
			`"content":[{"type":"tool_use","id":"c1","name":"ls","input":{}},{"type":"text","text":"after"}],"tool_calls":[{"id":"c1","name":"ls","args":{}}]`,
			`(c1 ls {}) value (after)`),
		ginkgo.Entry("with the agent's name, the reason and no name that is a default",
			`"name":"model","content":"Hi","response_metadata":{"finish_reason":"stop"}`, `stop (Hi)`),
	)

	ginkgo.It("tells the agent's name on a message", func() {
		e := read("", values("", aiMessage("a1", `"name":"coder","content":"Hi"`)))[0]
		gomega.Expect(e.Messages[0].Agent).To(gomega.Equal("coder"))
	})

	ginkgo.It("pauses for each interrupt, beside messages or alone", func() {
		gomega.Expect(brief(read("",
			`[["tools:t1"],"updates",{"__interrupt__":[{"id":"i1","value":1},{"interrupt_id":"i2"}]}]`,
			`[[],"values",{"messages":[`+humanMessage("h1", "Go")+`],"__interrupt__":[{"id":"i1"}]}]`,
		))).To(gomega.Equal([]string{
			"session.open tools:t1", "wait tools:t1 i1", "wait tools:t1 i2",
			"message.full user h1 (Go) restated", "wait i1",
		}))
	})

	ginkgo.It("costs what is new, not what it repeats", func() {
		var list []string
		var records []string
		for i := range 400 {
			list = append(list, aiMessage(fmt.Sprintf("a%d", i), `"content":"`+strings.Repeat("x", 50)+`"`))
			records = append(records, values("", strings.Join(list, ",")))
		}
		gomega.Expect(read("", records...)).To(gomega.HaveLen(400))
	})
})

var _ = ginkgo.Describe("long messages", func() {
	ginkgo.It("cost what they are long, however many calls and twins they hold", func() {
		const n = 50_000
		var chunks, calls, blocks []string
		for i := range n {
			chunks = append(chunks, fmt.Sprintf(`{"id":"c%d","name":"task","args":"{\"description\":\"same\"}","index":%d}`, i, i))
			calls = append(calls, fmt.Sprintf(`{"id":"c%d","name":"task","args":{}}`, i))
			blocks = append(blocks, fmt.Sprintf(`{"type":"tool_use","id":"c%d"}`, n-1-i))
		}
		list := func(all []string) string { return "[" + strings.Join(all, ",") + "]" }
		message := aiMessage("a1", `"content":`+list(blocks)+`,"tool_call_chunks":`+list(chunks)+`,"tool_calls":`+list(calls))
		events := read("", values("", message), asked("t1", "same"))
		gomega.Expect(events[0].Messages[0].Parts).To(gomega.HaveLen(n))
		gomega.Expect(events[0].Messages[0].Parts[0].Call).To(gomega.Equal(fmt.Sprintf("c%d", n-1)))
		gomega.Expect(events[1].ParentCall.OK).To(gomega.BeFalse())
	})
})

var _ = ginkgo.Describe("whole messages in mode messages", func() {
	ginkgo.It("come to be, and are not restated", func() {
		events := read("", `[["model_request:u"],"messages",[{"type":"ai","id":"m1","content":"Hi","tool_calls":[{"id":"c1","name":"ls","args":{}}]},{"lc_agent_name":"model"}]]`)
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"message.full assistant m1 model (Hi) (c1 ls {}) value"}))
		gomega.Expect(events[0].Complete).To(gomega.BeTrue())
	})

	ginkgo.It("are restated where they were streamed before", func() {
		events := read("", part(`"id":"c1","name":"ls","args":"{}","index":0`), `[["model_request:u"],"messages",[{"type":"ai","id":"m1","content":"Hi"},{}]]`)
		gomega.Expect(events[2].Restated).To(gomega.BeTrue())
	})
})

var _ = ginkgo.Describe("the legacy mode messages", func() {
	metadata := `{"event":"messages/metadata","data":{"m1":{"metadata":{"langgraph_checkpoint_ns":"tools:t1|model_request:u","lc_agent_name":"coder"}}}}`

	ginkgo.It("finds the session of a message in its metadata", func() {
		events := read("js-sse", metadata,
			`{"event":"messages/partial","data":[{"type":"ai","id":"m1","content":"H","tool_call_chunks":[]}]}`,
			`{"event":"messages/partial","data":[{"type":"ai","id":"m1","content":"Hi","tool_call_chunks":[],"response_metadata":{"finish_reason":"stop"}}]}`)
		gomega.Expect(brief(events)).To(gomega.Equal([]string{
			"note custom", "session.open tools:t1 coder",
			"message.full tools:t1 assistant m1 coder (H) restated", "message.full tools:t1 assistant m1 coder stop (Hi) restated",
		}))
		gomega.Expect(events[2].Complete).To(gomega.BeFalse())
		gomega.Expect(events[3].Complete).To(gomega.BeTrue(), "the finish reason is the only end that a child's message has")
	})

	ginkgo.It("takes the text of calls, not what was repaired from it", func() {
		events := read("js-sse", `{"event":"messages/partial","data":[{"type":"ai","id":"m1","content":"",`+
			`"tool_call_chunks":[{"id":"c1","name":"ls","args":"{\"d\":\"Find ","index":0}],"tool_calls":[{"id":"c1","name":"ls","args":{"d":"Find"}}]}]}`)
		p := events[0].Messages[0].Parts[0]
		gomega.Expect(p.Args).To(gomega.Equal(`{"d":"Find `))
		gomega.Expect(p.Invalid).To(gomega.BeFalse(), "it is not finished")
	})

	ginkgo.It("completes user messages and results at once", func() {
		events := read("js-sse", `{"event":"messages/complete","data":[`+humanMessage("h1", "Go")+`,`+toolMessage("t1", "c1", "ok")+`]}`)
		gomega.Expect(brief(events)).To(gomega.Equal([]string{"message.full user h1 (Go) restated", `call.done c1 "ok" restated`}))
		gomega.Expect(events[0].Kind).To(gomega.Equal(spec.MessageFull))
	})
})
