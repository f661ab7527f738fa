package damage_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// many is how many victims of each dialect a cheap property is held on.
const many = 120

// each calls a function with victims of every dialect.
func each(n uint64, hold func(v *scenariotest.Shape, c *victim)) {
	var h hand
	for i := range voices {
		for number := range n {
			c := h.victim(&voices[i].Features, number)
			hold(&voices[i], &c)
		}
	}
}

func text(v any) string {
	GinkgoHelper()
	b, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(b)
}

var _ = Describe("edits", func() {
	It("have a row each, because one without is never drawn", func() {
		for _, o := range damage.Ops() {
			Expect(o.String()).NotTo(BeEmpty(), "fault %d has no row: add it to fuzz/damage/table.go", uint8(o))
		}
	})

	It("do nothing where the choices are the simplest, so that shrinking ends at the undamaged stream", func() {
		var d choice.Sources
		d.Read(&choice.Choices{})
		c := perform.Generate(voices[0].Features, perform.Degraded, 5)
		Expect(damage.Draw(d.Layer(choice.Damage), c.Stream)).To(BeEmpty())
	})

	It("are the same from the same choices, and from the bytes that were kept of them", func() {
		var d, again choice.Sources
		for seed := range uint64(200) {
			c := perform.Generate(voices[seed%uint64(len(voices))].Features, perform.Degraded, seed)
			d.Draw(seed, 1)
			edits := damage.Draw(d.Layer(choice.Damage), c.Stream)
			used := d.Used()
			again.Read(&used)
			Expect(text(damage.Draw(again.Layer(choice.Damage), c.Stream))).To(Equal(text(edits)))
		}
	})

	It("are drawn one a span, so that a reducer can cut one out", func() {
		var d choice.Sources
		c := perform.Generate(voices[0].Features, perform.Degraded, 5)
		for seed := range uint64(100) {
			d.Draw(seed, 2)
			edits := damage.Draw(d.Layer(choice.Damage), c.Stream)
			spans := d.Layer(choice.Damage).Spans()
			Expect(len(spans)).To(BeNumerically(">=", len(edits)))
			for _, s := range spans {
				Expect(s.Kind).To(Equal(choice.Edit))
			}
		}
	})

	It("give no message the id of one of another role, because no rule says what it is then", func() {
		merged := 0
		each(many, func(_ *scenariotest.Shape, c *victim) {
			users := map[string]bool{}
			for i := range c.whole.Events {
				for _, m := range c.whole.Events[i].Messages {
					users[m.Message] = users[m.Message] || m.Role == "user"
				}
			}
			for _, e := range c.edits {
				if e.Op == damage.Merge && e.Class == ids.Messages {
					Expect(users[e.To]).To(Equal(users[e.From]), "%s becomes %s", e.From, e.To)
					merged++
				}
			}
		})
		Expect(merged).To(BeNumerically(">", 10))
	})

	It("come of any bytes, because every byte string is a case", func() {
		rng := rand.New(rand.NewPCG(1, 2))
		var d choice.Sources
		for n := range 500 {
			c := perform.Generate(voices[n%len(voices)].Features, perform.Degraded, uint64(n))
			bytes := make([]byte, rng.IntN(60))
			for i := range bytes {
				bytes[i] = byte(rng.Uint32())
			}
			d.Read(&choice.Choices{choice.Damage: bytes})
			Expect(func() { damage.Apply(c.Stream, damage.Draw(d.Layer(choice.Damage), c.Stream)) }).NotTo(Panic())
		}
	})

	It("come back from JSON as they were, because a finding keeps them", func() {
		each(many/4, func(v *scenariotest.Shape, c *victim) {
			var back damage.Edits
			Expect(json.Unmarshal([]byte(text(c.edits)), &back)).To(Succeed())
			Expect(back).To(Equal(c.edits))
			Expect(len(text(c.edits))).To(BeNumerically("<", 4000), "a long name is not written out")
		})
	})

	It("of an unknown way or style are refused, because people edit files", func() {
		var e damage.Edit
		for _, broken := range []string{`{"op":"explode"}`, `{"op":"rename","names":[{"to":{"style":"loud"}}]}`, `{"class":"thing"}`} {
			Expect(json.Unmarshal([]byte(broken), &e)).NotTo(Succeed(), broken)
		}
	})

	It("bear a rule that the dialect can show and that has a check, and numbers that no scenario gives", func() {
		each(many/4, func(v *scenariotest.Shape, c *victim) {
			for i, h := range c.edits.Faults(nil) {
				r, known := spec.RuleByID(h.Rule)
				Expect(known).To(BeTrue(), h.Rule)
				Expect(r.Applies(&v.Features)).To(BeTrue(), "%s in %s", h.Rule, v.Dialect)
				Expect(r.Waits).To(BeEmpty(), h.Rule)
				Expect(h.ID).To(BeNumerically(">=", damage.FirstID))
				Expect(h.ID).To(Equal(c.edits[i].ID))
				Expect(h.Name).NotTo(ContainSubstring("("))
			}
		})
	})

	It("say in a sentence what they do", func() {
		each(20, func(_ *scenariotest.Shape, c *victim) {
			story := c.edits.Story()
			Expect(strings.Count(story, "\n")).To(Equal(len(c.edits)))
			Expect(story).NotTo(ContainSubstring("%!"))
			Expect(len(story)).To(BeNumerically("<", 4000))
		})
	})

	It("are of every way, and names of every style, because a way that is never drawn finds nothing", func() {
		ways, styles := map[damage.Op]int{}, map[damage.Style]int{}
		each(many, func(_ *scenariotest.Shape, c *victim) {
			for _, e := range c.edits {
				ways[e.Op]++
				for _, n := range e.Names {
					styles[n.To.Style]++
				}
			}
		})
		for _, o := range damage.Ops() {
			Expect(ways[o]).To(BeNumerically(">", 0), o.String())
		}
		for s := damage.Property; s <= damage.Long; s++ {
			Expect(styles[s]).To(BeNumerically(">", 5), s.String())
		}
	})
})

