package fit

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
)

// Options bound a fit. The zero value tries every deviation with the usual
// limit.
type Options struct {
	// From are the deviations to try; nil tries all of the registry that can be
	// fitted.
	From []deviation.Deviation
	// Given are deviations that the program is known to have, of which no two
	// change the same. The explanation keeps them, whatever they explain.
	Given []deviation.Deviation
	// Begin are deviations to begin with, of which no two change the same. Unlike the
	// given ones they leave the explanation where the program contradicts them. They were
	// chosen before, so nothing is predicted.
	Begin []deviation.Deviation
	// Steps is the most events that the reference may process; 0 means usual.
	Steps int
	// Stop is asked now and then, if it is not nil. Once it is true, and it must stay
	// true, the search ends. Then Equals of what is named may be incomplete, and what
	// is named may be one that a whole search replaces by a similar one.
	Stop func() bool
}

// Stopped reports whether the search is to end.
func (o Options) Stopped() bool { return o.Stop != nil && o.Stop() }

// usual is the default of Options.Steps: some seconds of one core.
const usual = 6_000_000

func (o Options) steps() int { return cmp.Or(o.Steps, usual) }

// A Named is a deviation that explains part of what a program answered.
type Named struct {
	deviation.Deviation
	// Equals are deviations that would explain the same cases equally: no case
	// distinguishes them.
	Equals []deviation.Deviation
	// Cases are the indexes of the cases in which the deviation shows and the
	// program answers as it predicts, the shortest stream first.
	Cases []int
	// Shows are the indexes of all cases in which it shows beside the others.
	Shows []int
	// Whole counts those of the cases that the explanation explains entirely.
	Whole int
	// Others counts cases in which it shows and the program answers otherwise,
	// because of something else that is wrong there.
	Others int
	// Contradicted counts cases in which it shows and the program answers as
	// without it. Only a given deviation has any.
	Contradicted int
}

// Once reports whether the deviation was seen in one case only.
func (n *Named) Once() bool { return len(n.Cases) == 1 }

// Partly reports whether the deviation explains less than half of the cases in
// which it shows. Then it is a guess, and no rule should be attributed by it.
func (n *Named) Partly() bool { return len(n.Cases) < n.Others }

// An Explanation is what a fit found.
type Explanation struct {
	// Named are the deviations, the one that explains most cases first.
	Named []Named
	// Failing are the cases that the unchanged reference reads otherwise than
	// the program. Left are those of them that it also reads otherwise with the
	// named deviations. Both are indexes.
	Failing, Left []int
	// KeptOut counts failing cases that the deviations were not chosen by, and
	// Predicted those of them that these deviations explain entirely. They were
	// counted before the rest was used to look for more.
	KeptOut, Predicted int
	// Limited says that the limit on steps, or Options.Stop, ended the search.
	Limited bool
}

// Deviations returns the named deviations without what is said about them.
func (r *Explanation) Deviations() []deviation.Deviation {
	all := make([]deviation.Deviation, len(r.Named))
	for i := range r.Named {
		all[i] = r.Named[i].Deviation
	}
	return all
}

// Explain looks for the deviations that explain the answers. A case in which
// the program did not answer at each position must not be among the cases.
func Explain(cases []Answered, o Options) Explanation {
	f := newFitter(cases, o)
	var r Explanation
	r.Failing = f.failing()
	if len(r.Failing) == 0 {
		return r
	}
	f.begin(o.Given, o.Begin)
	var kept []int
	if len(o.Begin) == 0 {
		kept = keepOut(r.Failing)
	}
	f.active = func(at int) bool { return !slices.Contains(kept, at) }
	f.search(least)
	r.KeptOut = len(kept)
	for _, at := range kept {
		if right(f.base[at]) {
			r.Predicted++
		}
	}
	f.active = func(int) bool { return true }
	f.search(least)
	f.search(1)
	f.forget()
	f.drop(contradicted)
	if !o.Stopped() {
		f.swap()
		f.search(1)
		f.forget()
		f.drop(contradicted)
		f.simplify()
		f.forget()
	}
	r.Named = f.named()
	r.Left = f.failing()
	r.Limited = f.limited()
	return r
}

// least is the least number of cases that a deviation must explain before those
// that were seen once are looked for.
const least = 2

// keepOut chooses a fifth of the failing cases, none if they are few.
func keepOut(failing []int) (kept []int) {
	const few, fifth = 10, 5
	if len(failing) < few {
		return nil
	}
	for i, at := range failing {
		if (uint64(i)*0x9E3779B97F4A7C15)>>32%fifth == 0 {
			kept = append(kept, at)
		}
	}
	return kept
}
