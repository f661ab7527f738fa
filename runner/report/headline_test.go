package report_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The headline of a log", func() {
	rule := func(id string, v spec.Verdict) report.Case {
		return report.Case{Name: id + ".case", Verdict: v, Rules: []report.RuleVerdict{{Rule: id, Verdict: v}}, Findings: []spec.Finding{{Rule: id, Verdict: v}}}
	}

	It("counts rules that fail, that are known to fail, that pass, and that were not judged", func() {
		l := &report.Log{Cases: []report.Case{
			rule("attach/by-id", spec.Fail), rule("attach/by-id", spec.Fail), rule("attach/accumulate", spec.Fail),
			rule("attach/tool-first", spec.Pass), rule("attach/turn-bound", spec.NotObservable),
		}}
		Expect(report.HeadlineOf(l).String()).To(Equal("2 rules fail, 0 known, 1 pass, 1 not judged"))
		l.Known = func(_ string, _ spec.Verdict, rule, _ string) string {
			if rule == "attach/by-id" {
				return "#12"
			}
			return ""
		}
		Expect(report.HeadlineOf(l).String()).To(Equal("1 rule fails, 1 known, 1 pass, 1 not judged"))
	})

	It("says what is only a SHOULD, and what fails without a rule", func() {
		should := ""
		for _, r := range spec.Rules() {
			if r.Level == spec.Should {
				should = r.ID
			}
		}
		Expect(should).NotTo(BeEmpty())
		l := &report.Log{Cases: []report.Case{rule(should, spec.Fail), {Name: "generated/agentc/1", Verdict: spec.Crash}}}
		Expect(report.HeadlineOf(l).String()).To(Equal("1 rule fails (1 of them SHOULD), 0 known, 0 pass, 1 failing case without a rule"))
	})

	It("is of nothing for an empty log", func() {
		Expect(report.HeadlineOf(&report.Log{}).String()).To(Equal("0 rules fail, 0 known, 0 pass"))
	})
})
