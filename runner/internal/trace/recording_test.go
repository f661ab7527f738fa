package trace_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("What lies beside a stream", func() {
	It("may all be missing", func() {
		r := trace.LoadRecording(tree(map[string]string{"stdout.jsonl": ""}))
		Expect(*r).To(Equal(trace.Recording{}))
		Expect(r.Ended()).To(BeFalse())
	})

	DescribeTable("meta.json tells how the program was called, and nothing of the machine",
		func(meta, want string) {
			r := trace.LoadRecording(tree(map[string]string{"meta.json": meta}))
			Expect(r.Meta).To(Equal(want))
			Expect(r.Unused).To(BeEmpty())
		},
		Entry("the recorder's", `{"agentType":"codex","command":"/Users/somebody/bin/codex","args":["exec","--json","-C","/Users/somebody/work","--api-key=secret","secret prompt"],
			"cwd":"/Users/somebody/work","envKeys":["HOME"],"model":"model-a","resumeSessionId":null}`, "codex, model model-a, with --json -C --api-key"),
		Entry("with a version and a session to go on with", `{"command":"claude","version":"2.1.329","resumeSessionId":"s"}`, "claude 2.1.329, resumed"),
		Entry("a command in one list, of another system", `{"command":["C:\\Program Files\\codex.exe","exec","--json"]}`, "codex.exe, with --json"),
		Entry("an agent without a command", `{"agentType":"claude-code"}`, "claude-code"),
		Entry("of another shape", `{"command":{"path":"x"},"args":"one","model":7,"version":[]}`, ""),
		Entry("nothing", `{}`, ""),
		Entry("what would steer a terminal", `{"command":"a\u001b[31mb"}`, `a\x1b[31mb`),
		Entry("a very long name", fmt.Sprintf(`{"model":%q}`, strings.Repeat("m", 100)), "model "+strings.Repeat("m", 60)+"… (40 more characters)"),
	)

	DescribeTable("exit.json tells how the process ended, in whatever spelling",
		func(exit, want string) {
			r := trace.LoadRecording(tree(map[string]string{"exit.json": exit}))
			Expect(r.Process.String()).To(Equal(want))
		},
		Entry("a code", `{"code":0,"signal":null,"finishedAt":"2026-01-02T03:04:05Z"}`, "exit code 0"),
		Entry("a signal", `{"code":null,"signal":"SIGINT"}`, "ended by SIGINT"),
		Entry("a shell's code for a signal", `{"code":137}`, "exit code 137, which is SIGKILL"),
		Entry("a high code that is no signal", `{"code":255}`, "exit code 255"),
		Entry("another key", `{"exit_code":3}`, "exit code 3"),
		Entry("neither", `{"finishedAt":1}`, "how it ended is not recorded"),
	)

	DescribeTable("that cannot be used is said, and costs nothing else",
		func(name, text, sentence string) {
			r := trace.LoadRecording(tree(map[string]string{name: text}))
			Expect(r.Unused).To(HaveExactElements(ContainSubstring(sentence)))
		},
		Entry("no JSON", "meta.json", "codex exec", "meta.json cannot be used: it is no JSON object"),
		Entry("a list", "exit.json", "[0]", "exit.json cannot be used: it is no JSON object"),
		Entry("no end in it", "exit.json", "{}", "exit.json cannot be used: it has neither code nor signal"),
		Entry("cut off", "exit.json.gz", string(gzipped(`{"code":0}`)[:12]), "exit.json cannot be used"),
		Entry("a folder", "stderr.log/", "", "stderr.log cannot be used: it is no ordinary file"),
		Entry("a giant", "meta.json", `{"a":"`+strings.Repeat("x", 2<<20)+`"}`, "longer than 1048576 bytes"),
	)

	Describe("stderr", func() {
		tail := func(files map[string]string) trace.Tail {
			r := trace.LoadRecording(tree(files))
			Expect(r.Unused).To(BeEmpty())
			return r.Stderr
		}

		It("is shown to its end, safe to print", func() {
			Expect(tail(map[string]string{"stderr.log": "one\r\n\x1b[31mred\x07\xff \u202eevil\n\n"}).Lines).To(Equal([]string{"one", `\x1b[31mred\x07\xff \u202eevil`}))
		})

		It("is bounded in lines, in their width and in bytes, and says what is left out", func() {
			long := strings.Repeat("line\n", 100_000) + strings.Repeat("w", 1000)
			for _, files := range []map[string]string{{"stderr.log": long}, {"stderr.log.gz": string(gzipped(long))}, {"stderr.log.zst": string(zstded(long))}} {
				t := tail(files)
				Expect(t.Lines).To(HaveLen(20))
				Expect(t.Lines[19]).To(HaveSuffix("… (600 more characters)"))
				Expect(t.Before).To(BeEquivalentTo(len(long) - 1000 - 19*5))
			}
		})

		It("is nothing where the file is empty or not there", func() {
			Expect(tail(map[string]string{"stderr.log": "\n"})).To(Equal(trace.Tail{}))
			Expect(tail(map[string]string{"exit.json": `{"code":0}`})).To(Equal(trace.Tail{}))
		})
	})
})

