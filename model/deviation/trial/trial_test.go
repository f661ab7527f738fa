package trial_test

import (
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

func TestTrial(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "trial")
}

func named(name string) deviation.Deviation {
	GinkgoHelper()
	m, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return m
}

// pieces is a text in two pieces; the second begins with a space.
func pieces(faults ...spec.Fault) *trial.Subject {
	return &trial.Subject{
		Faults: faults,
		Stream: spec.Stream{
			Features: spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true},
			End:      spec.EOF,
			Events: []spec.Event{
				{Record: 1, Kind: spec.MessageOpen, Session: "s", Message: "m", Role: "assistant"},
				{Record: 2, Kind: spec.Text, Session: "s", Message: "m", Text: "a"},
				{Record: 2, Kind: spec.Text, Session: "s", Message: "m", Text: " b"},
				{Record: 3, Kind: spec.MessageClose, Session: "s", Message: "m"},
			},
		},
	}
}

var _ = Describe("A trial", func() {
	trims := func() deviation.Deviation { return named("fragment/trims-pieces") }
	concatenate := spec.Fault{ID: 1, Rule: "fragment/concatenate"}
	order := spec.Fault{ID: 2, Rule: "identity/part-order"}

	It("tells that a transcript differs, though no fault has a check look there", func() {
		out := pieces().Try(trims())
		Expect(out.Killed).To(BeTrue())
		Expect(out.Family || out.Rule).To(BeFalse())
		Expect(out.Seen).To(BeEmpty())
		Expect(out.Triggered).To(Equal(1))
		Expect(out.Reached).To(Equal(2))
	})

	It("tells which rules' checks see it, its own among them", func() {
		out := pieces(order, concatenate).Try(trims())
		Expect(out.Rule && out.Family).To(BeTrue())
		Expect(out.Seen).To(ContainElement("fragment/concatenate"))
		Expect(slices.IsSorted(out.Seen)).To(BeTrue())
	})

	It("asks no check that is switched off", func() {
		s := pieces(concatenate)
		s.Off = func(rule string) bool { return rule == "fragment/concatenate" }
		out := s.Try(trims())
		Expect(out.Killed).To(BeTrue())
		Expect(out.Seen).To(BeEmpty())
	})

	It("does not kill what departs nowhere", func() {
		out := pieces(concatenate).Try(named("attach/twice"))
		Expect(out.Killed || out.Triggered > 0).To(BeFalse())
	})

	It("leaves nothing behind: a second mutant on the same subject is read by itself", func() {
		s := pieces(concatenate)
		first := s.Try(trims())
		s.Try(named("fragment/keeps-last-piece"))
		Expect(s.Try(trims())).To(Equal(first))
	})

	It("adds up over streams, each rule once", func() {
		all := trial.Outcome{}
		all.Add(trial.Outcome{Reached: 1, Seen: []string{"b"}})
		all.Add(trial.Outcome{Reached: 2, Triggered: 1, Killed: true, Seen: []string{"a", "b"}})
		Expect(all).To(Equal(trial.Outcome{Reached: 3, Triggered: 1, Killed: true, Seen: []string{"a", "b"}}))
	})
})

var _ = Describe("A rule", func() {
	It("applies to a stream whose dialect can show it", func() {
		derived, _ := spec.RuleByID("attach/backward")
		Expect(pieces().Applies(&derived)).To(BeFalse())
		named, _ := spec.RuleByID("attach/explicit-owner")
		Expect(pieces().Applies(&named)).To(BeTrue())
	})
})
