package runner_test

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A trialRun is a run of a value in this process.
type trialRun struct {
	selection plan.Selection
	options   runner.Options
	corpus    *plan.Corpus
	floor     time.Duration // how long an answer may take, 0 for the default
}

func newTrialRun(cases int) *trialRun {
	return &trialRun{
		selection: plan.Selection{Seed: 1, Level: perform.Degraded, Cases: cases},
		options:   runner.Options{Jobs: 2, Deaths: runner.DefaultDeaths, Timeouts: runner.DefaultTimeouts},
		corpus:    &plan.Corpus{},
	}
}

func (r *trialRun) of(value probe.Candidate) *report.Log {
	GinkgoHelper()
	return r.with(context.Background(), candidate.Value{New: func() probe.Candidate { return value }})
}

// patience is how long a candidate may take to start beside many busy processes.
const patience = 2 * time.Minute

func (r *trialRun) with(ctx context.Context, s candidate.Starter) *report.Log {
	GinkgoHelper()
	limits := candidate.NewLimits(patience, r.floor)
	first, err := s.Start(ctx, limits)
	Expect(err).NotTo(HaveOccurred())
	defer first.Kill()
	plan, err := plan.New(r.selection, r.corpus, &first.Hello)
	Expect(err).NotTo(HaveOccurred())
	log := &report.Log{}
	footer, err := runner.Run(ctx, plan, s, limits, r.options, func(c report.Case) error {
		log.Cases = append(log.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	log.Footer = &footer
	log.Sort()
	return log
}

func verdicts(l *report.Log) map[spec.Verdict]int {
	by := map[spec.Verdict]int{}
	for _, c := range l.Cases {
		by[c.Verdict]++
	}
	return by
}

func attributedRules(l *report.Log) []string {
	var rules []string
	for _, g := range report.Groups(l.Cases) {
		rules = append(rules, g.Best.Rule)
	}
	return rules
}

func passed(l *report.Log) []string {
	var rules []string
	for _, r := range report.Rules(l.Cases) {
		if r.Verdict.Passed() {
			rules = append(rules, r.Rule)
		}
	}
	return rules
}

var _ = Describe("A run", func() {
	DescribeTable("has nothing to say against an honest candidate",
		func(dialect string) {
			cases := nightly.Count(40, 300)
			log := newTrialRun(cases).of(honest(dialect))
			Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
			Expect(verdicts(log)).To(HaveKeyWithValue(spec.Pass, cases), "%v", details(log))
			Expect(passed(log)).NotTo(BeEmpty())
		},
		Entry("neutral", "neutral"),
		Entry("langgraph", "langgraph"),
		Entry("claudecode", "claudecode"),
	)

	It("gives the same records in the same order, for any number of jobs", func() {
		var logs []string
		for _, jobs := range []int{1, 2, 8} {
			r := newTrialRun(nightly.Count(40, 100))
			r.options.Jobs = jobs
			logs = append(logs, fmt.Sprintf("%+v", r.of(honest("neutral")).Cases))
		}
		Expect(logs[1]).To(Equal(logs[0]))
		Expect(logs[2]).To(Equal(logs[0]))
	})

	It("says how far it has come, in each phase and with each case", func() {
		r := newTrialRun(nightly.Count(40, 100))
		var all []runner.Progress
		r.options.Progress = func(p runner.Progress) { all = append(all, p) }
		r.selection.Dialects = []string{"agentc"}
		b, err := bug.ByName("agentc-no-turn-cleanup")
		Expect(err).NotTo(HaveOccurred())
		log := r.of(b.Candidate())
		last := map[runner.Phase]runner.Progress{}
		var phases []runner.Phase
		for _, p := range all {
			if before, met := last[p.Phase]; !met {
				phases = append(phases, p.Phase)
			} else if p.Of == before.Of {
				Expect(p.Done).To(Equal(before.Done + 1))
				Expect(p.Name).NotTo(BeEmpty())
			}
			last[p.Phase] = p
		}
		Expect(phases).To(Equal([]runner.Phase{runner.Judging, runner.Diagnosing, runner.Attributing}))
		Expect(last[runner.Judging].Done).To(Equal(len(log.Cases)))
		Expect(last[runner.Attributing]).To(And(HaveField("Done", last[runner.Attributing].Of), HaveField("Failed", BeNumerically(">", 0))))
	})

	It("loses one case to a death, and no other", func() {
		c := honest("neutral")
		c.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
			if req.ID == 7 { // the case's number, the first time that it is put
				panic("out of paper")
			}
			return nil, nil
		}
		r := newTrialRun(30)
		r.options.Jobs = 1
		log := r.of(c)
		Expect(verdicts(log)).To(Equal(map[spec.Verdict]int{spec.Pass: 29, spec.Crash: 1}))
		Expect(log.Cases[6].Verdict).To(Equal(spec.Crash))
		Expect(log.Cases[6].Detail).To(ContainSubstring("out of paper"))
	})

	// As one that swallows an exception. The second time is alone, in a fresh process.
	It("asks twice, and no more, for each case that is never answered", func() {
		var mu sync.Mutex
		asked, never := map[int64]int{}, make(chan struct{})
		defer close(never)
		start := func() probe.Candidate {
			c := honest("neutral")
			c.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
				number := req.ID & (1<<32 - 1)
				mu.Lock()
				asked[number]++
				mu.Unlock()
				if number == 25 || number == 30 {
					<-never
				}
				return nil, nil
			}
			return c
		}
		r := newTrialRun(40)
		r.floor = time.Second
		log := r.with(context.Background(), candidate.Value{New: start})
		Expect(verdicts(log)).To(Equal(map[spec.Verdict]int{spec.Pass: 38, spec.Timeout: 2}))
		mu.Lock()
		defer mu.Unlock()
		Expect(asked).To(And(HaveKeyWithValue(int64(25), 2), HaveKeyWithValue(int64(30), 2)))
	})

	It("stops asking a candidate that dies again and again, and passes nothing of what is left", func() {
		c := honest("neutral")
		c.before = func(*probe.RunRequest) (*probe.RunReply, error) { panic("no") }
		r := newTrialRun(50)
		r.options.Deaths = 5
		log := r.of(c)
		Expect(verdicts(log)).To(Equal(map[spec.Verdict]int{spec.Crash: 5, spec.NotRun: 45}))
		Expect(log.Footer.Stopped).To(Equal(report.Restarts))
	})

	It("reports everything judged so far when it is interrupted", func() {
		ctx, stop := context.WithCancel(context.Background())
		asked := atomic.Int64{}
		c := honest("neutral")
		c.before = func(*probe.RunRequest) (*probe.RunReply, error) {
			if asked.Add(1) == 20 {
				stop()
			}
			return nil, nil
		}
		log := newTrialRun(100000).with(ctx, candidate.Value{New: func() probe.Candidate { return c }})
		Expect(log.Footer.Stopped).To(Equal(report.Interrupted))
		Expect(len(log.Cases)).To(BeNumerically(">", 5))
		Expect(verdicts(log)).To(HaveLen(1))
	})

	It("ends in time when it has a budget, and says that it did", func() {
		r := newTrialRun(1 << 30)
		r.options.Budget = 200 * time.Millisecond
		log := r.of(honest("neutral"))
		Expect(log.Footer.Stopped).To(Equal(report.OutOfTime))
		Expect(verdicts(log)).To(HaveLen(1))
	})

	It("selects the cases that bear a rule", func() {
		p, err := pattern.Parse("session/*")
		Expect(err).NotTo(HaveOccurred())
		r := newTrialRun(50)
		r.selection.Rules = &p
		for _, c := range r.of(honest("neutral")).Cases {
			Expect(c.Rules).To(ContainElement(HaveField("Rule", HavePrefix("session/"))))
		}
	})

	It("does not judge what a candidate does not observe", func() {
		c := honest("neutral")
		c.observes = []string{"outcome"}
		log := newTrialRun(100).of(c)
		for _, r := range report.Rules(log.Cases) {
			if r.Verdict == spec.NotObservable {
				return
			}
		}
		Fail("every rule was judged")
	})
})

func details(l *report.Log) string {
	var b bytes.Buffer
	for _, c := range l.Cases {
		if c.Verdict != spec.Pass {
			fmt.Fprintln(&b, c.Name, c.Verdict, c.Detail)
		}
	}
	return b.String()
}
