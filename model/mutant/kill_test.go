package mutant_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// budget is the number of generated cases that a mutant may live through, enough
// that of one of which the written cases have told all.
const (
	budget = 3000
	enough = 1000
)

// families are those whose rules a reducer is held to.
var families = []string{
	"fragment", "identity", "session", "attach", "notify", "missing", "repeat", "step", "account", "noise",
}

// pending are the rules that no mutant of theirs is caught by, with the reason.
var pending = map[string]string{}

// A record is what became of one mutant.
type record struct {
	mutant.Mutant
	about spec.Rule

	written, generated trial.Outcome
	// cases were generated for it, toKill of them until it was killed.
	cases, toKill int
}

func records() []*record {
	GinkgoHelper()
	var all []*record
	for _, m := range mutant.All() {
		rule, ok := spec.RuleByID(m.Rule)
		Expect(ok).To(BeTrue(), m.Name)
		all = append(all, &record{Mutant: m, about: rule})
	}
	return all
}

// write puts a written case to the mutant.
func (r *record) write(s *trial.Subject) {
	if s.Applies(&r.about) {
		r.written.Add(s.Try(r.Mutant))
	}
}

// generate puts a generated case to the mutant, unless all is known.
func (r *record) generate(s *trial.Subject) {
	if !r.wants() || !s.Applies(&r.about) {
		return
	}
	r.cases++
	o := s.Try(r.Mutant)
	if o.Killed && !r.generated.Killed {
		r.toKill = r.cases
	}
	r.generated.Add(o)
}

// wants reports whether more cases are to be generated: until they killed the
// mutant and its own rule saw it, or for long enough.
func (r *record) wants() bool {
	switch {
	case r.written.Rule:
		return !r.generated.Killed && r.cases < enough
	case r.generated.Rule:
		return false
	}
	return r.cases < budget
}

func (r *record) total() trial.Outcome {
	o := r.written
	o.Add(r.generated)
	return o
}

// String is the mutant's line of the table; no cases to kill means that only
// written ones did.
func (r *record) String() string {
	kills := "written"
	if r.toKill > 0 {
		kills = fmt.Sprint(r.toKill)
	}
	return fmt.Sprintf("%-34s %-31s %7s %6d/%d", r.Name, r.Rule, kills, r.total().Reached, r.total().Triggered)
}

// try puts every case to every mutant.
func try(all []*record) {
	GinkgoHelper()
	cases, err := written()
	Expect(err).NotTo(HaveOccurred())
	for _, s := range cases {
		for _, r := range all {
			r.write(s)
		}
	}
	var g source
	dialects := features()
	for number := range uint64(budget) {
		for i := range dialects {
			s := g.next(&dialects[i], number)
			for _, r := range all {
				r.generate(s)
			}
		}
		if number%50 == 0 && !slices.ContainsFunc(all, (*record).wants) {
			return
		}
	}
}

var _ = Describe("The wrong models", Ordered, func() {
	var all []*record

	BeforeAll(func() {
		all = records()
		try(all)
		if testing.Verbose() {
			for _, r := range all {
				fmt.Println(r)
			}
		}
	})

	names := func(of func(*record) bool) []string {
		var found []string
		for _, r := range all {
			if of(r) {
				found = append(found, r.Name)
			}
		}
		return found
	}

	It("all depart from the honest model", func() {
		Expect(names(func(r *record) bool { return r.total().Triggered == 0 })).To(BeEmpty())
	})

	It("are all killed", func() {
		Expect(names(func(r *record) bool { return !r.total().Killed })).To(BeEmpty())
	})

	It("are all seen by a check of their own family", func() {
		Expect(names(func(r *record) bool { return !r.total().Family })).To(BeEmpty())
	})

	It("leave no rule without one that its check catches", func() {
		caught := map[string]bool{}
		for _, r := range all {
			caught[r.Rule] = caught[r.Rule] || r.total().Rule
		}
		var blind []string
		for _, rule := range spec.Rules() {
			if slices.Contains(families, rule.Family) && rule.Waits == "" && !caught[rule.ID] {
				blind = append(blind, rule.ID)
			}
		}
		Expect(blind).To(ConsistOf(keys(pending)))
	})
})

func keys(m map[string]string) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
