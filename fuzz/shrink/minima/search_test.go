package minima_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/shrink"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// tiny is a scope that can be walked through one stream after the other.
func tiny(dialect string, moves Move, depth int) *Scope {
	f, err := features(dialect)
	Expect(err).NotTo(HaveOccurred())
	return &Scope{Name: dialect + "/tiny", Features: f, Moves: moves, Sessions: 2, Messages: 2, Calls: 2, Depth: depth}
}

// streams are all streams of a scope of a length.
func streams(sc *Scope, length int) [][]spec.Event {
	var all [][]spec.Event
	var walk func(taken []int)
	walk = func(taken []int) {
		w := sc.Walk()
		for _, i := range taken {
			w.Take(i)
		}
		if len(taken) == length {
			all = append(all, slices.Clone(w.Events))
			return
		}
		for i := range w.Len() {
			walk(append(slices.Clip(taken), i))
		}
	}
	walk(nil)
	return all
}

// naive is the length of the shortest stream that a wrong model fails on, by
// telling it each; 0 where there is none.
func naive(m deviation.Deviation, sc *Scope, byLength [][][]spec.Event) int {
	judge := Judge(m)
	for i := range byLength {
		for _, events := range byLength[i] {
			s := shrink.Subject{Stream: spec.Stream{Features: sc.Features, Events: events, End: spec.EOF}}
			if len(judge(&s)) > 0 {
				return i + 1
			}
		}
	}
	return 0
}

func suspects(under int) []Suspect {
	var all []Suspect
	for _, m := range deviation.Models() {
		all = append(all, Suspect{Deviation: m, Under: under})
	}
	return all
}

var _ = Describe("A search", func() {
	// The search passes over those whose decision was not asked; this holds it
	// against telling everybody everything.
	DescribeTable("finds what telling every wrong model every stream finds",
		func(dialect string, moves Move, depth int) {
			sc := tiny(dialect, moves, depth)
			byLength := [][][]spec.Event{}
			for length := range depth {
				byLength = append(byLength, streams(sc, length+1))
			}
			found, tried := sc.Search(suspects(0), depth)
			sizes := map[string]int{}
			for _, m := range found {
				sizes[m.Mutant.Path()] = len(m.Stream.Events)
			}
			for _, m := range deviation.Models() {
				rule, _ := spec.RuleByID(m.Rule())
				if rule.Applies(&sc.Features) {
					Expect(sizes[m.Path()]).To(Equal(naive(m, sc, byLength)), m.Name)
				}
			}
			all := 0
			for _, some := range byLength {
				all += len(some)
			}
			Expect(tried).To(Equal(all), "the tree is walked once")
		},
		Entry("of a dialect without turns", "langgraph:js", Calls|Results|Children, 3),
		Entry("of a dialect that leaves owners open", "agentc", Calls|Results|Unexpected, 3),
		Entry("of one that marks everything", "neutral", Edges|Children|Unexpected|Nameless, 3),
	)

	It("tries nothing that is as long as what is known", func() {
		sc := tiny("langgraph:js", Texts, 4)
		found, _ := sc.Search(suspects(0), 4)
		Expect(found).NotTo(BeEmpty())
		known := suspects(1)
		again, tried := sc.Search(known, 4)
		Expect(again).To(BeEmpty())
		Expect(tried).To(BeZero())
	})

	It("finds the same when it doubts what wrong models count of themselves", func() {
		sc := tiny("agentc", Calls|Results|Edges, 4)
		trusting, _ := sc.Search(suspects(0), 4)
		sc.Doubts = true
		doubting, _ := sc.Search(suspects(0), 4)
		Expect(sizes(doubting)).To(Equal(sizes(trusting)))
	})

	It("gives the same streams each time, so that a table of them does not change by itself", func() {
		sc := tiny("neutral", Texts|Edges, 4)
		first, _ := sc.Search(suspects(0), 4)
		second, _ := sc.Search(suspects(0), 4)
		Expect(len(first)).To(BeNumerically(">", 3))
		for i := range first {
			Expect(second[i].Mutant.Path()).To(Equal(first[i].Mutant.Path()))
			Expect(second[i].Subject).To(Equal(first[i].Subject))
		}
	})
})

func sizes(found []Minimum) map[string]int {
	all := map[string]int{}
	for _, m := range found {
		all[m.Mutant.Path()] = len(m.Stream.Events)
	}
	return all
}

var _ = Describe("A scope", func() {
	It("has no result before its call, unless strays are in it", func() {
		for _, s := range streams(tiny("langgraph:js", Calls|Results, 3), 3) {
			announced := map[string]bool{}
			for _, e := range s {
				announced[e.Call] = announced[e.Call] || e.Kind == spec.CallOpen
				Expect(e.Kind != spec.CallDone || announced[e.Call]).To(BeTrue(), "%v", s)
			}
		}
		orphan := func(s []spec.Event) bool { return s[0].Kind == spec.CallDone }
		Expect(streams(tiny("langgraph:js", Calls|Results|Unexpected, 1), 1)).To(ContainElement(Satisfy(orphan)))
	})

	It("has nothing outside a turn where the dialect marks starts", func() {
		for _, s := range streams(tiny("neutral", Texts|Calls, 2), 2) {
			Expect(s[0].Kind).To(Equal(spec.TurnStart))
		}
	})

	It("uses ids in their order, so that no two streams are the same but for names", func() {
		for _, s := range streams(tiny("langgraph:js", Texts, 3), 3) {
			Expect(s[0].Message).To(Equal("m0"))
			Expect([]string{"m0", "m1"}).To(ContainElement(s[1].Message))
		}
	})

	It("numbers records from 1 without gaps, a batch being one", func() {
		batches := 0
		for _, s := range streams(tiny("langgraph:js", Calls|Batches|Texts, 3), 3) {
			last := 0
			for _, e := range s {
				Expect(e.Record - last).To(BeNumerically("<=", 1))
				if e.Record == last {
					batches++
				}
				last = e.Record
			}
		}
		Expect(batches).To(BeNumerically(">", 0))
	})
})
