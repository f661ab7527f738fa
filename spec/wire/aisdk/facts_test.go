package aisdk_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/aisdk"
)

// short is an event in one line: its record, its kind and what is set.
func short(e spec.Event) string {
	words := []string{fmt.Sprintf("%d %s", e.Record, e.Kind)}
	word := func(key, value string) {
		if value != "" {
			words = append(words, key+"="+value)
		}
	}
	word("turn", e.Turn)
	word("message", e.Message)
	word("slot", e.Slot)
	word("call", e.Call)
	word("name", e.Name)
	if e.Form == spec.Thought {
		word("form", "thought")
	}
	word("text", e.Text)
	word("args", e.Args)
	if e.ArgsValue {
		word("args", "value")
	}
	word("result", string(e.Result))
	if e.IsError {
		word("is", "error")
	}
	if e.Status != spec.Completed {
		word("status", string(e.Status))
	}
	word("stop", e.StopReason)
	word("error", e.Error)
	if e.Usage != nil {
		word("usage", fmt.Sprintf("%d+%d", e.Usage.Input, e.Usage.Output))
	}
	word("metadata", string(e.Metadata))
	word("wait", e.Wait)
	word("note", string(e.Note))
	return strings.Join(words, " ")
}

// meaning decodes a story, a record a line, and gives its events without notes
// that say nothing.
func meaning(story string) []string {
	GinkgoHelper()
	var records [][]byte
	for line := range strings.SplitSeq(strings.TrimSpace(story), "\n") {
		records = append(records, []byte(strings.TrimSpace(line)))
	}
	s, problems := wire.DecodeRecords(aisdk.New(), "", records)
	Expect(problems).To(BeEmpty())
	var shown []string
	for _, e := range s.Events {
		if e.Kind != spec.NoteEvent {
			shown = append(shown, short(e))
		}
	}
	return shown
}

