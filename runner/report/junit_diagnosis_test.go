package report_test

import (
	"bytes"
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("An example in a log", func() {
	It("keeps stream and transcripts, unless they are long: then it says how long", func() {
		short := report.Example{Case: "a", Records: 1, Stream: "{}\n", Expected: json.RawMessage(`{}`), Seen: json.RawMessage(`{}`), Replay: "a.txtar"}
		Expect(short.Bounded()).To(Equal(short))
		long := short
		long.Stream = strings.Repeat("x", 1<<20)
		Expect(long.Bounded()).To(Equal(report.Example{Case: "a", Records: 1, Replay: "a.txtar", LeftOut: 1<<20 + 4}))
	})
})

var _ = Describe("The diagnosis in JUnit", func() {
	log := func() *report.Log {
		return &report.Log{
			Header: report.Header{Accepted: []report.Accepted{{Deviation: "only-executing", Issue: "#13"}}},
			Cases: []report.Case{{Name: "g/1", Verdict: spec.Fail, Rules: []report.RuleVerdict{{Rule: "notify/lifecycle", Verdict: spec.Fail}}, Findings: []spec.Finding{
				{Case: "g/1", Verdict: spec.Fail, Rule: "notify/lifecycle", Deviation: "only-executing"},
			}}, {Name: "g/2", Verdict: spec.Fail, Rules: []report.RuleVerdict{{Rule: "attach/by-id", Verdict: spec.Fail}}, Findings: []spec.Finding{
				{Case: "g/2", Verdict: spec.Fail, Rule: "attach/by-id"},
			}}},
			Footer: &report.Footer{Diagnosis: &report.Diagnosis{Of: 9, Failing: 9, Explained: 6, Deviations: []report.Diagnosed{
				{Name: "keeps-last-piece", Sentence: "It keeps the last piece.", Rules: []string{"fragment/concatenate"}, Cases: 5, Example: report.Example{Records: 3, Replay: "f.txtar"}},
				{Name: "only-executing", Sentence: "It shows what is executed only.", Rules: []string{"notify/lifecycle"}, Cases: 1},
			}, Clusters: []report.Unexplained{{Decisions: []report.Suspected{{What: "The call of a result"}}, Rules: []string{"attach/by-id"}, Cases: 3}}}},
			Known: func(_ string, _ spec.Verdict, _, deviation string) string {
				if deviation == "only-executing" {
					return "#13"
				}
				return ""
			},
		}
	}

	It("has no failure where all failures of the shortest case of a guess are known", func() {
		var b bytes.Buffer
		l := log()
		l.Footer.Diagnosis.Deviations = l.Footer.Diagnosis.Deviations[:1]
		l.Footer.Diagnosis.Deviations[0].Smallest, l.Footer.Diagnosis.Clusters[0].Smallest = "g/1", "g/1"
		Expect(report.JUnit{}.Write(&b, l)).To(Succeed())
		Expect(b.String()).To(ContainSubstring(`<testsuite name="diagnosis" tests="2" failures="0" errors="0" skipped="2">`))
	})

	It("is the first suite: a failure for each deviation and cluster, and skipped where it is accepted", func() {
		var b bytes.Buffer
		Expect(report.JUnit{}.Write(&b, log())).To(Succeed())
		Expect(b.String()).To(MatchRegexp(`^[^>]*>\s*<testsuites [^>]*>\s*<testsuite name="diagnosis" tests="3" failures="2" errors="0" skipped="1">`))
		Expect(b.String()).To(And(
			ContainSubstring(`<failure message="It keeps the last piece. 5 cases">`), ContainSubstring("again: quock replay f.txtar"),
			ContainSubstring(`<skipped message="known #13: It shows what is executed only. 1 case">`),
			ContainSubstring(`<testcase name="unknown 1" classname="diagnosis">`), ContainSubstring(`<failure message="unknown: The call of a result">`),
			ContainSubstring(`<skipped message="known #13: 1 fail">`),
		))
	})
})
