package campaign

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

var _ = ginkgo.Describe("Choosing ways of making cases", func() {
	// drawn counts what is chosen.
	drawn := func(b *bandit, fresh bool) (counts [Strategies]int) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 10000 {
			counts[b.choose(rng, fresh)]++
		}
		return counts
	}

	ginkgo.It("prefers what yields, and leaves nothing out", func() {
		var b bandit
		for range 200 {
			b.learn(Flip, 0)
			b.learn(Grow, yieldFinding)
		}
		counts := drawn(&b, false)
		Expect(counts[Grow]).To(BeNumerically(">", 10*counts[Flip]))
		Expect(counts[Flip]).To(BeNumerically(">", 0))
	})

	ginkgo.It("changes nothing while there is nothing to change", func() {
		for a, n := range drawn(new(bandit), true) {
			Expect(n > 0).To(Equal(Strategy(a).fresh()))
		}
	})

	ginkgo.It("forgets what a strategy yielded long ago, and keeps what it found in all", func() {
		var b bandit
		b.learn(Soft, yieldFinding)
		for range 8 {
			b.fade()
		}
		Expect(b[Soft]).To(Equal(pull{Cases: 1, Found: 1}))
	})

	ginkgo.It("is kept by name", func() {
		var b, read bandit
		b.learn(Cross, 1)
		text, err := json.Marshal(b)
		Expect(err).NotTo(HaveOccurred())
		Expect(json.Unmarshal(text, &read)).To(Succeed())
		Expect(read).To(Equal(b))
		Expect(json.Unmarshal([]byte(`{"sideways":{}}`), &read)).To(MatchError(ContainSubstring("sideways")))
	})
})

var _ = ginkgo.Describe("Changing a case", func() {
	f := agentc.New().Features("")
	parents := func(seed uint64) (one, other parent) {
		one = parentOf(perform.Generate(f, perform.Degraded, seed))
		return one, parentOf(perform.Generate(f, perform.Degraded, seed+1000))
	}

	ginkgo.It("changes nothing of the parent, and makes choices that are a case", func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for seed := range uint64(60) {
			for a := Drop; a < Strategies; a++ {
				one, other := parents(seed)
				kept := one.choices.Clone()
				changed := change(a, &one, &other, rng)
				Expect(one.choices).To(Equal(kept), "%s", a)
				Expect(func() { perform.Decode(f, perform.Degraded, &changed) }).NotTo(Panic())
			}
		}
	})

	ginkgo.It("makes less by dropping, more by repeating, and the beginning by growing", func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for seed := range uint64(60) {
			one, other := parents(seed)
			n := one.choices.Len()
			dropped, repeated, grown := change(Drop, &one, &other, rng), change(Repeat, &one, &other, rng), change(Grow, &one, &other, rng)
			Expect(dropped.Len()).To(BeNumerically("<=", n))
			Expect(repeated.Len()).To(BeNumerically(">=", n))
			Expect(grown.Len()).To(BeNumerically("<=", n))
		}
	})

	ginkgo.It("drops what hangs on a part with it, wherever it stands", func() {
		spans := []choice.Span{{From: 0, To: 4, Of: choice.None}, {From: 1, To: 2, Of: choice.None}, {From: 4, To: 6, Of: 1}, {From: 6, To: 8, Of: choice.None}}
		Expect(hanging(spans, 1)).To(Equal([]choice.Span{spans[1], spans[2]}))
		Expect(hanging(spans, 0)).To(Equal(spans[:3]))
	})

	ginkgo.It("does nothing to a case without parts", func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for a := Drop; a < Strategies; a++ {
			empty := parent{}
			Expect(func() { change(a, &empty, &empty, rng) }).NotTo(Panic())
		}
	})
})

var _ = ginkgo.Describe("Estimating how many interleavings there were", func() {
	ginkgo.It("is right within a tenth, whatever the number", func() {
		for _, n := range []int{0, 1, 40, 1000, 30000} {
			var s sketch
			rng := rand.New(rand.NewPCG(3, 4))
			for range n {
				hash := rng.Uint64()
				s.add(hash)
				s.add(hash)
			}
			Expect(s.estimate()).To(BeNumerically("~", n, n/10))
		}
	})
})

var _ = ginkgo.Describe("Looking into a failure again", func() {
	ginkgo.It("is worth it ever more rarely", func() {
		var at []int
		for n := 1; n <= 600; n++ {
			if worthwhile(n) {
				at = append(at, n)
			}
		}
		Expect(at).To(Equal([]int{1, 8, 64, 512}))
	})
})

var _ = ginkgo.Describe("Picking an entry", func() {
	ginkgo.It("takes the one that found most for how often it was picked, the latest of equals", func() {
		Expect(pick([]entry{{}, {}})).To(Equal(1))
		Expect(pick([]entry{{Found: 3}, {}})).To(Equal(0))
		Expect(pick([]entry{{Found: 3, Picked: 40}, {}})).To(Equal(1))
	})
})
