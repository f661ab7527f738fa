package campaign_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
)

// shardOf runs one of three shards of 240 cases.
func shardOf(i int, change func(*campaign.Params)) *desk {
	GinkgoHelper()
	p := agentcParams
	p.Shard, p.Shards = i, 3
	if change != nil {
		change(&p)
	}
	return run(p, options(240, modelReader(wrongly("session/results-anywhere"))))
}

func merged(all ...*desk) *desk {
	GinkgoHelper()
	var kept []campaign.Kept
	for _, d := range all {
		kept = append(kept, d.kept())
	}
	m, err := campaign.Merge(kept)
	Expect(err).NotTo(HaveOccurred())
	out := newDesk()
	out.log, out.checkpoint = m.Log, m.Checkpoint
	for _, e := range m.Entries {
		out.files["corpus/"+e.Name] = all[e.From].files["corpus/"+e.Name]
	}
	for _, f := range m.Findings {
		out.files["findings/"+f.Name] = all[f.From].files["findings/"+f.Name]
	}
	return out
}

var _ = Describe("Merging the shards of a campaign", Ordered, func() {
	var one, two, three *desk

	BeforeAll(func() { one, two, three = shardOf(1, nil), shardOf(2, nil), shardOf(3, nil) })

	It("gives the same in whatever order, and in however many steps", func() {
		all := merged(one, two, three).all()
		Expect(merged(three, one, two).all()).To(Equal(all))
		Expect(merged(three, merged(two, one)).all()).To(Equal(all))
	})

	It("has all cases, each stream once and each line of the logs in the order of the cases", func() {
		r := report(merged(one, two, three))
		Expect(r.Tried).To(BeEquivalentTo(240))
		Expect(r.Merged).To(Equal([]int{1, 2, 3}))
		forms := map[string]bool{}
		for _, f := range r.Findings {
			Expect(forms).NotTo(HaveKey(f.Form))
			forms[f.Form] = true
		}
		for _, d := range []*desk{one, two, three} {
			part := report(d)
			Expect(r.Edges).To(BeNumerically(">=", part.Edges))
			for _, f := range part.Findings {
				Expect(forms).To(HaveKey(f.Form))
			}
		}
		log := string(merged(one, two, three).log)
		Expect(strings.Count(log, `{"campaign":3`)).To(Equal(1))
		Expect(strings.Count(log, `"batch":`)).To(Equal(r.Batches))
		Expect(strings.Count(log, `"end":`)).To(BeZero())
	})

	DescribeTable("refuses what does not belong together", func(wrong error, say string, shards func() []*desk) {
		var kept []campaign.Kept
		for _, d := range shards() {
			kept = append(kept, d.kept())
		}
		_, err := campaign.Merge(kept)
		Expect(err).To(MatchError(wrong))
		Expect(err).To(MatchError(ContainSubstring(say)))
	},
		Entry("a shard twice", campaign.ErrTwice, "1/3", func() []*desk { return []*desk{one, two, one} }),
		Entry("another seed", campaign.ErrParameters, "seed", func() []*desk {
			return []*desk{one, shardOf(2, func(p *campaign.Params) { p.Seed = 7 })}
		}),
		Entry("another number of shards", campaign.ErrParameters, "shard", func() []*desk {
			return []*desk{one, shardOf(2, func(p *campaign.Params) { p.Shards = 4 })}
		}),
		Entry("another candidate", campaign.ErrParameters, "candidate", func() []*desk {
			return []*desk{one, shardOf(2, func(p *campaign.Params) { p.Candidate = "mine" })}
		}),
		Entry("a changed checkpoint", campaign.ErrChanged, "shard 2 of those given", func() []*desk {
			d := two.revived()
			d.checkpoint = []byte(strings.Replace(string(d.checkpoint), `"tried":80`, `"tried":81`, 1))
			return []*desk{one, d}
		}),
		Entry("none", campaign.ErrParameters, "none is given", func() []*desk { return nil }),
	)
})
