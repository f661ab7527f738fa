package agentc_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("a frame of tools", func() {
	It("announces every listed tool again, without the placeholder", func() {
		Expect(decode(`{"type":"tool_select_delta",{root},"tool_calls":[{"id":"tu_1","type":"tool_use","name":"ls","input":{}},{"id":"tu_2","type":"tool_use","name":"cat","input":"{}"},{"id":"tu_3","name":"rm","input":{"a": 1}}]}`)).
			To(Equal([]spec.Event{
				in(spec.Event{Kind: spec.CallOpen, Call: "tu_1", Name: "ls", Restated: true}),
				in(spec.Event{Kind: spec.CallOpen, Call: "tu_2", Name: "cat", Restated: true}),
				in(spec.Event{Kind: spec.CallOpen, Call: "tu_3", Name: "rm", Restated: true, Args: `{"a":1}`, ArgsValue: true}),
			}))
	})

	DescribeTable("carries arguments", func(input, args string, value bool) {
		Expect(decode(`{"type":"tool_call",{root},"active":true,"tool_calls":[{"id":"tu_1","name":"ls",` + input + `}],"tool_results":null}`)).
			To(Equal([]spec.Event{in(spec.Event{Kind: spec.CallStart, Call: "tu_1", Name: "ls", Args: args, ArgsValue: value})}))
	},
		Entry("as text", `"type":"tool_use","input":"{ \"a\" :1}"`, `{ "a" :1}`, false),
		Entry("as an object", `"type":"tool_use","input":{ "a" :1}`, `{"a":1}`, true),
		Entry("as the other vendor's text", `"arguments":"{\"a\":1}"`, `{"a":1}`, false),
		Entry("as an empty object that is one", `"input":{}`, `{}`, true),
		Entry("as text that is no JSON", `"input":"{\"a\":tr"`, `{"a":tr`, false),
		Entry("or none", `"type":"tool_use"`, "", false), Entry("or null", `"input":null`, "", false), Entry("or an empty text", `"input":""`, "", false),
	)

	It("pairs results by id, whatever their order", func() {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"vendor":"anthropic","tool_calls":[{"id":"tu_1","name":"ls","input":"{}"},{"id":"tu_2","name":"cat","input":"{}"}],` +
			`"tool_results":[{"type":"tool_result","tool_use_id":"tu_2","content":[{"type":"text","text":"b"}],"is_error":true},{"type":"tool_result","tool_use_id":"tu_1","content":"a"}]}`)).
			To(Equal([]spec.Event{
				in(spec.Event{Kind: spec.CallDone, Call: "tu_1", Name: "ls", Args: "{}", Result: js(`"a"`)}),
				in(spec.Event{Kind: spec.CallDone, Call: "tu_2", Name: "cat", Args: "{}", Result: js(`[{"type":"text","text":"b"}]`), IsError: true}),
			}))
	})

	It("reads the other vendor's results", func() {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"vendor":"open_ai","tool_calls":[{"id":"c1","name":"ls","arguments":"{}"}],"tool_results":[{"role":"tool","tool_call_id":"c1","name":"ls","content":"a"}]}`)).
			To(Equal([]spec.Event{in(spec.Event{Kind: spec.CallDone, Call: "c1", Name: "ls", Args: "{}", Result: js(`"a"`)})}))
	})

	DescribeTable("completes a call without a result", func(results string) {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"tu_1","name":"ls","input":"{}"}]` + results + `}`)).
			To(Equal([]spec.Event{in(spec.Event{Kind: spec.CallDone, Call: "tu_1", Name: "ls", Args: "{}"})}))
	},
		Entry("where there is no list", ``), Entry("where the list is null", `,"tool_results":null`), Entry("where it is empty", `,"tool_results":[]`),
		Entry("where the result is null", `,"tool_results":[{"tool_use_id":"tu_1","content":null}]`),
	)

	It("gives a result that no call claims without a name, last", func() {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"tu_1","name":"ls"}],"tool_results":[{"tool_use_id":"tu_9","content":"x"},{"content":"no id"},{"tool_use_id":"tu_1","content":"a"}]}`)).
			To(Equal([]spec.Event{
				in(spec.Event{Kind: spec.CallDone, Call: "tu_1", Name: "ls", Result: js(`"a"`)}),
				in(spec.Event{Kind: spec.CallDone, Call: "tu_9", Result: js(`"x"`)}),
				in(spec.Event{Kind: spec.CallDone, Result: js(`"no id"`)}),
			}))
	})

	It("gives two calls under one id a result each", func() {
		events := decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"c","name":"ls"},{"id":"c","name":"cat"}],"tool_results":[{"tool_use_id":"c","content":"a"},{"tool_use_id":"c","content":"b"}]}`)
		Expect(events).To(Equal([]spec.Event{
			in(spec.Event{Kind: spec.CallDone, Call: "c", Name: "ls", Result: js(`"a"`)}),
			in(spec.Event{Kind: spec.CallDone, Call: "c", Name: "cat", Result: js(`"b"`)}),
		}))
	})

	It("leaves out think and its result, wherever it stands in the list", func() {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"tu_0","name":"think","input":{"thought":"hm"}},{"id":"tu_1","name":"ls"},{"id":"tu_2","name":"think"}],` +
			`"tool_results":[{"tool_use_id":"tu_0","content":"ok"},{"tool_use_id":"tu_1","content":"a"},{"tool_use_id":"tu_2","content":"ok"}]}`)).
			To(Equal([]spec.Event{in(spec.Event{Kind: spec.CallDone, Call: "tu_1", Name: "ls", Result: js(`"a"`)})}))
		for _, frame := range []string{
			`{"type":"tool_select_delta",{root},"tool_calls":[{"id":"tu_0","name":"think","input":{}}]}`,
			`{"type":"tool_call",{root},"active":true,"tool_calls":[{"id":"tu_0","name":"think"}]}`,
			`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"tu_0","name":"think"}],"tool_results":[{"tool_use_id":"tu_0","content":"ok"}]}`,
			`{"type":"tool_call",{root},"active":false,"tool_calls":[],"tool_results":[]}`,
		} {
			Expect(decode(frame)).To(Equal([]spec.Event{in(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})}))
		}
	})

	It("reads the results of tools that run at the vendor's", func() {
		Expect(decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"srv_1","type":"server_tool_use","name":"web_search","input":{"q":"x"}}],` +
			`"tool_results":[{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"url":"u"}]}]}`)).
			To(Equal([]spec.Event{in(spec.Event{Kind: spec.CallDone, Call: "srv_1", Name: "web_search", Args: `{"q":"x"}`, ArgsValue: true, Result: js(`[{"url":"u"}]`)})}))
	})

	It("keeps hostile ids and names as they are", func() {
		events := decode(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"__proto__","name":"constructor","__proto__":{"id":"x"}},{"id":"","name":"toString"}],"tool_results":[{"tool_use_id":"","content":"b"},{"tool_use_id":"__proto__","content":"a"}]}`)
		Expect(events).To(Equal([]spec.Event{
			in(spec.Event{Kind: spec.CallDone, Call: "__proto__", Name: "constructor", Result: js(`"a"`)}),
			in(spec.Event{Kind: spec.CallDone, Call: "", Name: "toString", Result: js(`"b"`)}),
		}))
	})
})

