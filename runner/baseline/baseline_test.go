package baseline_test

import (
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

func TestBaseline(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Baseline")
}

var today = time.Date(2026, 5, 17, 12, 0, 0, 0, time.UTC)

func parse(text string) *baseline.List {
	GinkgoHelper()
	list, err := baseline.Parse(strings.NewReader(text))
	Expect(err).NotTo(HaveOccurred())
	return list
}

func passing(name string) report.Case { return report.Case{Name: name, Verdict: spec.Pass} }

func failing(name string, rules ...string) report.Case {
	c := report.Case{Name: name, Verdict: spec.Fail}
	for _, rule := range rules {
		c.Findings = append(c.Findings, spec.Finding{Rule: rule, Verdict: spec.Fail, Case: name})
	}
	return c
}

func runLog(cases ...report.Case) *report.Log {
	return &report.Log{Cases: cases, Footer: &report.Footer{}}
}

var _ = Describe("A list of known failures", func() {
	const entry = "attach/* fail attach/by-id #12"

	It("makes a recorded failure green, because that is what it is for", func() {
		out := parse(entry).Judge(runLog(failing("attach/a", "attach/by-id")), today)
		Expect(out.Green()).To(BeTrue())
		Expect(out.Listed).To(Equal(1))
	})

	It("declares a case untestable whose twin does nothing wrong but what is listed", func() {
		cases := []report.Case{
			failing("attach/a.clean", "attach/by-id"),
			{Name: "attach/a.breaking", Verdict: spec.Untestable, Twin: "attach/a.clean"},
		}
		out := parse(entry).Judge(runLog(cases...), today)
		Expect(out.Untestable).To(BeEmpty())
		out = parse("notify/* fail - #1").Judge(runLog(cases...), today)
		Expect(out.Untestable).To(ConsistOf(HaveField("Name", "attach/a.breaking")))
	})

	It("declares no case whose twin fails in a way that is not listed, too, or that nothing explains", func() {
		out := parse(entry).Judge(runLog([]report.Case{
			failing("attach/a.clean", "attach/by-id", "attach/turn-bound"),
			{Name: "attach/a.breaking", Verdict: spec.Untestable, Twin: "attach/a.clean"},
			{Name: "attach/too-long", Verdict: spec.Untestable},
		}...), today)
		Expect(out.Untestable).To(HaveLen(2))
	})

	It("counts what each entry covers, since a wide one covers new failures, too", func() {
		out := parse("** fail attach/by-id #12\nattach/b fail attach/by-id #13").Judge(runLog(
			failing("attach/a", "attach/by-id"), failing("attach/b", "attach/by-id"),
		), today)
		Expect(out.Covered).To(Equal([]int{2, 1}))
		Expect(out.Issue("attach/a", spec.Fail, "attach/by-id", "")).To(Equal("#12"))
	})

	It("is written so that it makes the same run green, whatever the names", func() {
		cases := []report.Case{
			failing("attach/a", "attach/by-id", "attach/turn-bound"), failing("distilled/my [1]*?\\ trace", "attach/by-id"),
			{Name: "b", Verdict: spec.Crash}, passing("c"),
		}
		var text strings.Builder
		Expect(baseline.Write(&text, runLog(cases...))).To(Succeed())
		out := parse(text.String()).Judge(runLog(cases...), today)
		Expect(out.Green()).To(BeTrue(), "%v %v", out.Unlisted, out.Stale)
		Expect(out.Covered).To(Equal([]int{1, 1, 1, 1}))
	})

	It("keeps the issues of what is listed already when it is written anew", func() {
		cases := []report.Case{failing("attach/a", "attach/by-id")}
		log := runLog(cases...)
		known := parse(entry).Judge(log, today)
		log.Known = known.Issue
		var text strings.Builder
		Expect(baseline.Write(&text, log)).To(Succeed())
		Expect(text.String()).To(HaveSuffix("\nattach/a fail attach/by-id #12\n"))
	})

	It("loses by an update what nothing fails any more, and keeps every other line and issue", func() {
		text := "# ours\nattach/a fail attach/by-id #12 till the rewrite\nattach/b fail attach/by-id #13 2020-01-01\n[flaky]\nattach/a fail attach/turn-bound #14\n"
		var to strings.Builder
		u, err := parse(text).Update(&to, text, runLog(passing("attach/a"), failing("attach/b", "attach/by-id"), failing("attach/c", "attach/by-id")), false)
		Expect(err).NotTo(HaveOccurred())
		Expect(u).To(Equal(baseline.Updated{Dropped: 1, Left: 1}))
		Expect(to.String()).To(Equal("# ours\nattach/b fail attach/by-id #13 2020-01-01\n[flaky]\nattach/a fail attach/turn-bound #14\n"))
	})

	It("gains by an update only if that is asked for", func() {
		cases := []report.Case{failing("attach/a", "attach/by-id"), failing("attach/b", "attach/by-id")}
		var to strings.Builder
		u, err := parse("[flaky]\nattach/a fail attach/by-id #1").Update(&to, "[flaky]\nattach/a fail attach/by-id #1", runLog(cases...), true)
		Expect(err).NotTo(HaveOccurred())
		Expect(u).To(Equal(baseline.Updated{Added: 1}))
		out := parse(to.String()).Judge(runLog(cases...), today)
		Expect(out.Green()).To(BeTrue(), to.String())
	})

	It("keeps in an update what a run of some rules did not ask", func() {
		p, err := pattern.Parse("notify/*")
		Expect(err).NotTo(HaveOccurred())
		list := parse(entry)
		list.Restrict(&p)
		u, err := list.Update(&strings.Builder{}, entry, runLog(), false)
		Expect(err).NotTo(HaveOccurred())
		Expect(u.Dropped).To(BeZero())
	})

	It("lists what an earlier run has, tells apart what it was not asked, and leaves what is new", func() {
		old := &report.Log{Cases: []report.Case{failing("a", "attach/by-id"), passing("b"), passing("c"), {Name: "u", Verdict: spec.Untestable}}}
		now := &report.Log{Cases: []report.Case{
			failing("a", "attach/by-id"), failing("b", "attach/by-id"), failing("c", "attach/turn-bound"),
			failing("d", "attach/by-id"), failing("e", "attach/turn-bound"), {Name: "u", Verdict: spec.Untestable},
		}}
		out := parse("").Judge(now, today)
		later, common := out.Since(now, report.NewEarlier(old), "main.jsonl")
		Expect(later).To(Equal(baseline.Later{Before: 2, Unasked: 1}))
		Expect(common).To(Equal(4))
		Expect(out.Unlisted).To(HaveExactElements(HaveField("Case", "b"), HaveField("Case", "c")))
		Expect(out.Untestable).To(BeEmpty())
		Expect(out.Issue("a", spec.Fail, "attach/by-id", "")).To(Equal("in main.jsonl"))
	})

	It("lists nothing from a run without a common case, or from one of another version in whose cases only the names are the same", func() {
		now := &report.Log{Header: report.Header{Harness: "2"}, Cases: []report.Case{failing("generated/a", "attach/by-id")}}
		out := parse("").Judge(now, today)
		_, common := out.Since(now, report.NewEarlier(&report.Log{Header: report.Header{Harness: "1"}, Cases: now.Cases}), "main.jsonl")
		Expect(common).To(BeZero())
		Expect(out.Unlisted).To(HaveLen(1))
	})

	It("excuses one rule of a case and no other", func() {
		out := parse(entry).Judge(runLog(failing("attach/a", "attach/by-id", "attach/turn-bound")), today)
		Expect(out.Unlisted).To(ConsistOf(HaveField("Rule", "attach/turn-bound")))
		Expect(out.Stale).To(BeEmpty())
	})

	It("leaves a failure red that no entry knows", func() {
		var none *baseline.List
		out := none.Judge(runLog(failing("attach/a", "attach/by-id")), today)
		Expect(out.Unlisted).To(HaveLen(1))
	})

	It("knows a crash, which charges no rule", func() {
		out := parse("g/** crash - #1").Judge(runLog(report.Case{Name: "g/1", Verdict: spec.Crash}), today)
		Expect(out.Green()).To(BeTrue())
	})

	It("reads expiry and comment, and a comment that only looks like a number", func() {
		list := parse("a fail r/r #1 2026-12-31 until the rewrite\nb fail r/r #1 2 of 3 cases")
		Expect(list.Entries[0].Expiry).To(Equal("2026-12-31"))
		Expect(list.Entries[0].Comment).To(Equal("until the rewrite"))
		Expect(list.Entries[1].Comment).To(Equal("2 of 3 cases"))
	})

	DescribeTable("is red where it is stale",
		func(text string, cases []report.Case, complaint string) {
			out := parse(text).Judge(runLog(cases...), today)
			Expect(out.Green()).To(BeFalse())
			Expect(out.Stale).To(ContainElement(ContainSubstring(complaint)))
		},
		Entry("because what it lists passes now", entry,
			[]report.Case{passing("attach/a")}, "passes now"),
		Entry("because the case fails for another reason", entry,
			[]report.Case{failing("attach/a", "attach/turn-bound")}, "another reason"),
		Entry("because the case crashes instead", entry,
			[]report.Case{{Name: "attach/a", Verdict: spec.Crash}}, "another reason"),
		Entry("because its pattern matches nothing", entry,
			[]report.Case{passing("notify/a")}, "matches no case"),
		Entry("because it has expired", entry+" 2026-05-16",
			[]report.Case{failing("attach/a", "attach/by-id")}, "expired on 2026-05-16"),
		Entry("because it is in both lists", entry+"\n[flaky]\n"+entry,
			[]report.Case{failing("attach/a", "attach/by-id")}, "both lists"),
	)

	It("is not stale where only some rules are run, and their cases fail otherwise or not at all", func() {
		list := parse(entry + "\nnotify/* fail notify/lifecycle #13")
		for i := range list.Entries {
			list.Entries[i].Partial = true
		}
		Expect(list.Judge(runLog(failing("attach/a", "attach/by-id")), today).Green()).To(BeTrue())
		Expect(list.Judge(runLog(passing("attach/a")), today).Green()).To(BeTrue())
	})

	It("holds through the day of its expiry", func() {
		out := parse(entry+" 2026-05-17").Judge(runLog(failing("attach/a", "attach/by-id")), today)
		Expect(out.Green()).To(BeTrue())
	})

	It("lets a flaky entry pass", func() {
		out := parse("[flaky]\n"+entry).Judge(runLog(passing("attach/a")), today)
		Expect(out.Green()).To(BeTrue())
	})

	It("does not call an entry passed whose cases were never run", func() {
		out := parse(entry).Judge(runLog(report.Case{Name: "attach/a", Verdict: spec.NotRun}), today)
		Expect(out.Green()).To(BeTrue())
	})

	DescribeTable("is refused with its line where it cannot be read",
		func(text, want string) {
			_, err := baseline.Parse(strings.NewReader("# known\n" + text))
			Expect(err).To(MatchError(And(ContainSubstring("line 2"), ContainSubstring(want))))
		},
		Entry("too few fields", "attach/a fail", "at least four"),
		Entry("no such verdict", "attach/a broken r/r #1", "rejected-wrongly"),
		Entry("a verdict that is no failure", "attach/a pass r/r #1", "rejected-wrongly"),
		Entry("a malformed pattern", "attach/[a fail r/r #1", "segment"),
		Entry("a day that is none", "a fail r/r #1 2026-13-31", "expiry"),
	)
})