// stories are what the format's reference says of the wire, each by its name.
var stories = map[string]string{
	"the reference's example of version 4": `
		{"code":"f","value":{"messageId":"m1"}}
		{"code":"0","value":"Looking"}
		{"code":"b","value":{"toolCallId":"A","toolName":"task"}}
		{"code":"c","value":{"toolCallId":"A","argsTextDelta":"{\"x\""}}
		{"code":"c","value":{"toolCallId":"A","argsTextDelta":":1}"}}
		{"code":"9","value":{"toolCallId":"A","toolName":"task","args":{"x":1}}}
		{"code":"a","value":{"toolCallId":"A","result":"ok"}}
		{"code":"e","value":{"finishReason":"tool-calls","usage":{"promptTokens":1,"completionTokens":2},"isContinued":false}}
		{"code":"d","value":{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2}}}`,
	"a whole call, redacted and signed thoughts, data, sources, files": `
		{"code":"f","value":{"messageId":"m1"}}
		{"code":"g","value":"Hm"}
		{"code":"i","value":{"data":"x"}}
		{"code":"j","value":{"signature":"y"}}
		{"code":"2","value":[{"n":1}]}
		{"code":"8","value":["note"]}
		{"code":"h","value":{"url":"u"}}
		{"code":"k","value":{"data":"x","mimeType":"image/png"}}
		{"code":"9","value":{"toolCallId":"A","toolName":"ls","args":{ "p" : "." }}}
		{"code":"e","value":{"finishReason":"tool-calls","usage":{"promptTokens":null,"completionTokens":null},"isContinued":true}}`,
	"an error of version 4": `
		{"code":"f","value":{"messageId":"m1"}}
		{"code":"3","value":"overloaded"}
		{"code":"d","value":{"finishReason":"error"}}`,
	"two turns of version 4": `
		{"code":"f","value":{"messageId":"m1"}}
		{"code":"d","value":{"finishReason":"stop"}}
		{"code":"f","value":{"messageId":"m2"}}
		{"code":"d","value":{"finishReason":"length"}}`,
	"text without a step in version 4": `
		{"code":"0","value":"a"}
		{"code":"f","value":{"messageId":"m1"}}
		{"code":"0","value":"b"}`,
	"an id used again in a later step": `
		{"type":"start","messageId":"m1"}
		{"type":"start-step"}
		{"type":"text-start","id":"0"}
		{"type":"text-delta","id":"0","delta":"a"}
		{"type":"text-end","id":"0"}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{}}
		{"type":"tool-output-available","toolCallId":"c","output":1}
		{"type":"finish-step"}
		{"type":"start-step"}
		{"type":"text-start","id":"0"}
		{"type":"text-delta","id":"0","delta":"b"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{"n":2}}
		{"type":"finish-step"}
		{"type":"finish","finishReason":"stop"}`,
	"ids used again in one step, by a text and by a thought": `
		{"type":"start-step"}
		{"type":"text-start","id":"0"}
		{"type":"reasoning-start","id":"0"}
		{"type":"reasoning-delta","id":"0","delta":"hm"}
		{"type":"text-delta","id":"0","delta":"a"}
		{"type":"text-end","id":"0"}
		{"type":"text-start","id":"0"}
		{"type":"text-delta","id":"0","delta":"b"}
		{"type":"text-start","id":"0#2"}
		{"type":"text-delta","id":"0#2","delta":"c"}`,
	"metadata on every chunk that can have it": `
		{"type":"start-step"}
		{"type":"text-start","id":"a","providerMetadata":{"p":{"n":1}}}
		{"type":"text-delta","id":"a","delta":"x","providerMetadata":{"p":{"n":2}}}
		{"type":"text-end","id":"a","providerMetadata":{"p":{"n":3}}}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls","providerMetadata":{"p":{"n":4}}}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{},"providerMetadata":{"p":{"n":5}}}
		{"type":"tool-input-available","toolCallId":"d","toolName":"ls","input":{},"providerMetadata":{"p":{"n":6}}}
		{"type":"text-delta","id":"a","delta":"","providerMetadata":null}`,
	"input that is no JSON, and input that the tool does not take": `
		{"type":"start-step"}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls"}
		{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{\"p\": "}
		{"type":"tool-input-error","toolCallId":"c","toolName":"ls","input":"{\"p\": ","errorText":"no JSON"}
		{"type":"tool-input-error","toolCallId":"d","toolName":"ls","input":{"p":1},"errorText":"not text"}`,
	"outputs of every kind": `
		{"type":"start-step"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{},"dynamic":true}
		{"type":"tool-output-available","toolCallId":"c","output":{"n":1},"preliminary":true}
		{"type":"tool-output-available","toolCallId":"c","output":{"n":2},"preliminary":false}
		{"type":"tool-output-error","toolCallId":"d","errorText":"broke"}
		{"type":"tool-output-denied","toolCallId":"e"}
		{"type":"tool-output-available","toolCallId":"f","output":null}`,
	"calls that the application runs, and one that nobody does": `
		{"type":"start","messageId":"m1"}
		{"type":"start-step"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"confirm","input":{}}
		{"type":"tool-input-available","toolCallId":"d","toolName":"ls","input":{}}
		{"type":"tool-output-available","toolCallId":"d","output":1}
		{"type":"tool-input-start","toolCallId":"e","toolName":"cut"}
		{"type":"finish-step"}
		{"type":"finish","finishReason":"tool-calls"}
		{"type":"start","messageId":"m2"}
		{"type":"tool-input-available","toolCallId":"f","toolName":"ls","input":{}}
		{"type":"finish","finishReason":"stop"}
		{"code":"9","value":{"toolCallId":"g","toolName":"confirm","args":{}}}
		{"code":"d","value":{"finishReason":"tool-calls"}}`,
	"approvals": `
		{"type":"start","messageId":"m1"}
		{"type":"start-step"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"rm","input":{}}
		{"type":"tool-approval-request","approvalId":"ap-1","toolCallId":"c"}
		{"type":"tool-approval-response","approvalId":"ap-1","approved":true}
		{"type":"tool-approval-response","approvalId":"ap-1","approved":true}
		{"type":"tool-input-available","toolCallId":"d","toolName":"rm","input":{}}
		{"type":"tool-approval-request","approvalId":"ap-2","toolCallId":"d"}
		{"type":"tool-approval-response","approvalId":"ap-2","approved":false}
		{"type":"finish"}`,
	"content that no step holds": `
		{"type":"start"}
		{"type":"text-delta","id":"x","delta":"no start"}
		{"type":"start-step"}
		{"type":"finish-step"}
		{"type":"finish-step"}
		{"type":"text-start","id":"y"}
		{"type":"finish"}`,
	"what is late": `
		{"type":"start-step"}
		{"type":"text-start","id":"x"}
		{"type":"text-end","id":"x"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{}}
		{"type":"tool-output-available","toolCallId":"c","output":1}
		{"type":"finish-step"}
		{"type":"start-step"}
		{"type":"text-delta","id":"x","delta":"late"}
		{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"late"}
		{"type":"tool-input-delta","toolCallId":"ghost","inputTextDelta":"{"}
		{"type":"tool-output-available","toolCallId":"ghost","output":1}`,
	"a step taken back that uses ids again": `
		{"type":"start-step"}
		{"type":"text-start","id":"x"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{}}
		{"type":"start-step"}
		{"type":"text-start","id":"x"}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls"}
		{"type":"reset-step"}
		{"type":"reset-step"}
		{"type":"text-delta","id":"x","delta":"of the first"}
		{"type":"tool-output-available","toolCallId":"c","output":1}
		{"type":"finish-step"}`,
	"an id used again in a later turn": `
		{"type":"start","messageId":"m1"}
		{"type":"start-step"}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls"}
		{"type":"start","messageId":"m2"}
		{"type":"start-step"}
		{"type":"tool-input-available","toolCallId":"c","toolName":"ls","input":{}}`,
	"a step taken back": `
		{"type":"reset-step"}
		{"type":"start-step"}
		{"type":"text-start","id":"x"}
		{"type":"tool-input-start","toolCallId":"c","toolName":"ls"}
		{"type":"reset-step"}
		{"type":"text-delta","id":"x","delta":"anew"}
		{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{"}`,
	"ends of other kinds": `
		{"data":{"type":"start","messageId":"m1"}}
		{"data":{"type":"abort","reason":"user"}}
		{"data":{"type":"start","messageId":"m2"}}
		{"data":{"type":"error","errorText":"overloaded"}}
		{"data":{"type":"start","messageId":"m3"}}
		{"data":{"type":"start","messageId":"m3"}}
		{"data":{"type":"finish","finishReason":"error"}}
		{"data":{"type":"finish"}}
		{"data":"[DONE]"}`,
	"hostile ids": `
		{"type":"start-step"}
		{"type":"text-start","id":"__proto__"}
		{"type":"text-delta","id":"__proto__","delta":"a"}
		{"type":"text-start","id":""}
		{"type":"text-delta","id":"","delta":"b"}
		{"type":"tool-input-start","toolCallId":"__proto__","toolName":"constructor"}
		{"type":"tool-output-available","toolCallId":"__proto__","output":{"__proto__":1}}`,
}