var _ = Describe("a user message", func() {
	user := func(parts ...spec.SnapshotPart) []spec.Event {
		return []spec.Event{in(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Role: "user", Parts: parts}}})}
	}

	DescribeTable("is read under every name", func(kind string) {
		Expect(decode(`{"type":"` + kind + `",{root},"vendor":"v","message":{"role":"user","content":"hi"}}`)).
			To(Equal(user(spec.SnapshotPart{Kind: spec.TextPart, Text: "hi"})))
	}, Entry(nil, "anthropic_user_message"), Entry(nil, "openai_user_message"), Entry(nil, "open_a_i_user_message"), Entry(nil, "user_message"))

	It("keeps the texts of blocks apart, and leaves out pictures", func() {
		Expect(decode(`{"type":"anthropic_user_message",{root},"message":{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","source":{}},{"type":"text","text":"b"},{"type":"text","text":""}]}}`)).
			To(Equal(user(spec.SnapshotPart{Kind: spec.TextPart, Slot: "0", Text: "a"}, spec.SnapshotPart{Kind: spec.TextPart, Slot: "2", Text: "b"})))
	})

	It("may say nothing", func() {
		for _, content := range []string{`""`, `null`, `[]`, `[{"type":"image","source":{}}]`} {
			Expect(decode(`{"type":"user_message",{root},"message":{"role":"user","content":`+content+`}}`)).To(Equal(user()), content)
		}
	})
})
