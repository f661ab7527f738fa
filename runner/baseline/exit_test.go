package baseline_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

func logOf(stopped string, verdicts ...spec.Verdict) *report.Log {
	l := &report.Log{Footer: &report.Footer{Stopped: stopped}}
	for _, v := range verdicts {
		l.Cases = append(l.Cases, report.Case{Verdict: v})
	}
	return l
}

func unlisted(rule string, v spec.Verdict) baseline.Outcome {
	return baseline.Outcome{Unlisted: []baseline.Failure{{Rule: rule, Verdict: v}}}
}

var _ = DescribeTable("A run ends with the code that comes first of those that apply",
	func(l *report.Log, known baseline.Outcome, code int) {
		got, why := known.Exit(l)
		Expect(int(got)).To(Equal(code), why)
		Expect(why).NotTo(BeEmpty())
	},
	Entry("all passed", logOf("", spec.Pass), baseline.Outcome{}, 0),
	Entry("all failures are listed", logOf("", spec.Fail), baseline.Outcome{Listed: 1}, 0),
	Entry("what is not claimed or observable was declared so", logOf("", spec.NotClaimed, spec.NotObservable), baseline.Outcome{}, 0),
	Entry("a failure", logOf("", spec.Fail), unlisted("attach/by-id", spec.Fail), 1),
	Entry("a failure without a rule", logOf("", spec.Crash), unlisted("", spec.Crash), 1),
	Entry("a breach of a SHOULD is reported, and no more", logOf("", spec.Fail), unlisted("attach/update-announced", spec.Fail), 0),
	Entry("a stale list", logOf("", spec.Pass), baseline.Outcome{Stale: []string{"line 1"}}, 1),
	Entry("a protocol error comes before a failure", logOf("", spec.ProtocolError, spec.Fail),
		baseline.Outcome{Unlisted: []baseline.Failure{{Verdict: spec.Fail}, {Verdict: spec.ProtocolError}}}, 2),
	Entry("cases were not run", logOf(report.Restarts, spec.Pass, spec.NotRun), baseline.Outcome{}, 3),
	Entry("a failure comes before what was not run", logOf(report.Restarts, spec.NotRun), unlisted("", spec.Crash), 1),
	Entry("our own failure", logOf("", spec.HarnessError), baseline.Outcome{}, 3),
	Entry("a verdict that nobody set is our own failure", logOf("", 0), baseline.Outcome{}, 3),
	Entry("our own failure comes before one of the candidate", logOf("", spec.HarnessError, spec.Fail), unlisted("attach/by-id", spec.Fail), 3),
	Entry("our own failure comes before a protocol error", logOf("", spec.HarnessError), unlisted("", spec.ProtocolError), 3),
	Entry("nothing could be told", logOf("", spec.Untestable), baseline.Outcome{Untestable: []*report.Case{{}}}, 3),
	Entry("what listed failures make untestable is declared", logOf("", spec.Untestable), baseline.Outcome{Listed: 1}, 0),
	Entry("no footer", &report.Log{}, baseline.Outcome{}, 3),
	Entry("out of time is what was asked for", logOf(report.OutOfTime, spec.Pass), baseline.Outcome{}, 0),
	Entry("an interruption comes before all", logOf(report.Interrupted, spec.Fail), unlisted("", spec.Fail), 130),
)
