package scenario_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
)

var _ = Describe("the story of a scenario", func() {
	It("reads as what happens, sub-agents under the call that asked them", func() {
		sc := scenariotest.Delegation(scenariotest.Dialects[0])
		Expect(strings.TrimSpace(sc.Story())).To(Equal(strings.Join([]string{
			`The user's session main.`,
			`  Turn t1, asked "please check":`,
			`    Message m1:`,
			`      says "I will ask."`,
			`      calls task (c1) with "{\"subagent_type\":\"scout\"}": "\"fine\""`,
			`        Session sub by scout:`,
			`          Turn t2:`,
			`            Message m2 by scout:`,
			`              says "It is fine."`,
		}, "\n")))
	})

	It("leaves out what a fault took away", func() {
		sc := scenariotest.Delegation(scenariotest.Dialects[0])
		sc.Faults = []scenario.Fault{{Kind: fault.Delegated, Rule: "session/recorded", Session: scenario.None, Message: scenario.None, Call: 0}}
		need := scenario.Cond{Need: 2}
		sc.Sessions[1].Cond, sc.Turns[1].Cond, sc.Messages[1].Cond, sc.Items[1].Cond, sc.Items[2].Cond, sc.Calls[0].Cond = need, need, need, need, need, need
		Expect(sc.Story()).To(ContainSubstring("scout"))
		Expect(sc.Without(1).Story()).NotTo(ContainSubstring("scout"))
	})
})
