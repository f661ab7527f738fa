package script_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// A drawn scenario with its script and an order.
type drawn struct {
	*scenario.Scenario
	steps script.Script
	order script.Order
}

func draw(f *spec.Features, seed uint64) *drawn {
	var choices choice.Sources
	choices.Draw(seed, seed^0xff)
	d := &drawn{Scenario: &scenario.Scenario{}}
	new(generator.Maker).Make(d.Scenario, &choices, &generator.Profile{Features: *f, Level: fault.Degraded})
	d.steps.Reset(d.Scenario)
	d.order = new(script.Scheduler).Draw(nil, &d.steps, &choices)
	return d
}

func (d *drawn) emit(sc *scenario.Scenario) []script.Emitted {
	return script.Emit(nil, sc, &d.steps, d.order)
}

func eachDrawn(n uint64, do func(d *drawn)) {
	for i := range scenariotest.Dialects {
		for seed := range n {
			do(draw(&scenariotest.Dialects[i], seed))
		}
	}
}

// numbered holds that records are numbered from 1 without a gap.
func numbered(steps []script.Emitted) {
	GinkgoHelper()
	before := 0
	for i := range steps {
		Expect(steps[i].Record).To(Or(Equal(before), Equal(before+1)))
		before = steps[i].Record
	}
	if len(steps) > 0 {
		Expect(steps[0].Record).To(Equal(1))
	}
}

var _ = Describe("The order of a script", func() {
	It("has each group once, behind all that it waits for", func() {
		eachDrawn(150, func(d *drawn) {
			Expect(d.order.Check(&d.steps)).To(Succeed())
			at := make([]int, len(d.order))
			for i, group := range d.order {
				at[group] = i
			}
			for _, w := range d.steps.Waits() {
				Expect(at[w[0]]).To(BeNumerically("<", at[w[1]]), d.Features.Dialect)
			}
		})
	})

	It("mingles sessions that do not wait for each other, in some cases", func() {
		mingled := 0
		eachDrawn(60, func(d *drawn) {
			switches, before := 0, int32(0)
			for _, group := range d.order {
				if s := d.steps.Groups[group].Session; s != before {
					switches, before = switches+1, s
				}
			}
			if len(d.Sessions) > 1 && switches > 2*len(d.Sessions) {
				mingled++
			}
		})
		Expect(mingled).To(BeNumerically(">", 20))
	})

	It("is refused where a group is missing, unknown or comes twice", func() {
		d := draw(&scenariotest.Dialects[0], 3)
		Expect(len(d.order)).To(BeNumerically(">", 2))
		Expect(d.order[1:].Check(&d.steps)).To(MatchError(ContainSubstring("groups for a script of")))
		twice := slices.Clone(d.order)
		twice[0] = twice[1]
		Expect(twice.Check(&d.steps)).To(MatchError(ContainSubstring("twice or never")))
		unknown := slices.Clone(d.order)
		unknown[0] = int32(len(d.order))
		Expect(unknown.Check(&d.steps)).To(HaveOccurred())
		unknown[0] = -1
		Expect(unknown.Check(&d.steps)).To(HaveOccurred())
	})
})

