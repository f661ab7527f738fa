package behaviour_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The rules that a stream exercises", func() {
	It("are told by a wrong model's last transcript", func() {
		s := read(called + `{"kind":"call.done","session":"r","call":"z","result":1}`)
		Expect(behaviour.Rules(&s).Rules()).To(ContainElement("missing/orphan-result"))
		s = read(called)
		Expect(behaviour.Rules(&s).Rules()).NotTo(ContainElement("missing/orphan-result"))
	})

	It("are never more than those that a stream exercises at any moment", func() {
		for _, v := range voices() {
			for seed := range uint64(3) {
				c := perform.Generate(v.Features, perform.Degraded, seed)
				for _, rule := range behaviour.Rules(&c.Stream).Rules() {
					Expect(trial.Exercises(c.Stream, spec.Policies{}, rule)).To(BeTrue(), "%s: %s", c, rule)
				}
			}
		}
	})

	// Wrong models are run together as long as none of them departs; one at a time
	// they must come to the same.
	It("are those of which a wrong model, run by itself, is left with another transcript", func() {
		for _, v := range voices() {
			for seed := range uint64(2) {
				s := perform.Generate(v.Features, perform.Hostile, seed).Stream
				Expect(behaviour.Rules(&s).Rules()).To(Equal(oneByOne(&s)), "%s, seed %d", v.Dialect, seed)
			}
		}
	})

	It("are not about notes, figures and how a text is cut", func() {
		Expect(behaviour.Any().Rules()).NotTo(ContainElements("noise/transparent", "account/usage-once", "fragment/cut-invariant"))
		Expect(len(behaviour.Any().Rules())).To(BeNumerically(">", 60))
	})

	It("are asked for as an asker's answers say, whatever it was asked before", func() {
		for _, v := range voices()[:3] {
			whole := perform.Generate(v.Features, perform.Degraded, 7).Stream
			show := behaviour.All(&whole)
			asker := behaviour.NewAsker(show, behaviour.Set{})
			for seed := range uint64(30) {
				s := perform.Generate(v.Features, perform.Degraded, seed%10).Stream
				got := behaviour.All(&s)
				Expect(asker.Steps(&s)).To(Equal(got.Steps() == show.Steps()))
				r := behaviour.Read(&s)
				Expect(asker.Needs(r) && !asker.Bars(r)).To(Equal(got.Minus(got.Steps()) == show.Minus(show.Steps())))
			}
		}
	})
})

var _ = Describe("The steps of a stream without some of its events", func() {
	It("are asked for as those of what is left", func() {
		for _, v := range voices()[:6] {
			whole := perform.Generate(v.Features, perform.Degraded, 3).Stream
			left := whole
			left.Events = slices.Delete(slices.Clone(whole.Events), 1, 2)
			left.Events = slices.Delete(left.Events, 2, 3)
			shown := behaviour.Of(&left)
			for _, asker := range []*behaviour.Asker{
				behaviour.NewAsker(shown, behaviour.Set{}),
				behaviour.NewAsker(behaviour.Of(&whole), behaviour.Any()),
				behaviour.NewAsker(behaviour.Set{}, shown.Minus(behaviour.Of(&spec.Stream{Features: v.Features, Events: left.Events[len(left.Events)-1:]}))),
			} {
				Expect(asker.StepsWithout(&whole, []int{1, 3})).To(Equal(asker.Steps(&left)), "%s", v.Dialect)
			}
			Expect(behaviour.NewAsker(shown, behaviour.Set{}).StepsWithout(&whole, []int{1, 3})).To(BeTrue())
		}
	})
})

// oneByOne are the rules that a stream exercises, sorted, by runs of one wrong
// model each.
func oneByOne(s *spec.Stream) []string {
	honest := model.Run(*s, spec.Policies{})
	var rules []string
	for _, m := range deviation.Models() {
		if !slices.Contains(behaviour.Any().Rules(), m.Rule()) {
			continue
		}
		sem, count := m.New()
		state := model.NewWith(sem, s.Features, spec.Policies{})
		for i := range s.Events {
			state.Step(&s.Events[i])
		}
		state.End(s.End)
		if got := state.Transcript(); count.Triggered > 0 && len(spec.Compare{Observes: spec.AllParts()}.Transcripts(&honest, &got)) > 0 {
			rules = append(rules, m.Rule())
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}
