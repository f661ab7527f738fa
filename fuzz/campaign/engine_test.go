package campaign_test

import (
	"context"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

var agentcParams = campaign.Params{Seed: 1, Dialect: "agentc", Level: perform.Degraded}

func options(cases uint64, r campaign.Reader) campaign.Options {
	return campaign.Options{Cases: cases, Workers: inTurn(r), Diagnose: r.Diagnose != nil}
}

// run runs a campaign to its end and returns what it kept.
func run(p campaign.Params, o campaign.Options) *desk {
	GinkgoHelper()
	d := newDesk()
	end, err := resumed(d, p, o).Run(context.Background(), context.Background())
	Expect(err).NotTo(HaveOccurred())
	Expect(end).To(Equal(campaign.AllCases))
	return d
}

func report(d *desk) *campaign.Report {
	GinkgoHelper()
	r, err := campaign.ReadReport(d.checkpoint)
	Expect(err).NotTo(HaveOccurred())
	return r
}

var _ = Describe("A campaign", func() {
	It("finds nothing in a model that is right, and covers more with every case", func() {
		few, many := report(run(agentcParams, options(60, modelReader(honest)))), report(run(agentcParams, options(400, modelReader(honest))))
		Expect(few.Findings).To(BeEmpty())
		Expect(many.Findings).To(BeEmpty())
		Expect(many.Tried).To(BeEquivalentTo(400))
		Expect(many.Verdicts).To(Equal(map[spec.Verdict]int{spec.Pass: 400}))
		Expect(many.Edges).To(BeNumerically(">", few.Edges))
		Expect(many.Corpus).To(BeNumerically(">", few.Corpus))
		Expect(many.Interleavings).To(And(BeNumerically(">", 280), BeNumerically("<=", 400)))
	})

	It("keeps the smallest stream of a model that is wrong, once", func() {
		r := report(run(agentcParams, options(250, modelReader(wrongly("notify/turn-end-ignored")))))
		Expect(r.Findings).NotTo(BeEmpty())
		forms := map[string]bool{}
		for _, f := range r.Findings {
			Expect(f.Events).To(BeNumerically("<=", 10), "%+v", f)
			Expect(forms).NotTo(HaveKey(f.Form))
			forms[f.Form] = true
		}
		Expect(r.Findings[0].Met).To(BeNumerically(">", 1), "the same bug ends in the same stream")
	})

	It("names a finding by the known mistake that reads its stream alike, and keeps one of those that are alike", func() {
		r := modelReader(wrongly("session/results-anywhere"))
		plain := report(run(agentcParams, options(250, r)))
		r.Like = func(*shrink.Subject) []string { return []string{"session/scoped-ids", "session/no-leak"} }
		named := report(run(agentcParams, options(250, r)))
		Expect(named.Findings).NotTo(BeEmpty())
		Expect(len(named.Findings)).To(BeNumerically("<=", len(plain.Findings)))
		for _, f := range named.Findings {
			Expect(f.Diagnosed).To(BeTrue())
			Expect(f.Rule).To(BeElementOf("session/scoped-ids", "session/no-leak"))
		}
		r.Like = func(*shrink.Subject) []string { return nil }
		Expect(report(run(agentcParams, options(250, r))).Findings).To(Equal(plain.Findings), "where no mistake reads so, what was held is what it is")
	})

	It("keeps the same bytes wherever its units are done, in any order, twice, and with doers that die", func() {
		wrong := func() campaign.Reader { return modelReader(wrongly("session/results-anywhere")) }
		o := options(300, wrong())
		alone := run(agentcParams, o)
		lost, twice := 0, 0
		for _, n := range []int{1, 2, 8} {
			a := farAway(n, uint64(n), wrong)
			o.Workers = a
			Expect(run(agentcParams, o).all()).To(Equal(alone.all()), "%d doers", n)
			lost, twice = lost+*a.lost, twice+*a.twice
		}
		Expect(min(lost, twice)).To(BeNumerically(">", 10))
	})

	It("keeps other things for another seed", func() {
		other := agentcParams
		other.Seed = 2
		Expect(run(other, options(60, modelReader(honest))).files).NotTo(Equal(run(agentcParams, options(60, modelReader(honest))).files))
	})

	It("tries only cases that their tokens make again, however they came about", func() {
		r := modelReader(honest)
		r.Try = func(c *perform.Case) campaign.Attempt {
			t, ok := c.Token()
			Expect(ok).To(BeTrue())
			again := t.Case(c.Stream.Features)
			Expect(again.Seed).To(Equal(c.Seed))
			Expect(again.Stream).To(Equal(c.Stream))
			Expect(again.Faults).To(HaveLen(len(c.Faults)))
			return campaign.Attempt{Verdict: spec.Pass}
		}
		run(agentcParams, options(900, r))
	})

	It("keeps what it would have kept, killed at whatever moment and resumed", func() {
		o := options(120, modelReader(wrongly("session/results-anywhere")))
		whole := run(agentcParams, o)
		for at := 1; at < 200; at += 1 + at/5 {
			d := newDesk()
			d.left = at
			for kills := 0; ; kills++ {
				_, err := resumed(d, agentcParams, o).Run(context.Background(), context.Background())
				if err == nil {
					break
				}
				Expect(err).To(MatchError(errKilled))
				d = d.revived()
				if kills < 3 {
					d.left = at
				}
			}
			Expect(d.all()).To(Equal(whole.all()), "killed at %d", at)
		}
	})

	It("goes on after it was stopped, wherever that was", func() {
		wrong := modelReader(wrongly("session/results-anywhere"))
		whole, d := run(agentcParams, options(150, wrong)), newDesk()
		for stops := int32(1); ; stops += 90 {
			ctx, cancel := context.WithCancel(context.Background())
			r, calls := wrong, atomic.Int32{}
			r.Try = func(c *perform.Case) campaign.Attempt {
				if calls.Add(1) > stops {
					cancel()
				}
				return wrong.Try(c)
			}
			r.Judge = func(s *shrink.Subject) []shrink.Signature {
				if calls.Add(1) > stops {
					cancel()
				}
				return wrong.Judge(s)
			}
			end, err := resumed(d, agentcParams, options(150, r)).Run(context.Background(), ctx)
			cancel()
			Expect(err).NotTo(HaveOccurred())
			if end == campaign.AllCases {
				break
			}
			Expect(end).To(Equal(campaign.Stopped))
		}
		Expect(d.all()).To(Equal(whole.all()))
	})

	It("goes on to more cases than were asked for at first", func() {
		d := run(agentcParams, options(60, modelReader(honest)))
		end, err := resumed(d, agentcParams, options(120, modelReader(honest))).Run(context.Background(), context.Background())
		Expect(err).NotTo(HaveOccurred())
		Expect(end).To(Equal(campaign.AllCases))
		Expect(report(d).Tried).To(BeEquivalentTo(120))
	})
})

var _ = Describe("A candidate that wavers", func() {
	It("is reported with both outcomes, and its case is not made smaller", func() {
		steady, calls := modelReader(wrongly("notify/turn-end-ignored")), 0
		r := steady
		r.Try = func(c *perform.Case) campaign.Attempt {
			if calls++; calls%2 == 0 {
				return campaign.Attempt{Verdict: spec.Pass}
			}
			return steady.Try(c)
		}
		r.Judge = func(*shrink.Subject) []shrink.Signature {
			Fail("what wavers is not reduced")
			return nil
		}
		found := report(run(agentcParams, options(64, r)))
		Expect(found.Wavered).To(BeNumerically(">", 0))
		Expect(found.Findings).NotTo(BeEmpty())
		for _, f := range found.Findings {
			Expect(f.Flaky).To(BeTrue())
			Expect(f.Whole).To(BeTrue())
		}
	})

	It("is found out when what was made smaller does not fail any more", func() {
		r, steady := modelReader(wrongly("notify/turn-end-ignored")), modelReader(wrongly("notify/turn-end-ignored")).Judge
		calls := 0
		r.Judge = func(s *shrink.Subject) []shrink.Signature {
			if calls++; calls > 5 {
				return nil
			}
			return steady(s)
		}
		found := report(run(agentcParams, options(64, r)))
		Expect(found.Wavered).To(BeNumerically(">", 0))
	})
})

var _ = Describe("A candidate that takes too long", func() {
	slow := campaign.Reader{File: filed, Try: func(*perform.Case) campaign.Attempt {
		return campaign.Attempt{Verdict: spec.Timeout, Symptoms: []shrink.Signature{{Kind: "timeout"}}}
	}}

	It("is not asked again about a case", func() {
		r := report(run(agentcParams, options(64, slow)))
		Expect(r.Findings).To(HaveLen(3), "the 1st, the 8th and the 64th: each is another stream")
		Expect(r.Findings[0].Whole).To(BeTrue())
	})

	It("is asked nothing more once it took too long too often", func() {
		o, d := options(1000, slow), newDesk()
		o.Timeouts, o.Store = 10, d
		end, err := campaign.New(agentcParams, o).Run(context.Background(), context.Background())
		Expect(err).NotTo(HaveOccurred())
		Expect(end).To(Equal(campaign.Timeouts))
		Expect(report(d).Tried).To(BeNumerically("<", 100))
	})
})

var _ = Describe("Our own failure", func() {
	It("is kept with the case that shows it, and charged to nobody", func() {
		r := report(run(agentcParams, options(8, campaign.Reader{Try: func(*perform.Case) campaign.Attempt {
			return campaign.Attempt{Verdict: spec.HarnessError, Detail: "the oracles disagree"}
		}})))
		Expect(r.Findings).To(BeEmpty())
		Expect(r.Problem).To(And(ContainSubstring("q2/agentc/"), ContainSubstring("the oracles disagree")))
	})
})