var _ = DescribeTable("the reference's facts: ", func(name string, want ...string) {
	story, known := stories[name]
	Expect(known).To(BeTrue())
	Expect(meaning(story)).To(Equal(want))
},
	Entry(nil, "the reference's example of version 4",
		"1 message.open message=m1", "2 text message=m1 text=Looking", "3 call.open message=m1 call=A name=task",
		`4 args message=m1 call=A text={"x"`, `5 args message=m1 call=A text=:1}`,
		`6 args.end message=m1 call=A args={"x":1} args=value`, `7 call.done call=A result="ok"`,
		"8 message.close message=m1 stop=tool-calls usage=1+2", "9 turn.end turn=0 stop=stop usage=1+2"),
	Entry(nil, "a whole call, redacted and signed thoughts, data, sources, files",
		"1 message.open message=m1", "2 text message=m1 form=thought text=Hm",
		"9 call.open message=m1 call=A name=ls", `9 args.end message=m1 call=A args={"p":"."} args=value`,
		"10 message.close message=m1 stop=tool-calls"),
	Entry(nil, "an error of version 4",
		"1 message.open message=m1", "2 error error=overloaded", "3 turn.end turn=0 status=failed stop=error"),
	Entry(nil, "two turns of version 4",
		"1 message.open message=m1", "2 turn.end turn=0 stop=stop", "3 message.open message=m2", "4 turn.end turn=1 stop=length"),
	Entry(nil, "text without a step in version 4",
		"1 text text=a", "2 message.close", "2 message.open message=m1", "3 text message=m1 text=b"),
	Entry(nil, "an id used again in a later step",
		"1 turn.start turn=m1", "2 message.open message=1", "3 text message=1 slot=0", "4 text message=1 slot=0 text=a",
		"6 call.open message=1 call=c name=ls", "7 args.end message=1 call=c args={} args=value", "8 call.done call=c result=1",
		"9 message.close message=1", "10 message.open message=2", "11 text message=2 slot=0", "12 text message=2 slot=0 text=b",
		"13 call.open message=2 call=c name=ls", `13 args.end message=2 call=c args={"n":2} args=value`,
		"14 message.close message=2", "15 turn.end turn=m1 stop=stop"),
	Entry(nil, "ids used again in one step, by a text and by a thought",
		"1 message.open message=1", "2 text message=1 slot=0", "3 text message=1 slot=0#2 form=thought",
		"4 text message=1 slot=0#2 form=thought text=hm", "5 text message=1 slot=0 text=a",
		"7 text message=1 slot=0#3", "8 text message=1 slot=0#3 text=b", "9 text message=1 slot=0#2#2", "10 text message=1 slot=0#2#2 text=c"),
	Entry(nil, "metadata on every chunk that can have it",
		"1 message.open message=1", `2 text message=1 slot=a metadata={"p":{"n":1}}`, `3 text message=1 slot=a text=x metadata={"p":{"n":2}}`,
		`4 text message=1 slot=a metadata={"p":{"n":3}}`, `5 call.open message=1 call=c name=ls metadata={"p":{"n":4}}`,
		`6 call.open message=1 call=c name=ls metadata={"p":{"n":5}}`, "6 args.end message=1 call=c args={} args=value",
		`7 call.open message=1 call=d name=ls metadata={"p":{"n":6}}`, "7 args.end message=1 call=d args={} args=value",
		"8 text message=1 slot=a"),
	Entry(nil, "input that is no JSON, and input that the tool does not take",
		"1 message.open message=1", "2 call.open message=1 call=c name=ls", `3 args message=1 call=c text={"p": `,
		`4 args.end message=1 call=c args={"p": `, `4 call.done call=c result="no JSON" is=error`,
		"5 call.open message=1 call=d name=ls", `5 args.end message=1 call=d args={"p":1} args=value`, `5 call.done call=d result="not text" is=error`),
	Entry(nil, "outputs of every kind",
		"1 message.open message=1", "2 call.open message=1 call=c name=ls", "2 args.end message=1 call=c args={} args=value",
		`3 call.progress call=c result={"n":1}`, `4 call.done call=c result={"n":2}`, `5 call.done call=d result="broke" is=error`,
		"6 call.done call=e status=denied", "7 call.done call=f result=null"),
	Entry(nil, "calls that the application runs, and one that nobody does",
		"1 turn.start turn=m1", "2 message.open message=1", "3 call.open message=1 call=c name=confirm", "3 args.end message=1 call=c args={} args=value",
		"4 call.open message=1 call=d name=ls", "4 args.end message=1 call=d args={} args=value", "5 call.done call=d result=1",
		"6 call.open message=1 call=e name=cut", "7 message.close message=1", "8 wait call=c", "8 turn.end turn=m1 stop=tool-calls",
		"9 turn.start turn=m2", "10 message.open message=2", "10 call.open message=2 call=f name=ls", "10 args.end message=2 call=f args={} args=value",
		"11 message.close message=2", "11 turn.end turn=m2 stop=stop",
		"12 call.open call=g name=confirm", "12 args.end call=g args={} args=value", "13 wait call=g", "13 turn.end turn=0 stop=tool-calls"),
	Entry(nil, "approvals",
		"1 turn.start turn=m1", "2 message.open message=1", "3 call.open message=1 call=c name=rm", "3 args.end message=1 call=c args={} args=value",
		"4 wait call=c wait=ap-1", "5 call.start call=c", "7 call.open message=1 call=d name=rm", "7 args.end message=1 call=d args={} args=value",
		"8 wait call=d wait=ap-2", "10 turn.end turn=m1 status=waiting"),
	Entry(nil, "content that no step holds",
		"1 turn.start", "2 message.open message=1", "2 text message=1 slot=x text=no start", "3 message.close message=1", "3 message.open message=2",
		"4 message.close message=2", "6 message.open message=3", "6 text message=3 slot=y", "7 message.close message=3", "7 turn.end"),
	Entry(nil, "what is late",
		"1 message.open message=1", "2 text message=1 slot=x", "4 call.open message=1 call=c name=ls", "4 args.end message=1 call=c args={} args=value",
		"5 call.done call=c result=1", "6 message.close message=1", "7 message.open message=2", "8 text message=1 slot=x text=late",
		"9 args message=1 call=c text=late", "10 args message=2 call=ghost text={", "11 call.done call=ghost result=1"),
	Entry(nil, "a step taken back",
		"2 message.open message=1", "3 text message=1 slot=x", "4 call.open message=1 call=c name=ls", "5 retract message=1",
		"6 message.open message=1", "6 text message=1 slot=x text=anew", "7 args message=1 call=c text={"),
	Entry(nil, "a step taken back that uses ids again",
		"1 message.open message=1", "2 text message=1 slot=x", "3 call.open message=1 call=c name=ls", "3 args.end message=1 call=c args={} args=value",
		"4 message.open message=2", "5 text message=2 slot=x", "6 call.open message=2 call=c name=ls", "7 retract message=2",
		"9 text message=1 slot=x text=of the first", "10 call.done call=c result=1"),
	Entry(nil, "an id used again in a later turn",
		"1 turn.start turn=m1", "2 message.open message=1", "3 call.open message=1 call=c name=ls", "4 turn.start turn=m2", "5 message.open message=2",
		"6 call.open message=2 call=c name=ls", "6 args.end message=2 call=c args={} args=value"),
	Entry(nil, "ends of other kinds",
		"1 turn.start turn=m1", "2 cancel", "3 turn.start turn=m2", "4 error error=overloaded", "5 turn.start turn=m3", "6 turn.start turn=m3",
		"7 turn.end turn=m3 status=failed stop=error", "8 turn.end"),
	Entry(nil, "hostile ids",
		"1 message.open message=1", "2 text message=1 slot=__proto__", "3 text message=1 slot=__proto__ text=a",
		"4 text message=1 slot=#1", "5 text message=1 slot=#1 text=b", "6 call.open message=1 call=__proto__ name=constructor",
		`7 call.done call=__proto__ result={"__proto__":1}`),
)

