package runlog

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
)

var _ = DescribeTable("The first line of a report says whether the run passed, and why not where the rules do not say it",
	func(code int, h report.Headline, line string) { Expect(Headline(code, "why", h)).To(Equal(line)) },
	Entry("a pass", 0, report.Headline{Pass: 3}, "PASS: 0 rules fail, 0 known, 3 pass"),
	Entry("rules fail", 1, report.Headline{Fail: 1, Known: 2}, "FAIL: 1 rule fails, 2 known, 0 pass"),
	Entry("no rule that binds fails", 1, report.Headline{Fail: 1, Should: 1}, "FAIL: 1 rule fails (1 of them SHOULD), 0 known, 0 pass; why"),
	Entry("it could not be judged", 3, report.Headline{Fail: 1}, "INCOMPLETE: 1 rule fails, 0 known, 0 pass; why"),
	Entry("an interruption", 130, report.Headline{}, "INTERRUPTED: 0 rules fail, 0 known, 0 pass; why"),
)
