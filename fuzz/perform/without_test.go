package perform_test

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("a fault performed away", func() {
	It("leaves a case on which both oracles still agree, because charging compares such cases", func() {
		var tally tally
		for i := range voices {
			for seed := range nightly.Count(uint64(25), 300) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				for _, h := range c.Faults {
					away := c.Without(h.ID)
					Expect(tally.disagreement(away, policies(seed), sampled(away))).To(BeEmpty(), fmt.Sprint(c, " without ", h.ID, " ", h.Name))
				}
			}
		}
		AddReportEntry(tally.String())
	})

	It("takes with it what needs it, and nothing else", func() {
		for i := range voices {
			for seed := range nightly.Count(uint64(25), 300) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				for _, h := range c.Faults {
					left := ids(c.Without(h.ID).Faults)
					Expect(left).NotTo(ContainElement(h.ID))
					for _, other := range c.Faults {
						if other.ID != h.ID && !slices.Contains(other.Needs, h.ID) && len(other.Needs) == 0 {
							Expect(left).To(ContainElement(other.ID))
						}
						if slices.Contains(other.Needs, h.ID) {
							Expect(left).NotTo(ContainElement(other.ID))
						}
					}
				}
			}
		}
	})

	It("leaves nothing wrong once all are, because then nothing is lost, late or doubled", func() {
		for i := range voices {
			for seed := range nightly.Count(uint64(50), 500) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				clean := c.Without(ids(c.Faults)...)
				Expect(clean.Faults).To(BeEmpty())
				want, ok := clean.Expected(spec.AtEnd, spec.Policies{})
				Expect(ok).To(BeTrue())
				left := slices.DeleteFunc(want.Anomalies, func(a spec.Anomaly) bool { // an agent may work on behind the end
					return a.Kind == spec.NeverClosed && len(voices[i].Agents) > 0
				})
				Expect(left).To(BeEmpty(), c.String())
				if !voices[i].MessageTurns { // whose client answers its calls out of sight
					Expect(want.Active).To(BeEmpty(), c.String())
				}
				outcomes := []spec.Outcome{spec.OutcomeCompleted, spec.OutcomeUnknown}
				if voices[i].Kept { // a file may end before the answer
					outcomes = append(outcomes, spec.OutcomeIncomplete)
				}
				Expect(outcomes).To(ContainElement(want.Outcome), c.String())
			}
		}
	})

	It("does not disturb what others touch: without one and then another is without both", func() {
		for i := range voices {
			for seed := range nightly.Count(uint64(25), 200) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				if len(c.Faults) < 2 {
					continue
				}
				a, b := c.Faults[0].ID, c.Faults[len(c.Faults)-1].ID
				Expect(text(c.Without(a).Without(b).Stream)).To(Equal(text(c.Without(a, b).Stream)))
			}
		}
	})
})

func ids(faults []spec.Fault) []int {
	all := make([]int, len(faults))
	for i := range faults {
		all[i] = faults[i].ID
	}
	return all
}
