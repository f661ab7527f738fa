package localise

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

// What speaks for a rule, beside an alternative that breaks it, or the report that it asks
// for: how much it counts, for each departure, that just the cases that depart put the rule
// to the test (Ochiai, as if one more case did: few prove little), and that a wrong answer
// breaks it most plainly.
const tested, plain = 2, .4

// rules returns those of the rules that a decision serves that its departures break, the
// most likely first. An alternative that breaks the rule and is like the departure counts up
// to once a departure, as the report does that the rule asks for, where that departs.
func (f *finder) rules(decision int, of []*reading) []string {
	weight, covering := map[string]float64{}, map[string]int{}
	for _, r := range of {
		e := r.by(decision)
		for _, way := range e.ways {
			broken := brokenBy(&f.ways[decision][way])
			for _, rule := range broken {
				weight[rule] += e.similarity / float64(len(e.ways)*len(broken))
			}
		}
		for _, rule := range r.facts.reports() {
			weight[rule]++
		}
		for _, rule := range covered(r.Answered) {
			covering[rule]++
		}
	}
	for rule, n := range covering {
		weight[rule] += tested * float64(n) * math.Sqrt(float64(len(of))/float64(1+f.covering[rule]))
	}
	weight[f.decisions[decision].Rules[0]] += plain * float64(len(of))
	all := slices.Clone(f.decisions[decision].Rules)
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(weight[b], weight[a]) })
	best := weight[all[0]]
	return slices.DeleteFunc(all, func(rule string) bool { return weight[rule] == 0 || weight[rule] < unlikely*best })
}

// brokenBy returns the rules that an alternative speaks for: one that somebody wrote down
// for the first of its own, one that follows from a type for all that its decision serves.
func brokenBy(d *deviation.Deviation) []string {
	if d.Generic {
		return d.Rules
	}
	return d.Rules[:min(1, len(d.Rules))]
}

// breaking returns an alternative of a cluster as a deviation: one that follows from a type
// breaks the rules of the cluster.
func breaking(d deviation.Deviation, rules []string) deviation.Deviation {
	if d.Generic {
		d.Rules = rules
	}
	return d
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
