package fit

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
)

// A trial counts what a deviation would do, added to the set.
type trial struct {
	d int
	// hits counts cases in which the first departure from the set is what the
	// program answers, contra those in which the program stays with the set,
	// and others those in which it answers otherwise.
	hits, contra, others int
	// whole counts cases that it makes entirely equal.
	whole int
	// rest is the number of cases that were not tried.
	rest int
}

// score weighs what a deviation explains against what contradicts it.
func (t *trial) score() int { return t.hits - 4*t.contra }

// How many of the shortest cases in which a deviation shows are tried first, in
// how many at most it is looked for there, and how many of the most promising
// deviations are tried on all.
const (
	firstLive  = 12
	firstAsked = 60
	promising  = 10
	mostRounds = 24
)

// search adds deviations to the set until none explains enough of the active
// cases. Of two that explain as much it prefers what a program may do. What an earlier
// search found contradicted may fit now, beside what was found since.
func (f *fitter) search(enough int) {
	clear(f.banned)
	f.drop(spoils)
	for range mostRounds {
		if f.limited() {
			return
		}
		best := f.best(enough, deviation.Deviation.Allowed)
		if other := f.best(enough, func(d deviation.Deviation) bool { return !d.Allowed() }); other.d >= 0 && other.isBetterThan(&best) {
			best = other
		}
		if best.d < 0 {
			return
		}
		f.add(best.d)
		if len(f.set) > 1 {
			f.drop(spoils)
		}
	}
}

// best returns the deviation that explains most of the failing cases, and at
// least enough; one with d -1 for none.
func (f *fitter) best(enough int, of func(deviation.Deviation) bool) trial {
	failing := f.failing()
	failing = slices.DeleteFunc(failing, func(at int) bool { return !f.active(at) })
	var tried []trial
	for d := range f.all {
		if f.excluded(d) || !of(f.all[d]) {
			continue
		}
		if t := f.try(d, failing, firstLive, firstAsked); t.hits > 0 && t.score() > -t.hits {
			tried = append(tried, t)
		}
	}
	slices.SortStableFunc(tried, func(a, b trial) int {
		return cmp.Compare(b.estimate(), a.estimate())
	})
	best := trial{d: -1}
	for _, t := range tried[:min(len(tried), promising)] {
		if f.stopped() {
			return trial{d: -1} // not all were held against all cases
		}
		if t.rest > 0 {
			t = f.try(t.d, failing, len(failing), len(failing))
		}
		if t.explains(enough) && t.isBetterThan(&best) {
			if f.count(&t); t.explains(enough) && t.isBetterThan(&best) {
				best = t
			}
		}
	}
	return best
}

// explains reports whether the deviation explains enough cases. One that is
// seen once must explain its case entirely.
func (t *trial) explains(enough int) bool {
	return t.score() >= enough && (enough > 1 || t.whole > 0)
}

// isBetterThan reports whether the deviation explains more than another, or as much
// and more precisely.
func (t *trial) isBetterThan(other *trial) bool {
	return other.d < 0 || cmp.Or(cmp.Compare(t.score(), other.score()), cmp.Compare(t.whole, other.whole), cmp.Compare(other.others, t.others)) > 0
}

// estimate extends the score to the cases that were not tried.
func (t *trial) estimate() int {
	n := t.hits + t.contra + t.others
	return (8*t.score() + 4*t.whole) * (n + t.rest) / max(1, n)
}

// excluded reports whether the deviation may not be added to the set.
func (f *fitter) excluded(d int) bool {
	if f.banned[d] || slices.Contains(f.set, d) {
		return true
	}
	return f.clashes(d, f.set)
}

// try counts what a deviation does on some of the failing cases: until it shows
// in so many, or its decision was asked in so many.
func (f *fitter) try(d int, failing []int, live, asked int) trial {
	t := trial{d: d}
	for i, at := range failing {
		if live == 0 || asked == 0 || f.limited() {
			t.rest = len(failing) - i
			break
		}
		if !f.asks(d, at) {
			continue
		}
		asked--
		if f.weigh(&t, at) {
			live--
		}
	}
	return t
}

// weigh counts what a deviation does on one case. It reports whether it shows.
func (f *fitter) weigh(t *trial, at int) bool {
	base, got := f.base[at], f.with(t.d, at)
	if unchanged(base, got) {
		return false
	}
	t.departs(base, got)
	if right(got) {
		t.whole++
	}
	return true
}

