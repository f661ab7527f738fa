package ask

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Answered returns what the candidate was asked of the case, and answered: live, and
// where a store loaded for the first time in a run.
func (t *Trial) Answered(s Capabilities) *fit.Answered {
	a := &fit.Answered{Stream: t.Arrived().Stream, Policies: t.Policies, Covers: t.Case.Rules(), Observes: s.Live(), Owed: t.Owed}
	all := make([]*Observed, 0, len(t.Observed))
	for i := range t.Observed {
		if o := &t.Observed[i]; o.Surface == check.Live || o.Loaded != nil {
			all = append(all, o)
		}
	}
	if t.Owed != nil { // what was loaded comes behind what was live
		slices.SortStableFunc(all, func(a, b *Observed) int { return cmp.Compare(uint(a.Position), uint(b.Position)) }) // the end is -1
	}
	for _, o := range all {
		got := o.Got
		if o.Loaded != nil {
			got = o.Loaded
		}
		a.At, a.Got = append(a.At, o.Position), append(a.Got, got)
		if t.Owed != nil {
			a.Loaded = append(a.Loaded, o.Loaded != nil)
		}
	}
	return a
}

// Everywhere are the questions about a case behind each record, without answers: what is
// live there, or what a store loads.
func (j *Driver) Everywhere(c *plan.Case, loaded bool) *fit.Answered {
	a := &fit.Answered{
		Stream: c.Stream, Policies: j.Capabilities.Policies, Observes: j.Capabilities.Live(),
		At:   append(c.Everywhere().Observe, spec.AtEnd),
		Owed: (&storeTest{Driver: j, trial: &Trial{Case: c}}).compared,
	}
	for range a.At {
		a.Loaded = append(a.Loaded, loaded)
	}
	return a
}
