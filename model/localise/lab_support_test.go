package localise_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fittest"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
)

func TestLocalise(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "localise")
}

// A lab leaves deviations out of the registry, together with those that no case
// distinguishes from them.
type lab struct {
	*fittest.Lab
	all    []deviation.Deviation
	prints map[string]uint64 // what a program with the deviation answers to all cases
	honest uint64
}

func newLab(n int, seed uint64) *lab {
	l := &lab{Lab: fittest.New(n, seed), all: fittest.Fitted(), prints: map[string]uint64{}}
	for _, d := range l.all {
		l.prints[d.Name] = answersOf(l.Answers(d))
	}
	l.honest = answersOf(l.Answers())
	return l
}

func answersOf(cases []fit.Answered) (sum uint64) {
	for i := range cases {
		for _, t := range cases[i].Got {
			sum = sum*1099511628211 + fit.Fingerprint(t, cases[i].Observes)
		}
	}
	return sum
}

// without is the registry without some deviations and their equals.
func (l *lab) without(withheld ...deviation.Deviation) (from []deviation.Deviation) {
	for _, d := range l.all {
		if !slices.ContainsFunc(withheld, func(w deviation.Deviation) bool { return l.prints[w.Name] == l.prints[d.Name] }) {
			from = append(from, d)
		}
	}
	return from
}

// decisions are the wrong models that show.
func (l *lab) decisions() (all []deviation.Deviation) {
	for _, d := range l.all {
		if d.Replaces() && l.prints[d.Name] != l.honest {
			all = append(all, d)
		}
	}
	return all
}

// behind are pairs of decisions, a loud one that fails a third of the cases and a rare one
// that fails one case in a hundred to one in twelve, beside it in at least three.
func (l *lab) behind(n int) (pairs [][2]deviation.Deviation) {
	honest := l.Answers()
	var loud, rare []deviation.Deviation
	for _, d := range l.decisions() {
		switch shows := fittest.Shows(honest, len(honest), d); {
		case 3*shows >= len(honest):
			loud = append(loud, d)
		case 100*shows >= len(honest) && 12*shows <= len(honest):
			rare = append(rare, d)
		}
	}
	for i := 0; len(pairs) < n && i < len(loud)*len(rare); i++ {
		p := [2]deviation.Deviation{loud[i%len(loud)], rare[i*7%len(rare)]}
		if p[0].Composes(p[1]) && p[0].Changes() != p[1].Changes() && fittest.Shows(l.Answers(p[0]), 3, p[0], p[1]) == 3 {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// A tally counts how well withheld deviations are found.
type tally struct {
	programs, first, three, rule, foreign, named int
	bad                                          []string
}

// equal reports whether the reference with what is named answers every case as the program
// does: no stream tells the two apart.
func equal(e *localise.Explained) bool { return len(e.Explanation.Left) == 0 && len(e.Named) > 0 }

// rank is the place of a deviation's decision in what was found: 0 for the first of a
// cluster, or that of a deviation that was named. A deviation that takes several decisions
// otherwise is found by any of them.
func rank(d *deviation.Deviation, e *localise.Explained) int {
	best := 99
	for i := range e.Named {
		if n := &e.Named[i]; !n.Partly() && slices.Contains(taken(d), n.Changes()) {
			return 0
		}
	}
	for _, c := range e.Clusters {
		for i, s := range c.Suspects {
			if slices.Contains(taken(d), s.Name) {
				best = min(best, i)
			}
		}
	}
	return best
}

// taken are the names of the decisions that a deviation takes otherwise.
func taken(d *deviation.Deviation) (names []string) {
	mine := d.Decisions()
	for i, of := range deviation.DecisionsOfModel() {
		var one deviation.Decisions
		if one.Add(i); mine.Meets(one) {
			names = append(names, of.Name)
		}
	}
	return names
}

// ruled reports whether the rule that a deviation breaks is the first of what was
// named, or of the largest cluster.
func ruled(d *deviation.Deviation, e *localise.Explained) bool {
	for i := range e.Named {
		if n := &e.Named[i]; !n.Partly() {
			return d.Breaks(n.Rule())
		}
	}
	return slices.ContainsFunc(e.Clusters[:min(1, len(e.Clusters))], func(c localise.Cluster) bool { return len(c.Rules) > 0 && d.Breaks(c.Rules[0]) })
}

func (t *tally) count(d deviation.Deviation, e *localise.Explained) {
	t.programs++
	at, good := rank(&d, e), ruled(&d, e)
	if equal(e) {
		at = 0
	}
	t.first += one(at == 0)
	t.three += one(at < 3)
	t.rule += one(good)
	t.named += one(len(e.Explanation.Left) == 0)
	foreign := !equal(e) && slices.ContainsFunc(e.Named, func(n fit.Named) bool { return !n.Partly() && !n.Once() && !slices.Contains(taken(&d), n.Changes()) })
	t.foreign += one(foreign)
	if at > 0 || !good || foreign {
		t.bad = append(t.bad, fmt.Sprintf("%s (%s, %s; %d): %s", d.Name, d.Changes(), d.Rule(), len(e.Failing), described(e)))
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func described(e *localise.Explained) string {
	var b strings.Builder
	for i := range e.Named {
		n := &e.Named[i]
		fmt.Fprintf(&b, "%s (%d, %d others) ", n.Name, len(n.Cases), n.Others)
	}
	for _, c := range e.Clusters {
		b.WriteString("| ")
		for _, s := range c.Suspects {
			fmt.Fprintf(&b, "%s %.2f [%s] ", s.Name, s.Score, s.Nearest[0].Name)
		}
		fmt.Fprintf(&b, "%v %s %d of %d (%d) ", c.Rules, c.Part, c.Departs, c.Taken, len(c.Cases))
	}
	fmt.Fprintf(&b, "| left %d", len(e.Clustering.Left))
	return b.String()
}

func (t *tally) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(1, t.programs)) }
	return fmt.Sprintf("%d programs: decision first %.1f %%, in three %.1f %%, rule %.1f %%, foreign %.1f %%, explained whole %.1f %%\n%s",
		t.programs, percent(t.first), percent(t.three), percent(t.rule), percent(t.foreign), percent(t.named), strings.Join(t.bad, "\n"))
}
