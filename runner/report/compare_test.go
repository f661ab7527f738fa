package report_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The comparison of two logs", func() {
	failing := func(name, rule string) report.Case {
		return report.Case{Name: name, Verdict: spec.Fail, Findings: []spec.Finding{{Rule: rule, Verdict: spec.Fail, Case: name}}}
	}
	passing := func(name string) report.Case { return report.Case{Name: name, Verdict: spec.Pass} }
	log := func(deviation string, cases ...report.Case) *report.Log {
		f := &report.Footer{}
		if deviation != "" {
			f.Diagnosis = &report.Diagnosis{Deviations: []report.Diagnosed{{Name: deviation, Sentence: "It is wrong.", Cases: 2}}}
		}
		return &report.Log{Cases: cases, Footer: f}
	}
	titles := func(all []report.Change) (titles []string) {
		for _, c := range all {
			titles = append(titles, strings.SplitN(c.Title, ":", 2)[0])
		}
		return titles
	}

	It("says what is gone, new and still there, deviations and findings alike", func() {
		c := report.Compare(
			log("finished-only", failing("a", "attach/backward"), failing("b", "attach/by-id"), passing("c")),
			log("one-builder", passing("a"), failing("b", "attach/by-id"), failing("c", "session/no-leak")))
		Expect(titles(c.Gone)).To(ConsistOf(ContainSubstring("finished-only"), ContainSubstring("attach/backward")))
		Expect(titles(c.New)).To(ConsistOf(ContainSubstring("one-builder"), ContainSubstring("session/no-leak")))
		Expect(titles(c.Still)).To(ConsistOf(ContainSubstring("attach/by-id")))
		Expect(c.Mended).To(Equal([]string{"a"}))
		Expect(c.Broken).To(Equal([]string{"c"}))
		Expect(c.Worse()).To(BeTrue())
	})

	It("is worse if a case that passed fails by a rule that failed before", func() {
		c := report.Compare(log("", failing("a", "attach/by-id"), passing("b")), log("", failing("a", "attach/by-id"), failing("b", "attach/by-id")))
		Expect(c.New).To(BeEmpty())
		Expect(c.Worse()).To(BeTrue())
	})

	It("is no worse if less fails, and says that nothing fails in either", func() {
		c := report.Compare(log("", failing("a", "attach/by-id")), log("", passing("a")))
		Expect(c.Worse()).To(BeFalse())
		c = report.Compare(log("", passing("a")), log("", passing("a")))
		var to strings.Builder
		Expect(c.Write(&to)).To(Succeed())
		Expect(to.String()).To(Equal("nothing fails in either\n"))
	})

	It("says that the runs had other cases, since what is gone may not have been asked", func() {
		other := log("")
		other.Header.Seed = 2
		c := report.Compare(log("", failing("a\x1b[31m", "attach/by-id")), other)
		var to strings.Builder
		Expect(c.Write(&to)).To(Succeed())
		Expect(to.String()).To(SatisfyAll(HavePrefix("the two runs had other cases"), Not(ContainSubstring("\x1b"))))
	})
})
