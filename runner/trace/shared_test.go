package trace_test

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// shared is the folder of recorded traces beside the work tree, if there is one.
func shared() string { return filepath.Join("..", "..", "..", "shared", "traces") }

// known reports whether there is a codec for a folder's traces.
func known(folder string) bool {
	_, _, err := dialects.Lookup(strings.ReplaceAll(folder, "-", ""))
	return err == nil
}

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
			if folder, _, _ := strings.Cut(filepath.ToSlash(name), "/"); !known(folder) {
				Skip("there is no codec for " + folder)
			}
			r := readFile(name)
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

	DescribeTable("that went wrong are not successful",
		func(name string, want spec.Outcome, said ...string) {
			r := readFile(name)
			Expect(r.Transcript.Outcome).To(Equal(want))
			Expect(r.Verdict().Passed).To(BeFalse())
			for _, s := range said {
				Expect(printed(r)).To(ContainSubstring(s))
			}
		},
		Entry("a tool failed", "langgraph/tool-error-aborts-run.jsonl", spec.OutcomeFailed,
			"call call_A task: abandoned", "call call_B task: abandoned", "call call_researcher_4 lookup: abandoned"),
		Entry("it was killed", "claude-code/lab/sigkill-no-result.jsonl", spec.OutcomeIncomplete, "toolu_labA"),
		Entry("it waits", "langgraph/hitl-1-interrupt.jsonl", spec.OutcomeInterrupted, "call call_A task: waiting"),
	)
})
