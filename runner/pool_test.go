package runner_test

import (
	"context"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// poolOf is the oracle of a value in this process, for Agent C.
func poolOf(start func() probe.Candidate) *runner.Pool {
	GinkgoHelper()
	return poolWith(candidate.Value{New: start})
}

func poolWith(s candidate.Starter) *runner.Pool {
	GinkgoHelper()
	limits := candidate.NewLimits(0, 0)
	first, err := s.Start(context.Background(), limits)
	Expect(err).NotTo(HaveOccurred())
	first.Kill()
	plan, err := plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Cases: 1, Dialects: []string{"agentc"}}, &plan.Corpus{}, &first.Hello)
	Expect(err).NotTo(HaveOccurred())
	o, err := runner.NewPool(context.Background(), plan, s, limits, 2)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(o.Close)
	return o
}

func buggy(name string) func() probe.Candidate {
	GinkgoHelper()
	b, err := bug.ByName(name)
	Expect(err).NotTo(HaveOccurred())
	return b.Candidate
}

func agentcCase(seed uint64) *perform.Case {
	return perform.Generate(agentc.New().Features(""), perform.Degraded, seed)
}

var _ = Describe("An oracle", func() {
	ctx := context.Background()

	It("finds nothing wrong with an honest candidate, tried, charged or judged", func() {
		o := poolOf(func() probe.Candidate { return reducer.HonestCandidate() })
		for seed := range uint64(60) {
			c := agentcCase(seed)
			Expect(o.Try(ctx, c).Symptoms).To(BeEmpty())
			_, fails := o.Attribute(ctx, c)
			Expect(fails).To(BeFalse())
			Expect(o.Judge(ctx)(&shrink.Subject{Stream: c.Stream, Faults: c.Faults})).To(BeEmpty())
		}
		Expect(o.Err()).NotTo(HaveOccurred())
	})

	It("charges a failing case as a run does, and judges what is left of it to fail in the same way", func() {
		o := poolOf(buggy("agentc-no-turn-cleanup"))
		rules := map[string]bool{}
		for seed := range uint64(200) {
			c := agentcCase(seed)
			if o.Try(ctx, c).Verdict != spec.Fail {
				continue
			}
			attributed, ok := o.Attribute(ctx, c)
			Expect(ok).To(BeTrue())
			again := o.Judge(ctx)(&attributed.Subject)
			for _, s := range attributed.Signatures {
				Expect(again).To(ContainElement(s), "seed %d", seed)
				rules[s.Rule] = true
			}
		}
		Expect(rules).To(HaveKey("notify/turn-end-clears"))
	})

	It("judges what the dialect cannot say to fail in no way", func() {
		o := poolOf(buggy("agentc-no-turn-cleanup"))
		s := shrink.Subject{Stream: agentcCase(1).Stream}
		s.Stream.Events = []spec.Event{{Kind: spec.Retract, Record: 1, Retracts: []string{"x"}}}
		Expect(o.Judge(ctx)(&s)).To(BeEmpty())
	})

	It("puts several subjects to several processes at once and says the same of each", func() {
		o := poolOf(buggy("agentc-plan"))
		judge := o.Judge(ctx)
		alone, together := make([][]shrink.Signature, 40), make([][]shrink.Signature, 40)
		ask := func(i int) []shrink.Signature {
			c := agentcCase(uint64(i))
			return judge(&shrink.Subject{Stream: c.Stream, Faults: c.Faults})
		}
		var all sync.WaitGroup
		for i := range together {
			alone[i] = ask(i)
			all.Go(func() { together[i] = ask(i) })
		}
		all.Wait()
		Expect(together).To(Equal(alone))
	})

	It("writes the finding of a subject as a file that a replay reads", func() {
		o := poolOf(buggy("agentc-plan"))
		for seed := range uint64(100) {
			attributed, fails := o.Attribute(ctx, agentcCase(seed))
			if !fails {
				continue
			}
			file, finding, ok, err := o.Finding(ctx, &attributed.Subject, attributed.Signatures[0])
			Expect(err).NotTo(HaveOccurred())
			Expect(ok).To(BeTrue())
			Expect(finding.Rule).To(Equal(attributed.Signatures[0].Rule))
			c, rules, err := replay.Read(file.Text)
			Expect(err).NotTo(HaveOccurred())
			Expect(rules).To(Equal([]string{finding.Rule}))
			Expect(c.Stream.Records()).To(Equal(attributed.Stream.Records()))
			return
		}
		Fail("nothing failed")
	})

	It("says so where a candidate answers otherwise the second time, and charges nothing", func() {
		o := poolOf(func() probe.Candidate {
			return &wavering{one: buggy("agentc-plan")(), other: reducer.HonestCandidate()}
		})
		wavered := 0
		for seed := range uint64(100) {
			attributed, fails := o.Attribute(ctx, agentcCase(seed))
			if fails && attributed.Flaky {
				wavered++
				Expect(attributed.Findings[0].Detail).To(ContainSubstring("once more"))
			}
		}
		Expect(wavered).To(BeNumerically(">", 0))
	})
})

// wavering answers as one and as the other by turns.
type wavering struct {
	one, other probe.Candidate
	runs       int
}

func (w *wavering) Hello() probe.HelloReply { return w.one.Hello() }

func (w *wavering) Run(r *probe.RunRequest) (*probe.RunReply, error) {
	if w.runs++; w.runs%2 == 0 {
		return w.other.Run(r)
	}
	return w.one.Run(r)
}
