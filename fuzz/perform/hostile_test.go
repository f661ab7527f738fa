package perform_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

func modelOf(s spec.Stream) spec.Transcript {
	m := model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		m.Step(&s.Events[i])
	}
	m.End(s.End)
	return m.Transcript()
}

var _ = Describe("A hostile case", func() {
	hostile := func(v voice, seed uint64) *perform.Case { return perform.Generate(v.Features, perform.Hostile, seed) }

	It("is a degraded one with damage done to it", func() {
		damaged, cases := 0, nightly.Count(uint64(25), 100)
		for _, v := range voices {
			for seed := range cases {
				c := hostile(v, seed)
				Expect(c.Undamaged()).To(Equal(perform.Generate(v.Features, perform.Degraded, seed).Stream), "%s seed %d", v.Dialect, seed)
				if len(c.Edits) > 0 {
					damaged++
				}
				Expect(c.Stream).To(Equal(damage.Apply(c.Undamaged(), c.Edits)))
			}
		}
		Expect(damaged).To(BeNumerically(">", int(cases)*len(voices)/4))
	})

	It("is the undamaged one when each edit is taken away", func() {
		for _, v := range voices {
			for seed := range uint64(50) {
				c := hostile(v, seed)
				var edits []int
				for i := range c.Edits {
					edits = append(edits, c.Edits[i].ID)
				}
				Expect(c.Without(edits...).Stream).To(Equal(c.Undamaged()))
			}
		}
	})

	It("has a constructed expectation where only names were changed, and the model agrees with that", func() {
		renamed := 0
		for _, v := range voices {
			for seed := range nightly.Count(uint64(100), 400) {
				c := hostile(v, seed)
				want, ok := c.Expected(spec.AtEnd, spec.Policies{})
				if !ok || len(c.Edits) == 0 {
					continue
				}
				renamed++
				got := modelOf(c.Stream)
				Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)).To(BeEmpty(), "%s seed %d", v.Dialect, seed)
			}
		}
		Expect(renamed).To(BeNumerically(">", 20))
	})

	It("has none where the stream says something else", func() {
		for seed := range nightly.Count(uint64(100), 400) {
			c := hostile(voices[1], seed)
			if len(c.Edits.Harmless()) < len(c.Edits) {
				_, ok := c.Expected(spec.AtEnd, spec.Policies{})
				Expect(ok).To(BeFalse())
			}
		}
	})

	It("is made again by its token and by its kept layers, less what was taken away", func() {
		for _, v := range voices {
			for seed := range nightly.Count(uint64(12), 60) {
				c := hostile(v, seed)
				if len(c.Faults) > 2 {
					c = c.Without(c.Faults[0].ID, c.Faults[len(c.Faults)-1].ID)
				}
				t, ok := c.Token()
				Expect(ok).To(BeTrue())
				read, err := perform.ParseToken(t.String())
				Expect(err).NotTo(HaveOccurred())
				Expect(read.Case(v.Features).Stream).To(Equal(c.Stream), "%s seed %d", v.Dialect, seed)
				b, err := json.Marshal(c)
				Expect(err).NotTo(HaveOccurred())
				var kept perform.Case
				Expect(json.Unmarshal(b, &kept)).To(Succeed())
				Expect(kept.Stream.Events).To(HaveLen(len(c.Stream.Events)))
			}
		}
	})

	It("is cut where it is told to be", func() {
		for seed := range nightly.Count(uint64(12), 60) {
			c := hostile(voices[1], seed)
			if n := c.Records(); n > 2 {
				Expect(c.Cut(2).Stream.Records()).To(Equal(2))
				Expect(c.Cut(2).Stream.End).To(Equal(spec.Cut))
			}
		}
	})
})
