package report_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The relations that cases were asked in", func() {
	It("are counted by what came of them, and those that say nothing do not count as held", func() {
		l := sample()
		for i, v := range []spec.Verdict{spec.Pass, spec.Untestable, spec.Fail, spec.Crash} {
			l.Cases[i].Relation = report.Relation{Name: "interleave", Verdict: v}
		}
		Expect(text(l)).To(ContainSubstring("relations: interleave 1 BROKEN, 1 CRASH, 1 held, 1 say nothing\n"))
	})

	It("are not mentioned where none was asked", func() {
		Expect(text(sample())).NotTo(ContainSubstring("relations:"))
	})
})
