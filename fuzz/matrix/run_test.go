package matrix_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

func someMutants(names ...string) []deviation.Deviation {
	GinkgoHelper()
	var all []deviation.Deviation
	for _, name := range names {
		m, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		all = append(all, m)
	}
	return all
}

// plain is a shape in which texts come in pieces, and nothing else happens.
var plain = spec.Features{Dialect: "plain", Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true}

// scripted is a source whose cases are said: from a number on the text comes in
// two pieces, of which the second begins with a space; covers says from when on a
// fault of the rule is there.
type scripted struct {
	asked           *[]uint64
	differs, covers uint64
}

func (s scripted) Case(f *spec.Features, _ int, number uint64) *trial.Subject {
	*s.asked = append(*s.asked, number)
	e := func(record int, k spec.Kind, text string) spec.Event {
		return spec.Event{Record: record, Kind: k, Session: "s", Message: "m", Text: text}
	}
	events := []spec.Event{e(1, spec.MessageOpen, ""), e(2, spec.Text, "a")}
	if number >= s.differs {
		events = append(events, e(3, spec.Text, " b"))
	}
	c := &trial.Subject{Stream: spec.Stream{Features: *f, Events: append(events, e(4, spec.MessageClose, "")), End: spec.EOF}}
	if number >= s.covers {
		c.Faults = []spec.Fault{{ID: 1, Rule: "fragment/concatenate"}}
	}
	return c
}

var _ = Describe("A run", func() {
	trims := func() []deviation.Deviation { return someMutants("fragment/trims-pieces") }
	over := func(differs, covers uint64, without func(string) bool) (matrix.Task, []uint64) {
		var asked []uint64
		rows := matrix.Run(matrix.Options{
			Mutants: trims(), Shapes: []spec.Features{plain}, Seeds: 1, Cases: 9, Without: without,
			Source: func(uint64) matrix.Source { return scripted{&asked, differs, covers} },
		})
		return rows[0].Tasks[0], asked
	}

	It("notes on which case a model departed, was killed, and was seen by its rule, and stops there", func() {
		task, asked := over(2, 4, nil)
		Expect(task).To(Equal(matrix.Task{
			Cases: 5, Reached: 1, Triggered: 3, Killed: 3, Family: 5, Rule: 5,
			Counts: deviation.Count{Reached: 6, Triggered: 2}, Seen: []string{"fragment/concatenate"},
		}))
		Expect(asked).To(Equal([]uint64{0, 1, 2, 3, 4}))
	})

	It("gives up on a survivor after as many cases as were asked for", func() {
		task, asked := over(99, 0, nil)
		Expect(asked).To(HaveLen(9))
		Expect(task.Cases).To(Equal(9))
		Expect(task.Killed).To(BeZero())
	})

	It("asks no check that is switched off, and stops where no other of the family is left", func() {
		task, asked := over(2, 0, func(string) bool { return true })
		Expect(asked).To(HaveLen(3))
		Expect(task.Killed).To(Equal(3))
		Expect(task.Seen).To(BeEmpty())
		task, asked = over(2, 0, func(rule string) bool { return rule == "fragment/concatenate" })
		Expect(asked).To(HaveLen(9), "others of the family may see it")
		Expect(task.Family).To(BeZero())
	})

	It("counts only cases in whose dialect the rule applies", func() {
		var asked []uint64
		rows := matrix.Run(matrix.Options{
			Mutants: someMutants("attach/always-next"), Shapes: []spec.Features{plain}, Seeds: 2, Cases: 9,
			Source: func(uint64) matrix.Source { return scripted{&asked, 0, 0} },
		})
		Expect(asked).To(BeEmpty(), "owners are named in this shape")
		Expect(rows[0].Tasks).To(HaveLen(2))
	})

	It("stops in the middle where it is told to", func() {
		var asked []uint64
		matrix.Run(matrix.Options{
			Mutants: trims(), Shapes: []spec.Features{plain}, Seeds: 1, Cases: 9,
			Source: func(uint64) matrix.Source { return scripted{&asked, 99, 99} },
			Stop:   func() bool { return len(asked) == 2 },
		})
		Expect(asked).To(HaveLen(2))
	})

	// The table in the documentation is worth something only if everybody gets it.
	It("shows the same whatever does the work, and in whichever order", func() {
		o := matrix.Options{
			Mutants: someMutants("fragment/trims-pieces", "attach/replaces", "missing/cut-is-success"),
			Shapes:  matrix.Shapes(), Seeds: 3, Cases: 60,
		}
		tasks := func() (all [][]matrix.Task) {
			for _, r := range matrix.Run(o) {
				all = append(all, r.Tasks)
			}
			return all
		}
		first := tasks()
		o.Map = func(n int, work func(int)) {
			for i := n - 1; i >= 0; i-- {
				work(i)
			}
		}
		Expect(tasks()).To(Equal(first))
		o.Map = inPairs
		Expect(tasks()).To(Equal(first))
		Expect(first[0][0]).NotTo(Equal(first[0][1]), "each seed has cases of its own")
	})
})

