package report_test

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

func TestReport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Report")
}

func finding(rule string, position int, faults ...string) spec.Finding {
	f := spec.Finding{
		Rule: rule, Verdict: spec.Fail, Position: position, Replay: "attach-by-id-1.txtar",
		Differences: []spec.Difference{{Path: "sessions[\"s\"].messages[0].calls[0].result", Kind: spec.Changed, Part: spec.ObserveCalls, Want: `"a"`, Got: `"b"`}},
	}
	for i, name := range faults {
		f.Faults = append(f.Faults, spec.Fault{ID: i + 1, Name: name, Rule: rule})
	}
	return f
}

func failed(number int, name string, f spec.Finding) report.Case {
	f.Case = name
	return report.Case{
		Number: number, Name: name, Dialect: "agentc", Verdict: f.Verdict, Findings: []spec.Finding{f},
		Rules: []report.RuleVerdict{{Rule: f.Rule, Verdict: f.Verdict}},
	}
}

func sample() *report.Log {
	return &report.Log{
		Header: report.Header{
			Log: report.Version, Harness: "quock test", Seed: 7, Cases: 4, Dialects: []string{"agentc"},
			Candidate: report.Candidate{Name: "mine", Role: "reducer", Command: []string{"node", "my reducer.mjs"}, Observes: spec.AllParts()},
		},
		Cases: []report.Case{
			{Number: 1, Name: "a", Verdict: spec.Pass, Rules: []report.RuleVerdict{{Rule: "attach/by-id", Verdict: spec.Pass}, {Rule: "attach/tool-first", Verdict: spec.Pass}}},
			failed(2, "b", finding("attach/by-id", 9, "one", "two")),
			failed(3, "c", finding("attach/by-id", 4, "one")),
			{Number: 4, Name: "d", Verdict: spec.Crash, Detail: "it died", Stderr: "boom\n", Findings: []spec.Finding{{Case: "d", Verdict: spec.Crash, Position: -1, Detail: "it died"}}},
		},
		Footer: &report.Footer{Cases: 4},
	}
}

func text(l *report.Log) string {
	GinkgoHelper()
	var b bytes.Buffer
	Expect(report.Text{Folder: ".quock"}.Write(&b, l)).To(Succeed())
	return b.String()
}

var _ = Describe("The log", func() {
	written := func(l *report.Log) string {
		GinkgoHelper()
		var b bytes.Buffer
		w := report.NewWriter(&b)
		Expect(w.Header(l.Header)).To(Succeed())
		for _, c := range l.Cases {
			Expect(w.Case(c)).To(Succeed())
		}
		if l.Footer != nil {
			Expect(w.Footer(*l.Footer)).To(Succeed())
		}
		return b.String()
	}

	It("reads back as it was written, so that every view can be drawn later", func() {
		again, err := report.Read(strings.NewReader(written(sample())))
		Expect(err).NotTo(HaveOccurred())
		Expect(text(again)).To(Equal(text(sample())))
	})

	It("that was cut off within a line gives what there is, and says so", func() {
		whole := written(sample())
		again, err := report.Read(strings.NewReader(whole[:len(whole)-10]))
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Cases).To(HaveLen(4))
		Expect(text(again)).To(ContainSubstring("the log is cut off"))
	})

	It("is not taken for one where it is something else", func() {
		_, err := report.Read(strings.NewReader(`{"a":1}`))
		Expect(err).To(HaveOccurred())
	})
})

var _ = Describe("A rule's verdict", func() {
	verdict := func(all ...spec.Verdict) spec.Verdict {
		var cases []report.Case
		for _, v := range all {
			cases = append(cases, report.Case{Rules: []report.RuleVerdict{{Rule: "r/r", Verdict: v}}})
		}
		return report.Rules(cases)[0].Verdict
	}

	It("is a failure if it failed anywhere", func() {
		Expect(verdict(spec.Pass, spec.Fail, spec.Crash)).To(Equal(spec.Fail))
	})

	It("is a pass if it passed and nothing blames the candidate", func() {
		Expect(verdict(spec.Untestable, spec.Pass, spec.NotRun)).To(Equal(spec.Pass))
	})

	It("is never a pass without a pass", func() {
		for _, v := range spec.Verdicts() {
			Expect(verdict(v).Passed()).To(Equal(v == spec.Pass))
		}
	})

	It("is our own failure where nobody set one", func() {
		Expect(verdict(0)).To(Equal(spec.HarnessError))
	})
})

