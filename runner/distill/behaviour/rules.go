package behaviour

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
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
		for _, m := range deviation.Models() {
			if !slices.Contains(notAsked, m.Rule()) {
				ids = append(ids, m.Rule())
			}
		}
		slices.Sort(ids)
		return slices.Compact(ids)
	}()
	wrong = func() [][]deviation.Deviation {
		all := make([][]deviation.Deviation, len(ruleIDs))
		for _, m := range deviation.Models() {
			if i, is := slices.BinarySearch(ruleIDs, m.Rule()); is {
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

// Rules are the rules that a stream exercises.
func Rules(s *spec.Stream) Set {
	var set Set
	r := Read(s)
	for _, list := range deviation.Disjoint(slices.Concat(wrong...)) {
		list = slices.DeleteFunc(list, func(m deviation.Deviation) bool { return set.has(ruleCell(m)) })
		for {
			m, rest, is := r.firstOf(list)
			if !is {
				break
			}
			set.add(ruleCell(m))
			list = slices.DeleteFunc(rest, func(o deviation.Deviation) bool { return o.Rule() == m.Rule() })
		}
	}
	return set
}

// ruleCell is the cell of the rule that a wrong model breaks.
func ruleCell(m deviation.Deviation) int {
	i, _ := slices.BinarySearch(ruleIDs, m.Rule())
	return cells + i
}

// All are the steps, orders and rules of a stream.
func All(s *spec.Stream) Set { return Of(s).Union(Rules(s)) }
