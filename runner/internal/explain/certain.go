package explain

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
)

// Has reports whether a deviation of that name is among some.
func Has(all []deviation.Deviation, name string) bool {
	return slices.ContainsFunc(all, func(d deviation.Deviation) bool { return d.Name == name })
}

// The least number of cases that a deviation must explain before cases are attributed
// by it, one that follows from a type alone more, and how many it must explain for
// each in which it shows and the program answers otherwise.
const (
	leastListed, leastGeneric = 3, 8
	mostly                    = 4
)

// certain returns the deviations by which cases are attributed: the given ones, and
// those that are no guess, and that break a rule or are allowed.
func certain(named []fit.Named, given []deviation.Deviation) (all []deviation.Deviation) {
	for i := range named {
		n := &named[i]
		d := n.Deviation
		if Has(given, d.Name) {
			all = append(all, d)
			continue
		}
		if len(n.Cases) < leastListed || n.Others*mostly > len(n.Cases) || n.Generic && (len(n.Cases) < leastGeneric || n.Others > 0) {
			continue
		}
		d.Rules, d.Choice = breaks(n)
		if len(d.Rules) > 0 || d.Choice != "" || len(n.Equals) == 0 && d.Kind == deviation.Habit {
			all = append(all, d)
		}
	}
	return all
}

// breaks returns what may be said of a deviation that no case tells from its equals: the
// rules that all of them break, and the choice that one of them is. A choice that is not
// declared takes away no rule: the handshake says that the candidate keeps it. Of
// choices alone it is the one that they all are.
func breaks(n *fit.Named) (rules []string, choice string) {
	wrong, several := false, false
	for _, d := range append([]deviation.Deviation{n.Deviation}, n.Equals...) {
		if d.Choice != "" {
			several = several || choice != "" && choice != d.Choice
			choice = cmp.Or(choice, d.Choice)
		}
		switch {
		case d.Choice != "" && len(d.Rules) == 0: // it breaks none, if it is declared
		case wrong:
			rules = slices.DeleteFunc(rules, func(rule string) bool { return !d.Breaks(rule) })
		default:
			wrong, rules = true, slices.Clone(d.Rules)
		}
	}
	if several || wrong && len(rules) == 0 {
		choice = ""
	}
	return rules, choice
}

// Rules are what a line says: breaks, or of one that no case tells from others of
// other rules its own.
func Rules(n *fit.Named) (rules []string, choice string) {
	if rules, choice = breaks(n); len(rules) == 0 && choice == "" {
		return n.Rules, n.Choice
	}
	return rules, choice
}