var _ = Describe("a damaged stream", func() {
	It("leaves the one that was given as it was, and is the same each time", func() {
		each(25, func(_ *scenariotest.Shape, c *victim) {
			before := text(c.whole)
			Expect(text(damage.Apply(c.whole, c.edits))).To(Equal(text(c.broken)))
			Expect(text(c.whole)).To(Equal(before))
		})
	})

	It("has its records numbered from 1 without gaps, because codecs count them", func() {
		each(many, func(_ *scenariotest.Shape, c *victim) {
			record := 0
			for i := range c.broken.Events {
				Expect(c.broken.Events[i].Record).To(BeElementOf(max(1, record), record+1))
				record = c.broken.Events[i].Record
			}
		})
	})

	It("is another one, but for few edits that happen to do nothing", func() {
		same, all := 0, 0
		each(25, func(_ *scenariotest.Shape, c *victim) {
			if len(c.edits) > 0 {
				all++
				if text(c.broken) == text(c.whole) && c.broken.End == c.whole.End {
					same++
				}
			}
		})
		Expect(same).To(BeNumerically("<", all/20))
	})

	It("without its edits is the undamaged one, and without one of them what the others make", func() {
		each(25, func(_ *scenariotest.Shape, c *victim) {
			Expect(text(damage.Apply(c.whole, nil))).To(Equal(text(c.whole)))
			for i, e := range c.edits {
				left := c.edits.Without(e.ID)
				Expect(left).To(HaveLen(len(c.edits) - 1))
				rest := append(append(damage.Edits{}, c.edits[:i]...), c.edits[i+1:]...)
				Expect(text(damage.Apply(c.whole, left))).To(Equal(text(damage.Apply(c.whole, rest))))
			}
		})
	})

	It("stands edits that fit another stream, because faults of the scenario are taken away under them", func() {
		var h hand
		for i := range voices {
			for n := range uint64(30) {
				made := perform.Generate(voices[i].Features, perform.Degraded, perform.CaseSeed(3, n))
				c := h.damaged(made.Stream, n)
				other := made.Without(1, 2).Stream
				Expect(func() { damage.Apply(other, c.edits) }).NotTo(Panic())
			}
		}
	})

	It("stands edits that make no sense", func() {
		c := perform.Generate(voices[0].Features, perform.Degraded, 5)
		for o := range damage.Op(40) {
			for _, n := range []int{-5, 0, 3, 1 << 40} {
				e := damage.Edit{ID: 64, Op: o, N: n, At: damage.Place{Kind: spec.Text, Nth: -1}}
				Expect(func() { damage.Apply(c.Stream, damage.Edits{e, {Op: o, N: n}}) }).NotTo(Panic())
				e.At = damage.Place{Kind: c.Stream.Events[0].Kind, Session: c.Stream.Events[0].Session, Turn: c.Stream.Events[0].Turn}
				Expect(func() { damage.Apply(c.Stream, damage.Edits{e}) }).NotTo(Panic())
			}
		}
	})
})
