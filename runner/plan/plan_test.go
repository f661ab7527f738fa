package plan_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/probe"
)

var _ = Describe("A plan", func() {
	planned := func(only string) (names, plain []string) {
		GinkgoHelper()
		corpus, err := plan.LoadCorpus()
		Expect(err).NotTo(HaveOccurred())
		selection := plan.Selection{Seed: 3, Cases: 120, Level: perform.Degraded, Dialects: []string{"agentc"}}
		if only != "" {
			p, err := pattern.Parse(only)
			Expect(err).NotTo(HaveOccurred())
			selection.Only = &p
		}
		hello := reducer.HonestCandidate().Hello()
		plan, err := plan.New(selection, corpus, &hello)
		Expect(err).NotTo(HaveOccurred())
		for c := range plan.Cases() {
			names = append(names, c.Name)
			if strings.Contains(c.Name, "/plain/") {
				plain = append(plain, c.Name)
			}
		}
		return names, plain
	}

	It("for some rules only has the cases of the whole plan that test them, and those without faults", func() {
		whole, wholePlain := planned("")
		some, somePlain := planned("attach/backward")
		Expect(len(some)).To(BeNumerically("<", len(whole)))
		Expect(some).To(ContainElement("attach/backward.breaking.agentc"))
		Expect(some).To(ContainElement(MatchRegexp("generated/agentc/(clean|degraded)/")))
		Expect(somePlain).To(Equal(wholePlain), "they show what goes wrong on every stream")
		at := 0
		for _, name := range some {
			found := slices.Index(whole[at:], name)
			Expect(found).To(BeNumerically(">=", 0), "%s is not in the whole plan, or at another place", name)
			at += found
		}
	})

	It("has a dialect once that is asked for twice, by whatever name, and says of none that it is not read", func() {
		hello := reducer.HonestCandidate().Hello()
		for _, asked := range [][]string{{"langgraph:js"}, {"langgraph:js", "langgraph:js"}, {"langgraph", "langgraph:js"}} {
			p, err := plan.New(plan.Selection{Seed: 1, Cases: 1, Dialects: asked}, &plan.Corpus{}, &hello)
			Expect(err).NotTo(HaveOccurred())
			Expect(p.Unclaimed).To(BeEmpty(), "%v", asked)
			seen := map[string]bool{}
			for _, format := range p.Formats {
				Expect(seen[format]).To(BeFalse(), "%v: %s", asked, format)
				seen[format] = true
			}
		}
		p, err := plan.New(plan.Selection{Seed: 1, Cases: 1, Dialects: []string{"agentc", "acp:v1"}}, &plan.Corpus{}, &probe.HelloReply{Role: probe.Reducer, Dialects: []string{"agentc"}, Observes: []string{"calls"}})
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Unclaimed).To(Equal([]string{"acp:v1"}))
	})

	It("leaves out damage that makes a case longer than a request, which no candidate can be sent", func() {
		codec, variant, err := plan.Lookup("deepagents:poll") // each poll says all again
		Expect(err).NotTo(HaveOccurred())
		p := perform.Generate(codec.Features(variant), perform.Hostile, perform.CaseSeed(4, 23))
		_, err = plan.Generated("test/long", codec, variant, p)
		Expect(err).To(MatchError(ContainSubstring("a request may hold")))
		shorter := plan.Encodable(codec, variant, p)
		Expect(shorter.Edits).NotTo(BeEmpty())
		_, err = plan.Generated("test/long", codec, variant, shorter)
		Expect(err).NotTo(HaveOccurred())
	})

	It("of a dialect needs that dialect's cases alone, under the hash of the whole corpus", func() {
		whole, err := plan.LoadCorpus()
		Expect(err).NotTo(HaveOccurred())
		hello := reducer.HonestCandidate().Hello()
		for _, asked := range []string{"agentc", "langgraph:python", "codex:rollout"} {
			some, err := plan.LoadCorpusIn([]string{asked})
			Expect(err).NotTo(HaveOccurred())
			Expect(some.Hash).To(Equal(whole.Hash))
			Expect(len(some.Cases)).To(BeNumerically("<", len(whole.Cases)/2))
			selection := plan.Selection{Seed: 1, Cases: 1, Dialects: []string{asked}}
			of := func(corpus *plan.Corpus) (built []*plan.Case) {
				p, err := plan.New(selection, corpus, &hello)
				Expect(err).NotTo(HaveOccurred())
				for planned := range p.Cases() {
					c, err := planned.Build()
					Expect(err).NotTo(HaveOccurred())
					built = append(built, c)
				}
				return built
			}
			Expect(of(some)).To(Equal(of(whole)), asked)
		}
	})

	DescribeTable("takes for a bare name what is generated of its own wire, and the rest by its whole name",
		func(declared string, formats ...string) {
			hello := probe.HelloReply{Name: "x", Role: probe.Reducer, Dialects: []string{declared}, Observes: []string{"messages"}}
			plan, err := plan.New(plan.Selection{Seed: 1, Cases: 1}, &plan.Corpus{}, &hello)
			Expect(err).NotTo(HaveOccurred())
			Expect(plan.Formats).To(Equal(formats))
		},
		Entry(nil, "claudecode", "claudecode:full", "claudecode:partial"),
		Entry(nil, "codex", "codex"),
		Entry(nil, "codex:rollout", "codex:rollout"),
		Entry(nil, "langgraph", "langgraph:js", "langgraph:python", "langgraph:js-sse", "langgraph:python-sse"),
		Entry(nil, "langgraph:v3", "langgraph:v3"),
		Entry(nil, "openai", "openai:responses"),
	)

	It("asks nobody for another wire who names the dialect alone", func() {
		hello := probe.HelloReply{Name: "x", Role: probe.Reducer, Dialects: []string{"langgraph"}, Observes: []string{"messages"}}
		_, err := plan.New(plan.Selection{Seed: 1, Cases: 1, Dialects: []string{"langgraph:v3"}}, &plan.Corpus{}, &hello)
		Expect(err).To(MatchError(plan.ErrNothing))
	})

	DescribeTable("names the rules that speak of a candidate",
		func(dialect string, role probe.Role, observes []string, has, lacks []string) {
			hello := probe.HelloReply{Name: "x", Role: role, Dialects: []string{dialect}, Observes: observes, Outputs: []string{"neutral"}}
			plan, err := plan.New(plan.Selection{Seed: 1, Cases: 1}, &plan.Corpus{}, &hello)
			Expect(err).NotTo(HaveOccurred())
			rules := plan.Rules(&hello)
			Expect(rules).To(ContainElements(has))
			for _, rule := range lacks {
				Expect(rules).NotTo(ContainElement(HavePrefix(rule)))
			}
		},
		Entry("of the parts that it observes", "neutral", probe.Reducer, []string{"quota"}, []string{"account/limit-is-a-state"}, []string{"attach/", "produce/", "persist/", "adapt/"}),
		Entry("of its dialects", "agentc", probe.Reducer, reducer.Parts(), []string{"attach/backward"}, []string{"produce/", "persist/", "adapt/"}),
		Entry("a store", "agentc", probe.Store, reducer.Parts(), []string{"attach/backward", "persist/register-first"}, []string{"adapt/"}),
		Entry("an adapter", "agentc", probe.Adapter, nil, []string{"adapt/commutes"}, []string{"persist/"}),
	)
})
