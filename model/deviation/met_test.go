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
		expectComplete := func(complete bool) {
			GinkgoHelper()
			t := read.Transcript()
			Expect(t.Sessions[0].Messages).To(HaveExactElements(SatisfyAll(HaveField("Complete", complete), HaveField("Parts", HaveExactElements(HaveField("Text", "by the way"))))))
		}
		read.To(4)
		expectComplete(false)
		read.To(5)
		expectComplete(true)
	})
})

var _ = Describe("start-drops-all", func() {
	features := spec.Features{Dialect: "t", Owner: spec.Derived, Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true, Preparing: true}
	read := func(events ...spec.Event) spec.Transcript {
		for i := range events {
			events[i].Record, events[i].Session = i+1, "s"
		}
		pass := deviation.Compose(mutants("start-drops-all")...).Read(&spec.Stream{Features: features, Events: events}, spec.Policies{})
		pass.To(len(events))
		return pass.Transcript()
	}

	// A program that drops at each start does not ask whether the turn is open already.
	It("drops the open message also where a start is repeated", func() {
		t := read(
			spec.Event{Kind: spec.TurnStart, Turn: "one"},
			spec.Event{Kind: spec.Text, Text: "by the way"},
			spec.Event{Kind: spec.TurnStart, Turn: "one"},
		)
		Expect(t.Sessions[0].Turns).To(HaveLen(1))
		Expect(t.Sessions[0].Messages).To(BeEmpty())
	})

	It("knows a dropped call no more, nor an earlier one of its id, so that its start shows it again", func() {
		t := read(
			spec.Event{Kind: spec.TurnStart, Turn: "one"},
			spec.Event{Kind: spec.CallOpen, Call: "c", Name: "read"},
			spec.Event{Kind: spec.CallDone, Call: "c", Name: "read", Result: []byte(`"a"`)},
			spec.Event{Kind: spec.TurnStart, Turn: "two"},
			spec.Event{Kind: spec.CallOpen, Call: "c", Name: "ls"},
			spec.Event{Kind: spec.TurnStart, Turn: "three"},
			spec.Event{Kind: spec.CallStart, Call: "c", Name: "ls"},
		)
		Expect(t.Active).To(ConsistOf(And(HaveField("Name", "ls"), HaveField("Phase", spec.Executing))))
	})
})

var _ = Describe("late-call-begins", func() {
	It("shows a call that is selected behind its turn, and as running where it starts there", func() {
		s := &spec.Stream{
			Features: spec.Features{Dialect: "t", Owner: spec.Derived, Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true, Preparing: true},
			Events: []spec.Event{
				{Record: 1, Kind: spec.TurnStart, Session: "s", Turn: "one"},
				{Record: 2, Kind: spec.TurnEnd, Session: "s", Turn: "one"},
				{Record: 3, Kind: spec.CallOpen, Session: "s", Call: "selected"},
				{Record: 4, Kind: spec.CallStart, Session: "s", Call: "started"},
			},
		}
		for _, with := range []bool{false, true} {
			read := deviation.Compose().Read(s, spec.Policies{})
			if with {
				read = deviation.Compose(mutants("late-call-begins")...).Read(s, spec.Policies{})
			}
			read.To(4)
			t := read.Transcript()
			if !with {
				Expect(t.Active).To(BeEmpty())
				continue
			}
			Expect(t.Active).To(ConsistOf(
				And(HaveField("Call", "selected"), HaveField("Phase", spec.Preparing)),
				And(HaveField("Call", "started"), HaveField("Phase", spec.Executing)),
			))
		}
	})
})
