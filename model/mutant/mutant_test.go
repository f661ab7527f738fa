package mutant_test

import (
	"reflect"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// families are those whose rules a reducer is held to; package matrix tests that
// each of their rules catches one of its mutants.
var families = []string{
	"fragment", "identity", "session", "attach", "notify", "missing", "repeat", "step", "account", "noise",
}

var _ = Describe("The registry", func() {
	all := mutant.All()

	It("names each mutant once, in the family of the rule that it breaks", func() {
		seen := map[string]bool{}
		for _, m := range all {
			Expect(seen[m.Name]).To(BeFalse(), m.Name)
			seen[m.Name] = true
			Expect(m.Name).To(MatchRegexp(`^[a-z]+/[a-z-]+$`))
			Expect(trial.Family(m.Name)).To(Equal(trial.Family(m.Rule)), m.Name)
			_, ok := spec.RuleByID(m.Rule)
			Expect(ok).To(BeTrue(), "%s breaks no rule: %s", m.Name, m.Rule)
			Expect(m.Fault).To(MatchRegexp(`^[A-Z].*\.$`), m.Name)
		}
	})

	It("finds a mutant by its name, and no other", func() {
		for _, m := range all {
			found, ok := mutant.ByName(m.Name)
			Expect(ok).To(BeTrue())
			Expect(found.Fault).To(Equal(m.Fault))
		}
		_, ok := mutant.ByName("fragment/no-such-mutant")
		Expect(ok).To(BeFalse())
	})

	It("holds at least 60, half of them of a public bug of their own that a rule cites", func() {
		cited := map[string]bool{}
		for _, r := range spec.Rules() {
			for _, row := range r.Cases {
				cited[row] = true
			}
		}
		own := map[string]bool{}
		for _, m := range all {
			for _, row := range m.Rows {
				Expect(cited[row]).To(BeTrue(), "%s: no rule cites %s", m.Name, row)
			}
			if len(m.Rows) > 0 {
				Expect(own[m.Rows[0]]).To(BeFalse(), "%s: %s has a mutant already", m.Name, m.Rows[0])
				own[m.Rows[0]] = true
			}
		}
		Expect(len(all)).To(BeNumerically(">=", 60))
		Expect(2 * len(own)).To(BeNumerically(">=", len(all)))
	})

	It("breaks every rule that a reducer can be held to", func() {
		broken := map[string]bool{}
		for _, m := range all {
			broken[m.Rule] = true
		}
		for _, r := range spec.Rules() {
			if slices.Contains(families, r.Family) && r.Waits == "" {
				Expect(broken[r.ID]).To(BeTrue(), "no wrong model breaks %s: add one to model/mutant/%s.go", r.ID, r.Family)
			}
		}
	})
})

var _ = Describe("A mutant", func() {
	It("replaces one decision of the honest model", func() {
		for _, m := range mutant.All() {
			sem, _ := m.New()
			wrong, honest := reflect.ValueOf(sem), reflect.ValueOf(model.Honest())
			var replaced []string
			for i := range wrong.NumField() {
				if wrong.Field(i).Pointer() != honest.Field(i).Pointer() {
					replaced = append(replaced, wrong.Type().Field(i).Name)
				}
			}
			Expect(replaced).To(HaveLen(1), m.Name)
		}
	})

	It("counts for each instance alone", func() {
		m, _ := mutant.ByName("fragment/empty-counts")
		sem, first := m.New()
		_, second := m.New()
		sem.Nothing(&spec.Event{Kind: spec.Text})
		sem.Nothing(&spec.Event{Kind: spec.Text, Text: "a"})
		Expect(*first).To(Equal(mutant.Count{Reached: 2, Triggered: 1}))
		Expect(*second).To(BeZero())
	})
})
