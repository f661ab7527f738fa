package report_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
)

var _ = Describe("The text of a diagnosis", func() {
	text := func(d *report.Diagnosis) string {
		GinkgoHelper()
		var to strings.Builder
		Expect(report.Text{}.Write(&to, &report.Log{Footer: &report.Footer{Diagnosis: d}})).To(Succeed())
		return to.String()
	}

	It("names each deviation with what it breaks, how often it shows and where", func() {
		Expect(text(&report.Diagnosis{Of: 12, Failing: 12, Explained: 10, KeptOut: 2, Predicted: 1, Deviations: []report.Diagnosed{
			{Name: "finished-only", Sentence: "A call attaches to finished messages only.", Rules: []string{"attach/backward"}, Cases: 10, Smallest: "a/1"},
			{Name: "args-as-values", Sentence: "Arguments are values.", Choice: "arguments=value", Cases: 2, Equals: []string{"other"}, Partly: true},
		}})).To(SatisfyAll(
			ContainSubstring("but for 2 deviations (explain 10 of 12 failing cases; predicted 1 of the 2 that were not used to choose them)"),
			ContainSubstring("breaks attach/backward; 10 cases, the shortest is a/1"),
			ContainSubstring("(partly: most of the cases where it shows differ in more)"),
			ContainSubstring("a choice, if it declares arguments=value; 2 cases"),
			ContainSubstring("no case tells it from: other"),
			ContainSubstring("2 failing cases: no known deviation explains all of it"),
		))
	})

	It("says that nothing known explains the failures", func() {
		Expect(text(&report.Diagnosis{Of: 3, Failing: 3})).To(ContainSubstring("no known deviation explains the 3 failing cases"))
	})

	It("says of cases that did not fail again that the answer depends on more than the stream", func() {
		Expect(text(&report.Diagnosis{Of: 5, Failing: 3, Wavering: 2})).To(SatisfyAll(
			ContainSubstring("no known deviation explains the 3 failing cases"),
			ContainSubstring("2 cases more did not fail again in another process: the answer depends on more than the stream"),
		))
		Expect(text(&report.Diagnosis{Of: 84, Failing: 5, Wavering: 79})).To(SatisfyAll(
			ContainSubstring("no diagnosis: 79 of the 84 failing cases did not fail again in another process; the answer depends on more than the stream"),
			Not(ContainSubstring("explains")),
		))
	})

	It("says where the candidate departs if nothing known explains it", func() {
		Expect(text(&report.Diagnosis{Of: 9, Failing: 9, Clusters: []report.Unexplained{
			{Decisions: []report.Suspected{{Name: "ResultCall", What: "The call of a result", Nearest: "The call of a result is none."}, {Name: "Orphan", What: "Keeping a result"}},
				Rules: []string{"attach/by-id"}, Part: "sessions.messages.calls.result", Departs: 7, Taken: 8, Cases: 7, Smallest: "a/1"},
		}})).To(SatisfyAll(
			ContainSubstring("no known deviation explains the 9 failing cases"),
			ContainSubstring("unknown, 1 cluster\n   1. The call of a result (or: Keeping a result)\n"),
			ContainSubstring("nearest to it: The call of a result is none."),
			ContainSubstring("speaks of attach/by-id; shows in sessions.messages.calls.result; departs at 7 of the 8 places where this is decided; 7 cases, the shortest is a/1"),
		))
	})

	It("gives the smallest stream of a deviation, and how to replay it", func() {
		Expect(text(&report.Diagnosis{Of: 3, Failing: 3, Deviations: []report.Diagnosed{
			{Name: "finished-only", Cases: 3, Smallest: "a/1", Example: report.Example{Records: 4, Position: 3, Replay: "attach-1.txtar"}},
		}})).To(ContainSubstring("      shows alone in a stream of 4 records, after record 3\n      again: quock replay attach-1.txtar -- "))
	})

	It("says of a deviation that it was derived", func() {
		Expect(text(&report.Diagnosis{Of: 9, Failing: 9, Deviations: []report.Diagnosed{{Name: "a:none", Derived: true, Cases: 3}}})).To(ContainSubstring("it is not in the registry"))
	})

	It("is absent without a diagnosis", func() {
		Expect(text(nil)).NotTo(ContainSubstring("diagnosis"))
	})
})
