package deviation_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// families are those whose rules a reducer is held to; package matrix tests that
// each of their rules catches one of its mutants.
var families = []string{
	"fragment", "identity", "session", "attach", "notify", "missing", "repeat", "step", "account", "noise",
}

var _ = Describe("The registry", func() {
	all := deviation.Models()

	It("names each deviation once, without a slash, and says in a sentence what it does", func() {
		seen := map[string]bool{}
		for _, d := range deviation.All() {
			Expect(seen[d.Name]).To(BeFalse(), d.Name)
			seen[d.Name] = true
			Expect(d.Name).To(MatchRegexp(`^[a-zA-Z0-9-]+$`))
			Expect(d.Sentence).To(MatchRegexp(`^[A-Z0-9].*\.$`), d.Name)
			Expect(deviation.Kinds()).To(ContainElement(d.Kind), d.Name)
		}
	})

	It("says of each which rules it breaks, or which choice allows it", func() {
		for _, d := range deviation.All() {
			Expect(d.Choice != "" && len(d.Rules) > 0).To(BeFalse(), d.Name)
			Expect(d.Choice != "" || len(d.Rules) > 0 || d.Kind == deviation.Habit).To(BeTrue(), d.Name)
			for _, rule := range d.Rules {
				_, ok := spec.RuleByID(rule)
				Expect(ok).To(BeTrue(), "%s breaks no rule: %s", d.Name, rule)
			}
		}
	})

	It("finds a deviation by its name, a wrong model also behind its family as it was named before, and no other", func() {
		for _, d := range deviation.All() {
			found, ok := deviation.ByName(d.Name)
			Expect(ok).To(BeTrue())
			Expect(found.Sentence).To(Equal(d.Sentence))
		}
		for path, name := range map[string]string{"attach/always-next": "always-next", "attach/twice": "attached-twice", "session/flat": "children-of-root"} {
			found, ok := deviation.ByName(path)
			Expect(ok).To(BeTrue())
			Expect(found.Name).To(Equal(name))
			Expect(found.Path()).To(Equal(path))
		}
		for _, none := range []string{"no-such-deviation", "fragment/no-such-deviation", "session/always-next"} {
			_, ok := deviation.ByName(none)
			Expect(ok).To(BeFalse())
		}
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
			for _, row := range m.Bugs {
				Expect(cited[row]).To(BeTrue(), "%s: no rule cites %s", m.Name, row)
			}
			if len(m.Bugs) > 0 {
				Expect(own[m.Bugs[0]]).To(BeFalse(), "%s: %s has a wrong model already", m.Name, m.Bugs[0])
				own[m.Bugs[0]] = true
			}
		}
		Expect(len(all)).To(BeNumerically(">=", 60))
		Expect(2 * len(own)).To(BeNumerically(">=", len(all)))
	})

	It("breaks every rule that a reducer can be held to", func() {
		broken := map[string]bool{}
		for _, m := range all {
			for _, rule := range m.Rules {
				broken[rule] = true
			}
		}
		for _, r := range spec.Rules() {
			if slices.Contains(families, r.Family) && r.Waits == "" {
				Expect(broken[r.ID]).To(BeTrue(), "no wrong model breaks %s: add one to model/deviation/wrong/%s.go", r.ID, r.Family)
			}
		}
	})
})

var _ = Describe("A generic deviation", func() {
	It("changes the one decision that its name begins with, and breaks the rules of that decision", func() {
		n := 0
		for _, d := range deviation.All() {
			if d.Generic {
				n++
				Expect(d.Name).To(HavePrefix(kebab(d.Changes())), d.Name)
				Expect(d.Rules).NotTo(BeEmpty())
			}
		}
		Expect(n).To(BeNumerically(">", 100))
	})

	It("counts each departure, also where the decision answers nothing", func() {
		d, ok := deviation.ByName("hold-call-twice")
		Expect(ok).To(BeTrue())
		sem, n := d.New()
		ss := &model.Session{}
		sem.HoldCall(ss, &model.Call{})
		Expect(ss.Held).To(HaveLen(2))
		Expect(*n).To(Equal(deviation.Count{Reached: 1, Triggered: 1}))
	})

	It("is no wrong model of the kill matrix, which holds what was written for a rule", func() {
		for _, m := range deviation.Models() {
			Expect(m.Generic).To(BeFalse(), m.Name)
		}
	})
})

func kebab(field string) string {
	return strings.ToLower(regexp.MustCompile(`(.)([A-Z])`).ReplaceAllString(field, "$1-$2"))
}

var _ = Describe("The decisions of the model", func() {
	It("have their rules listed, each decision once, in the order of the model", func() {
		var fields []string
		for i := range reflect.TypeFor[model.Semantics]().NumField() {
			fields = append(fields, reflect.TypeFor[model.Semantics]().Field(i).Name)
		}
		var listed []string
		for _, d := range deviation.DecisionsOfModel() {
			listed = append(listed, d.Name)
			Expect(d.Rules).NotTo(BeEmpty(), d.Name)
			for _, rule := range d.Rules {
				_, ok := spec.RuleByID(rule)
				Expect(ok).To(BeTrue(), "%s serves no rule %s", d.Name, rule)
			}
		}
		Expect(listed).To(ConsistOf(fields), "add it to model/deviation/decision.go")
	})

	It("serve the rules that the wrong models of the decision break", func() {
		serves := map[string][]string{}
		for _, d := range deviation.DecisionsOfModel() {
			serves[d.Name] = d.Rules
		}
		var missing []string
		for _, m := range deviation.Models() {
			if !slices.Contains(serves[m.Changes()], m.Rule()) {
				missing = append(missing, m.Changes()+" "+m.Rule())
			}
		}
		slices.Sort(missing)
		Expect(slices.Compact(missing)).To(BeEmpty(), "add the rule to the decision's row in model/deviation/decision.go")
	})
})

var _ = Describe("A mutant", func() {
	It("replaces one decision of the honest model", func() {
		for _, m := range deviation.Models() {
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
		m, _ := deviation.ByName("fragment/empty-counts")
		sem, first := m.New()
		_, second := m.New()
		sem.Nothing(&spec.Event{Kind: spec.Text})
		sem.Nothing(&spec.Event{Kind: spec.Text, Text: "a"})
		Expect(*first).To(Equal(deviation.Count{Reached: 2, Triggered: 1}))
		Expect(*second).To(BeZero())
	})
})
