package localise

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

// A taking is a decision that is taken because of an event of some kind; the
// kind is never where the end of input or a transcript asks.
type taking struct {
	decision int
	kind     spec.Kind
}

// never is no kind of event.
const never spec.Kind = 255

// A window is the decisions that are taken between two observed positions.
type window map[taking]bool

// A reading is one case as the reference reads it.
type reading struct {
	*fit.Answered
	at int // the index of the case
	// windows and prints are what the reference decides and answers, by
	// position, up to the first departure of the program.
	windows []window
	prints  []uint64
	// asks are the decisions that are taken in a case that agrees, instead of windows.
	asks map[int]bool
	// departs is the first position, by its index, at which the program answers
	// otherwise; -1 if it agrees with the reference everywhere.
	departs int
	want    *spec.Transcript // the reference's answer there
	facts   *facts           // how the program departs from it
	// alike has the departures of switches, by the fingerprint of their answer.
	alike map[uint64]float64
	// explained is how well each decision explains the departure; nil if that is
	// not known. some is how well a few do.
	explained []explanation
	some      map[int]explanation
}

// An explanation is the alternatives of a decision that come nearest to what
// the program does.
type explanation struct {
	similarity float64 // 0 if no alternative changes anything at the departure
	ways       []int   // by index among those of the decision
}

// read reads a case with the reference, up to the program's first departure; to
// the end if the program agrees.
func (f *finder) read(c *fit.Answered, at int, agrees bool) *reading {
	r := &reading{Answered: c, at: at, departs: -1, alike: map[uint64]float64{}}
	now := window{}
	composed := deviation.Compose(f.base...)
	var pass *deviation.Readthrough
	composed.Watch(func(decision int) {
		kind := never
		if e := pass.Event(); e != nil {
			kind = e.Kind
		}
		now[taking{decision, kind}] = true
	})
	pass = composed.Read(&c.Stream, c.Policies)
	for i, t := range fit.Answers(pass, c.At, func() bool { return false }) {
		r.windows, now = append(r.windows, now), window{}
		r.prints = append(r.prints, fit.Fingerprint(t, c.Observes))
		if !agrees && (spec.Compare{Observes: c.Observes}).Differ(t, c.Got[i]) {
			r.departs, r.want, r.facts = i, t, factsOf(t, c.Got[i], c.Observes)
			break
		}
	}
	f.steps += len(c.Stream.Events) + 1
	return r
}

// switched reads the case with a decision taken otherwise from one of its
// windows on, and returns how much what then changes first is like what the
// program does. It is -1 if that changes something before the departure.
func (f *finder) switched(r *reading, d *deviation.Deviation, from int) float64 {
	switch at, t := f.changes(r, d, from, r.departs); {
	case at < 0:
		return 0
	case at < r.departs:
		return -1
	default:
		return r.similarity(t)
	}
}

// changes reads the case with a decision taken otherwise from one window on, and returns
// the first window, to a last one, behind which that changes what is observed, with the
// answer there; -1 for none. The model ends on every switch: the tests of package
// deviation read with all of them.
func (f *finder) changes(r *reading, d *deviation.Deviation, from, to int) (int, *spec.Transcript) {
	pass := deviation.Compose(f.base...).Read(&r.Stream, r.Policies)
	if from > 0 {
		pass.To(r.At[from-1])
	}
	n, counts := deviation.Count{}, d.Counts()
	pass.Switch(*d, &n)
	f.steps += len(r.Stream.Events) + 1
	for i, t := range fit.Answers(pass, r.At[from:to+1], func() bool { return counts && n.Triggered == 0 }) {
		if t != nil && fit.Fingerprint(t, r.Observes) != r.prints[from+i] {
			return from + i, t
		}
	}
	return -1, nil
}

// similarity returns how much an answer that a switch changed is like the
// program's.
func (r *reading) similarity(t *spec.Transcript) float64 {
	print := fit.Fingerprint(t, r.Observes)
	known, ok := r.alike[print]
	if !ok {
		known = r.facts.like(factsOf(r.want, t, r.Observes))
		r.alike[print] = known
	}
	return known
}

// explain holds every alternative of the decisions that are taken near the
// departure against it.
func (f *finder) explain(r *reading) {
	r.explained = make([]explanation, len(f.ways))
	taken := make([]bool, len(f.ways))
	for _, w := range r.windows[max(0, r.departs-before):] {
		for t := range w {
			taken[t.decision] = true
		}
	}
	for decision := range taken {
		if taken[decision] && !f.stopped() {
			r.explained[decision] = f.nearest(r, decision, nil)
		}
	}
}

// before is how many windows before the departure a decision may be taken that
// explains it.
const before = 2

// nearest returns the alternatives of a decision that come nearest to the
// departure, of some, or of all if ways is nil. Each is taken always, or in the
// last window alone where it would depart before.
func (f *finder) nearest(r *reading, decision int, ways []int) (best explanation) {
	for i := range f.ways[decision] {
		if ways != nil && !slices.Contains(ways, i) {
			continue
		}
		way := &f.ways[decision][i]
		like := f.switched(r, way, 0)
		if like < 0 && way.Generic {
			like = f.switched(r, way, r.departs)
		}
		switch {
		case like > best.similarity:
			best = explanation{like, []int{i}}
		case like == best.similarity && like > 0:
			best.ways = append(best.ways, i)
		}
	}
	return best
}
