package report

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Group is all findings of one rule and verdict; the best one represents them.
type Group struct {
	Best  spec.Finding
	Cases int
	// Known means that a list of known failures has all of them. Issues are the
	// list's issues, in order of the cases.
	Known  bool
	Issues []string
}

// Groups collects the findings of the cases, in order of verdict and rule. The best
// one has the fewest faults, then the earliest position, then the fewest differences,
// then the smallest case number.
func Groups(cases []Case) []Group { return groupsOf(cases, nil) }

// groupsOf collects the known findings separately, after the others.
func groupsOf(cases []Case, known Known) []Group {
	type key struct {
		known   bool
		verdict spec.Verdict
		rule    string
		habit   string
	}
	groups := map[key]*Group{}
	for i := range cases {
		for _, f := range cases[i].Findings {
			issue := known.Issue(cases[i].Name, f.Verdict, f.Rule, f.Deviation)
			k := key{issue != "", f.Verdict, f.Rule, f.Habit}
			g := groups[k]
			if g == nil {
				g = &Group{Best: f, Known: k.known}
				groups[k] = g
			}
			g.Cases++
			if k.known && !slices.Contains(g.Issues, issue) {
				g.Issues = append(g.Issues, issue)
			}
			if Clearer(&f, &g.Best) < 0 {
				g.Best = f
			}
		}
	}
	all := make([]Group, 0, len(groups))
	for _, g := range groups {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Group) int {
		return cmp.Or(rank(a.Known)-rank(b.Known), cmp.Compare(a.Best.Verdict, b.Best.Verdict), cmp.Compare(a.Best.Rule, b.Best.Rule), cmp.Compare(b.Best.Habit, a.Best.Habit))
	})
	return all
}

// rank orders known findings after the others.
func rank(known bool) int {
	if known {
		return 1
	}
	return 0
}

// Clearer compares two findings of a rule by how well they show it: fewer faults
// first, then an earlier position, then fewer differences.
func Clearer(a, b *spec.Finding) int {
	return cmp.Or(
		cmp.Compare(len(a.Faults), len(b.Faults)),
		cmp.Compare(uint(a.Position), uint(b.Position)), // the end of input last
		cmp.Compare(len(a.Differences)+len(a.Consequences), len(b.Differences)+len(b.Consequences)),
	)
}

// Heading returns a group's verdict and what it is of, in a line.
func (g *Group) Heading() string {
	of := g.Best.Rule
	switch {
	case g.Best.Habit != "":
		of = g.Best.Habit
	case of == "":
		of = "no rule"
	}
	return g.heading() + " " + line(of)
}
