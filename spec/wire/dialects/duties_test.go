package dialects_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

var _ = Describe("What formats ask of producers", func() {
	var rules []string
	for _, r := range spec.Rules() {
		if r.Family == "produce" {
			rules = append(rules, r.ID)
		}
	}

	// A rule without an entry would be charged without a sentence, or never.
	It("is said for every dialect and every rule for producers, with its sentence and source", func() {
		for _, codec := range dialects.All() {
			for _, variant := range append(codec.Variants(), "") {
				f := codec.Features(variant)
				var whole []string
				for _, d := range f.Duties {
					Expect(rules).To(ContainElement(d.Rule), f.Dialect)
					Expect([]spec.Force{spec.Demanded, spec.Usual, spec.Silent}).To(ContainElement(d.Force), "%s %s", f.Dialect, d.Rule)
					Expect(d.Says).To(MatchRegexp(`(?s)^[A-Za-z].{20,400}\.$`), "%s %s", f.Dialect, d.Rule)
					Expect(d.Source).NotTo(BeEmpty(), "%s %s", f.Dialect, d.Rule)
					if d.Of == "" {
						whole = append(whole, d.Rule)
					} else {
						Expect(spec.Subjects()).To(ContainElement(d.Of), "%s %s", f.Dialect, d.Rule)
					}
				}
				Expect(whole).To(ConsistOf(rules), f.Dialect)
			}
		}
	})

	It("is asked for by rule and subject, and all is demanded where no format stands behind the features", func() {
		f := spec.Features{Duties: []spec.Duty{{Rule: "produce/closed", Force: spec.Usual}, {Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Demanded}}}
		Expect(f.Duty("produce/closed", spec.OfTurn).Force).To(Equal(spec.Demanded))
		Expect(f.Duty("produce/closed", spec.OfCall).Force).To(Equal(spec.Usual))
		Expect(f.Duty("produce/closed", spec.OfStreamed).Force).To(Equal(spec.Usual))
		Expect(f.Duty("produce/known-agent", "").Force).To(Equal(spec.Silent))
		Expect((&spec.Features{}).Duty("produce/known-agent", "").Force).To(Equal(spec.Demanded))
	})
})