var _ = Describe("a record that the SDK's reader stops at", func() {
	// What is decoded all the same must not pass in silence: the reader loses the rest of the answer there.
	It("is a violation, with its sentence", func() {
		var records [][]byte
		for line := range strings.SplitSeq(strings.TrimSpace(stories["what is late"]), "\n") {
			records = append(records, []byte(strings.TrimSpace(line)))
		}
		var at []int
		for _, v := range wire.Violations(aisdk.New(), "", records) {
			Expect(v.Refused).To(BeTrue())
			Expect(v.Says).To(ContainSubstring("an error"))
			at = append(at, v.Record)
		}
		Expect(at).To(Equal([]int{8, 10, 11}))
	})

	It("is none of a stream that is in order", func() {
		for _, name := range []string{"approvals", "calls that the application runs, and one that nobody does", "an id used again in a later step"} {
			var records [][]byte
			for line := range strings.SplitSeq(strings.TrimSpace(stories[name]), "\n") {
				records = append(records, []byte(strings.TrimSpace(line)))
			}
			Expect(wire.Violations(aisdk.New(), "", records)).To(BeEmpty(), name)
		}
	})
})

var _ = Describe("a record that its type does not allow", func() {
	DescribeTable("is a problem that names the member, and changes nothing", func(bad, member string) {
		codec := aisdk.New()
		good := []string{`{"type":"start-step"}`, `{"type":"text-start","id":"a"}`, `{"type":"text-delta","id":"a","delta":"x"}`}
		before, after := codec.NewDecoder(""), codec.NewDecoder("")
		_, problem := after.Decode(nil, []byte(bad))
		Expect(problem).NotTo(BeNil())
		Expect(problem.Detail).To(HavePrefix(member))
		_, _ = before.Decode(nil, []byte(`{"type":"unheard-of"}`))
		for _, record := range good {
			want, _ := before.Decode(nil, []byte(record))
			got, _ := after.Decode(nil, []byte(record))
			Expect(got).To(Equal(want), "behind the problem")
		}
	},
		Entry("a text without an id", `{"type":"text-start"}`, "id "),
		Entry("a delta without text", `{"type":"text-delta","id":"a"}`, "delta "),
		Entry("a delta whose text is a number", `{"type":"text-delta","id":"a","delta":1}`, "delta "),
		Entry("metadata that is no object", `{"type":"text-start","id":"a","providerMetadata":"hr"}`, "providerMetadata "),
		Entry("a start whose id is a number", `{"type":"start","messageId":1}`, "messageId "),
		Entry("a finish reason that is none", `{"type":"finish","finishReason":{}}`, "finishReason "),
		Entry("an error without text", `{"type":"error"}`, "errorText "),
		Entry("a call without a name", `{"type":"tool-input-start","toolCallId":"c"}`, "toolName "),
		Entry("a fragment of no call", `{"type":"tool-input-delta","inputTextDelta":"{"}`, "toolCallId "),
		Entry("input of a call without a name", `{"type":"tool-input-available","toolCallId":"c","input":{}}`, "toolName "),
		Entry("an input error without its text", `{"type":"tool-input-error","toolCallId":"c","toolName":"t"}`, "errorText "),
		Entry("an output of no call", `{"type":"tool-output-available","output":1}`, "toolCallId "),
		Entry("an output that is preliminary or not, who knows", `{"type":"tool-output-available","toolCallId":"c","preliminary":"x"}`, "preliminary "),
		Entry("a request without its id", `{"type":"tool-approval-request","toolCallId":"c"}`, "approvalId "),
		Entry("an answer that is none", `{"type":"tool-approval-response","approvalId":"a"}`, "approved "),
		Entry("a file without a type", `{"type":"file","url":"u"}`, "mediaType "),
		Entry("a source without an address", `{"type":"source-url","sourceId":"s"}`, "url "),
		Entry("data that is no chunk", `{"data":"hello"}`, "an event's data "),
		Entry("data that is a list", `{"data":[]}`, "an event's data "),
		Entry("no chunk at all", `{"id":"a"}`, "no chunk"),
		Entry("text that is none, in version 4", `{"code":"0","value":1}`, "the value "),
		Entry("data that is no list", `{"code":"2","value":{}}`, "the value "),
		Entry("a source that is text", `{"code":"h","value":"u"}`, "the value "),
		Entry("arguments that are no object", `{"code":"9","value":{"toolCallId":"c","toolName":"t","args":[]}}`, "args "),
		Entry("a result without a value", `{"code":"a","value":{"toolCallId":"c"}}`, "result "),
		Entry("a step without its id", `{"code":"f","value":{}}`, "messageId "),
		Entry("an end without its reason", `{"code":"d","value":{}}`, "finishReason "),
		Entry("a step's end without its reason", `{"code":"e","value":{}}`, "finishReason "),
		Entry("usage that is no object", `{"code":"d","value":{"finishReason":"stop","usage":[]}}`, "usage "),
		Entry("usage that is no number", `{"code":"e","value":{"finishReason":"stop","usage":{"promptTokens":"1"}}}`, "usage "),
		Entry("a line without a value", `{"code":"0"}`, "no chunk"),
	)
})

var _ = Describe("metadata", func() {
	It("is kept as it came, flat or not, because whether it is well-formed is another question", func() {
		s, problems := wire.DecodeRecords(aisdk.New(), "", [][]byte{[]byte(`{"type":"text-start","id":"a","providerMetadata":{"agentName": "hr"}}`)})
		Expect(problems).To(BeEmpty())
		Expect(s.Events[1].Metadata).To(Equal(json.RawMessage(`{"agentName": "hr"}`)))
	})
})
