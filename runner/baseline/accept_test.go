package baseline_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// deviating is a failing case that a deviation explains.
func deviating(name, deviation, rule string) report.Case {
	c := failing(name, rule)
	c.Findings[0].Deviation = deviation
	return c
}

// judgedWith is a log of cases that were judged with what a list accepts.
func judgedWith(l *baseline.List, cases ...report.Case) *report.Log {
	log := runLog(cases...)
	log.Header.Accepted = l.Judged()
	return log
}

var _ = Describe("A list that accepts a deviation", func() {
	const line = "accept keeps-last-piece #12"

	It("names it with issue, last day and comment", func() {
		list := parse(line + " until 2027-03-01 till the rewrite\naccept only-executing - shown so on purpose")
		Expect(list.Accepts).To(HaveExactElements(
			And(HaveField("Issue", "#12"), HaveField("Expiry", "2027-03-01"), HaveField("Comment", "till the rewrite")),
			And(HaveField("Issue", "-"), HaveField("Expiry", ""), HaveField("Comment", "shown so on purpose")),
		))
		Expect(list.Accepted()).To(HaveExactElements(HaveField("Name", "keeps-last-piece"), HaveField("Name", "only-executing")))
	})

	It("makes green what it explains, and nothing else of the same case and rule", func() {
		list := parse(line)
		a, b := deviating("g/a", "keeps-last-piece", "fragment/concatenate"), deviating("g/a", "drops-blank", "fragment/concatenate")
		out := list.Judge(judgedWith(list, a, failing("g/c", "fragment/concatenate")), today)
		Expect(out.Unlisted).To(HaveExactElements(baseline.Failure{Case: "g/c", Verdict: spec.Fail, Rule: "fragment/concatenate"}))
		Expect(out.Explained).To(Equal([]int{1}))
		out = list.Judge(judgedWith(list, a, b), today)
		Expect(out.Unlisted).To(HaveExactElements(HaveField("Deviation", "drops-blank")))
	})

	It("is stale where the deviation shows in no case that was judged with it", func() {
		list := parse(line)
		Expect(list.Judge(judgedWith(list, passing("g/a")), today).Stale).To(HaveExactElements(
			"line 1 (accept keeps-last-piece): shows in no case of this run; remove the line and close #12"))
	})

	It("is not stale where it shows beside something else only, or a part of the cases was run, or the run was stopped", func() {
		list := parse(line)
		log := judgedWith(list, failing("g/a", "attach/by-id"))
		log.Footer.Diagnosis = &report.Diagnosis{Deviations: []report.Diagnosed{{Name: "keeps-last-piece", Cases: 1}}}
		Expect(list.Judge(log, today).Stale).To(BeEmpty())
		for _, change := range []func(l *report.Log){
			func(l *report.Log) { l.Header.Rules = "attach/*" },
			func(l *report.Log) { l.Header.Omitted = []string{"agentc"} },
			func(l *report.Log) { l.Header.Accepted = nil },
			func(l *report.Log) { l.Footer.Stopped = report.OutOfTime },
			func(l *report.Log) { l.Footer = nil },
		} {
			log := judgedWith(list, passing("g/a"))
			change(log)
			Expect(list.Judge(log, today).Stale).To(BeEmpty())
		}
	})

	It("is red when its last day is over, and lists nothing then", func() {
		list := parse(line + " until 2026-05-16")
		out := list.Judge(judgedWith(list, deviating("g/a", "keeps-last-piece", "fragment/concatenate")), today)
		Expect(out.Unlisted).To(HaveLen(1))
		Expect(out.Stale).To(HaveExactElements(ContainSubstring("line 1 (accept keeps-last-piece): expired on 2026-05-16; look at #12 again")))
		Expect(parse(line+" until 2026-05-17").Judge(judgedWith(list, passing("g/a")), today).Stale).To(HaveLen(1))
	})

	It("is written once for all failures that a deviation explains, with entries for the others, and keeps issues", func() {
		log := runLog(deviating("g/a", "keeps-last-piece", "fragment/concatenate"), deviating("g/b", "keeps-last-piece", "fragment/concatenate"), failing("g/c", "attach/by-id"))
		log.Known = func(_ string, _ spec.Verdict, _, deviation string) string {
			if deviation != "" {
				return "#12"
			}
			return ""
		}
		var text strings.Builder
		Expect(baseline.Write(&text, log)).To(Succeed())
		Expect(text.String()).To(HaveSuffix("[failing]\naccept keeps-last-piece #12\ng/c fail attach/by-id -\n"))
		Expect(parse(text.String()).Judge(log, today).Green()).To(BeTrue())
	})

	It("is not written for a shard, whose diagnosis is not that of the whole run", func() {
		for _, h := range []report.Header{{Shard: "1/2"}, {Shards: 2}} {
			log := runLog(deviating("g/a", "keeps-last-piece", "fragment/concatenate"))
			log.Header = h
			var text strings.Builder
			Expect(baseline.Write(&text, log)).To(Succeed())
			Expect(text.String()).To(HaveSuffix("[failing]\ng/a fail fragment/concatenate -\n"))
			Expect(parse(text.String()).Judge(log, today).Green()).To(BeTrue())
		}
	})

	It("loses by an update what shows nowhere, and gains what shows only if that is asked for", func() {
		text := line + "\naccept only-executing #13\n"
		list := parse(text)
		log := judgedWith(list, deviating("g/a", "only-executing", "notify/lifecycle"), deviating("g/b", "arguments-overwritten", "fragment/concatenate"))
		for _, add := range []bool{false, true} {
			var to strings.Builder
			u, err := list.Update(&to, text, log, add)
			Expect(err).NotTo(HaveOccurred())
			if !add {
				Expect(u).To(Equal(baseline.Updated{Dropped: 1, Left: 1}))
				Expect(to.String()).To(Equal("accept only-executing #13\n"))
				continue
			}
			Expect(u).To(Equal(baseline.Updated{Dropped: 1, Added: 1}))
		}
	})

	DescribeTable("is refused with its line and a way out",
		func(text, want string) {
			_, err := baseline.Parse(strings.NewReader("# known\n" + text))
			Expect(err).To(MatchError(want))
		},
		Entry("too few fields", "accept keeps-last-piece", "line 2: 2 fields, but a line that accepts a deviation has at least three: accept, its name, issue"),
		Entry("an unknown name", "accept keep-last-piece #1", `line 2: no deviation is named "keep-last-piece" (did you mean keeps-last-piece?): quock deviations lists them`),
		Entry("a name like no other", "accept x #1", `line 2: no deviation is named "x": quock deviations lists them`),
		Entry("a program", "accept agentc-plan #1", "line 2: agentc-plan is a program and no change of the reference, so nothing can be judged with it: list the failing cases instead"),
		Entry("the same twice", line+"\n"+line, "line 3: keeps-last-piece is accepted in line 2 already"),
		Entry("two that exclude each other", "accept keeps-last-piece #1\naccept trims-pieces #2", "line 3: trims-pieces and keeps-last-piece of line 2 exclude each other: both change the decision Join; keep the line that the diagnosis of a run names"),
		Entry("a day that is none", line+" until 2026-13-31", `line 2: until "2026-13-31" is not a day of the form 2027-01-31`),
		Entry("no day", line+" until", "line 2: until has no day: give one of the form 2027-01-31"),
		Entry("among the flaky ones", "[flaky]\n"+line, "line 3: a deviation shows whenever its stream is read: put the line that accepts keeps-last-piece before [flaky]"),
	)
})
