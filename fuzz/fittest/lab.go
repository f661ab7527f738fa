// Package fittest is test support: what programs made of deviations answer to
// generated cases.
package fittest

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

// A Lab has cases for programs to answer.
type Lab struct {
	cases []*trial.Subject
	at    [][]int
	r     *rand.Rand
}

// New generates n cases of all dialects. Each is observed at up to four
// positions and at its end.
func New(n int, seed uint64) *Lab { return newLab(n, seed, matrix.Shapes()) }

// Dialects yields a lab for each dialect and variant, with n cases of it.
func Dialects(n int, seed uint64) iter.Seq[*Lab] {
	return func(yield func(*Lab) bool) {
		for _, shape := range matrix.Shapes() {
			if !yield(newLab(n, seed, []spec.Features{shape})) {
				return
			}
		}
	}
}

func newLab(n int, seed uint64, shapes []spec.Features) *Lab {
	l := &Lab{r: rand.New(rand.NewPCG(seed, 1))}
	for i := range n {
		g := matrix.Generated(generator.Mixed)(seed) // a case is good until its generator makes the next one
		c := *g.Case(&shapes[i%len(shapes)], i%len(shapes), uint64(i/len(shapes)))
		at := []int{}
		for range 4 {
			at = append(at, 1+l.r.IntN(max(1, c.Stream.Records())))
		}
		slices.Sort(at)
		l.cases = append(l.cases, &c)
		l.at = append(l.at, append(slices.Compact(at), spec.AtEnd))
	}
	return l
}

// Answers are what a program with the deviations answers.
func (l *Lab) Answers(of ...deviation.Deviation) []fit.Answered {
	all := make([]fit.Answered, len(l.cases))
	for i, c := range l.cases {
		all[i] = fit.Answered{Stream: c.Stream, Policies: c.Policies, Observes: spec.AllParts(), At: l.at[i]}
		for _, f := range c.Faults {
			all[i].Covers = append(all[i].Covers, f.Rule)
		}
		for _, t := range all[i].Read(of...) {
			all[i].Got = append(all[i].Got, &t)
		}
	}
	return all
}

// Draw chooses n deviations that can be had at once, in the order of the
// registry.
func (l *Lab) Draw(from []deviation.Deviation, n int) []deviation.Deviation {
	var chosen []int
	for len(chosen) < n {
		d := l.r.IntN(len(from))
		if !slices.ContainsFunc(chosen, func(other int) bool { return !from[d].Composes(from[other]) }) {
			chosen = append(chosen, d)
		}
	}
	slices.Sort(chosen)
	all := make([]deviation.Deviation, n)
	for i, d := range chosen {
		all[i] = from[d]
	}
	return all
}

// Fitted are the deviations of the registry that can be fitted.
func Fitted() []deviation.Deviation {
	return slices.DeleteFunc(deviation.All(), func(d deviation.Deviation) bool { return !d.Fits() })
}

// Shown are those of some deviations that show in at least n of the cases.
func (l *Lab) Shown(from []deviation.Deviation, n int) (shown []deviation.Deviation) {
	honest, asked := l.Answers(), make([]deviation.Decisions, len(l.cases))
	for i := range asked {
		c := deviation.Compose()
		c.Watch(asked[i].Add)
		for range fit.Answers(c.Read(&honest[i].Stream, honest[i].Policies), honest[i].At, func() bool { return false }) { // the decisions are watched
		}
	}
	for _, d := range from {
		left := n
		for i := 0; i < len(honest) && left > 0; i++ {
			if changed := d.Decisions(); changed.Empty() || asked[i].Meets(changed) {
				left -= Shows(honest[i:i+1], 1, d)
			}
		}
		if left == 0 {
			shown = append(shown, d)
		}
	}
	return shown
}

// Shows counts the cases that the reference with deviations answers otherwise than a
// program did: at most so many.
func Shows(answered []fit.Answered, most int, of ...deviation.Deviation) (n int) {
	for i := range answered {
		c := &answered[i]
		for k, got := range c.Read(of...) {
			if c.Differ(k, c.Got[k], &got) {
				n++
				break
			}
		}
		if n == most {
			break
		}
	}
	return n
}