var _ = Describe("The verdict on a recording", func() {
	code := func(n int) *trace.Process { return &trace.Process{Code: &n} }
	signal := func(s string) *trace.Process { return &trace.Process{Signal: s} }
	judge := func(text string, p *trace.Process) (trace.Verdict, spec.Outcome) {
		GinkgoHelper()
		r, err := trace.Read(strings.NewReader(text), trace.Options{Recording: &trace.Recording{Process: p}})
		Expect(err).NotTo(HaveOccurred())
		return r.Verdict(), r.Transcript.Outcome
	}
	const (
		broken   = opens + says
		fails    = opens + says + closes + `{"kind":"turn.end","session":"main","turn":"t1","status":"failed","error":"no"}` + "\n"
		endless  = `{"ns":["model_request:u"],"mode":"messages","payload":[{"content":"Hi","id":"run-1","type":"ai"},{"langgraph_checkpoint_ns":"model_request:u"}]}` + "\n"
		complete = endless + `{"ns":["model_request:u"],"mode":"messages","payload":[{"content":"","response_metadata":{"finish_reason":"stop"},"id":"run-1","type":"ai"},{"langgraph_checkpoint_ns":"model_request:u"}]}` + "\n"
	)

	DescribeTable("lets a terminal event decide, whatever the exit code, and says where the two disagree",
		func(text string, p *trace.Process, want spec.Outcome, passed bool, remark string) {
			v, outcome := judge(text, p)
			Expect(outcome).To(Equal(want))
			Expect(v.Passed).To(Equal(passed))
			if remark == "" {
				Expect(v.Remarks).To(BeEmpty())
				return
			}
			Expect(v.Remarks).To(HaveExactElements(And(ContainSubstring(remark), ContainSubstring("account/terminal-by-structure"))))
		},
		Entry("both well", whole, code(0), spec.OutcomeCompleted, true, ""),
		Entry("both ill", fails, code(1), spec.OutcomeFailed, false, ""),
		Entry("success and an exit code", whole, code(1), spec.OutcomeCompleted, true, "exit code 1"),
		Entry("success and a signal", whole, signal("SIGKILL"), spec.OutcomeCompleted, true, "ended by SIGKILL"),
		Entry("failure and exit code 0", fails, code(0), spec.OutcomeFailed, false, "exit code 0"),
	)

	DescribeTable("says how a stream without its end broke off, and never that it went well",
		func(text string, p *trace.Process, words string) {
			v, outcome := judge(text, p)
			Expect(outcome).To(BeElementOf(spec.OutcomeIncomplete, spec.OutcomeUnknown))
			Expect(v.Passed).To(BeFalse())
			Expect(v.Outcome).To(HavePrefix(words))
		},
		Entry("nobody knows", broken, nil, "incomplete: its end was not seen"),
		Entry("an end that says why", broken+`{"kind":"turn.end","session":"main","turn":"t1","status":"incomplete","stop_reason":"max_tokens"}`+"\n", nil, "incomplete: max_tokens"),
		Entry("an interrupt", broken, signal("SIGINT"), "interrupted: ended by SIGINT"),
		Entry("an interrupt, by a shell", broken, code(130), "interrupted: exit code 130, which is SIGINT"),
		Entry("a kill", broken, signal("SIGKILL"), "killed: ended by SIGKILL"),
		Entry("a crash", broken, code(3), "broken off: exit code 3"),
		Entry("exit code 0 all the same", broken, code(0), "incomplete: its end was not seen, although the process ended with exit code 0"),
		Entry("a crash, in a dialect that has no end", complete, code(1), "broken off: exit code 1"),
		Entry("a kill, in a dialect that has no end", complete, signal("SIGTERM"), "killed: ended by SIGTERM"),
	)

	It("finds exit code 0 beside an incomplete stream, with the rule", func() {
		v, _ := judge(broken, code(0))
		Expect(v.Reasons).To(ContainElement(ContainSubstring("missing/every-prefix")))
	})

	It("takes the process's word where the dialect has no end and nothing is open", func() {
		v, outcome := judge(complete, code(0))
		Expect(outcome).To(Equal(spec.OutcomeUnknown))
		Expect(v.Passed).To(BeTrue())
	})
})