// unchanged reports whether nothing departed: read returned the base itself.
func unchanged(base, got []answer) bool {
	return len(base) == 0 || &base[0] == &got[0]
}

// departs counts what the program does at the first departure from base that
// distinguishes the two: it follows, it stays with base, or it does neither. Either
// may end there.
func (t *trial) departs(base, got []answer) {
	for i := range base {
		if !distinguishes(base[i], got[i]) {
			continue
		}
		switch {
		case got[i].right:
			t.hits++
		case base[i].right:
			t.contra++
		default:
			t.others++
		}
		return
	}
}

// count adds the active cases that the set explains and the deviation would
// spoil.
func (f *fitter) count(t *trial) {
	for _, at := range f.bySize {
		if f.active(at) && right(f.base[at]) && f.asks(t.d, at) && !right(f.with(t.d, at)) {
			t.contra++
		}
		if t.score() < 0 {
			return
		}
	}
}

// add puts a deviation into the set.
func (f *fitter) add(d int) {
	for at := range f.cases {
		if !f.asks(d, at) {
			continue
		}
		if got := f.read(at, f.set, d, f.base[at], toTheEnd); !unchanged(f.base[at], got) {
			f.put(at, got)
		}
	}
	f.set, f.stale = append(f.set, d), true
	slices.Sort(f.set)
}

// drop takes out of the set what the others make superfluous, and what the
// program contradicts too much.
func (f *fitter) drop(contradicted func(t *trial) bool) {
	for i := 0; i < len(f.set); i++ {
		d := f.set[i]
		t := f.needed(d)
		if f.stays(d) || t.hits > 0 && !contradicted(&t) {
			continue
		}
		f.banned[d] = f.banned[d] || contradicted(&t)
		f.remove(d)
		i = -1
	}
}

// remove takes a deviation out of the set.
func (f *fitter) remove(d int) {
	for at := range f.cases {
		if !f.asks(d, at) {
			continue
		}
		if got := f.readWithout(d, at, toTheEnd); !slices.Equal(got, f.base[at]) {
			f.put(at, got)
		}
	}
	f.set, f.stale = slices.DeleteFunc(f.set, func(other int) bool { return other == d }), true
}

// spoils reports whether a deviation is contradicted more than it explains.
// While others are missing, the right one may be contradicted, too.
func spoils(t *trial) bool { return t.score() <= 0 }

// contradicted reports whether a deviation is contradicted at all.
func contradicted(t *trial) bool { return t.contra > 0 }

// swap puts another deviation of the same decision in the place of one, where
// that explains more cases entirely: at first few cases were looked at.
func (f *fitter) swap() {
	for i := 0; i < len(f.set); i++ {
		if f.stays(f.set[i]) {
			continue
		}
		less := slices.Delete(slices.Clone(f.set), i, i+1)
		for other := range f.all {
			if f.stopped() || slices.Contains(f.set, other) || f.all[other].Composes(f.all[f.set[i]]) || f.clashes(other, less) || !f.gains(other, less) {
				continue
			}
			f.set = append(less, other)
			slices.Sort(f.set)
			f.reread()
			i = -1
			break
		}
	}
}

// reread computes what the set answers anew.
func (f *fitter) reread() {
	for at := range f.cases {
		f.put(at, f.read(at, f.set, -1, nil, toTheEnd))
	}
	f.stale = false
}

// gains reports whether a deviation with the list explains more cases entirely
// than the set does.
func (f *fitter) gains(d int, list []int) bool {
	gain := 0
	for _, at := range f.failing() {
		if !f.limited() && f.asks(d, at) && right(f.read(at, list, d, nil, firstWrong)) {
			gain++
		}
	}
	for _, at := range f.bySize {
		if gain > 0 && right(f.base[at]) && f.asks(d, at) && !right(f.read(at, list, d, nil, firstWrong)) {
			gain--
		}
	}
	return gain > 0
}

// needed counts what one deviation of the set does beside the others in the
// active cases.
func (f *fitter) needed(d int) trial {
	t := trial{d: d}
	for at := range f.cases {
		if f.active(at) && f.asks(d, at) {
			t.departs(f.without(d, at), f.base[at])
		}
	}
	return t
}
