package fit

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
)

// named returns the deviations of the set with what they explain, the one that
// explains most cases first.
func (f *fitter) named() []Named {
	all := make([]Named, 0, len(f.set))
	for _, d := range f.set {
		all = append(all, f.describe(d))
	}
	slices.SortStableFunc(all, func(a, b Named) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return all
}

// describe finds the cases in which a deviation of the set shows beside the
// others, and the deviations that would do the same in all of them.
func (f *fitter) describe(d int) Named {
	n := Named{Deviation: f.all[d]}
	var shows []int
	for _, at := range f.bySize {
		if !f.asks(d, at) {
			continue
		}
		t := trial{}
		less := f.without(d, at)
		if t.departs(less, f.base[at]); t.hits+t.others+t.contra > 0 {
			n.Shows = append(n.Shows, at)
		}
		switch {
		case t.hits > 0:
			n.Cases = append(n.Cases, at)
			if right(f.base[at]) {
				n.Whole++
			}
		case t.others > 0:
			n.Others++
		case t.contra > 0:
			n.Contradicted++
		}
		if !slices.Equal(less, f.base[at]) {
			shows = append(shows, at)
		}
	}
	n.Equals = f.equals(d, shows)
	return n
}

// simplify puts one deviation in the place of two that do the same together.
func (f *fitter) simplify() {
	for i := range f.set {
		for j := i + 1; j < len(f.set); j++ {
			if f.stopped() || f.stays(f.set[i]) || f.stays(f.set[j]) {
				continue
			}
			if one := f.instead(f.set[i], f.set[j]); one >= 0 {
				f.set = append(slices.Delete(slices.Delete(f.set, j, j+1), i, i+1), one)
				slices.Sort(f.set)
				f.reread()
				f.simplify()
				return
			}
		}
	}
}

// instead returns the deviation that could stand in the set instead of two, -1
// for none.
func (f *fitter) instead(a, b int) int {
	var shows []int
	for _, at := range f.bySize {
		if f.asks(a, at) && !slices.Equal(f.without(a, at), f.base[at]) {
			shows = append(shows, at)
		}
	}
	less := slices.DeleteFunc(slices.Clone(f.set), func(d int) bool { return d == a || d == b })
	for one := range f.all {
		if !f.stopped() && !slices.Contains(f.set, one) && !f.clashes(one, less) && f.keeps(one, less, shows) && f.keeps(one, less, f.bySize) {
			return one
		}
	}
	return -1
}

// keeps reports whether the deviation with the list explains all cases that the
// set explains, of some.
func (f *fitter) keeps(d int, list, of []int) bool {
	return !slices.ContainsFunc(of, func(at int) bool {
		return right(f.base[at]) && !right(f.read(at, list, d, nil, firstWrong))
	})
}

// equals returns the deviations that could stand in the set instead of d.
func (f *fitter) equals(d int, shows []int) (equals []deviation.Deviation) {
	less := slices.DeleteFunc(slices.Clone(f.set), func(member int) bool { return member == d })
	for other := range f.all {
		if f.stopped() || slices.Contains(f.set, other) || f.clashes(other, less) {
			continue
		}
		if f.replaces(other, less, shows) {
			equals = append(equals, f.all[other])
		}
	}
	return equals
}

// clashes reports whether a deviation changes what one of the list changes.
func (f *fitter) clashes(d int, list []int) bool {
	return slices.ContainsFunc(list, func(other int) bool { return !f.all[d].Composes(f.all[other]) })
}

// replaces reports whether the deviation with the list answers as the set does:
// first in the cases in which the set's own deviation shows, then in all.
func (f *fitter) replaces(d int, list, shows []int) bool {
	same := func(at int) bool {
		base := f.base[at]
		return slices.Equal(base, f.read(at, list, d, nil, func(i int, a answer) bool { return a != base[i] }))
	}
	for _, at := range shows {
		if !same(at) {
			return false
		}
	}
	for _, at := range f.bySize {
		if !slices.Contains(shows, at) && f.asks(d, at) && !same(at) {
			return false
		}
	}
	return true
}
