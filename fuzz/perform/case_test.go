package perform_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("a case", func() {
	It("is the same from the same seed, in new memory and in kept memory", func() {
		var kept perform.Generator
		for i := range voices {
			for seed := range uint64(200) {
				again := kept.Case(&voices[i].Features, perform.Degraded, seed)
				Expect(again.Stream).To(Equal(perform.Generate(voices[i].Features, perform.Degraded, seed).Stream))
			}
		}
	})

	It("differs from seed to seed, so that a campaign sees new ones", func() {
		seen := map[string]bool{}
		for seed := range uint64(500) {
			seen[text(perform.Generate(voices[0].Features, perform.Clean, perform.CaseSeed(1, seed)).Stream)] = true
		}
		Expect(len(seen)).To(BeNumerically(">", 490))
	})

	It("gives unrelated seeds to neighbouring numbers and bases", func() {
		seen := map[uint64]bool{}
		for base := range uint64(100) {
			for number := range uint64(100) {
				seen[perform.CaseSeed(base, number)] = true
			}
		}
		Expect(seen).To(HaveLen(10000))
	})

	It("comes back from its file as it was, faults performed away and cut included", func() {
		for i := range voices {
			for seed := range nightly.Count(uint64(20), 60) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				for _, one := range []*perform.Case{c, c.Without(1), c.Cut(c.Records() / 2)} {
					Expect(text(reread(one).Stream)).To(Equal(text(one.Stream)), one.String())
				}
			}
		}
	})

	It("refuses a file whose layers do not fit together, because people edit files", func() {
		whole := text(perform.Generate(voices[0].Features, perform.Degraded, 12))
		for _, edit := range []struct{ old, broken string }{
			{`"version":1`, `"version":99`}, {`"schedule":[`, `"schedule":[7777,`}, {`"session":0`, `"session":-5`},
			{`"scenario":{`, `"scenario":null,"x":{`}, {`"next":`, `"next":1000,"y":`}, {`"cuts":{"from":`, `"cuts":{"from":-1,"x":`},
		} {
			c := new(perform.Case)
			broken := strings.Replace(whole, edit.old, edit.broken, 1)
			Expect(broken).NotTo(Equal(whole))
			Expect(json.Unmarshal([]byte(broken), c)).NotTo(Succeed(), edit.broken)
		}
	})

	It("cut after a record has the records up to it, and is judged as a broken transport", func() {
		var tally tally
		for i := range voices {
			for seed := range uint64(100) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				at := int(perform.CaseSeed(seed, 1) % uint64(c.Records()+1))
				short := c.Cut(at)
				Expect(short.Records()).To(Equal(at))
				if at < c.Records() {
					Expect(short.Stream.End).To(Equal(spec.Cut))
				}
				Expect(short.Faults).To(Equal(c.Faults), "no fault is lost")
				Expect(tally.disagreement(short, spec.Policies{}, sampled(short))).To(BeEmpty(), fmt.Sprint(c, " cut after ", at))
			}
		}
	})
})

func text(v any) string {
	b, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(b)
}

func reread(c *perform.Case) *perform.Case {
	back := new(perform.Case)
	Expect(json.Unmarshal([]byte(text(c)), back)).To(Succeed())
	return back
}
