package adapted_test

import (
	"encoding/json"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
)

// meaning is what a generated stream of a dialect means.
func meaning(f *spec.Features, seed uint64) spec.Transcript {
	return model.Run(perform.Generate(*f, perform.Degraded, perform.CaseSeed(3, seed)).Stream, spec.Policies{})
}

func text(v any) string {
	b, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(b)
}

var _ = Describe("What two dialects share", func() {
	all := scenariotest.Variants()

	It("changes neither of the meanings that it restricts", func() {
		for i := range all {
			t := meaning(&all[i].Features, 1)
			before := text(t)
			for j := range all {
				s := adapted.Between(all[i].Features, all[j].Features, spec.Adapting{})
				s.Restrict(&t, &t)
				Expect(text(t)).To(Equal(before), "%s to %s", all[i].Dialect, all[j].Dialect)
			}
		}
	})

	It("finds no difference between a meaning and itself within a dialect", func() {
		for i := range all {
			for seed := range uint64(20) {
				t := meaning(&all[i].Features, seed)
				s := adapted.Between(all[i].Features, all[i].Features, spec.Adapting{})
				want, got := s.Restrict(&t, &t)
				Expect(spec.Compare{Observes: s.Observes()}.Transcripts(want, got)).To(BeEmpty(), all[i].Dialect)
			}
		}
	})

	It("is all of a dialect between two variants of it, but for what is active and what is reported", func() {
		for i := range all {
			s := adapted.Between(all[i].Features, all[i].Features, spec.Adapting{})
			Expect(s.Same).To(BeTrue())
			t := meaning(&all[i].Features, 4)
			w, _ := s.Restrict(&t, &t)
			Expect(w.Active).To(BeEmpty())
			Expect(w.Anomalies).To(BeEmpty())
			if !s.One {
				Expect(w.Sessions).To(HaveLen(len(t.Sessions)))
			}
			for j := range w.Sessions {
				Expect(w.Sessions[j].Orphans).To(BeEmpty())
				Expect(w.Sessions[j].Unattributed).To(BeEmpty())
			}
		}
	})

	It("is put into words that say of nothing that it is both compared and not", func() {
		for i := range all {
			for j := range all {
				s := adapted.Between(all[i].Features, all[j].Features, spec.Adapting{})
				compared, not := s.Words()
				for _, word := range compared {
					Expect(not).NotTo(ContainElement(word), "%s to %s", all[i].Dialect, all[j].Dialect)
				}
				Expect(slices.Compact(slices.Sorted(slices.Values(compared)))).To(HaveLen(len(compared)), "no word twice")
			}
		}
	})

	It("always has outcome, messages and calls", func() {
		for i := range all {
			for j := range all {
				s := adapted.Between(all[i].Features, all[j].Features, spec.Adapting{})
				parts := s.Observes()
				for _, p := range []spec.Observable{spec.ObserveOutcome, spec.ObserveMessages, spec.ObserveCalls} {
					Expect(parts.Has(p)).To(BeTrue(), "%s to %s", all[i].Dialect, all[j].Dialect)
				}
				Expect(parts.Has(spec.ObserveSessions)).To(Equal(!s.One))
			}
		}
	})
})

