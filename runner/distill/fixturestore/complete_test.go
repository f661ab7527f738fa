package fixturestore_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

func complete(d *fixtures.Distilled) *fixtures.Distilled {
	GinkgoHelper()
	Expect(fixturestore.Complete(d)).To(Succeed())
	return d
}

var _ = Describe("Completing a fixture", func() {
	It("observes a short stream behind each record", func() {
		d, _ := of(scoped)
		complete(d)
		Expect(d.Observe).To(HaveLen(len(d.Records)))
		outcome, err := golden.Parse(d.Expected)
		Expect(err).NotTo(HaveOccurred())
		Expect(outcome.Observations).To(HaveLen(len(d.Records)))
	})

	It("observes a longer one where what is active, held or reported changes, and not too often", func() {
		var events []spec.Event
		add := func(e spec.Event) {
			e.Record, e.Session = len(events)+1, "s1"
			events = append(events, e)
		}
		add(spec.Event{Kind: spec.TurnStart})
		add(spec.Event{Kind: spec.MessageOpen, Message: "m1", Role: "assistant"})
		for range 20 {
			add(spec.Event{Kind: spec.Text, Message: "m1", Text: "a"})
		}
		add(spec.Event{Kind: spec.CallOpen, Message: "m1", Call: "c1", Name: "t1"})
		d, _ := ofStream(spec.Stream{Features: neutral(), Events: events, End: spec.Cut})
		Expect(complete(d).Observe).To(Equal([]int{1, 23}), "the first record, and the call")
		for n := range 30 {
			id := fmt.Sprint("d", n)
			add(spec.Event{Kind: spec.CallStart, Message: "m1", Call: id, Name: "t1"})
		}
		d, _ = ofStream(spec.Stream{Features: neutral(), Events: events, End: spec.Cut})
		complete(d)
		Expect(d.Observe).To(HaveLen(12))
		Expect(slices.IsSorted(d.Observe)).To(BeTrue())
		Expect(d.Observe[11]).To(Equal(53), "the last change")
	})

	It("lists the rules that a wrong model shows to be tested, and what is wrong with the stream itself", func() {
		d, stream := of("missing/orphan-result.breaking.langgraph")
		complete(d)
		Expect(d.Breaks).To(ContainElement("orphan-result"))
		Expect(d.Rules).To(ContainElement("missing/orphan-result"))
		for _, rule := range d.Rules {
			Expect(trial.Exercises(stream, d.Policies, rule)).To(BeTrue(), rule)
			Expect(rule).NotTo(Or(HavePrefix("produce/"), HavePrefix("adapt/")), "nothing can be told of it")
		}
	})

	It("renews what follows from the stream, and keeps what a person chose", func() {
		d, _ := of(scoped)
		d.Story, d.Observe, d.Rules, d.Expected = "Mine.", []int{2}, []string{"noise/transparent"}, []byte("old\n")
		complete(d)
		Expect(d.Story).To(Equal("Mine."))
		Expect(d.Observe).To(Equal([]int{2}))
		Expect(d.Rules).NotTo(Equal([]string{"noise/transparent"}))
		Expect(string(d.Expected)).To(HavePrefix("{"))
		before := *d
		Expect(*complete(d)).To(Equal(before), "it is the same whenever it is made")
	})

	It("does not let it show a rule that it does not put to the test", func() {
		d, _ := of(scoped)
		d.Rule = "notify/waiting"
		complete(d)
		Expect(d.Rule).To(BeEmpty())
		d.Rule = "adapt/commutes"
		Expect(complete(d).Rule).To(Equal("adapt/commutes"), "nothing can be told of it")
	})

	It("cannot be done of records that say nothing certain", func() {
		Expect(fixturestore.Complete(&fixtures.Distilled{Dialect: "neutral", Records: [][]byte{[]byte("{")}})).To(MatchError(fixturestore.ErrRecords))
	})
})

var _ = Describe("The story of a fixture", func() {
	It("says which session does what, in order, with what is reported", func() {
		d, _ := of(scoped)
		complete(d)
		Expect(d.Story).To(HavePrefix("It shows fragment/scoped-key: "))
		Expect(d.Story).To(MatchRegexp(`(?m)^ {6}1  \S`))
		Expect(d.Story).To(ContainSubstring("the input ends; the outcome is "))
	})

	It("tells pieces of one text in one line, and a child by its parent's call", func() {
		s1 := spec.Event{Session: "s1", Message: "m1"}
		s2 := spec.Event{Session: "s2", Parent: spec.To("s1"), ParentCall: spec.To("c1")}
		var events []spec.Event
		add := func(record int, e, more spec.Event) {
			more.Session, more.Message, more.Parent, more.ParentCall, more.Record = e.Session, e.Message, e.Parent, e.ParentCall, record
			events = append(events, more)
		}
		add(1, s1, spec.Event{Kind: spec.MessageOpen, Role: "assistant"})
		add(2, s1, spec.Event{Kind: spec.Text, Text: "aa "})
		add(3, s1, spec.Event{Kind: spec.Text, Text: strings.Repeat("b", 60)})
		add(4, s1, spec.Event{Kind: spec.CallOpen, Call: "c1", Name: "task", Slot: "0"})
		add(5, s1, spec.Event{Kind: spec.CallArgs, Slot: "0", Text: "{}"})
		add(6, s2, spec.Event{Kind: spec.SessionOpen, Agent: "a1"})
		add(7, s2, spec.Event{Kind: spec.CallDone, Call: "c9", Result: []byte(`"aa"`), IsError: true})
		d, _ := ofStream(spec.Stream{Features: neutral(), Events: events, End: spec.Cut})
		d.Rule = ""
		Expect(strings.Split(complete(d).Story, "\n")).To(HaveExactElements(
			`      1  session s1 opens message m1`,
			`    2-3  session s1 says "aa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"… in 2 pieces in message m1`,
			`      4  session s1 announces call c1 of task in message m1 at slot 0`,
			`      5  session s1 gives arguments of a call in message m1 at slot 0: "{}"`,
			`      6  session s2 opens, running a1, a child of session s1 by call c1`,
			`      7  session s2 is done with call c9, failed: '"aa"'`,
			`      !  reported: orphan-result, in session s2`,
			`         the input is cut off; the outcome is incomplete`,
			`      !  reported: never-closed, in session s2`,
		))
	})

	It("has a sentence for every kind of event", func() {
		for _, kind := range spec.Kinds() {
			Expect(words.Event([]spec.Event{{Kind: kind, Session: "s1"}})).NotTo(ContainSubstring(kind.String()+":"), kind.String())
		}
	})

	It("begins no part of a file, whatever is said in it", func() {
		d, _ := ofStream(spec.Stream{Features: neutral(), End: spec.EOF, Events: []spec.Event{
			{Kind: spec.Text, Record: 1, Session: "s\n-- x --\n", Message: "m1", Text: "a\n-- x --\nb"},
		}})
		complete(d)
		d.Name = "x"
		_, err := d.Format()
		Expect(err).NotTo(HaveOccurred())
	})
})
