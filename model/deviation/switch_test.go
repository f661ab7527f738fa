package deviation_test

import (
	"fmt"
	"reflect"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// switched reads a stream with a decision switched from one position to another, on
// top of some deviations, and looks at some states.
func switched(s *spec.Stream, p spec.Policies, base []deviation.Deviation, d deviation.Deviation, from, to int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s on %d panics: %v", d.Name, len(base), p)
			for _, b := range base {
				err = fmt.Errorf("%w (%s)", err, b.Name)
			}
		}
	}()
	pass := deviation.Compose(base...).Read(s, p)
	pass.To(from)
	pass.Switch(d, &deviation.Count{})
	pass.To(to)
	pass.Transcript()
	pass.Back()
	pass.To(spec.AtEnd)
	pass.Transcript()
	return nil
}

var _ = Describe("A switch of one decision", func() {
	alternatives := func() (all []deviation.Deviation) {
		for _, d := range deviation.DecisionsOfModel() {
			all = append(all, d.Alternatives()...)
		}
		return all
	}()

	// What is known of a program when its other decisions are switched.
	all := slices.DeleteFunc(deviation.All(), func(d deviation.Deviation) bool { return !d.Fits() })

	// A switch can put the state of the model where no honest one does. A model
	// that does not end makes this test run into the limit of go test.
	tries := func(s *spec.Stream, p spec.Policies, nth, step int) (failed []string) {
		n := s.Records()
		for i := range alternatives {
			if (i+nth)%step != 0 {
				continue
			}
			from := (i*7 + nth) % max(1, n)
			for _, to := range []int{from + 1, spec.AtEnd} {
				if err := switched(s, p, nil, alternatives[i], from, to); err != nil {
					failed = append(failed, err.Error())
				}
			}
			known := all[(i*31+nth*17)%len(all)]
			for _, base := range [][]deviation.Deviation{nil, {known}} {
				if err := switched(s, p, base, alternatives[i], 0, spec.AtEnd); err != nil {
					failed = append(failed, err.Error())
				}
			}
		}
		return failed
	}

	It("reads every written stream to its end without a panic", func() {
		cases, err := matrix.Written()
		Expect(err).NotTo(HaveOccurred())
		var failed []string
		for i := range cases {
			failed = append(failed, tries(&cases[i].Stream, cases[i].Policies, i, nightly.Count(9, 1))...)
		}
		Expect(failed).To(BeEmpty())
	})

	It("reads every generated stream to its end without a panic", func() {
		g := matrix.Generated(generator.Mixed)(9)
		var failed []string
		for n := range nightly.Count[uint64](3, 12) {
			for i, f := range matrix.Shapes() {
				c := g.Case(&f, i, n)
				failed = append(failed, tries(&c.Stream, c.Policies, i+int(n), nightly.Count(9, 1))...)
			}
		}
		Expect(failed).To(BeEmpty())
	})

	// A way that doubles what is there needs all memory after some dozens of events.
	It("keeps no more than a few times what the stream has", func() {
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Derived, MessageIDs: true}}
		say := func(e spec.Event) {
			e.Record, e.Session, e.Message = len(s.Events)+1, "s", "m"
			s.Events = append(s.Events, e)
		}
		for i := range 16 {
			say(spec.Event{Kind: spec.Text, Text: "a"})
			say(spec.Event{Kind: spec.CallDone, Call: fmt.Sprint(i), Name: "read", Args: "{}"})
			say(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{{
				Message: "m", Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: fmt.Sprint("b", i)}},
			}}})
		}
		for _, a := range alternatives {
			pass := deviation.Compose(a).Read(s, spec.Policies{})
			pass.To(spec.AtEnd)
			t, parts := pass.Transcript(), 0
			for _, m := range t.Sessions[0].Messages {
				parts += len(m.Parts)
			}
			Expect(parts).To(BeNumerically("<", 8*len(s.Events)), a.Name)
		}
	})

	// The second time the saved call is in another message already.
	It("reads a saved call twice on top of a deviation that gives it a message of its own", func() {
		known, _ := deviation.ByName("saved-calls-as-text")
		again, ok := deviation.ByName("restored:twice")
		Expect(ok).To(BeTrue())
		saved := spec.Snapshot{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.ThoughtPart, Text: "Hm."}, {Kind: spec.CallPart, Call: "c"}}}
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Derived}, Events: []spec.Event{
			{Record: 1, Kind: spec.History, Session: "s", Complete: true, Messages: []spec.Snapshot{saved}},
		}}
		Expect(switched(s, spec.Policies{}, []deviation.Deviation{known}, again, 0, spec.AtEnd)).To(Succeed())
	})

	// The session that is asked about has no turn that could go on.
	It("asks about another session than the one whose turn ends late, on top of one that knows no turns", func() {
		known, _ := deviation.ByName("turns-unknown")
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Derived, Turns: spec.TurnsMarked}, Events: []spec.Event{
			{Record: 1, Kind: spec.History, Session: "other", Complete: true},
			{Record: 2, Kind: spec.TurnStart, Session: "s", Turn: "one"},
			{Record: 3, Kind: spec.TurnStart, Session: "s", Turn: "two"},
			{Record: 4, Kind: spec.TurnEnd, Session: "s", Turn: "one"},
		}}
		for _, d := range deviation.DecisionsOfModel() {
			for _, a := range d.Alternatives() {
				Expect(switched(s, spec.Policies{}, []deviation.Deviation{known}, a, 0, spec.AtEnd)).To(Succeed(), a.Name)
			}
		}
	})

	// The other session has no turn of that number.
	It("asks about another session than the call's, where nothing was said before the call", func() {
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Derived, AttachAtStart: true, Turns: spec.TurnsMarked}}
		say := func(e spec.Event) {
			e.Record = len(s.Events) + 1
			s.Events = append(s.Events, e)
		}
		for _, turn := range []string{"1", "2", "3"} {
			say(spec.Event{Kind: spec.TurnStart, Session: "s", Turn: turn})
			say(spec.Event{Kind: spec.CallStart, Session: "s", Call: turn, Name: "ls"})
			say(spec.Event{Kind: spec.TurnStart, Session: "other", Turn: "o"})
			say(spec.Event{Kind: spec.CallDone, Session: "s", Call: turn})
			say(spec.Event{Kind: spec.TurnEnd, Session: "s", Turn: turn})
		}
		for _, d := range deviation.DecisionsOfModel() {
			for _, a := range d.Alternatives() {
				Expect(switched(s, spec.Policies{}, nil, a, 0, spec.AtEnd)).To(Succeed(), a.Name)
			}
		}
	})

	It("ends with Back: what is read behind it is as honest as before", func() {
		d, ok := deviation.ByName("nothing-always")
		Expect(ok).To(BeTrue())
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true, MessageEnd: true}}
		for i, text := range []string{"a", "b", "c"} {
			s.Events = append(s.Events, spec.Event{Record: i + 1, Kind: spec.Text, Session: "s", Message: "m", Text: text})
		}
		pass := deviation.Compose().Read(s, spec.Policies{})
		pass.To(1)
		pass.Switch(d, &deviation.Count{})
		pass.To(2)
		pass.Back()
		pass.To(3)
		Expect(pass.Transcript().Sessions[0].Messages[0].Parts[0].Text).To(Equal("ac"))
	})
})

var _ = Describe("The alternatives of the decisions", func() {
	It("leave no decision out, and change that decision alone", func() {
		sem := reflect.TypeFor[model.Semantics]()
		for _, d := range deviation.DecisionsOfModel() {
			all := d.Alternatives()
			Expect(all).NotTo(BeEmpty(), d.Name)
			f, _ := sem.FieldByName(d.Name)
			var want deviation.Decisions
			want.Add(f.Index[0])
			for _, a := range all {
				Expect(a.Decisions()).To(Equal(want), a.Name)
			}
		}
	})

	It("have names by which they are found", func() {
		for _, d := range deviation.DecisionsOfModel() {
			for _, a := range d.Alternatives() {
				known, ok := deviation.ByName(a.Name)
				Expect(ok).To(BeTrue(), a.Name)
				Expect(known.Sentence).To(Equal(a.Sentence))
			}
		}
	})
})