var _ = Describe("Interleaving the messages of sessions", func() {
	messages := func(words ...string) []spec.Message {
		var all []spec.Message
		for _, w := range words {
			all = append(all, spec.Message{Role: "assistant", Parts: []spec.Part{{Kind: spec.TextPart, Text: w}}})
		}
		return all
	}
	words := func(all []spec.Message) []string {
		var w []string
		for _, m := range all {
			w = append(w, m.Parts[0].Text)
		}
		return w
	}

	It("puts one session behind the other where there is nothing to be like", func() {
		Expect(words(adapted.Interleave([][]spec.Message{messages("a", "b"), messages("c")}, nil))).To(Equal([]string{"a", "b", "c"}))
	})

	Describe("keeps the order that the stream tells", func() {
		at := func(m spec.Message, began, ended int, calls ...string) spec.Message {
			m.At, m.Ended = began, ended
			for _, id := range calls {
				m.Calls = append(m.Calls, spec.Call{ID: id})
			}
			return m
		}
		of := func(all []spec.Message, began, ended int, calls ...string) []spec.Message {
			return []spec.Message{at(all[0], began, ended, calls...)}
		}

		It("between a message that had ended and one that began later", func() {
			lists := [][]spec.Message{of(messages("late"), 5, 6), of(messages("early"), 1, 4)}
			Expect(words(adapted.Ordered(lists, messages("late", "early"), ""))).To(Equal([]string{"early", "late"}))
		})
		It("and none between two that overlap, in one record too", func() {
			for _, ended := range []int{0, 5, 7} {
				lists := [][]spec.Message{of(messages("a"), 5, 6), of(messages("b"), 1, ended)}
				Expect(words(adapted.Ordered(lists, messages("a", "b"), ""))).To(Equal([]string{"a", "b"}))
			}
		})
		It("between a call and what the session that it opened says", func() {
			lists := [][]spec.Message{of(messages("calls"), 1, 0, "c"), of(messages("child"), 2, 0)}
			like := messages("child", "calls")
			like[1].Calls = []spec.Call{{ID: "c"}}
			Expect(words(adapted.Ordered(lists, like, "c"))).To(Equal([]string{"calls", "child"}))
			Expect(words(adapted.Ordered(lists, like, "d"))).To(Equal([]string{"child", "calls"}))
		})
	})

	It("is as the output has it, where each session keeps its order", func() {
		lists := [][]spec.Message{messages("a", "b"), messages("c", "d")}
		Expect(words(adapted.Interleave(lists, messages("c", "a", "b", "d")))).To(Equal([]string{"c", "a", "b", "d"}))
	})

	It("finds the order even where two sessions begin with the same words", func() {
		lists := [][]spec.Message{messages("x", "a"), messages("x", "b")}
		Expect(words(adapted.Interleave(lists, messages("x", "b", "x", "a")))).To(Equal([]string{"x", "b", "x", "a"}))
	})

	It("never turns a session's order round, even if the output does, and loses nothing", func() {
		lists := [][]spec.Message{messages("a", "b"), messages("c")}
		got := words(adapted.Interleave(lists, messages("b", "a", "c", "z")))
		Expect(got).To(ConsistOf("a", "b", "c"))
		Expect(slices.Index(got, "a")).To(BeNumerically("<", slices.Index(got, "b")))
	})
})

var _ = Describe("The end of an adapter's output", func() {
	ends := spec.Features{Dialect: "ends", Turns: spec.TurnsMarked, Terminal: true, Errors: true}
	mute := spec.Features{Dialect: "mute", Turns: spec.TurnsRun}
	// ended is a reading of one root session with so many turns.
	ended := func(f spec.Features, o spec.Outcome, turns int) *adapted.Reading {
		t := &spec.Transcript{Outcome: o, Sessions: []spec.Session{{ID: "s", Turns: make([]spec.Turn, turns)}}}
		return &adapted.Reading{Stream: spec.Stream{Features: f}, Means: t}
	}
	breaches := func(in, out *adapted.Reading) []string {
		s := adapted.Between(in.Stream.Features, out.Stream.Features, spec.Adapting{})
		_, _, o := s.Compare(in, out)
		var all []string
		for i := range o.Breaches {
			all = append(all, o.Breaches[i].Got)
		}
		return all
	}
	other := ends
	other.Dialect = "other"

	DescribeTable("must not be a success where the input has none",
		func(o spec.Outcome) {
			Expect(breaches(ended(ends, o, 1), ended(other, spec.OutcomeCompleted, 1))).To(Equal([]string{`"an end in success"`}))
			Expect(breaches(ended(ends, o, 1), ended(mute, spec.OutcomeCompleted, 1))).To(Equal([]string{`"an end in success"`}))
			Expect(breaches(ended(ends, o, 1), ended(other, spec.OutcomeFailed, 1))).To(BeEmpty())
		},
		Entry(nil, spec.OutcomeFailed), Entry(nil, spec.OutcomeCancelled), Entry(nil, spec.OutcomeIncomplete),
	)

	It("is owed where the output's dialect can say that a run failed", func() {
		Expect(breaches(ended(ends, spec.OutcomeFailed, 1), ended(other, spec.OutcomeIncomplete, 1))).To(Equal([]string{`"no end at all"`}))
		Expect(breaches(ended(ends, spec.OutcomeFailed, 1), ended(mute, spec.OutcomeIncomplete, 1))).To(BeEmpty())
	})

	It("is as open as the input's where nothing is translated", func() {
		Expect(breaches(ended(ends, spec.OutcomeIncomplete, 1), ended(ends, spec.OutcomeIncomplete, 1))).To(BeEmpty())
	})

	It("has nothing behind it", func() {
		Expect(breaches(ended(ends, spec.OutcomeCompleted, 1), ended(other, spec.OutcomeCompleted, 2))).To(Equal([]string{`"2 turns"`}))
		Expect(breaches(ended(ends, spec.OutcomeCompleted, 2), ended(other, spec.OutcomeCompleted, 2))).To(BeEmpty())
	})
})

