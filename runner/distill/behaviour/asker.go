package behaviour

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// An Asker asks many streams the same two questions: whether they show all of one
// set of behaviours, and none outside of another. It learns which questions most
// streams fail, and asks these first; the answers do not depend on that. It is not
// safe for concurrent use.
type Asker struct {
	show, may Set
	steps     Set // of show
	tracker   *Tracker
	// needed are the rules that have to be exercised, each with its wrong models,
	// the one that told last first; barred are the wrong models that must not tell,
	// in lists that replace different decisions.
	needed, barred [][]deviation.Deviation
}

// NewAsker returns an asker. What has to be shown may be shown.
func NewAsker(show, may Set) *Asker {
	a := &Asker{show: show, may: may.Union(show), steps: show.Steps()}
	var barred []deviation.Deviation
	for i, all := range wrong {
		switch {
		case a.show.has(cells + i):
			a.needed = append(a.needed, slices.Clone(all))
		case !a.may.has(cells + i):
			barred = append(barred, all...)
		}
	}
	a.barred = deviation.Disjoint(barred)
	return a
}

// Steps reports whether a stream's steps and orders are as asked for.
func (a *Asker) Steps(s *spec.Stream) bool { return a.StepsWithout(s, nil) }

// StepsWithout is Steps of a stream without some of its events.
func (a *Asker) StepsWithout(s *spec.Stream, out []int) bool {
	if a.tracker == nil {
		a.tracker = NewTracker(s.Features)
	}
	a.tracker.Reset()
	for i := range s.Events {
		if !slices.Contains(out, i) && !a.tracker.within(&a.may, &s.Events[i]) {
			return false
		}
	}
	return a.tracker.set.Contains(a.steps)
}

// likeliest is how many of the rules that have to be exercised Likely asks for.
const likeliest = 3

// Likely reports whether a stream exercises the rules that most streams failed.
func (a *Asker) Likely(r *Reading) bool {
	return a.needs(r, 0, min(likeliest, len(a.needed)))
}

// Rest is Needs for a stream that Likely was right about.
func (a *Asker) Rest(r *Reading) bool {
	return a.needs(r, min(likeliest, len(a.needed)), len(a.needed))
}

// Needs reports whether a stream exercises the rules that it has to.
func (a *Asker) Needs(r *Reading) bool { return a.needs(r, 0, len(a.needed)) }

func (a *Asker) needs(r *Reading, from, to int) bool {
	for i := from; i < to; i++ {
		at := r.anyOf(a.needed[i])
		if at < 0 {
			toFront(a.needed, i)
			return false
		}
		toFront(a.needed[i], at)
	}
	return true
}

// Bars reports whether a stream exercises a rule that it may not.
func (a *Asker) Bars(r *Reading) bool {
	at := slices.IndexFunc(a.barred, func(list []deviation.Deviation) bool {
		_, _, is := r.firstOf(list)
		return is
	})
	if at >= 0 {
		toFront(a.barred, at)
	}
	return at >= 0
}

// toFront moves an element to the front.
func toFront[T any](all []T, i int) {
	one := all[i]
	copy(all[1:i+1], all[:i])
	all[0] = one
}

// Any is the set of all behaviours, for what may be shown.
func Any() Set {
	s := everyRule
	for cell := range cells {
		s.add(cell)
	}
	return s
}
