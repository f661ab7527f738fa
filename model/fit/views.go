package fit

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// What only changes transcripts on their way out leaves the reading as it is. So a case is
// read once for all of them.

// A viewing is what the reference answers with one view more.
type viewing struct {
	d       int
	answers []answer // while it changes something, nil before
	differs bool     // the program cannot have given both
	done    bool
}

// add takes in what it answers at the next position.
func (v *viewing) add(base []answer, i int, a answer) {
	if v.answers == nil && a.print != base[i].print {
		v.answers = slices.Clone(base[:i])
	}
	v.differs = v.differs || distinguishes(base[i], a)
	if v.answers != nil {
		v.answers = append(v.answers, a)
	}
	v.done = v.differs && !a.right
}

// view reads a case for all views that may be added to the set, as with does for each.
func (f *fitter) view(at int) {
	var all []*viewing
	for d := range f.all {
		if _, known := f.more[at][d]; !known && f.all[d].Views() && !f.excluded(d) {
			all = append(all, &viewing{d: d})
		}
	}
	c, base := &f.cases[at], f.base[at]
	composed, _ := f.compose(f.set, -1, nil)
	f.pass = composed.ReadAfter(f.pass, &c.Stream, c.Policies)
	for i, position := range c.At {
		f.pass.To(position)
		f.viewed(all, at, i)
	}
	f.steps += len(c.Stream.Events) + 1
	for _, v := range all {
		if f.more[at][v.d] = v.answers; v.answers == nil {
			f.more[at][v.d] = base
		}
	}
}

// viewed adds what each view answers at a position. Each is shown what the views of the
// set before it leave, and one that changes nothing leaves that to the next.
func (f *fitter) viewed(all []*viewing, at, i int) {
	before, kept, shown := 0, f.pass.Unshown(), f.pass.Unshown()
	for _, v := range all {
		if v.done {
			continue
		}
		for ; before < len(f.set) && f.set[before] < v.d; before++ {
			f.all[f.set[before]].Show(&kept)
			f.all[f.set[before]].Show(&shown)
		}
		if f.all[v.d].Show(&shown); identical(&kept, &shown) {
			v.add(f.base[at], i, f.base[at][i])
			continue
		}
		f.show(&shown, f.set[before:])
		v.add(f.base[at], i, f.answer(at, i, &shown))
		shown = f.pass.Unshown()
		f.show(&shown, f.set[:before])
	}
}

func (f *fitter) show(t *spec.Transcript, views []int) {
	for _, d := range views {
		f.all[d].Show(t)
	}
}
