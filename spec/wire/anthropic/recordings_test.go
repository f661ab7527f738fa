package anthropic_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/anthropic"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// folder holds the recordings of a laboratory, beside the repository.
var folder = filepath.Join("..", "..", "..", "..", "shared", "recordings", "anthropic")

// rendered is a transcript in a few words.
func rendered(t spec.Transcript) string {
	s := &t.Sessions[0]
	var all []string
	for i := range s.Turns {
		reason := ""
		if r := s.Turns[i].StopReason; r != nil {
			reason = *r
		}
		all = append(all, fmt.Sprintf("%s/%s", s.Turns[i].Status, reason))
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		all = append(all, "| "+m.ID)
		for j := range m.Parts {
			switch p := &m.Parts[j]; p.Kind {
			case spec.CallPart:
				c := &m.Calls[*p.Call]
				all = append(all, fmt.Sprintf("[%s %s %s]", c.Name, c.Status, words(c.Args)))
			case spec.ThoughtPart:
				all = append(all, "("+words(p.Text)+")")
			default:
				all = append(all, words(p.Text))
			}
		}
	}
	for _, a := range t.Anomalies {
		all = append(all, "! "+string(a.Kind))
	}
	return strings.Join(all, " ")
}

func words(text string) string {
	if text = strings.Join(strings.Fields(text), " "); len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

// read is the transcript of a body, whose problems are those of bytes that were cut.
func read(text []byte) spec.Transcript {
	GinkgoHelper()
	stream, problems, err := wire.DecodeAll(anthropic.New(), anthropic.SSE, bytes.NewReader(text), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	for _, p := range problems {
		Expect(p.Reason).To(Equal(wire.Truncated))
	}
	return model.Run(stream, spec.Policies{})
}

// body are events as server-sent events.
func body(events ...string) []byte {
	return []byte("data: " + strings.Join(events, "\n\ndata: ") + "\n\n")
}

var _ = Describe("The recorded bodies", func() {
	DescribeTable("mean what the reference says", func(name, want string) {
		text, err := os.ReadFile(filepath.Join(folder, name+".sse"))
		if os.IsNotExist(err) {
			Skip("no recordings beside the repository")
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(rendered(read(text))).To(Equal(want))
		c, variant, reasons := dialects.DetectText(text)
		Expect(c).NotTo(BeNil(), "%s", reasons)
		Expect(c.Name() + ":" + variant).To(Equal("anthropic:sse"))
	},
		Entry("a start that a proxy repeats is one message", "duplicate-message-start", "completed/end_turn | msg_dup Hello, World!"),
		Entry("a fallback is a note", "fallback", "completed/end_turn | msg_01FallbackStreamAbcdefghij The printing press was invented by Johan…"),
		Entry("the server's tool has its result in the message", "mcp", `completed/end_turn | msg_01RNdvgjHoLmx2THF9AVj3KK [echo done {"message": "hello world"}] The echo tool responded back with: **hel…`),
		Entry("a refusal fails the message", "refusal", "failed/refusal | msg_01RefusalStreamAbcdefghijk"),
		Entry("what is cut stays, unrepaired", "scripted-cut-mid-arguments", `incomplete/ | msg_c [read abandoned {"path":"a]`),
		Entry("what came before an error stays", "scripted-error-mid-arguments", `failed/ | msg_e I read. [read abandoned {"path":"a]`),
		Entry("open blocks go on by their index", "scripted-interleaved-blocks", `completed/tool_use | msg_i Two reads. [read waiting {"path":"a"}] [read waiting {"path":"b.txt"}]`),
		Entry("half an object is malformed, and not repaired", "scripted-max-tokens-open-tool", `completed/max_tokens | msg_m [write abandoned {"path":"a","text":"lon] ! malformed-arguments`),
		Entry("a text", "sdk-basic_response", "completed/end_turn | msg_4QpJur2dWWDjF6C758FbBw5vm12BaVipnK Hello there!"),
		Entry("a file's text, cut by the limit", "sdk-incomplete_partial_json_response", `completed/max_tokens | msg_01UdjYBBipA9omjYhicnevgq I'll create a comprehensive tax guide fo… [make_file abandoned {"filename": "taxes.txt", "lines_of_text…] ! malformed-arguments`),
		Entry("a call waits for the client", "sdk-tool_use_response", `completed/tool_use | msg_019Q1hrJbZG26Fb9BQhrkHEr I'll check the current weather in Paris … [get_weather waiting {"location": "Paris"}]`),
		Entry("a message that is spliced in ends the first", "spliced-message-start", `incomplete/ completed/tool_use | msg_first (first reasoning) [lookup abandoned {"value":"Spark] | msg_second (second reasoning) [lookup waiting {"value":"Spark"}]`),
		Entry("no arguments are none", "tool-no-args", "completed/tool_use | msg_01GE2RKp1VYsPzdFs3sS9z5S I'll update the issue list for you. [updateIssueList waiting ]"),
	)
})

var _ = Describe("A body", func() {
	start := func(id string) string {
		return fmt.Sprintf(`{"type":"message_start","message":{"id":%q,"role":"assistant","content":[]}}`, id)
	}
	const (
		opens = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"ls","input":{}}}`
		stops = `{"type":"message_stop"}`
	)
	because := func(reason string) string {
		return fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q}}`, reason)
	}

	It("behind another is another turn", func() {
		Expect(rendered(read(body(start("a"), because("end_turn"), stops, start("b"), because("end_turn"), stops)))).To(Equal("completed/end_turn completed/end_turn | a | b"))
	})

	It("that pauses waits for the next request", func() {
		Expect(read(body(start("a"), because("pause_turn"), stops)).Outcome).To(Equal(spec.OutcomeInterrupted))
	})

	It("that the model refuses to finish cancels its calls", func() {
		Expect(rendered(read(body(start("a"), opens, because("refusal"), stops)))).To(Equal("failed/refusal | a [ls cancelled ]"))
	})

	It("that was refused and comes again ends no call twice", func() {
		once := []string{start("a"), opens, because("refusal"), stops}
		Expect(rendered(read(body(append(once, once...)...)))).To(Equal("failed/refusal failed/refusal | a [ls cancelled ] ! late-fragment"))
	})

	It("that was refused and comes again ends no call that it never had", func() {
		once := []string{start("a"), because("refusal"), stops}
		lost := append([]string{opens}, once...)
		Expect(rendered(read(body(append(lost, start("a"), opens, because("refusal"), stops)...)))).To(Equal("incomplete/ failed/refusal failed/refusal |  [ls abandoned ] | a ! late-fragment"))
	})

	It("keeps a piece for an index that never started, and reports it", func() {
		t := read(body(start("a"), `{"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, because("end_turn"), stops))
		Expect(t.Anomalies).To(ConsistOf(HaveField("Kind", spec.UnclaimedFragment)))
		Expect(t.Sessions[0].Unattributed).To(Equal([]string{"{}"}))
	})

	It("is told by the type in its data, not by the name of the event", func() {
		Expect(rendered(read([]byte("event: ping\ndata: " + start("a") + "\n\n" + string(body(because("end_turn"), stops)))))).To(Equal("completed/end_turn | a"))
	})
})
