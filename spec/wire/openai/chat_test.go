package openai_test

import (
	"bytes"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/openai"
)

// chunks is what chunks of a first choice mean, given by their deltas; a delta behind
// "!" is a whole record.
func chunks(deltas ...string) (spec.Transcript, []wire.Problem) {
	GinkgoHelper()
	var records [][]byte
	for _, d := range deltas {
		if record, ok := strings.CutPrefix(d, "!"); ok {
			records = append(records, []byte(record))
			continue
		}
		records = append(records, []byte(`{"object":"chat.completion.chunk","choices":[{"index":0,"delta":`+d+`}]}`))
	}
	s, problems := wire.DecodeRecords(openai.New(), openai.Chat, records)
	return model.Run(s, spec.Policies{}), problems
}

const (
	stopped = `!{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	figures = `!{"object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":9}}`
)

var _ = DescribeTable("chunks as real producers write them", func(want string, deltas ...string) {
	got, problems := chunks(deltas...)
	Expect(problems).To(BeEmpty())
	Expect(drawn(got)).To(Equal("interrupted\nsession \"\" waiting\n0 assistant | " + want))
},
	Entry("two calls in turns, and usage that leaves reasoning out", `a {"x":1} waiting | b {"y":2} waiting | 9`,
		`{"role":"assistant","tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":""}},{"index":1,"id":"c2","function":{"name":"b","arguments":"{\"y\""}}]}`,
		`{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":1}"}},{"index":1,"function":{"arguments":":2}"}}]}`, stopped, figures),
	Entry("index 0 for all calls, in fragments", `a {"x":1} waiting | b {"y":2} waiting`,
		`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{\"x\""}}]}`, `{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`,
		`{"tool_calls":[{"index":0,"id":"c2","function":{"name":"b","arguments":"{\"y\""}}]}`, `{"tool_calls":[{"index":0,"function":{"arguments":":2}"}}]}`, stopped),
	Entry("the id again, empty, and null", `a {"x":1} waiting`,
		`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{"}}]}`, `{"tool_calls":[{"index":0,"id":"c1","function":{"name":"","arguments":"\"x\""}}]}`,
		`{"tool_calls":[{"index":0,"id":"","function":{"name":"a","arguments":":"}}]}`, `{"tool_calls":[{"index":0,"id":null,"function":{"arguments":"1}"}}]}`, stopped),
	Entry("an index that drifts", `a {"x":1} waiting`,
		`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{\"x\""}}]}`, `{"tool_calls":[{"index":1,"id":"c1","function":{"arguments":":1}"}}]}`, stopped),
	Entry("no index, and arguments that are an object", `a {"x":1} waiting | b {} waiting`,
		`{"tool_calls":[{"id":"c1","function":{"name":"a","arguments":{"x":1}}},{"id":"c2","function":{"name":"b","arguments":"{}"}}]}`, stopped),
	Entry("the older function_call", `a {"x":1} waiting`,
		`{"function_call":{"name":"a","arguments":""}}`, `{"function_call":{"arguments":"{\"x\":1}"}}`, stopped),
	Entry("content in parts, with a thought", `thought of 2 | "Hi" | a {} waiting`,
		`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Hi"}]}`, `{"content":null,"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{}"}}]}`, stopped),
)

var _ = Describe("chunks", func() {
	It("that stop at the length leave the turn incomplete, and the call cut", func() {
		got, _ := chunks(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{\"x"}}]}`,
			`!{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`)
		Expect(drawn(got)).To(Equal("incomplete\nsession \"\" incomplete (length)\n0 assistant | a {\"x abandoned open | open"))
	})

	It("that say what the last message used may come behind the next request", func() {
		got, _ := chunks(`!{"lane":"","conn":1,"event":{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}}`,
			`!{"lane":"","conn":2,"request":{"messages":[{"role":"user","content":"on"}]}}`,
			`!{"lane":"","conn":1,"event":{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}}`)
		Expect(got.Sessions[0].Messages[0].Usage).To(HaveValue(Equal(spec.Usage{Input: 7, Output: 2})))
	})

	It("that hold an error fail", func() {
		got, _ := chunks(`{"content":"Hal"}`, `!{"error":{"message":"overloaded","code":503}}`)
		Expect(got.Outcome).To(Equal(spec.OutcomeFailed))
	})

	It("in a stream of another protocol are refused", func() {
		_, problems := chunks(`{"content":"Hi"}`, `!{"type":"response.created","response":{"id":"resp_1"}}`, `{"content":"!"}`)
		Expect(problems).To(HaveLen(1))
		Expect(problems[0].Record).To(Equal(2))
		Expect(problems[0].Detail).To(ContainSubstring("from one of OpenAI's protocols to another"))
	})
})

var _ = Describe("chunks that are written", func() {
	written := func(form string, events ...spec.Event) string {
		GinkgoHelper()
		s := spec.Stream{Features: openai.New().Features(openai.Chat), End: spec.EOF}
		s.Forms = 1 << slices.Index(s.Features.Forms, form)
		for i, e := range events {
			e.Record, e.Message = i+1, "1"
			s.Events = append(s.Events, e)
		}
		records, err := wire.EncodeStream(openai.New(), openai.Chat, s)
		Expect(err).NotTo(HaveOccurred())
		return string(bytes.Join(records, []byte("\n")))
	}
	start := spec.Event{Kind: spec.MessageOpen, Role: "assistant"}

	It("have thoughts as a list in a part, as of Mistral", func() {
		Expect(written("content-parts", start, spec.Event{Kind: spec.Text, Form: spec.Thought, Text: "hm"})).
			To(ContainSubstring(`[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]`))
	})

	It("have an index in each entry of a call or, where its first has none, its id", func() {
		text := written("no-index", start, spec.Event{Kind: spec.CallOpen, Call: "c1", Slot: "0", Name: "a"}, spec.Event{Kind: spec.CallArgs, Slot: "0", Text: "{}"})
		Expect(strings.Count(text, `"tool_calls":[{"id":"c1"`)).To(Equal(2))
	})
})
