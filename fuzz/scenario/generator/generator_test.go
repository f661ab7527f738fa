package generator_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

// made is the scenario of a seed.
func made(f *spec.Features, l fault.Level, seed uint64) *scenario.Scenario {
	var choices choice.Sources
	choices.Draw(seed, seed^0xff)
	return of(f, l, &choices)
}

// of is the scenario of choices.
func of(f *spec.Features, l fault.Level, choices *choice.Sources) *scenario.Scenario {
	var maker generator.Maker
	var sc scenario.Scenario
	maker.Make(&sc, choices, &generator.Profile{Features: *f, Level: l})
	return &sc
}

// text is all of a scenario; no list and an empty one are the same.
func text(sc *scenario.Scenario) string {
	GinkgoHelper()
	b, err := json.Marshal(sc)
	Expect(err).NotTo(HaveOccurred())
	return strings.ReplaceAll(string(b), "null", "[]")
}

// eachScenario calls do with scenarios of every shape and level.
func eachScenario(n uint64, do func(sc *scenario.Scenario)) {
	for i := range scenariotest.Dialects {
		for _, l := range []fault.Level{fault.Clean, fault.Degraded} {
			for seed := range n {
				do(made(&scenariotest.Dialects[i], l, seed))
			}
		}
	}
}

var _ = Describe("A scenario that was invented", func() {
	It("has nodes that refer to each other", func() {
		eachScenario(200, func(sc *scenario.Scenario) { Expect(sc.Check()).To(Succeed(), sc.Features.Dialect) })
	})

	It("is the same whatever the maker made before, and for the same choices", func() {
		f := &scenariotest.Dialects[0]
		var maker generator.Maker
		var sc scenario.Scenario
		for seed := range uint64(50) {
			var choices choice.Sources
			choices.Draw(seed, seed^0xff)
			maker.Make(&sc, &choices, &generator.Profile{Features: *f, Level: fault.Degraded})
			Expect(text(&sc)).To(Equal(text(made(f, fault.Degraded, seed))))
			used := choices.Used().Clone()
			var again choice.Sources
			again.Read(&used)
			Expect(text(of(f, fault.Degraded, &again))).To(Equal(text(&sc)))
		}
	})

	It("is small and without a fault for the simplest choices", func() {
		for i := range scenariotest.Dialects {
			sc := of(&scenariotest.Dialects[i], fault.Degraded, &choice.Sources{})
			Expect(sc.Faults).To(BeEmpty(), sc.Features.Dialect)
			Expect(len(sc.Sessions)).To(Equal(1))
			Expect(len(sc.Turns)).To(Equal(1))
			Expect(len(sc.Messages)).To(BeNumerically("<=", 1))
		}
	})

	It("has only faults of its level and its dialect, and not more than a set holds", func() {
		eachScenario(200, func(sc *scenario.Scenario) {
			Expect(len(sc.Faults)).To(BeNumerically("<=", scenario.MaxFaults))
			for _, f := range sc.Faults {
				Expect(f.Kind.In(&sc.Features, sc.Level)).To(BeTrue(), "%s at %s in %s", f.Kind, sc.Level, sc.Features.Dialect)
			}
		})
	})

	It("has no fault that needs itself or a later one, so that any can be taken out", func() {
		eachScenario(200, func(sc *scenario.Scenario) {
			for i, f := range sc.Faults {
				Expect(f.Needs.Has(1<<(i+1))).To(BeFalse(), "%s needs itself", f.Kind)
			}
			for i := range sc.Faults {
				away := sc.Without(i + 1)
				Expect(away.Off.Has(1 << (i + 1))).To(BeTrue())
				for j, f := range sc.Faults {
					if !away.Off.Has(1 << (j + 1)) {
						Expect(f.Needs&away.Off).To(BeZero(), "%s is left, and what it needs is gone", f.Kind)
					}
				}
			}
		})
	})

	It("has pieces that make up each text and all arguments", func() {
		eachScenario(100, func(sc *scenario.Scenario) {
			for j := range sc.Items {
				var all strings.Builder
				for p := range sc.Items[j].Cuts.Len() {
					all.WriteString(sc.Piece(j, p))
				}
				if sc.Items[j].Cuts.Len() > 0 {
					Expect(all.String()).To(Equal(sc.Piece(j, scenario.None)), sc.Features.Dialect)
				}
			}
		})
	})

	It("gives every call a name and arguments whose value is JSON", func() {
		eachScenario(100, func(sc *scenario.Scenario) {
			for c := range sc.Calls {
				Expect(sc.CallName(c)).NotTo(BeEmpty())
				Expect(json.Valid([]byte(sc.Calls[c].Value))).To(BeTrue(), sc.Calls[c].Value)
				if result := sc.Calls[c].Result; len(result) > 0 {
					Expect(json.Valid(result)).To(BeTrue(), string(result))
				}
			}
		})
	})

	It("lets no delegation that starts nothing wait, where what waits is what tells sub-sessions apart", func() {
		delegations := 0
		for _, f := range scenariotest.Dialects {
			if f.Nested = true; f.Delegation.Tool == "" {
				continue
			}
			for seed := range uint64(400) {
				sc := made(&f, fault.Hostile, seed)
				deepest := 0
				for _, c := range sc.Calls {
					if c.Child != scenario.None {
						deepest = max(deepest, sc.Sessions[c.Session].Depth)
					}
				}
				for _, c := range sc.Calls {
					if c.Agent != "" && c.Child == scenario.None && sc.Sessions[c.Session].Depth < deepest {
						delegations++
						Expect(c.Fault.Kind).NotTo(BeElementOf(fault.NeverAnswered, fault.LateResult, fault.DeniedLater), f.Dialect)
					}
				}
			}
		}
		Expect(delegations).To(BeNumerically(">", 10))
	})

	It("stops at most once", func() {
		eachScenario(200, func(sc *scenario.Scenario) {
			stops := 0
			for _, f := range sc.Faults {
				if f.Kind.Stops() && f.Kind != fault.Interrupted {
					stops++
				}
			}
			Expect(stops).To(BeNumerically("<=", 1))
		})
	})

	It("keeps to the size that is asked for", func() {
		f := &scenariotest.Dialects[0]
		items := func(size int) int {
			n := 0
			for seed := range uint64(100) {
				var choices choice.Sources
				choices.Draw(seed, 1)
				var maker generator.Maker
				var sc scenario.Scenario
				maker.Make(&sc, &choices, &generator.Profile{Features: *f, Level: fault.Clean, Size: size})
				n += len(sc.Items)
			}
			return n
		}
		Expect(items(2)).To(BeNumerically("<", items(20)))
	})
})

