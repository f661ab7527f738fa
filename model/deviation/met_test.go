package deviation_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("turns-unknown", func() {
	// A program that knows no turns reads the late end of the turn before as the end of
	// what is open. It still shows what comes after.
	It("shows a call behind the late end of an older turn", func() {
		s := &spec.Stream{
			Features: spec.Features{Dialect: "t", Owner: spec.Derived, Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true, Preparing: true},
			Events: []spec.Event{
				{Record: 1, Kind: spec.TurnStart, Session: "s", Turn: "one"},
				{Record: 2, Kind: spec.TurnStart, Session: "s", Turn: "two"},
				{Record: 3, Kind: spec.CallOpen, Session: "s", Call: "before"},
				{Record: 4, Kind: spec.TurnEnd, Session: "s", Turn: "one"},
				{Record: 5, Kind: spec.CallOpen, Session: "s", Call: "behind"},
			},
		}
		read := deviation.Compose(mutants("turns-unknown")...).Read(s, spec.Policies{})
		read.To(5)
		t := read.Transcript()
		Expect(t.Active).To(ConsistOf(HaveField("Call", "behind")))
	})

	It("takes late text for an open message: more text goes to it, and the next model call ends it", func() {
		s := &spec.Stream{
			Features: spec.Features{Dialect: "t", Owner: spec.Derived, Turns: spec.TurnsMarked, TurnStarts: true},
			Events: []spec.Event{
				{Record: 1, Kind: spec.TurnStart, Session: "s", Turn: "one"},
				{Record: 2, Kind: spec.TurnEnd, Session: "s", Turn: "one"},
				{Record: 3, Kind: spec.Text, Session: "s", Text: "by the"},
				{Record: 4, Kind: spec.Text, Session: "s", Text: " way"},
				{Record: 5, Kind: spec.NoteEvent, Session: "s", Note: spec.NoteBoundary},
			},
		}
		read := deviation.Compose(mutants("turns-unknown")...).Read(s, spec.Policies{})
		said := func(complete bool) {
			GinkgoHelper()
			t := read.Transcript()
			Expect(t.Sessions[0].Messages).To(HaveExactElements(SatisfyAll(HaveField("Complete", complete), HaveField("Parts", HaveExactElements(HaveField("Text", "by the way"))))))
		}
		read.To(4)
		said(false)
		read.To(5)
		said(true)
	})
})
