package trace_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

// laboratory is where the recorded runs lie, beside the work tree.
var laboratory = filepath.Join("..", "..", "..", "..", "shared", "recordings")

// otherwise are the pairs that differ, each for a reason of the program's: a pattern
// for every one of the differences, by the stream's file.
var otherwise = map[string]string{
	// The file has the whole session, and the stream is of a later run, a turn of it.
	"claude-session/compaction-then-turn/stream.jsonl":                 ` missing: `,
	"claude-session/compaction-then-turn/stream-compact.jsonl":         ` missing: `,
	"claude-session/fork-copies-history/stream.jsonl":                  ` missing: `,
	"claude-session/resume-2-same-file/stream.jsonl":                   ` missing: `,
	"claude-session/resume-at-earlier-branch/stream.jsonl":             ` missing: `,
	"codex-rollout/resume-reused-call-id-then-compaction/exec-1.jsonl": ` missing: `,
	"codex-rollout/resume-reused-call-id-then-compaction/exec-2.jsonl": ` missing: `,
	"codex-rollout/resume-reused-call-id-then-compaction/exec-3.jsonl": ` missing: `,
	"codex-rollout/v098-legacy-two-turns/exec-1.jsonl":                 ` missing: `,
	"codex-rollout/v098-legacy-two-turns/exec-2.jsonl":                 ` missing: `,
	// The stream gives the program's error as a message, which the file marks as no message.
	"claude-session/malformed-and-truncated-tool-input/stream.jsonl":              ` extra: .*API Error: Connection lost`,
	"claude-session/stream-cut-after-tool-error-record-is-dead-leaf/stream.jsonl": ` extra: .*API Error: Connection lost`,
	// What was streamed ended without its figures.
	"claude-session/stream-aborted-then-non-streaming-message/stream.jsonl": `^sessions\[""\]\.messages\[0\]\.usage missing: `,
	// Files of these versions link no agent to its call.
	"claude-session/v1.0.100-sidechains-in-one-file/stream.jsonl": `child extra: |^sessions\["[^"]+"\]`,
	"claude-session/v2.0.21-sidechains-in-one-file/stream.jsonl":  `child extra: |^sessions\["[^"]+"\]`,
	// The stream has the child's items on the parent's thread.
	"codex-rollout/v098-two-subagents-exec-leaks-child/exec.jsonl": ` extra: .*"text":"one (starts|done)"`,
}

// A session file and what the program wrote to stdout are two records of one run.
var _ = Describe("Two records of one run", func() {
	parse := func(from io.ReadCloser) *trace.Reading {
		GinkgoHelper()
		defer from.Close()
		text, err := io.ReadAll(from)
		Expect(err).NotTo(HaveOccurred())
		r, err := trace.Read(bytes.NewReader(text), trace.Options{})
		Expect(err).NotTo(HaveOccurred())
		return r
	}
	read := func(name string) *trace.Reading {
		GinkgoHelper()
		file, err := os.Open(name)
		Expect(err).NotTo(HaveOccurred())
		return parse(file)
	}
	// of is the session file of a stream, with its agents' files if it has any.
	of := func(stream, file string) *trace.Reading {
		GinkgoHelper()
		dir := filepath.Dir(stream)
		bundle := filepath.Join(dir, "bundle.jsonl")
		if _, err := os.Stat(bundle); err == nil {
			return read(bundle)
		}
		places, err := trace.Find(dir, false)
		Expect(err).NotTo(HaveOccurred())
		children, err := filepath.Glob(filepath.Join(dir, "child-*.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		for _, place := range places {
			if place.Stream == filepath.Join(dir, file) && len(place.Parts) > 0 {
				Expect(place.Parts).To(HaveLen(1 + len(children)))
				return parse(place.Read())
			}
		}
		Expect(children).To(BeEmpty(), dir)
		return read(filepath.Join(dir, file))
	}

	DescribeTable("agree in all that both can say, or differ for a reason of the program's", func(streams, file string) {
		names, err := filepath.Glob(filepath.Join(laboratory, filepath.FromSlash(streams)))
		Expect(err).NotTo(HaveOccurred())
		if len(names) == 0 {
			Skip("no recordings at " + laboratory)
		}
		compared := 0
		for _, name := range names {
			short, err := filepath.Rel(laboratory, name)
			Expect(err).NotTo(HaveOccurred())
			a, b := of(name, file), read(name)
			both, reverse := trace.Compare(a, b), trace.Compare(b, a)
			Expect(reverse.Differences).To(HaveLen(len(both.Differences)), short)
			reason, differs := otherwise[filepath.ToSlash(short)]
			if !differs {
				Expect(both.Differences).To(BeEmpty(), short)
				compared += both.Texts + both.Calls
				continue
			}
			Expect(both.Differences).NotTo(BeEmpty(), short)
			for _, d := range both.Differences {
				Expect(d.String()).To(MatchRegexp(reason), short)
				Expect(max(a.Line(d.WantAt), b.Line(d.GotAt))).To(BeNumerically(">", 0), "%s: %s has no line", short, d)
			}
		}
		Expect(compared).To(BeNumerically(">", 10))
	},
		Entry("Claude Code", "claude-session/*/stream*.jsonl", "session.jsonl"),
		Entry("Codex", "codex-rollout/*/exec*.jsonl", "rollout.jsonl"),
	)

	// Each line is what a second record says otherwise; a comparison that finds nothing
	// there finds nothing in the recordings, either.
	const stream = `{"type":"system","subtype":"init","session_id":"S","uuid":"u0","claude_code_version":"2.1.330","tools":[],"model":"m","cwd":"/w","apiKeySource":"none","permissionMode":"default","mcp_servers":[],"slash_commands":[],"output_style":"default"}
{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Looking."}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},"parent_tool_use_id":null,"session_id":"S","uuid":"u1"}
{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"ls"}}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},"parent_tool_use_id":null,"session_id":"S","uuid":"u2"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"a.txt"}]},"parent_tool_use_id":null,"session_id":"S","uuid":"u3"}
`
	text := func(s string) *trace.Reading {
		GinkgoHelper()
		r, err := trace.Read(strings.NewReader(s), trace.Options{})
		Expect(err).NotTo(HaveOccurred())
		return r
	}
	DescribeTable("differ in what they say otherwise, at a line of each", func(old, other, path string, want, got int) {
		a, b := text(stream), text(strings.Replace(stream, old, other, 1))
		c := trace.Compare(a, b)
		Expect(c.Differences).To(HaveLen(1))
		d := c.Differences[0]
		Expect(d.Path).To(Equal(path))
		Expect(d.Kind).To(Equal(spec.Changed))
		Expect([]int{a.Line(d.WantAt), b.Line(d.GotAt)}).To(Equal([]int{want, got}))
	},
		Entry("a text", "Looking.", "Looked.", `sessions[""].messages[0].parts[0].text`, 2, 2),
		Entry("an argument", `"ls"`, `"pwd"`, `sessions[""].messages[0].calls[0].args`, 3, 3),
		Entry("a result", `"a.txt"`, `"b.txt"`, `sessions[""].messages[0].calls[0].result`, 3, 3),
	)
	It("agree where only their end differs", func() {
		last := strings.LastIndex(strings.TrimSpace(stream), "\n") + 1
		Expect(trace.Compare(text(stream[:last]), text(stream[:last]+`{"type":"result","subtype":"success","is_error":false,"duration_ms":1,"duration_api_ms":1,"num_turns":1,"result":"","session_id":"S","total_cost_usd":0,"usage":{"input_tokens":1,"output_tokens":1},"uuid":"u9"}
`)).Differences).To(BeEmpty())
	})
})
