package fit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

func TestFit(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fit")
}

// A lab is the cases that programs made of deviations answer.
type lab struct {
	cases []*trial.Subject
	at    [][]int
	r     *rand.Rand
}

// newLab generates n cases of all dialects. Each is observed at up to four
// positions and at its end.
func newLab(n int, seed uint64) *lab {
	l := &lab{r: rand.New(rand.NewPCG(seed, 1))}
	shapes, g := matrix.Shapes(), matrix.Generated(generator.Mixed)(seed)
	for i := range n {
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

// answers are what a program with the deviations answers.
func (l *lab) answers(of ...deviation.Deviation) []fit.Answered {
	all := make([]fit.Answered, len(l.cases))
	for i, c := range l.cases {
		all[i] = fit.Answered{Stream: c.Stream, Policies: c.Policies, Observes: spec.AllParts(), At: l.at[i]}
		pass := deviation.Compose(of...).Read(&c.Stream, c.Policies)
		for _, at := range l.at[i] {
			pass.To(at)
			t := pass.Transcript()
			all[i].Got = append(all[i].Got, &t)
		}
	}
	return all
}

// draw chooses n deviations that can be had at once, in the order of the
// registry.
func (l *lab) draw(from []deviation.Deviation, n int) []deviation.Deviation {
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

// A tally counts how well programs were explained.
type tally struct {
	programs, exact, missing, foreign int
	keptOut, predicted                int
	bad                               []string
}

// count compares what was found with what the program is made of. A deviation
// is found by its own name, or by that of one that no case distinguishes.
func (t *tally) count(truth []deviation.Deviation, r *fit.Explanation) {
	t.programs++
	t.keptOut, t.predicted = t.keptOut+r.KeptOut, t.predicted+r.Predicted
	found := 0
	for _, d := range truth {
		if slices.ContainsFunc(r.Named, func(n fit.Named) bool { return means(&n, d) }) {
			found++
		}
	}
	switch {
	case len(r.Named) > found:
		t.foreign++
	case len(r.Left) > 0:
		t.missing++
	default: // what is not found shows in no case
		t.exact++
		return
	}
	t.bad = append(t.bad, fmt.Sprintf("%s: found %s, %d of %d left", names(truth), described(r), len(r.Left), len(r.Failing)))
}

func means(n *fit.Named, d deviation.Deviation) bool {
	return n.Name == d.Name || slices.ContainsFunc(n.Equals, func(e deviation.Deviation) bool { return e.Name == d.Name })
}

func names(all []deviation.Deviation) string {
	var s []string
	for _, d := range all {
		s = append(s, d.Name)
	}
	return strings.Join(s, " + ")
}

func described(r *fit.Explanation) string {
	var s []string
	for i := range r.Named {
		n := &r.Named[i]
		s = append(s, fmt.Sprintf("%s (%d, %d others)", strings.Join(append([]string{n.Name}, names(n.Equals)), "="), len(n.Cases), n.Others))
	}
	return strings.Join(s, ", ")
}

func (t *tally) String() string {
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	return fmt.Sprintf("%d programs: exactly or equal %.1f %%, one missing %.1f %%, foreign %.1f %%; failing cases kept out %d, predicted %.2f %%\n%s",
		t.programs, percent(t.exact, t.programs), percent(t.missing, t.programs), percent(t.foreign, t.programs),
		t.keptOut, percent(t.predicted, t.keptOut), strings.Join(t.bad, "\n"))
}