var _ = Describe("The text report", func() {
	It("tells each rule by its clearest case, and counts the others", func() {
		Expect(text(sample())).To(And(
			MatchRegexp(`FAIL attach/by-id \(MUST\): .*\n   c, after record 4, and in one more case\n   fault: one\n`),
			ContainSubstring("       - \"a\"\n       + \"b\"\n"),
		))
	})

	It("marks what is known, behind what is not", func() {
		l := sample()
		l.Known = func(name string, v spec.Verdict, rule, _ string) string {
			if name == "c" {
				return "#12"
			}
			return ""
		}
		Expect(text(l)).To(And(
			ContainSubstring("  FAIL            attach/by-id                     2 fail, 1 pass; 1 of the failures known\n"),
			MatchRegexp(`1\. FAIL attach/by-id \(MUST\).*\n   b, after record 9\n[\s\S]*2\. CRASH[\s\S]*3\. known \(fail, #12\) attach/by-id .*\n   c, after record 4\n`),
		))
		l.Known = func(string, spec.Verdict, string, string) string { return "#12" }
		Expect(text(l)).To(And(
			ContainSubstring("  known           attach/by-id                     2 fail, 1 pass\n"),
			ContainSubstring("rules: 1 fail, 1 pass; 1 fail only where it is known\n"),
		))
	})

	It("gives the command that repeats a failure, as a shell reads it", func() {
		Expect(text(sample())).To(ContainSubstring("again: quock replay .quock/attach-by-id-1.txtar -- node 'my reducer.mjs'"))
	})

	It("shows what a candidate said before it died", func() {
		Expect(text(sample())).To(And(ContainSubstring("CRASH (charges no rule)"), ContainSubstring("     | boom\n")))
	})

	It("says that it was interrupted, and after how much", func() {
		l := sample()
		l.Footer.Stopped = report.Interrupted
		Expect(text(l)).To(ContainSubstring("interrupted after 4 of 4 cases"))
	})
})

var _ = Describe("JUnit", func() {
	It("has a test a rule, and one for each case that failed without a rule", func() {
		var b bytes.Buffer
		Expect(report.JUnit{}.Write(&b, sample())).To(Succeed())
		var doc struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Suites   []struct {
				Name  string `xml:"name,attr"`
				Cases []struct {
					Name    string `xml:"name,attr"`
					Failure *struct {
						Message string `xml:"message,attr"`
						Text    string `xml:",chardata"`
					} `xml:"failure"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		Expect(xml.Unmarshal(b.Bytes(), &doc)).To(Succeed())
		Expect(doc.Tests).To(Equal(3))
		Expect(doc.Failures).To(Equal(2))
		Expect(doc.Suites[0].Name).To(Equal("attach"))
		Expect(doc.Suites[0].Cases[0].Failure.Message).To(Equal("fail: 2 fail, 1 pass"))
		Expect(doc.Suites[0].Cases[1].Failure).To(BeNil())
		Expect(doc.Suites[1].Cases[0].Failure.Text).To(ContainSubstring("boom"))
	})

	It("has no failure where all is known, and still names it", func() {
		l := sample()
		l.Known = func(name string, v spec.Verdict, rule, _ string) string { return "#12" }
		var b bytes.Buffer
		Expect(report.JUnit{}.Write(&b, l)).To(Succeed())
		Expect(b.String()).To(And(
			Not(ContainSubstring("<failure")), ContainSubstring(`failures="0" errors="0" skipped="2"`),
			ContainSubstring(`<skipped message="known #12: 2 fail, 1 pass">`), ContainSubstring(`<skipped message="known #12: crash">`),
		))
	})

	It("says how long each rule took, what the run was of, and how a failure is seen again", func() {
		l := sample()
		var b bytes.Buffer
		Expect(report.JUnit{Folder: "kept"}.Write(&b, l)).To(Succeed())
		Expect(b.String()).NotTo(ContainSubstring("time="), "a log has no times")
		Expect(b.String()).To(ContainSubstring("again: quock replay kept/attach-by-id-1.txtar -- node "))
		Expect(b.String()).To(ContainSubstring(`<property name="seed" value="7">`))
		took := map[int]time.Duration{}
		for _, c := range l.Cases {
			took[c.Number] = time.Second
		}
		b.Reset()
		Expect(report.JUnit{Took: took}.Write(&b, l)).To(Succeed())
		Expect(b.String()).To(MatchRegexp(`<testcase name="by-id" classname="attach" time="[0-9.]+">`))
		Expect(b.String()).To(MatchRegexp(`<testsuites name="quock mine" tests="3" failures="2" errors="0" skipped="0" time="[0-9.]+">`))
	})

	It("stays XML whatever a candidate prints", func() {
		l := sample()
		l.Cases[3].Stderr = "\x1b[31mred\x1b[0m\x00 ]]> &"
		var b bytes.Buffer
		Expect(report.JUnit{}.Write(&b, l)).To(Succeed())
		Expect(xml.Unmarshal(b.Bytes(), new(struct{}))).To(Succeed())
	})
})
