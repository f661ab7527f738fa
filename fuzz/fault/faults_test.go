package fault_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

// families are those whose rules a scenario can say.
var families = []string{"fragment", "identity", "session", "attach", "notify", "missing", "repeat", "step", "noise", "account"}

// unsaid are the rules of those families that no fault covers, and why.
var unsaid = map[string]string{
	"identity/one-call-one-id":    "no dialect here changes the id of a call",
	"identity/one-message-one-id": "no dialect here changes the id of a message",
	"attach/update-announced":     "it is about what a reader announces, which no transcript shows",
}

var _ = Describe("the faults", func() {
	It("all have a name of their own that is read back", func() {
		seen := map[string]bool{}
		for _, k := range fault.All() {
			name, err := k.MarshalText()
			Expect(err).NotTo(HaveOccurred())
			Expect(string(name)).NotTo(ContainSubstring("("), "fault %d has no entry: add it to fuzz/fault/table.go", uint8(k))
			Expect(seen[string(name)]).To(BeFalse(), string(name))
			seen[string(name)] = true
			var back fault.Kind
			Expect(back.UnmarshalText(name)).To(Succeed())
			Expect(back).To(Equal(k))
		}
	})

	It("bear rules that are in the registry, and between them all that a scenario can say", func() {
		covered := map[string]bool{}
		for _, k := range fault.All() {
			for i := range scenariotest.Dialects {
				for _, rule := range k.Rules(&scenariotest.Dialects[i]) {
					covered[rule] = true
				}
			}
		}
		for p := range faults(400) {
			covered[p.rule] = true
		}
		for rule := range covered {
			_, known := spec.RuleByID(rule)
			Expect(known).To(BeTrue(), rule)
			Expect(unsaid).NotTo(HaveKey(rule))
		}
		for _, rule := range spec.Rules() {
			if slices.Contains(families, rule.Family) && unsaid[rule.ID] == "" {
				Expect(covered[rule.ID]).To(BeTrue(), "no fault covers %s: add one to fuzz/fault/table.go, or a reason to unsaid in this file", rule.ID)
			}
		}
	})

	It("bear in each dialect rules that apply there, because no other can pass", func() {
		for p := range faults(1500) {
			rule, _ := spec.RuleByID(p.rule)
			for i := range scenariotest.Dialects {
				if scenariotest.Dialects[i].Dialect == p.dialect {
					Expect(rule.Applies(&scenariotest.Dialects[i])).To(BeTrue(), "%s of %s in %s", p.rule, p.kind, p.dialect)
				}
			}
		}
	})

	It("all happen, in each dialect that can tell them, within a few thousand cases", func() {
		counts := faults(6000)
		var rare []string
		for _, k := range fault.All() {
			for i := range scenariotest.Dialects {
				if len(k.Rules(&scenariotest.Dialects[i])) == 0 {
					continue
				}
				n := 0
				for p, count := range counts {
					if p.kind == k && p.dialect == scenariotest.Dialects[i].Dialect {
						n += count
					}
				}
				Expect(n).To(BeNumerically(">", 0), "no case of %[2]s has %[1]s: put it on a node in fuzz/scenario/generator/fault_put.go, or narrow its dialects in fuzz/fault/table.go", k, scenariotest.Dialects[i].Dialect)
				if n < 20 {
					rare = append(rare, fmt.Sprintf("%s in %s: %d", k, scenariotest.Dialects[i].Dialect, n))
				}
			}
		}
		AddReportEntry("rare", strings.Join(rare, "\n"))
	})
})

type drawn struct {
	kind    fault.Kind
	rule    string
	dialect string
}

// faults counts the faults of n cases of each dialect.
func faults(n uint64) map[drawn]int {
	counts := map[drawn]int{}
	var g perform.Generator
	for i := range scenariotest.Dialects {
		for seed := range n {
			for _, p := range g.Case(&scenariotest.Dialects[i], perform.Degraded, seed).Scenario.Faults {
				counts[drawn{p.Kind, p.Rule, scenariotest.Dialects[i].Dialect}]++
			}
		}
	}
	return counts
}
