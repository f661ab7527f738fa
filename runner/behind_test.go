package runner_test

import (
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// BenchmarkHidden measures how many rules a loud mistake leaves without an answer,
// of those that the same candidate without it passes.
func BenchmarkHidden(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		untestable, claimed := 0, 0
		for _, p := range bug.Pairs() {
			hidden, passed := hides(300, p.Loud)
			untestable, claimed = untestable+len(hidden), claimed+passed
			b.Logf("behind %s: %s", p.Loud, strings.Join(hidden, ", "))
		}
		b.ReportMetric(100*float64(untestable)/float64(claimed), "%untestable")
	}
}

// hides returns the rules that a candidate with a deviation has no answer for, of those
// that it passes without, and how many these are.
func hides(cases int, name string) (hidden []string, passed int) {
	shown := verdictsBehind(withCorpus(cases), name)
	for rule, v := range verdictsBehind(withCorpus(cases)) {
		if !v.Passed() {
			continue
		}
		if passed++; !shown[rule].Passed() && !shown[rule].Blames() {
			hidden = append(hidden, rule)
		}
	}
	slices.Sort(hidden)
	return hidden, passed
}

// verdictsBehind are the verdicts of a run on the rules, of a candidate that is right but for
// deviations.
func verdictsBehind(r *trialRun, names ...string) map[string]spec.Verdict {
	r.selection.Dialects = []string{"agentc"}
	with := honest("agentc")
	for _, name := range names {
		with.deviations = append(with.deviations, deviationOf(name))
	}
	verdicts := map[string]spec.Verdict{}
	for _, rule := range report.Rules(r.of(with).Cases) {
		verdicts[rule.Rule] = rule.Verdict
	}
	return verdicts
}

func deviationOf(name string) deviation.Deviation {
	GinkgoHelper()
	d, known := deviation.ByName(name)
	Expect(known).To(BeTrue(), name)
	return d
}

var _ = Describe("A rule behind a loud mistake", func() {
	// always-next moves every call to a later message, and loses one that no message follows.
	const loud = "always-next"

	DescribeTable("passes where a wrong model of it would show behind the mistake, and is charged to a program that has both",
		func(rule, wrong string) {
			Expect(verdictsBehind(withCorpus(0), loud)[rule]).To(Equal(spec.Pass))
			Expect(verdictsBehind(withCorpus(0), loud, wrong)[rule]).To(Equal(spec.Fail))
		},
		Entry("usage, though calls are missing", "account/usage-once", "usage-of-all"),
		Entry("records of unknown kind, though calls are missing", "wire/unknown-skipped", "unknown-is-text"),
	)

	// No call attaches to a message that is there, and so none is added to one that has calls.
	DescribeTable("has no answer where each wrong model of it reads every stream as the mistake alone does",
		func(rule string) {
			alone := verdictsBehind(withCorpus(0), loud)
			Expect(alone[rule]).To(Equal(spec.Untestable))
			for _, m := range deviation.Models() {
				if m.Rule() == rule {
					Expect(verdictsBehind(withCorpus(0), loud, m.Name)).To(Equal(alone), m.Name)
				}
			}
		},
		Entry("calls of one message", "attach/accumulate"),
		Entry("a message that gets a call", "attach/update-announced"),
	)
})