var _ = Describe("A scenario that was read", func() {
	f := &scenariotest.Dialects[0]
	// rich is a scenario with calls, children and faults.
	rich := func() *scenario.Scenario {
		for seed := uint64(0); ; seed++ {
			if sc := made(f, fault.Degraded, seed); len(sc.Sessions) > 1 && len(sc.Faults) > 2 && len(sc.Extras) > 0 {
				return sc
			}
		}
	}

	DescribeTable("is refused where a node refers to what is not there",
		func(change func(sc *scenario.Scenario)) {
			sc := rich()
			Expect(sc.Check()).To(Succeed())
			change(sc)
			Expect(sc.Check()).To(MatchError(HavePrefix("scenario: ")))
		},
		Entry("no session", func(sc *scenario.Scenario) { sc.Sessions = nil }),
		Entry("a session's parent", func(sc *scenario.Scenario) { sc.Sessions[1].Parent = 99 }),
		Entry("a session's first turn", func(sc *scenario.Scenario) { sc.Sessions[0].First = len(sc.Turns) }),
		Entry("a turn's session", func(sc *scenario.Scenario) { sc.Turns[0].Session = -5 }),
		Entry("a turn that follows itself", func(sc *scenario.Scenario) { sc.Turns[0].Next = 0 }),
		Entry("a turn's messages", func(sc *scenario.Scenario) { sc.Turns[0].Messages.To = 9999 }),
		Entry("a message's turn", func(sc *scenario.Scenario) { sc.Messages[0].Turn = 9999 }),
		Entry("a message's items", func(sc *scenario.Scenario) { sc.Messages[0].Items.From = -1 }),
		Entry("an item's cuts", func(sc *scenario.Scenario) { sc.Items[0].Cuts.To = 99999 }),
		Entry("a call's item", func(sc *scenario.Scenario) { sc.Calls[0].Item = len(sc.Items) }),
		Entry("a call's child", func(sc *scenario.Scenario) { sc.Calls[0].Child = len(sc.Turns) }),
		Entry("a fault's call", func(sc *scenario.Scenario) { sc.Faults[0].Call = len(sc.Calls) }),
		Entry("a fault that nobody knows", func(sc *scenario.Scenario) { sc.Faults[0].Kind = fault.Kinds }),
		Entry("more faults than a set holds", func(sc *scenario.Scenario) { sc.Faults = make([]scenario.Fault, scenario.MaxFaults+1) }),
	)
})
