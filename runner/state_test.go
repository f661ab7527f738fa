package runner

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A stateful reads right, but that something of the runs before spoils an answer.
type stateful struct {
	spoiler
	runs  int
	stain bool
	// stains says which streams leave something behind, after how many runs
	// everything is spoiled; 0 for never.
	stains func(req *probe.RunRequest) bool
	after  int
}

func (k *stateful) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := k.spoiler.Run(req)
	if k.runs++; err == nil && (k.stain || k.after > 0 && k.runs > k.after) {
		reply.Final.Outcome = spec.OutcomeCancelled
	}
	k.stain = k.stains != nil && k.stains(req)
	return reply, err
}

// statefulRun is what a run says of candidates that are made anew for each process, and
// the replay files that it leaves.
func statefulRun(start func() probe.Candidate, jobs int) (*report.Log, map[string]replay.Archive) {
	GinkgoHelper()
	return statefulRetried(start, jobs, 0)
}

func statefulRetried(start func() probe.Candidate, jobs, retries int) (*report.Log, map[string]replay.Archive) {
	GinkgoHelper()
	hello := start().Hello()
	plan, err := plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Cases: nightly.Count(48, 96)}, &plan.Corpus{}, &hello)
	Expect(err).NotTo(HaveOccurred())
	log, saved := &report.Log{}, map[string]replay.Archive{}
	options := Options{Jobs: jobs, Deaths: DefaultDeaths, Timeouts: DefaultTimeouts, Retries: retries, Replays: 10, Save: func(r replay.Archive) (string, error) {
		saved[r.Name] = r
		return r.Name, nil
	}}
	footer, err := Run(context.Background(), plan, candidate.Value{New: start}, candidate.NewLimits(0, 0), options, func(c report.Case) error {
		log.Cases = append(log.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	log.Footer = &footer
	log.Sort()
	return log, saved
}

var _ = Describe("State that a candidate keeps between runs", func() {
	long := func(req *probe.RunRequest) bool { return len(req.Events) > 60 }
	for _, row := range []struct {
		why   string
		start func() probe.Candidate
		runs  int
	}{
		{"one stream spoils the next answer", func() probe.Candidate { return &stateful{stains: long} }, 1},
		{"the second run of a process is spoiled, and all behind it", func() probe.Candidate { return &stateful{after: 1} }, 1},
		{"all is spoiled behind eight runs", func() probe.Candidate { return &stateful{after: 8} }, 8},
	} {
		It("is named as such, with the fewest runs that show it, and charged to no rule: "+row.why, func() {
			log, saved := statefulRun(row.start, 2)
			groups := report.Groups(log.Cases)
			Expect(groups).To(HaveLen(1), "%+v", groups)
			best := groups[0].Best
			Expect(best.Habit).To(Equal(spec.KeepsState))
			Expect(failedRules(log)).To(BeEmpty())
			c, _, err := replay.Read(saved[replayOf(log)].Text)
			Expect(err).NotTo(HaveOccurred())
			Expect(c.Before).To(HaveLen(row.runs))
			again, err := Try(context.Background(), candidate.Value{New: row.start}, candidate.NewLimits(0, 0), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(again.Verdict).To(Equal(spec.Fail))
			c.Before = nil
			alone, err := Try(context.Background(), candidate.Value{New: row.start}, candidate.NewLimits(0, 0), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(alone.Verdict).To(Equal(spec.Pass))
		})
	}

	It("is not taken for a flaky case, though each case passes when it is asked again alone", func() {
		log, _ := statefulRetried(func() probe.Candidate { return &stateful{after: 8} }, 2, 2)
		groups := report.Groups(log.Cases)
		Expect(groups).To(HaveLen(1), "%+v", groups)
		Expect(groups[0].Best.Habit).To(Equal(spec.KeepsState))
		Expect(log.Footer.Verdicts).NotTo(HaveKey(spec.Flaky))
	})

	It("is reported in the same way for any number of jobs", func() {
		var logs []string
		for _, jobs := range []int{1, 2, 8} {
			log, _ := statefulRun(func() probe.Candidate { return &stateful{stains: long} }, jobs)
			logs = append(logs, fmt.Sprintf("%+v", log.Cases))
		}
		Expect(logs[1]).To(Equal(logs[0]))
		Expect(logs[2]).To(Equal(logs[0]))
	})
})

// failedRules are the rules that any case of a run fails.
func failedRules(l *report.Log) []string {
	var rules []string
	for i := range l.Cases {
		for _, r := range l.Cases[i].Rules {
			if r.Verdict.Blames() {
				rules = append(rules, r.Rule)
			}
		}
	}
	return rules
}

// replayOf is the name of the one replay file.
func replayOf(l *report.Log) string {
	for i := range l.Cases {
		for _, f := range l.Cases[i].Findings {
			if f.Replay != "" {
				return f.Replay
			}
		}
	}
	return ""
}
