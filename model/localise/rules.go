package localise

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

// rules returns those of the rules that a decision serves that its departures break, the
// most likely first. Three things speak for a rule, and each counts up to once a departure:
// an alternative that breaks it is like the departure; the report that it asks for departs;
// the cases that put it to the test are those that depart (Ochiai).
func (f *finder) rules(decision int, of []*reading) []string {
	weight, covering := map[string]float64{}, map[string]int{}
	for _, r := range of {
		e := r.by(decision)
		for _, way := range e.ways {
			weight[f.ways[decision][way].Rule()] += e.similarity / float64(len(e.ways))
		}
		for _, rule := range r.facts.reports() {
			weight[rule]++
		}
		for _, rule := range covered(r.Answered) {
			covering[rule]++
		}
	}
	for rule, n := range covering {
		weight[rule] += float64(n) * math.Sqrt(float64(len(of))/float64(f.covering[rule]))
	}
	all := slices.Clone(f.decisions[decision].Rules)
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	best := weight[all[0]]
	return slices.DeleteFunc(all, func(rule string) bool { return weight[rule] == 0 || weight[rule] < unlikely*best })
}

// unlikely is the share of the likeliest rule's weight below which a rule is not named.
const unlikely = .2

// covered are the rules that a case puts to the test, each once.
func covered(c *fit.Answered) []string {
	all := slices.Clone(c.Covers)
	slices.Sort(all)
	return slices.Compact(all)
}

// reports are the rules that ask for the anomalies that depart.
func (f *facts) reports() (rules []string) {
	for _, field := range f.fields {
		if _, kind, ok := strings.Cut(field.name, "anomalies."); ok {
			rules = append(rules, spec.AnomalyKind(kind).Rule())
		}
	}
	return rules
}
