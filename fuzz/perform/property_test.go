package perform_test

import (
	"fmt"
	"os"
	"strconv"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/perform/performtest"
	"github.com/quock-dev/quock/spec"
)

// scenarios is how many each dialect is held to here at each level: at night
// 20 000 of every dialect, more than 200 000 in all.
var scenarios = nightly.Count(250, 10_000)

var _ = Describe("the oracle by construction", func() {
	for i := range voices {
		v := &voices[i]
		for _, level := range []perform.Level{perform.Clean, perform.Degraded} {
			It(fmt.Sprintf("agrees with the model on %s, %s, because both read the same rules", v.Dialect, level), func() {
				var tally tally
				parameters := gopter.DefaultTestParametersWithSeed(int64(7 + i))
				parameters.MinSuccessfulTests, parameters.Workers = scenarios, 1
				properties := gopter.NewProperties(parameters)
				properties.Property("model(perform(s)) = expected(s)", prop.ForAll(
					func(c *perform.Case) string { return tally.disagreement(c, policies(c.Seed), sampled(c)) },
					performtest.Gen(v.Features, level)))
				Expect(properties.Run(gopter.NewFormatedReporter(false, 120, GinkgoWriter))).To(BeTrue())
				AddReportEntry(tally.String())
				Expect(tally.share()).To(BeNumerically("<", 0.05), "of the questions must not be left open")
			})
		}
	}

	It("agrees with the model at every position of small cases, because a candidate may be asked anywhere", func() {
		var tally tally
		for i := range voices {
			for seed := range nightly.Count(uint64(30), 400) {
				c := perform.Generate(voices[i].Features, perform.Degraded, seed)
				if c.Records() < 60 {
					Expect(tally.disagreement(c, policies(seed), every(c))).To(BeEmpty(), c.String())
				}
			}
		}
		AddReportEntry(tally.String())
	})

	It("agrees with the model on as many scenarios as QUOCK_SCENARIOS says", Label("slow"), func() {
		n, err := strconv.ParseUint(os.Getenv("QUOCK_SCENARIOS"), 10, 64)
		if err != nil {
			Skip("QUOCK_SCENARIOS is not set")
		}
		var tally tally
		for i := range n {
			v := &voices[i%uint64(len(voices))]
			level := perform.Level(i / uint64(len(voices)) & 1)
			c := tally.generator.Case(&v.Features, level, perform.CaseSeed(99, i))
			Expect(tally.disagreement(c, policies(c.Seed), sampled(c))).To(BeEmpty(), c.String())
		}
		AddReportEntry(tally.String())
	})
})

// policies draws what a candidate chose.
func policies(seed uint64) spec.Policies {
	return spec.Policies{
		HeldAttach:        []string{"", "open", "end"}[seed%3],
		ArgumentsComplete: []string{"", "value", "marker"}[seed/3%3],
	}
}

// sampled are a few positions of a case; every all of them.
func sampled(c *perform.Case) map[int]bool {
	at := map[int]bool{}
	for i := range uint64(3) {
		at[int(perform.CaseSeed(c.Seed, i)%uint64(c.Records()+1))] = true
	}
	return at
}

func every(c *perform.Case) map[int]bool {
	at := map[int]bool{}
	for i := range c.Records() + 1 {
		at[i] = true
	}
	return at
}
