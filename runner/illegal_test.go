package runner

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	honest "github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A strictReader is the honest reducer, which refuses one record, and forgets all
// messages first where it is told to.
type strictReader struct {
	probe.Candidate
	at      int
	forgets bool
}

func (r *strictReader) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	whole, err := r.Candidate.Run(req)
	if err != nil {
		return nil, err
	}
	reply := &probe.RunReply{Rejected: &probe.Rejected{At: r.at, Reason: probe.Unsupported, Message: "no"}, Final: whole.Final}
	for i, at := range req.Observe {
		if at < r.at {
			reply.Observations = append(reply.Observations, whole.Observations[i])
		}
	}
	if r.forgets && len(reply.Observations) > 0 {
		reply.Observations[len(reply.Observations)-1].Sessions = nil
	}
	return reply, nil
}

// A forgetter is the honest reducer, which shows no session from a record on.
type forgetter struct {
	probe.Candidate
	from int
}

func (r *forgetter) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := r.Candidate.Run(req)
	if err != nil {
		return nil, err
	}
	for i, at := range req.Observe {
		if at >= r.from {
			reply.Observations[i].Sessions = nil
		}
	}
	reply.Final.Sessions = nil
	return reply, nil
}

// illegalCase is a written case for check, as a stream for candidates.
func illegalCase(name string) *plan.Case {
	GinkgoHelper()
	all, err := fixtures.Streams()
	Expect(err).NotTo(HaveOccurred())
	for i := range all {
		if all[i].Name == name {
			c := &plan.Case{Name: name, Dialect: all[i].Dialect, Records: all[i].Records}
			codec, variant, err := dialects.Lookup(c.Dialect)
			Expect(err).NotTo(HaveOccurred())
			c.Stream, _ = wire.DecodeRecords(codec, variant, c.Records)
			for at := range c.Records {
				c.Observe = append(c.Observe, at+1)
			}
			return c
		}
	}
	Fail("no case " + name)
	return nil
}

var _ = Describe("A stream that does what its format calls fatal", func() {
	verdictOf := func(c *plan.Case, of probe.Candidate) spec.Verdict {
		GinkgoHelper()
		t, err := judgeOf(of).Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		return t.Verdict
	}

	It("may be refused at each record that does it, and at no other", func() {
		c := illegalCase("produce/legal.breaking.agui")
		refused := map[int]bool{5: true, 8: true, 9: true, 10: true, 12: true}
		for at := 1; at <= len(c.Records); at++ {
			want := spec.RejectedWrongly
			if refused[at] {
				want = spec.Pass
			}
			Expect(verdictOf(c, &strictReader{Candidate: honest.HonestCandidate(), at: at})).To(Equal(want), "at record %d", at)
		}
	})

	It("is judged up to that record only, where the model alone says what follows", func() {
		codec, variant, err := dialects.Lookup("agui:lines")
		Expect(err).NotTo(HaveOccurred())
		until := 0
		c := hostileCaseIn(codec, variant, func(c *plan.Case) bool {
			want, err := ask.Expect(c, plan.WithDefaults(spec.Policies{}))
			until = want.Until
			return err == nil && until > 3 && slices.ContainsFunc(c.Observe, func(at int) bool { return at > 2 && at < until })
		})
		Expect(verdictOf(c, &forgetter{Candidate: honest.HonestCandidate(), from: until})).To(Equal(spec.Pass))
		Expect(verdictOf(c, &forgetter{Candidate: honest.HonestCandidate(), from: 1})).To(Equal(spec.Fail), "until %d of %v", until, c.Observe)
	})

	It("may be read on", func() {
		Expect(verdictOf(illegalCase("produce/legal.breaking.agui"), honest.HonestCandidate())).To(Equal(spec.Pass))
	})

	It("is no excuse for a reader that got wrong what came before", func() {
		c := illegalCase("produce/legal.breaking.agui")
		Expect(verdictOf(c, &strictReader{Candidate: honest.HonestCandidate(), at: 12, forgets: true})).To(Equal(spec.Fail))
	})

	It("may not be refused where all of it is legal", func() {
		c := illegalCase("produce/legal.clean.agui")
		for at := 1; at <= len(c.Records); at++ {
			Expect(verdictOf(c, &strictReader{Candidate: honest.HonestCandidate(), at: at})).To(Equal(spec.RejectedWrongly), "at record %d", at)
		}
	})
})
