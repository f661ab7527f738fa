package zoo_test

import (
	"errors"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/spec/probe"
)

func prover(try zoo.Try) *zoo.Prover {
	GinkgoHelper()
	p, err := zoo.NewProver(try)
	Expect(err).NotTo(HaveOccurred())
	return p
}

func caught(rule string, p zoo.Proof) *zoo.Row {
	return &zoo.Row{ID: "Z001", Rule: rule, Proof: p}
}

var _ = Describe("The proofs of the ledger", Ordered, func() {
	var p *zoo.Prover
	BeforeAll(func() { p = prover(nil) })

	// Candidates, stores and adapters are run where processes are.
	own := []zoo.Kind{zoo.Mutant, zoo.Base, zoo.Trace, zoo.Framer}
	all, err := zoo.Read()
	if err != nil {
		panic(err) // a spec that is not there would not fail
	}
	for _, r := range all {
		if r.Caught() && slices.Contains(own, r.Proof.Kind) {
			It("hold: "+r.ID+", "+r.Mechanism, func() { Expect(p.Prove(&r)).To(Succeed()) })
		}
	}
})

var _ = Describe("A proof", func() {
	const by, on = "attach/by-name", "attach/by-id.breaking.langgraph"

	It("holds of a wrong model on a case of the rule", func() {
		Expect(prover(nil).Prove(caught("attach/by-id", zoo.Proof{Kind: zoo.Mutant, Name: by, On: on}))).To(Succeed())
	})

	It("is not asked of a row that is out of scope", func() {
		Expect(prover(nil).Prove(&zoo.Row{ID: "Z001", Reason: "no clock"})).To(Succeed())
	})

	// Each would let the ledger count a bug that nothing catches.
	DescribeTable("fails, and says why",
		func(rule string, proof zoo.Proof, why string) {
			Expect(prover(nil).Prove(caught(rule, proof))).To(MatchError(ContainSubstring(why)))
		},
		Entry("of a rule that there is not", "attach/no-such", zoo.Proof{Kind: zoo.Mutant, Name: by, On: on}, "no rule"),
		Entry("on a case that there is not", "attach/by-id", zoo.Proof{Kind: zoo.Mutant, Name: by, On: "attach/by-id.breaking.none"}, "no breaking case"),
		Entry("on a clean case", "attach/by-id", zoo.Proof{Kind: zoo.Mutant, Name: by, On: "attach/by-id.clean.langgraph"}, "no breaking case"),
		Entry("on a case of another rule", "attach/backward", zoo.Proof{Kind: zoo.Mutant, Name: by, On: on}, "the case is about attach/by-id"),
		Entry("by a mutant that there is not", "attach/by-id", zoo.Proof{Kind: zoo.Mutant, Name: "attach/none", On: on}, "no such mutant"),
		Entry("by a mutant that reads the case right", "attach/by-id", zoo.Proof{Kind: zoo.Mutant, Name: "account/always-stop", On: on}, "sees nothing wrong"),
		Entry("by a mutant that reads the twin wrong as well", "session/nested", zoo.Proof{Kind: zoo.Mutant, Name: "session/parent-unknown", On: "session/nested.breaking.agentc"}, "the clean twin is read wrong"),
		Entry("as a base mistake that is none", "attach/by-id", zoo.Proof{Kind: zoo.Base, Name: by, On: on}, "no base mistake"),
		Entry("by a trace that is in order", "produce/closed", zoo.Proof{Kind: zoo.Trace, On: "produce/known-agent.breaking.neutral"}, "does not break"),
		Entry("by a framer that there is not", "wire/framing", zoo.Proof{Kind: zoo.Framer, Name: "none"}, "no wrong framer"),
		Entry("by a framer that breaks another rule", "wire/limits", zoo.Proof{Kind: zoo.Framer, Name: "keeps-mark"}, "it breaks wire/framing"),
		Entry("by a store that there is not", "persist/no-foreign", zoo.Proof{Kind: zoo.Store, Name: "none", On: on}, "none"),
		Entry("by an adapter that there is not", "adapt/commutes", zoo.Proof{Kind: zoo.Adapter, Name: "none", On: on}, "none"),
		Entry("by a candidate that there is not", "adapt/commutes", zoo.Proof{Kind: zoo.Candidate, Name: "none", On: on}, "none"),
		Entry("by a candidate, with nothing to run it", "account/limit-is-a-state", zoo.Proof{Kind: zoo.Candidate, Name: "limit-by-phrase", On: on}, "nothing to run"),
		Entry("of no kind", "attach/by-id", zoo.Proof{Kind: "hope", Name: "x", On: on}, "no kind"),
	)

	candidate := caught("account/limit-is-a-state", zoo.Proof{Kind: zoo.Candidate, Name: "limit-by-phrase", On: on})
	charging := func(bad, good []string) zoo.Try {
		return func(c probe.Candidate, cases []string) ([]string, error) {
			Expect(cases).To(Equal([]string{on, "attach/by-id.clean.langgraph"}))
			if hello := c.Hello(); hello.Name == "broken-limit-by-phrase" {
				return bad, nil
			}
			return good, nil
		}
	}

	It("by a candidate wants it charged with the rule, and the honest one with nothing", func() {
		rule := []string{"account/limit-is-a-state"}
		Expect(prover(charging(rule, nil)).Prove(candidate)).To(Succeed())
		Expect(prover(charging(nil, nil)).Prove(candidate)).To(MatchError(ContainSubstring("the run blames it for")))
		Expect(prover(charging(rule, rule)).Prove(candidate)).To(MatchError(ContainSubstring("without its mistake")))
	})

	It("passes on what kept a candidate from running", func() {
		broke := errors.New("no more processes")
		failing := func(probe.Candidate, []string) ([]string, error) { return nil, broke }
		Expect(prover(failing).Prove(candidate)).To(MatchError(broke))
	})
})
