package openai_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/openai"
)

// recordings is where the recordings lie, beside the work tree.
const recordings = "../../../../shared/recordings/openai"

// read is what a recording means, and its problems.
func read(name string) (spec.Transcript, []wire.Problem) {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(recordings, name))
	if os.IsNotExist(err) {
		Skip("no recordings at " + recordings)
	}
	Expect(err).NotTo(HaveOccurred())
	variant := openai.Responses
	switch {
	case strings.HasSuffix(name, ".sse"):
		variant = openai.ResponsesSSE
	case strings.HasSuffix(name, ".run.jsonl"):
		variant = openai.Agents
	case strings.HasPrefix(name, "chat-"):
		variant = openai.Chat
	}
	s, problems, err := wire.DecodeAll(openai.New(), variant, strings.NewReader(string(text)), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	return model.Run(s, spec.Policies{}), problems
}

// drawn is a transcript in a few lines: sessions, their turns, their messages with
// the lengths of thoughts.
func drawn(t spec.Transcript) string {
	var out strings.Builder
	fmt.Fprintln(&out, t.Outcome)
	for _, s := range t.Sessions {
		fmt.Fprintf(&out, "session %q", s.ID)
		if s.ParentCall != nil {
			fmt.Fprintf(&out, " of %q, call %s", *s.Parent, *s.ParentCall)
		}
		for _, turn := range s.Turns {
			fmt.Fprintf(&out, " %s", turn.Status)
			if turn.StopReason != nil {
				fmt.Fprintf(&out, " (%s)", *turn.StopReason)
			}
			if turn.Error != nil {
				fmt.Fprintf(&out, " (%.20s)", *turn.Error)
			}
		}
		fmt.Fprintln(&out)
		for _, m := range s.Messages {
			fmt.Fprintln(&out, drawMessage(&m))
		}
	}
	for _, a := range t.Anomalies {
		fmt.Fprintf(&out, "anomaly %s\n", a.Kind)
	}
	return strings.TrimSpace(out.String())
}

func drawMessage(m *spec.Message) string {
	line := fmt.Sprintf("%d %s", m.Turn, m.Role)
	if m.Agent != nil {
		line += " " + *m.Agent
	}
	for _, p := range m.Parts {
		switch p.Kind {
		case spec.ThoughtPart:
			line += fmt.Sprintf(" | thought of %d", len([]rune(p.Text)))
		case spec.TextPart:
			line += fmt.Sprintf(" | %.24q", p.Text)
		case spec.CallPart:
			line += " | " + drawCall(m, p.Call)
		}
	}
	if m.Usage != nil {
		line += fmt.Sprintf(" | %d", m.Usage.Input+m.Usage.Output)
	}
	if !m.Complete {
		line += " | open"
	}
	return line
}

func drawCall(m *spec.Message, i *int) string {
	c := &m.Calls[*i]
	line := fmt.Sprintf("%s %s %s", c.Name, c.Args, c.Status)
	if len(line) > 70 {
		line = fmt.Sprintf("%s %.30s… %s", c.Name, c.Args, c.Status)
	}
	if c.ArgsOpen {
		line += " open"
	}
	if len(c.Result) > 0 {
		line += fmt.Sprintf(" = %.18s", c.Result)
	}
	return line
}