var _ = Describe("The faults of an output", func() {
	f := spec.Features{Dialect: "one", Turns: spec.TurnsMarked, Terminal: true}
	unread := func(records ...int) *adapted.Reading {
		r := &adapted.Reading{Stream: spec.Stream{Features: f}, Means: &spec.Transcript{Outcome: spec.OutcomeCompleted}}
		for _, n := range records {
			r.Unread = append(r.Unread, adapted.Unread{Record: n, Why: "no JSON"})
		}
		return r
	}
	count := func(in, out *adapted.Reading) int {
		s := adapted.Between(in.Stream.Features, out.Stream.Features, spec.Adapting{})
		_, _, o := s.Compare(in, out)
		return len(o.Breaches)
	}

	It("count as often as the input does not have them, wherever they stand, within a dialect", func() {
		Expect(count(unread(3), unread(7))).To(Equal(0))
		Expect(count(unread(3), unread(7, 8))).To(Equal(1))
		Expect(count(unread(3, 4), unread(7))).To(Equal(0))
	})

	It("all count in another dialect, which the adapter chose to write", func() {
		out := unread(7)
		out.Stream.Features.Dialect = "two"
		Expect(count(unread(3), out)).To(Equal(1))
	})
})

var _ = Describe("What an output invented", func() {
	input := &spec.Transcript{Sessions: []spec.Session{{ID: "s", Messages: []spec.Message{{
		Parts: []spec.Part{{Kind: spec.TextPart, Text: "hello "}, {Kind: spec.TextPart, Text: "world"}},
		Calls: []spec.Call{{ID: "c1"}},
	}}, Orphans: []spec.Orphan{{ID: "late"}}}}}
	o := &adapted.Output{Input: input}
	extra := func(path string, part spec.Observable, change func(*spec.Difference)) *spec.Difference {
		d := &spec.Difference{Path: path, Kind: spec.Extra, Part: part, Session: "s"}
		change(d)
		return d
	}
	call := func(id string) *spec.Difference {
		return extra(`sessions["s"].messages[0].calls[1]`, spec.ObserveCalls, func(d *spec.Difference) { d.Call = id })
	}

	It("is a call that the input neither made nor answered", func() {
		Expect(o.Invented(call("c2"))).To(BeTrue())
		Expect(o.Invented(call("c1"))).To(BeFalse(), "it stands elsewhere in the input")
		Expect(o.Invented(call("late"))).To(BeFalse(), "the input answered it")
	})

	It("is a text that nobody said, in one piece or several", func() {
		part := func(words string) *spec.Difference {
			return extra(`sessions["s"].messages[0].parts[1]`, spec.ObserveMessages, func(d *spec.Difference) {
				d.Got = text(spec.Part{Kind: spec.TextPart, Text: words})
			})
		}
		Expect(o.Invented(part("goodbye"))).To(BeTrue())
		Expect(o.Invented(part("hello world"))).To(BeFalse())
	})

	It("is a session that the input does not have", func() {
		session := func(id string) *spec.Difference {
			return extra(`sessions["`+id+`"]`, spec.ObserveSessions, func(d *spec.Difference) { d.Session = id })
		}
		Expect(o.Invented(session("ghost"))).To(BeTrue())
		Expect(o.Invented(session("s"))).To(BeFalse())
	})

	It("is nothing that is lost or changed", func() {
		for _, kind := range []spec.DifferenceKind{spec.Missing, spec.Changed} {
			d := call("c2")
			d.Kind = kind
			Expect(o.Invented(d)).To(BeFalse())
		}
	})
})