var _ = Describe("The steps that are emitted", func() {
	It("are numbered by record without a gap, and are those whose faults happen", func() {
		eachDrawn(100, func(d *drawn) {
			steps := d.emit(d.Scenario)
			numbered(steps)
			for i := range steps {
				Expect(steps[i].Holds(d.On())).To(BeTrue())
			}
		})
	})

	It("keep their order, and their event ids, when a fault is taken out", func() {
		type key struct {
			step *script.Step
			of   int
		}
		eachDrawn(40, func(d *drawn) {
			whole, rank := d.emit(d.Scenario), map[key]int{}
			for i := range whole {
				rank[key{whole[i].Step, whole[i].Of}] = i
			}
			for n := range d.Faults {
				if d.Faults[n].Kind == fault.Replay {
					continue // what comes again hangs on what came
				}
				last := -1
				for _, s := range d.emit(d.Without(n + 1)) {
					at, known := rank[key{s.Step, 0}]
					if !known || s.Of > 0 {
						continue
					}
					if s.Part == 0 && whole[at].Part == 0 { // elsewhere a record of the group may be gone
						Expect(script.EventID(&s)).To(Equal(script.EventID(&whole[at])))
					}
					Expect(at).To(BeNumerically(">", last), "%s in %s", d.Faults[n].Kind, d.Features.Dialect)
					last = at
				}
			}
		})
	})

	It("are none behind one that stops the stream", func() {
		stopped := 0
		eachDrawn(150, func(d *drawn) {
			at := slices.IndexFunc(d.emit(d.Scenario), func(s script.Emitted) bool { return s.Kind == script.Stops })
			Expect(at).To(Equal(-1), "the step itself says nothing")
			if slices.ContainsFunc(d.Extras, func(e scenario.Extra) bool { return e.Kind == fault.Truncated && e.Holds(d.On()) }) {
				stopped++
			}
		})
		Expect(stopped).To(BeNumerically(">", 10))
	})

	It("include each sub-session's nodes only under its own session", func() {
		eachDrawn(60, func(d *drawn) {
			for _, s := range d.emit(d.Scenario) {
				if s.Turn != scenario.None && s.Kind == script.Prompted {
					Expect(int(s.Session)).To(Equal(d.Turns[s.Turn].Session))
				}
				if s.Message != scenario.None && s.Kind == script.TextPiece {
					Expect(int(s.Session)).To(Equal(d.Messages[s.Message].Session))
				}
			}
		})
	})
})

var _ = Describe("A form of the steps", func() {
	// kept holds that a form has all steps that there were, in their order.
	kept := func(before, after []script.Emitted) {
		GinkgoHelper()
		i := 0
		for _, s := range after {
			if i < len(before) && s.Step == before[i].Step && (s.Of > 0) == (before[i].Of > 0) {
				i++
			}
		}
		Expect(i).To(Equal(len(before)))
	}

	It("with notes between the pieces has all steps, and notes in pairs of one kind", func() {
		eachDrawn(60, func(d *drawn) {
			before := d.emit(d.Scenario)
			after := script.WithNotes(slices.Clone(before))
			numbered(after)
			kept(before, after)
			for i := range after {
				if s := &after[i]; s.Kind == script.Notes {
					Expect(script.EventID(s)).NotTo(BeEmpty())
					Expect(s.Note(d.Scenario)).NotTo(BeEmpty())
				}
			}
		})
	})

	It("with the logs of sub-agents has all steps, and entries with ids of their own", func() {
		entries := 0
		eachDrawn(100, func(d *drawn) {
			before := d.emit(d.Scenario)
			after := script.WithLogs(d.Scenario, slices.Clone(before))
			numbered(after)
			kept(before, after)
			seen := map[string]bool{}
			for i := range after {
				if s := &after[i]; s.Kind == script.Logs {
					entry := s.LogEntry()
					Expect(seen[entry.ID]).To(BeFalse(), entry.ID)
					seen[entry.ID], entries = true, entries+1
				}
			}
		})
		Expect(entries).To(BeNumerically(">", 20))
	})

	It("with starts in a record of their own has the same steps", func() {
		eachDrawn(60, func(d *drawn) {
			before := d.emit(d.Scenario)
			after := slices.Clone(before)
			script.Opened(after)
			kept(before, after)
			numbered(after)
		})
	})

	It("in chunks loses no text and no arguments", func() {
		eachDrawn(60, func(d *drawn) {
			pieces := func(steps []script.Emitted) (n int) {
				for i := range steps {
					if steps[i].Kind == script.TextPiece || steps[i].Kind == script.ArgsPiece {
						n++
					}
				}
				return n
			}
			before := d.emit(d.Scenario)
			Expect(pieces(script.Chunked(d.Scenario, slices.Clone(before)))).To(Equal(pieces(before)))
		})
	})
})
