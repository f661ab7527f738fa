package trace_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	chatCall = `{"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[` +
		`{"index":0,"id":"call_1","type":"function","function":{"name":"read","arguments":"{}"}}]},"finish_reason":null}]}`
	chatHandsOver = `{"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	chatRequest   = `{"lane":"","conn":0,"request":{"model":"m","messages":[{"role":"user","content":"go"}]}}`
)

// Providers' own samples of calls were called failures: their answers belong to a
// request that no stream of one response has.
var _ = Describe("A stream of a model's calls that waits", func() {
	It("is whole where the client's requests are not in it", func() {
		v, out := verdictOn("openai:chat", chatCall, chatHandsOver)
		Expect(v.Passed).To(BeTrue(), "%v", v.Reasons)
		Expect(v.Outcome).To(ContainSubstring("waits for an answer"))
		Expect(out).To(ContainSubstring("call call_1 read: waiting"))
	})

	It("is a run that somebody left where they are, because the answer would be in the next one", func() {
		within := func(event string) string { return `{"lane":"","conn":0,"event":` + event + `}` }
		v, _ := verdictOn("openai:chat", chatRequest, within(chatCall), within(chatHandsOver))
		Expect(v.Reasons).To(ConsistOf("interrupted"))
	})

	It("is no run of an agent that runs its tools itself", func() {
		raw := func(event string) string {
			return `{"type":"raw_model_stream_event","data":{"type":"model","event":` + event + `}}`
		}
		v, out := verdictOn("openai:agents",
			raw(`{"type":"response.created","response":{"id":"r","status":"in_progress"}}`),
			raw(`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"call_1","name":"read","arguments":"{}","status":"completed"}}`),
			raw(`{"type":"response.completed","response":{"id":"r","status":"completed","output":[]}}`))
		Expect(v.Reasons).To(ConsistOf("interrupted"), out)
	})
})

// The SDK keeps a failed response from the events of its run, and throws.
var _ = Describe("A run of the Agents SDK without an end", func() {
	It("is incomplete, and no demand is broken", func() {
		v, out := verdictOn("openai:agents",
			`{"type":"raw_model_stream_event","data":{"type":"model","event":{"type":"response.created","response":{"id":"r","status":"in_progress"}}}}`,
			`{"type":"raw_model_stream_event","data":{"type":"model","event":{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[]}}}}`)
		Expect(v.Reasons).To(ConsistOf("incomplete"))
		Expect(out).To(ContainSubstring("one that throws has no further event"))
	})

	It("breaks a demand of the Responses API where it is one of its streams", func() {
		v, _ := verdictOn("openai:responses", `{"type":"response.created","response":{"id":"r","status":"in_progress"}}`)
		Expect(v.Reasons).To(ConsistOf("incomplete", "produce/closed"))
	})
})