var _ = Describe("Generated cases", func() {
	// What a campaign would not meet must not count, and what it would must not be
	// missing.
	It("are of every level, under every policy, and some are cut off", func() {
		rules, cut, held := map[string]bool{}, 0, map[string]bool{}
		f := matrix.Shapes()[0]
		g := matrix.Generated(generator.Mixed)(1)
		for number := range uint64(300) {
			c := g.Case(&f, 0, number)
			held[c.Policies.HeldAttach] = true
			if c.Stream.End == spec.Cut {
				cut++
			}
			for _, h := range c.Faults {
				rules[h.Rule] = true
			}
		}
		Expect(cut).To(BeNumerically("~", 75, 40))
		Expect(held).To(HaveLen(len(spec.PolicyValues()["held-attach"])))
		Expect(rules).To(HaveKey("wire/hostile-keys"), "hostile")
		Expect(rules).To(HaveKey("missing/abandoned"), "degraded")
	})

	It("differ by strategy", func() {
		f := matrix.Shapes()[0]
		count := func(s generator.Strategy) (n int) {
			g := matrix.Generated(s)(1)
			for number := range uint64(20) {
				n = 31*n + len(g.Case(&f, 0, number).Stream.Events)
			}
			return n
		}
		Expect(count(generator.Even)).NotTo(Equal(count(generator.Soft)))
	})
})

var _ = Describe("The shapes", func() {
	It("are of every dialect, none twice", func() {
		seen := map[string]bool{}
		for _, f := range matrix.Shapes() {
			Expect(seen[f.Dialect]).To(BeFalse(), f.Dialect)
			seen[f.Dialect] = true
		}
		Expect(len(seen)).To(BeNumerically(">", 10))
	})
})

// A wrong model of one of few decisions may show where a transcript is rendered
// and nowhere else; all others are looked at only once they have departed.
var _ = Describe("Looking at a wrong model once its decision departed", func() {
	It("misses nothing: no other decision is asked by rendering", func() {
		g, shapes := matrix.Generated(generator.Mixed)(7), matrix.Shapes()
		for _, m := range deviation.Models() {
			if slices.Contains([]string{"Active", "AgentStatus", "Outcome"}, m.Changes()) {
				continue
			}
			for shape := range shapes {
				c := g.Case(&shapes[shape], shape, 1)
				sem, count := m.New()
				s := model.NewWith(sem, c.Stream.Features, c.Policies)
				for i := range c.Stream.Events {
					s.Step(&c.Stream.Events[i])
					before := count.Reached
					s.Transcript()
					Expect(count.Reached).To(Equal(before), "%s is asked by rendering", m.Changes())
				}
			}
		}
	})
})
