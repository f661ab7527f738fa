package campaign_test

import (
	"context"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// diagnosed is a candidate with two mistakes. The diagnosis knows the first, which has
// hidden the second: the streams on which both show fail in the first one's way.
func diagnosed(first, second maker) campaign.Reader {
	known, r := false, campaign.Reader{}
	judge := func(s *shrink.Subject) []shrink.Signature {
		if all := ways(s.Stream, first); len(all) > 0 && !known {
			return all
		}
		return ways(s.Stream, second)
	}
	r.Judge = judge
	r.Try = func(c *perform.Case) campaign.Attempt {
		all := judge(&shrink.Subject{Stream: c.Stream})
		switch {
		case len(all) > 0:
			return campaign.Attempt{Verdict: spec.Fail, Symptoms: all}
		case known && len(ways(c.Stream, first)) > 0:
			return campaign.Attempt{Verdict: spec.Fail, Known: []string{"first"}}
		}
		return campaign.Attempt{Verdict: spec.Pass}
	}
	r.Attribute = func(c *perform.Case) (campaign.Attributed, bool) {
		s := shrink.Subject{Stream: c.Stream}
		found := judge(&s)
		return campaign.Attributed{Subject: s, Signatures: found}, len(found) > 0
	}
	r.Know = func(names []string) { known = slices.Contains(names, "first") }
	r.File = filed
	r.Diagnose = func(cases []*perform.Case, findings []campaign.FindingText) *campaign.Grouping {
		d := &campaign.Grouping{Known: []string{"first"}, Lines: []campaign.Heading{{Name: "first"}}, Under: map[string]string{}}
		for _, c := range cases {
			Expect(c.Stream.Events).NotTo(BeEmpty())
		}
		for _, f := range findings[:min(1, len(findings))] {
			d.Under[f.Name] = "first"
		}
		return d
	}
	return r
}

var _ = Describe("A campaign whose candidate is diagnosed", Ordered, func() {
	two := func() campaign.Reader {
		return diagnosed(wrongly("attach/always-next"), wrongly("session/results-anywhere"))
	}
	const cases = 264 + 64 // rounds that end at a diagnosis, and one behind it
	var whole *desk

	BeforeAll(func() { whole = run(agentcParams, options(cases, two())) })

	It("counts what is explained, makes no finding of it, and finds what it hid", func() {
		r := report(whole)
		Expect(r.Explained["first"]).To(BeNumerically(">", 20))
		Expect(r.Verdicts[spec.Fail]).To(BeNumerically(">", r.Explained["first"]))
		for _, f := range r.Findings {
			if strings.HasPrefix(f.Rule, "attach/") {
				Expect(f.Case).To(BeNumerically("<", 264), "the diagnosis explains it")
			}
		}
		Expect(r.Findings).To(ContainElement(SatisfyAll(Not(HaveField("Rule", HavePrefix("attach/"))), HaveField("Case", BeNumerically(">=", 264)))))
		Expect(r.Findings).To(ContainElement(HaveField("Under", "first")))
		Expect(r.Diagnosis.Lines).To(HaveLen(1))
	})

	It("leaves the same when it is broken off anywhere, and when it is extended", func() {
		extended := run(agentcParams, options(264, two()))
		_, err := resumed(extended, agentcParams, options(cases, two())).Run(context.Background(), context.Background())
		Expect(err).NotTo(HaveOccurred())
		Expect(maps.Equal(extended.all(), whole.all())).To(BeTrue())

		broken, kills := newDesk(), 0
		for n := 60; ; n += 60 {
			broken.left = n
			if _, err := resumed(broken, agentcParams, options(cases, two())).Run(context.Background(), context.Background()); err == nil {
				break
			}
			broken, kills = broken.revived(), kills+1
		}
		Expect(kills).To(BeNumerically(">", 1))
		Expect(maps.Equal(broken.all(), whole.all())).To(BeTrue())
	})

	It("leaves the same wherever it is diagnosed", func() {
		o := options(cases, two())
		o.Workers = farAway(3, 1, two)
		Expect(maps.Equal(run(agentcParams, o).all(), whole.all())).To(BeTrue())
	})
})
