package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// deviating is a run's diagnosis of the reference with deviations, over generated
// cases of the neutral dialect.
func deviating(names ...string) *report.Diagnosis {
	GinkgoHelper()
	return accepting(names).Footer.Diagnosis
}

// deviates is the reference with deviations as a program.
func deviates(names ...string) *reader {
	GinkgoHelper()
	program := honest("neutral")
	for _, name := range names {
		d, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		program.deviations = append(program.deviations, d)
	}
	return program
}

var _ = Describe("The diagnosis of a run", func() {
	It("names the deviation of a program, explains each failing case, and predicts others", func() {
		d := deviating("keeps-last-piece")
		Expect(d.Deviations).To(HaveLen(1))
		Expect(d.Deviations[0]).To(SatisfyAll(HaveField("Name", "keeps-last-piece"), HaveField("Cases", d.Failing), HaveField("Partly", false)))
		Expect(d.Explained).To(Equal(d.Failing))
		Expect(d.Predicted).To(SatisfyAll(BeNumerically(">", 0), Equal(d.KeptOut)))
	})

	It("asks no second time about a case that the deviations explain, because the answer is known", func() {
		program, again := deviates("keeps-last-piece"), map[int]bool{}
		program.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
			if tries := req.ID >> 32; 1<<16 <= tries && tries < 1<<17 { // while cases are attributed
				again[int(req.ID&(1<<32-1))] = true
			}
			return nil, nil
		}
		r := newTrialRun(80)
		r.options.Jobs = 1
		explained := 0
		for _, c := range r.of(program).Cases {
			if c.Verdict == spec.Fail && c.Relation.Name == "" {
				Expect(c.Findings).To(HaveEach(HaveField("Deviation", "keeps-last-piece")))
				Expect(again).NotTo(HaveKey(c.Number), c.Name)
				explained++
			}
		}
		Expect(explained).To(BeNumerically(">", 3))
	})

	It("carries for each deviation the smallest stream on which it shows alone, with both transcripts and a file that replays it", func() {
		saved := map[string]replay.Archive{}
		r := newTrialRun(80)
		r.options.Save = func(file replay.Archive) (string, error) {
			saved[file.Name] = file
			return file.Name, nil
		}
		log := r.of(deviates("keeps-last-piece", "only-executing"))
		for _, d := range log.Footer.Diagnosis.Deviations {
			e := d.Example
			Expect(e.Records).To(BeNumerically("<=", 5), d.Name)
			Expect(strings.Count(e.Stream, "\n")).To(Equal(e.Records))
			Expect(string(e.Expected)).NotTo(Or(BeEmpty(), Equal(string(e.Seen))))
			c, rules, err := replay.Read(saved[e.Replay].Text)
			Expect(err).NotTo(HaveOccurred())
			Expect(c.Deviation).To(Equal(d.Name))
			Expect(rules).NotTo(BeEmpty())
			program := deviates(d.Name)
			t, err := runner.Try(context.Background(), candidate.Value{New: func() probe.Candidate { return program }}, candidate.NewLimits(0, 0), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(t.Verdict).To(Equal(spec.Fail), d.Name)
		}
		for _, c := range log.Cases {
			if len(c.Findings) > 0 && c.Findings[0].Replay != "" {
				Expect(c.Example).To(And(HaveField("Replay", c.Findings[0].Replay), HaveField("Records", BeNumerically(">", 0)), HaveField("Seen", Not(BeEmpty()))), c.Name)
			}
		}
	})

	It("ends when the run is interrupted during it: what was judged is handed over, nothing is attributed", func() {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		r := newTrialRun(80)
		r.options.Progress = func(p runner.Progress) {
			if p.Phase == runner.Diagnosing && p.Of == 0 {
				stop()
			}
		}
		program := deviates("keeps-last-piece", "only-executing")
		log := r.with(ctx, candidate.Value{New: func() probe.Candidate { return program }})
		Expect(log.Footer.Stopped).To(Equal(report.Interrupted))
		Expect(log.Footer.Diagnosis.Limited).To(BeTrue())
		Expect(log.Footer.Diagnosis.Failing).To(BeNumerically(">", 0))
		Expect(log.Footer.Diagnosis.Deviations).To(BeEmpty())
		Expect(verdicts(log)[spec.Fail]).To(BeNumerically(">=", log.Footer.Diagnosis.Failing))
		for _, c := range log.Cases {
			for _, f := range c.Findings {
				Expect(f.Rule).To(BeEmpty(), c.Name)
			}
		}
	})

	It("names both deviations of a program that has two", func() {
		d := deviating("keeps-last-piece", "only-executing")
		Expect(d.Deviations).To(ConsistOf(HaveField("Name", "keeps-last-piece"), HaveField("Name", "only-executing")))
	})

	It("charges the rule of a deviation that no case tells from an undeclared choice, says so, and searches no other name for its replay file", func() {
		var files []string
		r := newTrialRun(200) // lost starts are rare, and three of them make it certain
		r.options.Save = func(file replay.Archive) (string, error) {
			files = append(files, string(file.Text))
			return file.Name, nil
		}
		program := deviates("orphan-dropped")
		program.observes = []string{"messages", "calls"} // an anomaly would tell the two apart
		log := r.of(program)
		d := log.Footer.Diagnosis.Deviations
		Expect(d).To(HaveExactElements(SatisfyAll(HaveField("Name", "orphans-unshown"), HaveField("Equals", ContainElement("orphan-dropped")), HaveField("Attributed", true))))
		Expect(d[0].Breaks()).To(Equal("breaks missing/orphan-result, or a choice, if it declares lacks orphans"))
		for _, c := range log.Cases {
			if c.Verdict == spec.Fail && c.Relation.Name == "" {
				Expect(c.Findings).To(HaveExactElements(SatisfyAll(HaveField("Rule", "missing/orphan-result"), HaveField("Detail", HaveSuffix("It may, if it declares lacks orphans.")))), c.Name)
			}
		}
		Expect(files).To(And(Not(BeEmpty()), HaveEach(ContainSubstring("\nreads as the reference does, but for orphans-unshown: A result"))))
	})

	It("derives a deviation that nobody wrote down from the decision at which the program departs", func() {
		d := deviating("start:abandons")
		Expect(d.Deviations).To(HaveExactElements(SatisfyAll(HaveField("Name", HavePrefix("start:")), HaveField("Derived", true), HaveField("Cases", d.Failing))))
		Expect(d.Clusters).To(BeEmpty())
	})

	DescribeTable("says of a program that does not read a stream in one way that it is flaky, and no rule is charged",
		func(turn func(req *probe.RunRequest) string) {
			process := func() probe.Candidate {
				wrong, right := deviates("keeps-last-piece"), honest("neutral")
				runs, flaky := map[string]int{}, honest("neutral")
				flaky.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
					if runs[turn(req)]++; runs[turn(req)]%2 == 1 {
						return wrong.Run(req)
					}
					return right.Run(req)
				}
				return flaky
			}
			r := newTrialRun(40)
			log := r.with(context.Background(), candidate.Value{New: process})
			Expect(log.Footer.Verdicts).To(HaveKey(spec.Fail))
			for _, c := range log.Cases {
				for _, f := range c.Findings {
					Expect(f.Rule).To(BeEmpty(), "%s: %+v", c.Name, f)
					Expect(f.Detail).To(Or(ContainSubstring("so no rule is charged"), ContainSubstring("not read in one way each time")), c.Name)
				}
			}
			d := log.Footer.Diagnosis
			Expect(d.Flaky()).To(BeTrue(), "%+v", d)
			Expect(d.Failing).To(BeZero())
			Expect(d.Wavering).To(Equal(d.Of))
			Expect(d.Deviations).To(BeEmpty())
			Expect(d.Clusters).To(BeEmpty())
		},
		Entry("it alternates by stream", func(req *probe.RunRequest) string { return fmt.Sprintf("%s", req.Events) }),
		Entry("it alternates by run", func(*probe.RunRequest) string { return "" }),
	)

	It("attributes the cases that a deviation explains to it, and leaves hardly a rule that cannot be judged because of it", func() {
		log := accepting([]string{"keeps-last-piece"})
		for _, c := range log.Cases {
			for _, f := range c.Findings {
				Expect(f.Deviation).To(Equal("keeps-last-piece"), c.Name)
				Expect(f.Rule).To(Equal("fragment/concatenate"), c.Name)
			}
		}
		Expect(attributedRules(log)).To(ConsistOf("fragment/concatenate"))
		asked, untestable := passed(accepting(nil)), 0
		for _, r := range report.Rules(log.Cases) {
			if slices.Contains(asked, r.Rule) && r.Verdict == spec.Untestable {
				untestable++
			}
		}
		Expect(untestable).To(BeNumerically("<=", len(asked)/20))
	})

	It("sets a loud mistake aside, so that a rare one beside it is named, and is all that is left when the loud one is mended", func() {
		for _, loud := range []string{"keeps-last-piece", "complete-unshown"} {
			both := deviating(loud, "only-executing")
			Expect(both.Deviations).To(ConsistOf(HaveField("Name", loud), HaveField("Name", "only-executing")))
			Expect(both.Explained).To(Equal(both.Failing))
		}
		mended := accepting([]string{"only-executing"})
		Expect(mended.Footer.Diagnosis.Deviations).To(ConsistOf(HaveField("Name", "only-executing")))
		Expect(attributedRules(mended)).To(ConsistOf("notify/lifecycle"))
	})

	It("is the same for any number of jobs", func() {
		var logs []string
		for _, jobs := range []int{1, 2, 8} {
			r := newTrialRun(40)
			r.options.Jobs = jobs
			log := r.of(deviates("keeps-last-piece", "only-executing"))
			logs = append(logs, fmt.Sprintf("%+v %+v", log.Cases, *log.Footer.Diagnosis))
		}
		Expect(logs[1]).To(Equal(logs[0]))
		Expect(logs[2]).To(Equal(logs[0]))
	})

	It("loses nothing that was judged when the run is interrupted while failures are attributed", func() {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		r, judged := newTrialRun(60), map[string]bool{}
		r.options.Judged = func(c report.Case) error {
			Expect(c.Verdict).To(Equal(spec.Fail))
			judged[c.Name] = true
			return nil
		}
		c := deviates("keeps-last-piece")
		c.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
			if req.ID>>32 == 1<<17 { // the diagnosis asks again
				stop()
			}
			return nil, nil
		}
		log := r.with(ctx, candidate.Value{New: func() probe.Candidate { return c }})
		Expect(log.Footer.Stopped).To(Equal(report.Interrupted))
		Expect(log.Cases).To(HaveLen(60))
		Expect(judged).NotTo(BeEmpty())
		for _, c := range log.Cases {
			Expect(c.Verdict == spec.Fail).To(Equal(judged[c.Name]), c.Name)
			if judged[c.Name] {
				Expect(c.Findings).To(HaveExactElements(And(HaveField("Rule", ""), HaveField("Detail", ContainSubstring("the run ended before")))))
			}
		}
	})

	It("is absent if nothing fails", func() {
		r := newTrialRun(20)
		Expect(r.of(reducer.HonestCandidate()).Footer.Diagnosis).To(BeNil())
	})
})