// means is what the manifest says of each recording, as the model reads it.
var means = map[string]string{
	"agents-abort-in-the-middle.wire.jsonl": `
incomplete
session "" incomplete
0 user | "go"
0 assistant | "one two " | open`,
	"agents-as-tools-parallel-colliding-ids.wire.jsonl": `
completed
session "" completed
0 user | "go"
0 assistant | researcher {"input":"A"} done = "res says ok" | writer {"input":"B"} done = "wri says ok" | 29
0 assistant | "Both done." | 29
session "researcher" completed
0 user | "A"
0 assistant | get_weather {"city":"Paris"} done = "sunny in Paris" | 29
0 assistant | "res says ok" | 29
session "writer" completed
0 user | "B"
0 assistant | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
0 assistant | "wri says ok" | 29`,
	"agents-cut-inside-arguments-clean-end.wire.jsonl": `
incomplete
session "" incomplete
0 user | "go"
0 assistant | get_weather {"city":"Pa abandoned open | open`,
	"agents-cut-inside-arguments-killed.wire.jsonl": `
incomplete
session "" incomplete
0 user | "go"
0 assistant | get_weather {"city":"Pa abandoned open | open`,
	"agents-error-then-failed.wire.jsonl": `
failed
session "" failed (boom)
0 user | "go"
0 assistant | "Hal" | open`,
	"agents-failing-tool.wire.jsonl": `
completed
session "" completed
0 user | "go"
0 assistant | boom {} done = "An error occurred | 29
0 assistant | "It failed." | 29`,
	"agents-handoff-reused-item-ids.wire.jsonl": `
completed
session "" completed
0 user | "my leave?"
0 assistant | "Passing on." | transfer_to_hr {} done = "{\"assistant\":\" | 29
0 assistant | "HR here." | 29`,
	"agents-incomplete-truncated-call.wire.jsonl": `
incomplete
session "" incomplete (max_output_tokens)
0 user | "go"
0 assistant | "Look." | get_weather {"city":"Pa abandoned open | 29
anomaly malformed-arguments`,
	"agents-tool-first-duplicate-call-id.wire.jsonl": `
interrupted
session "" waiting
0 user | "go"
0 assistant | get_weather {"city":"Paris"} waiting | get_weather {"city":"Rome"} waiting | 29
anomaly clashing-ids`,
	"agents-two-parallel-calls.wire.jsonl": `
completed
session "" completed
0 user | "weather?"
0 assistant | "Two lookups." | get_weather {"city":"Paris"} done = "sunny in Paris" | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
0 assistant | "Paris is sunny, Rome too" | 29`,
	"azure-tool-first-call.jsonl": `
interrupted
session "" waiting
0 assistant | weather {"location":"San Francisco"} waiting | 69`,
	"background-lost-and-resumed-with-overlap.wire.jsonl": `
interrupted
session "" waiting
0 user | "go"
0 assistant | "one two three" | get_weather {"city":"Rome"} waiting | 29`,
	"copilot-ids-rotate.jsonl": `
completed
session "" completed
0 assistant | thought of 34 | "There are **3** letter *" | 124`,
	"cut-inside-arguments.sse": `
incomplete
session "" incomplete
0 assistant | get_weather {"city":"Pa abandoned open | open`,
	"lmstudio-reasoning-then-call.jsonl": `
interrupted
session "" waiting
0 assistant | thought of 242 | "I'll get the current wea" | weather {"location":"San Francisco"} waiting | 243`,
	"openai-custom-tool-no-sequence.jsonl": `
interrupted
session "" waiting
0 assistant | write_sql "SELECT * FROM users WHERE age > 25" waiting | 70`,
	"openai-error-then-failed.jsonl": `
failed
session "" failed (You exceeded your cu)
0 assistant | open`,
	"openai-four-responses-one-file.jsonl": `
completed
session "" completed
0 assistant | thought of 163 | calculator {"a":12,"b":7,"op":"add"} waiting | 162
0 assistant | calculator {"a":19,"b":3,"op":"multiply"} waiting | 247
0 assistant | calculator {"a":57,"b":10,"op":"multiply"} waiting | 286
0 assistant | "The final result is **57" | 311`,
	"openai-hosted-shell-output-in-stream.jsonl": `
completed
session "" completed
0 assistant | shell_call {"commands":["echo 'Hello from… done = [{"outcome":{"type | "The command ran successf" | 320`,
	"openai-mcp-approval-waits.jsonl": `
interrupted
session "" waiting
0 assistant | create_short_url {"alias":"","description":"Sho… waiting | 470`,
	"openai-mcp-call-with-output-in-stream.jsonl": `
completed
session "" completed
0 assistant | create_short_url {"alias":"","description":"Sho… done = "✅ Short URL creat | "Done — here’s your short" | 848`,
	"openai-phase-two-messages.jsonl": `
completed
session "" completed
0 assistant | "Got it — I’ll quickly ch" | "Here are a few **AI head" | 7575`,
	"openai-program-three-responses.jsonl": `
completed
session "" completed
0 assistant | program "const inventory = await tools… done = "{\"inventory\":{\ | getInventory {"sku":"sku_123"} waiting | 718
0 assistant | getDemand {"sku":"sku_123"} waiting | 0
0 assistant | "Inventory is sufficient " | 792`,
	"two-calls-interleaved.sse": `
interrupted
session "" waiting
0 assistant | "Two lookups." | get_weather {"city":"Paris"} waiting | get_weather {"city":"Rome"} waiting | 29`,
	"ws-agents-two-turns-reused-call-id.jsonl": `
completed
session "" completed completed
0 user | "Paris?"
0 assistant | "Looking." | get_weather {"city":"Paris"} done = "sunny in Paris" | 29
0 assistant | "Sunny in Paris." | 29
1 user | "And Rome?"
1 assistant | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
1 assistant | "Rome too." | 29`,
	"ws-error-on-one-lane.jsonl": `
completed
session "b" completed
0 user | "b"
0 assistant | "b one two three" | 29
session "a" failed (Previous response no) completed
0 user | "a"
1 user | "a"
1 assistant | "a one two three" | 29`,
	"ws-steered-successor.jsonl": `
completed
session "main" completed
0 user | "Paris"
0 assistant | "I will start with" | 29
0 user | "Rome instead"
0 assistant | "Rome instead." | 29`,
	"ws-two-lanes-interleaved-colliding-ids.jsonl": `
completed
session "main" completed
0 user | "weather for main"
0 assistant | get_weather {"city":"Paris"} done = "sunny in Paris" | 29
0 assistant | "main has its answer" | 29
session "side" completed
0 user | "weather for side"
0 assistant | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
0 assistant | "side has its answer" | 29`,
	"xai-five-items-open-cut-in-text.jsonl": `
incomplete
session "" incomplete
0 assistant | x_keyword_search "{\"query\":\"from:xai filter:… abandoned | view_x_video "{\"video_url\":\"https://vide… abandoned | web_search_call {"type":"search","query":"","sources":[]} done | web_search_call {"type":"search","query":"","sources":[]} done | web_search_call {"type":"search","query":"","sources":[]} done | web_search_call {"type":"search","query":"","sources":[]} done | "### Latest Videos and Im" | open`,
	"agents-abort-in-the-middle.run.jsonl": `
incomplete
session "" incomplete
0 assistant | "one " | open`,
	"agents-as-tools-parallel-colliding-ids.run.jsonl": `
completed
session "" completed
0 assistant main | researcher {"input":"A"} done = "res says ok" | writer {"input":"B"} done = "wri says ok" | 29
0 assistant main | "Both done." | 29
session "call_1" of "", call call_1 completed
0 assistant researcher | get_weather {"city":"Paris"} done = "sunny in Paris" | 29
0 assistant researcher | "res says ok" | 29
session "call_2" of "", call call_2 completed
0 assistant writer | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
0 assistant writer | "wri says ok" | 29`,
	"agents-cut-inside-arguments-clean-end.run.jsonl": `
incomplete
session "" incomplete
0 assistant | get_weather {"city":"Pa abandoned open | open`,
	"agents-cut-inside-arguments-killed.run.jsonl": `
incomplete
session "" incomplete
0 assistant | get_weather {"city":"Pa abandoned open | open`,
	"agents-error-then-failed.run.jsonl": `
incomplete
session "" incomplete
0 assistant | "Hal" | open`,
	"agents-failing-tool.run.jsonl": `
completed
session "" completed
0 assistant main | boom {} done = "An error occurred | 29
0 assistant main | "It failed." | 29`,
	"agents-handoff-reused-item-ids.run.jsonl": `
completed
session "" completed
0 assistant front | "Passing on." | transfer_to_hr {} done = "{\"assistant\":\" | 29
0 assistant hr | "HR here." | 29`,
	"agents-incomplete-truncated-call.run.jsonl": `
incomplete
session "" incomplete (max_output_tokens)
0 assistant | "Look." | get_weather {"city":"Pa abandoned open | 29
anomaly malformed-arguments`,
	"agents-tool-first-duplicate-call-id.run.jsonl": `
interrupted
session "" waiting
0 assistant | get_weather {"city":"Paris"} waiting | get_weather {"city":"Rome"} waiting | 29
anomaly clashing-ids`,
	"agents-two-parallel-calls.run.jsonl": `
completed
session "" completed
0 assistant main | "Two lookups." | get_weather {"city":"Paris"} done = "sunny in Paris" | get_weather {"city":"Rome"} done = "sunny in Rome" | 29
0 assistant main | "Paris is sunny, Rome too" | 29`,
	"chat-agents-index-always-0.wire.jsonl": `
interrupted
session "" waiting
0 user | "go"
0 assistant | get_weather {"city":"Rome"} waiting | read {"path":"x"} waiting`,
	"chat-agents-no-finish-reason.wire.jsonl": `
completed
session "" completed (stop)
0 user | "go"
0 assistant | "Hi" | get_weather {"city":"Ro done open = "An error occurred | open
0 assistant | "All done."
anomaly malformed-arguments`,
	"chat-agents-two-calls-one-fails.wire.jsonl": `
completed
session "" completed (stop)
0 user | "go"
0 assistant | "Two things." | get_weather {"city":"Rome"} done = "sunny in Rome" | read {"path":"x"} done = "An error occurred | 14
0 assistant | "All done."`,
	"chat-alibaba-empty-id.jsonl": `
interrupted
session "" waiting
0 assistant | weather {"location": "San Francisco"} waiting | 317`,
	"chat-azure-usage-chunk-first-empty-choices.jsonl": `
completed
session "" completed (stop)
0 assistant | "Capital of Denmark." | 93`,
	"chat-deepseek-fragmented.jsonl": `
interrupted
session "" waiting
0 assistant | thought of 191 | weather {"location": "San Francisco"} waiting | 422`,
	"chat-groq-whole-call.jsonl": `
interrupted
session "" waiting
0 assistant | weather {} waiting | 225`,
	"chat-mistral-no-index-whole-call.jsonl": `
interrupted
session "" waiting
0 assistant | weather {"location": "San Francisco"} waiting | 146`,
	"chat-mistral-zai-no-id-empty-name.jsonl": `
interrupted
session "" waiting
0 assistant | webSearchTool {"query": "current Berlin weather"} waiting | 185`,
	"chat-xai-whole-call.jsonl": `
interrupted
session "" waiting
0 assistant | thought of 18 | weather {"location":"San Francisco"} waiting | 513`,
}

var _ = Describe("the recordings", func() {
	for name, want := range means {
		It("mean what the manifest says: "+name, func() {
			got, problems := read(name)
			Expect(problems).To(BeEmpty())
			Expect(drawn(got)).To(Equal(strings.TrimSpace(want)))
		})
	}

	It("of the hosted multi-agent beta are refused by its name", func() {
		_, problems := read("scripted-multi-agent-beta.sse")
		Expect(problems).NotTo(BeEmpty())
		Expect(problems[0].Reason).To(Equal(wire.Unsupported))
		Expect(problems[0].Detail).To(ContainSubstring("multi-agent beta"))
	})
})
