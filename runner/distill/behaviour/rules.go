package behaviour

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/spec"
)

// maxRules is for how many rules a Set has room.
const maxRules = 256

// notAsked are the rules that are no behaviours. They are about notes, figures and
// how a text is cut, none of which opens or ends anything; relations put them to
// the test on any stream (insert-noise, refragment).
var notAsked = []string{
	"account/stop-reason", "account/usage-once", "fragment/concatenate", "fragment/cut-invariant", "noise/own-content", "noise/transparent",
}

// ruleIDs are the rules that wrong models are known of, sorted; wrong are those
// models, by rule.
var (
	ruleIDs = func() []string {
		var ids []string
		for _, m := range mutant.All() {
			if !slices.Contains(notAsked, m.Rule) {
				ids = append(ids, m.Rule)
			}
		}
		slices.Sort(ids)
		return slices.Compact(ids)
	}()
	wrong = func() [][]mutant.Mutant {
		all := make([][]mutant.Mutant, len(ruleIDs))
		for _, m := range mutant.All() {
			if i, is := slices.BinarySearch(ruleIDs, m.Rule); is {
				all[i] = append(all[i], m)
			}
		}
		return all
	}()
	everyRule = func() (s Set) {
		for i := range ruleIDs {
			s.add(cells + i)
		}
		return s
	}()
)

// A Reading is a stream as the honest model reads it, to be held against wrong
// ones. It is not safe for concurrent use.
type Reading struct {
	stream *spec.Stream
	want   spec.Transcript
}

// Read reads a stream, which must not change as long as the Reading is used.
func Read(s *spec.Stream) *Reading {
	return &Reading{stream: s, want: model.Run(*s, spec.Policies{})}
}

// exercises reports whether a wrong model is left with another transcript than
// the honest one at the end.
func (r *Reading) exercises(m mutant.Mutant) bool {
	sem, count := m.New()
	state := model.NewWith(sem, r.stream.Features, spec.Policies{})
	for i := range r.stream.Events {
		state.Step(&r.stream.Events[i])
	}
	state.End(r.stream.End)
	got := state.Transcript()
	if count.Triggered == 0 {
		return false
	}
	return spec.Compare{Observes: spec.AllParts()}.Differ(&r.want, &got)
}

// Rules are the rules that a stream exercises.
func Rules(s *spec.Stream) Set {
	var set Set
	r := Read(s)
	for i, all := range wrong {
		if slices.ContainsFunc(all, r.exercises) {
			set.add(cells + i)
		}
	}
	return set
}

// All are the steps, orders and rules of a stream.
func All(s *spec.Stream) Set { return Of(s).Union(Rules(s)) }
