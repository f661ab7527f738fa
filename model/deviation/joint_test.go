package deviation_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

func mutants(names ...string) []deviation.Deviation {
	GinkgoHelper()
	var all []deviation.Deviation
	for _, name := range names {
		m, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		all = append(all, m)
	}
	return all
}

var _ = Describe("Several mutants in one model", func() {
	features := spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true}
	piece := func(text string) *spec.Event {
		return &spec.Event{Record: 1, Kind: spec.Text, Session: "s", Message: "m", Text: text}
	}

	It("replace different decisions, and none is left out", func() {
		n := 0
		for _, list := range deviation.Disjoint(deviation.Models()) {
			seen := map[string]bool{}
			for _, m := range list {
				Expect(seen[m.Changes()]).To(BeFalse(), m.Name)
				seen[m.Changes()] = true
				n++
			}
		}
		Expect(n).To(Equal(len(deviation.Models())))
	})

	It("read as the honest model until one departs, which then goes on alone", func() {
		trims, empty := mutants("fragment/trims-pieces")[0], mutants("fragment/empty-counts")[0]
		joint := deviation.NewJoint([]deviation.Deviation{trims, empty})
		state := model.NewWith(joint.Semantics(), features, spec.Policies{})
		state.Step(piece("a"))
		Expect(joint.Departed()).To(BeEmpty())
		state.Step(piece(" b"))
		Expect(joint.Departed()).To(HaveLen(1))
		Expect(joint.Departed()[0].Name).To(Equal(trims.Name))

		state.Decide(joint.Alone(trims))
		state.Step(piece(""))
		state.Step(piece(" c"))
		Expect(joint.Departed()).To(HaveLen(1), "the other no longer decides")
		sem, _ := trims.New()
		alone := model.NewWith(sem, features, spec.Policies{})
		for _, text := range []string{"a", " b", "", " c"} {
			alone.Step(piece(text))
		}
		Expect(state.Transcript()).To(Equal(alone.Transcript()))
	})
})
