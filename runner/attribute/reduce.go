package attribute

import (
	"context"
	"slices"
	"sort"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// reduceFaults finds a 1-minimal set of faults with which the case still fails with
// the same verdict: removing any one of them makes it pass.
//
//  1. It tries no fault at all: a candidate that fails on clean streams is charged
//     with base rules.
//  2. While the faults known to be needed do not fail by themselves, it finds by
//     halving the shortest prefix of the others that makes the case fail. The last
//     fault of that prefix is needed.
//  3. At the end it removes each fault in turn, dependents first, until none can go.
func (j *Attributor) reduceFaults(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	seen, err := j.Try(ctx, wholeCase(t).Everywhere())
	if err != nil {
		return nil, err
	}
	if failsAs(seen, t) {
		t = seen
	}
	r := &reducer{judge: j, ctx: ctx, whole: t, smallest: t, faults: t.Case.Faults}
	need, rest := []int{}, r.ids()
	for r.err == nil && !r.fails(need) && len(rest) > 0 {
		n := sort.Search(len(rest), func(n int) bool {
			return n == len(rest) || r.fails(append(slices.Clone(need), rest[:n]...))
		})
		if n == 0 {
			break
		}
		need, rest = append(need, rest[n-1]), rest[:n-1]
	}
	r.dropEach()
	return r.smallest, r.err
}

// A reducer runs the case with fewer faults.
type reducer struct {
	judge    *Attributor
	ctx      context.Context
	whole    *ask.Trial
	smallest *ask.Trial
	faults   []spec.Fault
	err      error
}

// ids returns the faults' numbers, each after those that it needs.
func (r *reducer) ids() []int {
	var ids []int
	for _, h := range r.faults {
		ids = append(ids, h.ID)
	}
	slices.SortStableFunc(ids, func(a, b int) int { return len(r.closure(a)) - len(r.closure(b)) })
	return ids
}

// closure returns the fault and all faults that it needs.
func (r *reducer) closure(id int) []int {
	all := []int{id}
	for i := 0; i < len(all); i++ {
		for _, h := range r.faults {
			if h.ID != all[i] {
				continue
			}
			for _, need := range h.Needs {
				if !slices.Contains(all, need) {
					all = append(all, need)
				}
			}
		}
	}
	return all
}

// fails tries the case with the given faults, what they need, and no others,
// and keeps the smallest trial that fails as the whole one did.
func (r *reducer) fails(keep []int) bool {
	if r.err != nil {
		return false
	}
	var kept, away []int
	for _, id := range keep {
		kept = append(kept, r.closure(id)...)
	}
	for _, h := range r.faults {
		if !slices.Contains(kept, h.ID) {
			away = append(away, h.ID)
		}
	}
	if len(away) == 0 {
		return true
	}
	t, err := r.judge.tryWithout(r.ctx, r.whole.Case, away)
	if err != nil {
		r.err = err
		return false
	}
	if !failsAs(t, r.whole) {
		return false
	}
	if len(t.Case.Faults) < len(r.smallest.Case.Faults) {
		r.smallest = t
	}
	return true
}

// sweep removes each fault in turn, dependents first, until none can go.
func (r *reducer) dropEach() {
	for again := true; again && r.err == nil; {
		again = false
		left := r.smallest.Case.Faults
		for i := len(left) - 1; i >= 0 && !again; i-- {
			again = r.fails(r.without(left, left[i].ID))
		}
	}
}

// without are the faults other than the given one that do not need it.
func (r *reducer) without(left []spec.Fault, id int) []int {
	var ids []int
	for _, h := range left {
		if !slices.Contains(r.closure(h.ID), id) {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// tryWithout runs the generated case without some of its faults.
func (j *Attributor) tryWithout(ctx context.Context, c *plan.Case, away []int) (*ask.Trial, error) {
	return j.tryPerformed(ctx, c, c.Performed.Without(away...))
}

// tryPerformed runs the generated case as it is performed otherwise. A case that cannot
// be represented then counts as not failing.
func (j *Attributor) tryPerformed(ctx context.Context, c *plan.Case, as *perform.Case) (*ask.Trial, error) {
	codec, variant, err := plan.Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	other, err := plan.Generated(c.Name, codec, variant, as)
	if err != nil {
		return &ask.Trial{Case: c, Verdict: spec.HarnessError, Detail: err.Error()}, nil
	}
	other.Adapts = c.Adapts
	if c.Adapts != nil && len(c.Observe) == 0 {
		other.Observe = nil
	}
	return j.Try(ctx, other.Everywhere())
}
