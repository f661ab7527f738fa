package trace_test

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

// shared is the folder of recorded traces beside the work tree, if there is one.
func shared() string { return filepath.Join("..", "..", "..", "..", "shared", "traces") }

var _ = Describe("The recorded traces", func() {
	BeforeEach(func() {
		if _, err := os.Stat(shared()); err != nil {
			Skip("they are not beside the work tree")
		}
	})
	readFile := func(name string) *trace.Reading {
		GinkgoHelper()
		file, err := os.Open(filepath.Join(shared(), name))
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		r, err := trace.Read(file, trace.Options{})
		Expect(err).NotTo(HaveOccurred(), name)
		return r
	}

	It("are all understood, record for record, and end in a verdict and a transcript", func() {
		places, err := trace.Find(shared(), true)
		Expect(err).NotTo(HaveOccurred())
		Expect(len(places)).To(BeNumerically(">", 50))
		for _, place := range places {
			name, _ := filepath.Rel(shared(), place.Stream)
			folder, _, _ := strings.Cut(filepath.ToSlash(name), "/")
			r := readFile(name)
			Expect(r.Dialect).To(HavePrefix(strings.ReplaceAll(folder, "-", "")), name)
			Expect(r.Problems).To(BeEmpty(), name)
			Expect(r.Unknown).To(BeEmpty(), name)
			Expect(r.Reason).NotTo(BeEmpty(), name)
			Expect(r.Transcript.Outcome).NotTo(BeElementOf(spec.OutcomeOpen, spec.Outcome("")), name)
			Expect(printed(r)).To(And(MatchRegexp(`(?m)^verdict: (pass$|FAIL: )`), ContainSubstring(`session "`)), name)
		}
	})

	It("show both sub-agents with their own calls, arguments and results", func() {
		text := printed(readFile("langgraph/parallel-two-subagents.jsonl"))
		Expect(text).To(MatchRegexp(`(?s)call call_A task: done
 *args: {"description":"Find the population of Utopia","subagent_type":"researcher"}
 *result: "researcher report: Find the population of Utopia"
 *session ".*agent researcher.*call call_researcher_29 lookup: done.*call call_B task: done
 *args: {"description":"Compute growth 12\*12","subagent_type":"data-analyst"}
 *result: "analyst report: Compute growth 12\*12"
 *session ".*agent data-analyst.*call call_analyst_20`))
	})

	It("show three levels of agents, one inside the other", func() {
		text := printed(readFile("cagent/wire-nested-transfer.jsonl"))
		Expect(text).To(MatchRegexp(`(?s)\nsession ".*text: root done\n  session ".*agent worker: closed\n.*text: worker done\n    session ".*agent leaf: closed\n.*text: leaf done`))
	})

	It("show two children of Claude Code with their own calls", func() {
		text := printed(readFile("claude-code/lab/two-parallel-subagents-partial.jsonl"))
		Expect(text).To(MatchRegexp(`(?s)call toolu_labT1 Task: done.* {8}session "toolu_labT1".* {14}call toolu_labI1 Bash: done` +
			`.* {6}call toolu_labT2 Task: done.* {8}session "toolu_labT2".* {14}call toolu_labI2 Bash: done.* {14}call toolu_labI3 Read: failed`))
	})

	It("show an item that never ended in a turn that did", func() {
		r := readFile("codex/lab/v163-started-never-completed-turn-completed.jsonl")
		Expect(r.Transcript.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(r.Verdict().Passed).To(BeTrue(), "the dialect lets items stay open")
		Expect(printed(r)).To(MatchRegexp(`turn 1: completed[^\0]*abandoned call item_1 command_execution: abandoned`))
	})

	It("show a persisted session as the history that it is", func() {
		r := readFile("cagent/session-handoff-and-transfer.json")
		Expect(r.Dialect).To(Equal("cagent:session"))
		Expect(printed(r)).To(And(MatchRegexp(`(?m)^  session ".*child of "`), ContainSubstring("transfer_task: done")))
	})

	It("of an interrupted run show it with the exit code that was recorded, and alone do not", func() {
		const name = "codex/lab/v163-sigint-no-terminal.jsonl"
		Expect(readFile(name).Verdict().Outcome).To(Equal("incomplete: its end was not seen"))
		for _, end := range []struct {
			process trace.Process
			words   string
		}{{trace.Process{Code: new(1)}, "interrupted: no terminal event and exit code 1, which is how codex ends"}, {trace.Process{Code: new(130)}, "interrupted: exit code 130"}} {
			file, err := os.Open(filepath.Join(shared(), name))
			Expect(err).NotTo(HaveOccurred())
			r, err := trace.Read(file, trace.Options{Recording: &trace.Recording{Process: &end.process}})
			Expect(err).NotTo(HaveOccurred())
			Expect(file.Close()).To(Succeed())
			Expect(r.Verdict().Outcome).To(HavePrefix(end.words))
			Expect(r.Verdict().Passed).To(BeFalse())
		}
	})

	DescribeTable("that went wrong are not successful",
		func(name string, want spec.Outcome, sentences ...string) {
			r := readFile(name)
			Expect(r.Transcript.Outcome).To(Equal(want))
			Expect(r.Verdict().Passed).To(BeFalse())
			for _, s := range sentences {
				Expect(printed(r)).To(ContainSubstring(s))
			}
		},
		Entry("a tool failed", "langgraph/tool-error-aborts-run.jsonl", spec.OutcomeFailed,
			"call call_A task: abandoned", "call call_B task: abandoned", "call call_researcher_4 lookup: abandoned"),
		Entry("it was killed", "claude-code/lab/sigkill-no-result.jsonl", spec.OutcomeIncomplete, "toolu_labA"),
		Entry("it waits", "langgraph/hitl-1-interrupt.jsonl", spec.OutcomeInterrupted, "call call_A task: waiting"),
	)
})
