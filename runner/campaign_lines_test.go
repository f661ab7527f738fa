package runner

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

var _ = Describe("The line of a finding", func() {
	byName := func(name string) deviation.Deviation {
		GinkgoHelper()
		d, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		return d
	}
	// answered is a case as the reference with deviations answers it.
	answered := func(seed uint64, of ...deviation.Deviation) *fit.Answered {
		c := perform.Generate(agentc.New().Features(""), perform.Degraded, seed)
		a := &fit.Answered{Stream: c.Stream, Observes: spec.AllParts(), At: []int{spec.AtEnd}}
		for _, t := range a.Read(of...) {
			a.Got = append(a.Got, &t)
		}
		return a
	}

	// Where two deviations show at one position no search finds one of them first, and so
	// the finding stood alone.
	It("is that of a deviation that shows, and that nothing allows, where all lines together explain it", func() {
		choice, wrong := byName("orphans-unshown"), byName("turns-unknown")
		both, found := []deviation.Deviation{choice, wrong}, 0
		for seed := range uint64(200) {
			a := answered(seed, both...)
			switch together(a, both) {
			case wrong.Name:
				Expect(together(answered(seed, wrong), both)).To(BeElementOf(wrong.Name, ""))
				Expect(together(answered(seed, byName("always-next"), wrong), both)).NotTo(Equal(choice.Name))
				found++
			case "":
				Expect(together(answered(seed), both)).To(BeEmpty(), "nothing shows")
			}
		}
		Expect(found).To(BeNumerically(">", 3))
	})
})
