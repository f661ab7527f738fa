package perform_test

import (
	"math/rand/v2"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// noisy are choices that nobody made.
func noisy(rng *rand.Rand) choice.Choices {
	var c choice.Choices
	for i := range c {
		c[i] = make([]byte, rng.IntN(1+200*rng.IntN(3)))
		for j := range c[i] {
			c[i][j] = byte(rng.Uint32())
		}
	}
	return c
}

var _ = Describe("Choices", func() {
	It("make the case again that they were made for", func() {
		for _, v := range voices {
			for seed := range nightly.Count(uint64(30), 300) {
				made := perform.Generate(v.Features, perform.Degraded, seed)
				chosen, ok := made.Choices()
				Expect(ok).To(BeTrue())
				again := perform.Decode(v.Features, perform.Degraded, &chosen)
				Expect(again.Stream).To(Equal(made.Stream), "%s seed %d", v.Dialect, seed)
				Expect(again.Faults).To(Equal(made.Faults))
				rechosen, _ := again.Choices()
				Expect(rechosen).To(Equal(chosen), "%s seed %d", v.Dialect, seed)
			}
		}
	})

	It("are a case whatever their bytes, which the model reads as it was constructed", func() {
		rng := rand.New(rand.NewPCG(3, 4))
		for _, v := range voices {
			for range 300 {
				chosen := noisy(rng)
				c := perform.Decode(v.Features, perform.Degraded, &chosen)
				want, ok := c.Expected(spec.AtEnd, spec.Policies{})
				if !ok {
					continue
				}
				m := model.New(v.Features, spec.Policies{})
				for i := range c.Stream.Events {
					m.Step(&c.Stream.Events[i])
				}
				m.End(c.Stream.End)
				got := m.Transcript()
				Expect(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)).To(BeEmpty(), "%s %x", v.Dialect, chosen)
			}
		}
	})

	It("are at their simplest a case without faults, of one turn", func() {
		for _, v := range voices {
			c := perform.Decode(v.Features, perform.Degraded, &choice.Choices{})
			Expect(c.Faults).To(BeEmpty(), v.Dialect)
			Expect(c.Scenario.Turns).To(HaveLen(1), v.Dialect)
			Expect(c.Records()).To(BeNumerically("<=", 12), v.Dialect)
		}
	})

	It("go on at random where they end, and are then known whole", func() {
		var g perform.Generator
		v := voices[1]
		made := perform.Generate(v.Features, perform.Degraded, 5)
		chosen, _ := made.Choices()
		for i := range chosen {
			chosen[i] = chosen[i][:len(chosen[i])/2]
		}
		first := g.Extend(&v.Features, perform.Degraded, &chosen, 9)
		whole, _ := first.Choices()
		stream := first.Stream
		Expect(perform.Decode(v.Features, perform.Degraded, &whole).Stream).To(Equal(stream))
	})

	It("say how a case explored, so that one of a single strategy is made again by itself", func() {
		for _, s := range []generator.Strategy{generator.Even, generator.Swarm, generator.Soft} {
			g := perform.Generator{Strategy: s}
			v := voices[1]
			made := g.Case(&v.Features, perform.Degraded, 77)
			chosen, _ := made.Choices()
			Expect(perform.Decode(v.Features, perform.Degraded, &chosen).Stream).To(Equal(made.Stream), s.String())
		}
	})

	It("mark the bytes of turns, messages, calls and faults, one within the other", func() {
		made := perform.Generate(voices[0].Features, perform.Degraded, 12)
		chosen, _ := made.Choices()
		kinds := map[choice.Kind]int{}
		for _, l := range []choice.Layer{choice.Tree, choice.Faults, choice.Cuts} {
			for i, s := range made.Spans(l) {
				kinds[s.Kind]++
				Expect(s.From).To(And(BeNumerically(">=", 0), BeNumerically("<=", s.To)))
				Expect(s.To).To(BeNumerically("<=", len(chosen[l])))
				Expect(s.Of).To(BeNumerically("<", i))
			}
		}
		Expect(kinds[choice.Turn]).To(Equal(len(made.Scenario.Turns)))
		Expect(kinds[choice.Message]).To(Equal(len(made.Scenario.Messages)))
		Expect(kinds[choice.Call]).To(Equal(len(made.Scenario.Calls)))
	})
})

var _ = Describe("A token", func() {
	token := func(seed uint64) perform.Token {
		t, ok := perform.Generate(voices[1].Features, perform.Degraded, seed).Token()
		Expect(ok).To(BeTrue())
		return t
	}

	It("is one word that makes its case again, without what was performed away", func() {
		for seed := range uint64(100) {
			made := perform.Generate(voices[1].Features, perform.Degraded, seed)
			if len(made.Faults) > 0 {
				made = made.Without(made.Faults[0].ID)
			}
			t, ok := made.Token()
			Expect(ok).To(BeTrue())
			Expect(t.String()).NotTo(ContainSubstring(" "))
			read, err := perform.ParseToken(t.String())
			Expect(err).NotTo(HaveOccurred())
			Expect(read.Case(voices[1].Features).Stream).To(Equal(made.Stream))
		}
	})

	It("is refused with anything behind it, whatever its length", func() {
		for seed := range uint64(20) {
			for _, more := range []string{"x", "A", "xx", "AAAA"} {
				_, err := perform.ParseToken(token(seed).String() + more)
				Expect(err).To(MatchError(ContainSubstring("token")), "seed %d, %q", seed, more)
			}
		}
	})

	DescribeTable("is refused, with the reason",
		func(change func(string) string, reason string) {
			_, err := perform.ParseToken(change(token(3).String()))
			Expect(err).To(MatchError(ContainSubstring(reason)))
		},
		Entry("when it is of another version", func(s string) string { return "q99" + s[2:] }, "version q99"),
		Entry("when it was cut short", func(s string) string { return s[:len(s)-9] }, "token"),
		Entry("when something was appended", func(s string) string { return s + "AAAA" }, "cut short or changed"),
		Entry("when a character was changed", func(s string) string {
			return s[:len(s)-20] + string('A'+(s[len(s)-20]+1)%26) + s[len(s)-19:]
		}, "token"),
		Entry("when it is something else", func(string) string { return "hello" }, "no token"),
		Entry("when its level is unknown", func(s string) string { return strings.Replace(s, "degraded", "bad", 1) }, "level"),
	)
})
