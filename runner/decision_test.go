package runner_test

import (
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// withDecision is a candidate that reads with a wrong model.
func withDecision(m deviation.Deviation) *reader {
	c := honest(dialects.GeneratedNames()...)
	c.deviations = []deviation.Deviation{m}
	return c
}

// attributedFor are the rules that a wrong model is charged with as a program.
func attributedFor(m deviation.Deviation, cases int) []string {
	GinkgoHelper()
	log := withCorpus(cases).about(m.Rule()).of(withDecision(m))
	return slices.DeleteFunc(attributedRules(log), func(rule string) bool { return rule == "" })
}

// Each of these was charged with three rules or more by the aspects that differ: by
// what follows from the wrong part, and by faults that only build the stream.
var _ = Describe("A candidate with one wrong decision", func() {
	DescribeTable("is charged with the rules that speak of it", func(name string, want ...string) {
		m, known := deviation.ByName(name)
		Expect(known).To(BeTrue())
		log := withCorpus(40).about(m.Rule()).of(withDecision(m))
		Expect(attributedRules(log)).To(ConsistOf(want), "%+v", report.Groups(log.Cases))
	},
		Entry("an abandoned call, wherever its stream broke off", "abandoned-is-done", "missing/abandoned"),
		Entry("the end of the input, also where a turn, a session and the outcome differ", "cut-is-success", "missing/every-prefix"),
		Entry("the same, where the input's end is a wait for more", "end-is-awaited", "missing/every-prefix"),
		Entry("a child's words in its parent", "child-speaks-in-parent", "session/no-leak"),
		Entry("a session's parent, with the links and agents that follow from it", "parent-unknown", "session/nested"),
		Entry("a child's link", "child-unlinked", "session/recorded"),
		Entry("what is active, in streams with other faults", "only-executing", "notify/lifecycle"),
		Entry("an agent's name", "agent-by-description", "identity/agent-from-arguments"),
		Entry("metadata on calls and on parts without text", "metadata-dropped", "identity/metadata-kept"),
		Entry("a call that stands in two places", "attached-twice", "attach/exactly-once"),
	)
})

// BenchmarkOneDecision counts the rules that each wrong model is charged with.
func BenchmarkOneDecision(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		sum, most, shown, own := 0, 0, 0, 0
		for _, m := range deviation.Models() {
			rules := attributedFor(m, 150)
			if len(rules) == 0 {
				continue
			}
			sum, most, shown = sum+len(rules), max(most, len(rules)), shown+1
			if slices.ContainsFunc(rules, m.Breaks) {
				own++
			}
		}
		b.ReportMetric(float64(sum)/float64(shown), "rules/decision")
		b.ReportMetric(float64(most), "most-rules")
		b.ReportMetric(float64(own)/float64(shown), "own-rule")
		b.ReportMetric(float64(shown), "decisions")
	}
}
