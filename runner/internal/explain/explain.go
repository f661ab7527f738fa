// Package explain says with which deviations the reference answers as a candidate does:
// what is certain of them, what may be said of one that no case tells from others, and how
// a report describes it.
//
// Goals: nothing is called certain that a further case could take back; a deviation says
// no more than what all say that no case tells from it. Non-goals: to ask a candidate, and
// to search (packages model/fit and model/localise).
package explain

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
)

// Cases fits deviations to answers, beginning with given ones. It returns what they
// explain, and those that are certain. What was chosen beside a guess may be one, so it
// fits again without the guesses, to the cases in which none of them shows. One that
// explains no case entirely, even with the others, is not named.
func Cases(cases []fit.Answered, given []deviation.Deviation, stop func() bool) (localise.Explained, []deviation.Deviation) {
	all := localise.Explain(cases, fit.Options{Given: given, Stop: stop})
	all.Named = slices.DeleteFunc(all.Named, func(n fit.Named) bool { return n.Whole == 0 && !Has(given, n.Name) })
	for named := all.Named; ; {
		sure := certain(named, given)
		if len(sure) == len(named) || len(sure) == 0 || stop() {
			return all, sure
		}
		cases = withoutGuesses(cases, named, sure)
		found := fit.Explain(cases, fit.Options{From: sure, Given: given, Stop: stop})
		for i := range found.Named {
			found.Named[i].Equals = equals(all.Named, found.Named[i].Name)
		}
		named = found.Named
	}
}

// withoutGuesses returns the cases in which only what is certain shows.
func withoutGuesses(cases []fit.Answered, named []fit.Named, sure []deviation.Deviation) (rest []fit.Answered) {
	guessed := map[int]bool{}
	for i := range named {
		for _, at := range named[i].Shows {
			guessed[at] = guessed[at] || !Has(sure, named[i].Name)
		}
	}
	for at := range cases {
		if !guessed[at] {
			rest = append(rest, cases[at])
		}
	}
	return rest
}

// stepsAlone is the most events that the reference may process for a stream that is
// explained alone.
const stepsAlone = 1_000_000

// Alone names the deviations with which the reference answers a whole case as the
// candidate does, of some; none if there are no such. It names what a program may do
// only where nothing else explains the case.
func Alone(a *fit.Answered, from []deviation.Deviation) []fit.Named {
	wrong := slices.DeleteFunc(slices.Clone(from), deviation.Deviation.Allowed)
	for _, some := range [][]deviation.Deviation{wrong, from} {
		found := fit.Explain([]fit.Answered{*a}, fit.Options{From: some, Steps: stepsAlone})
		if len(some) > 0 && len(found.Left) == 0 {
			return found.Named
		}
	}
	return nil
}

func equals(named []fit.Named, name string) []deviation.Deviation {
	for i := range named {
		if named[i].Name == name {
			return named[i].Equals
		}
	}
	return nil
}

// InEffect returns the accepted deviations that the program has rather than not, where
// they show.
func InEffect(cases []fit.Answered, accepted []deviation.Deviation, stop func() bool) (all []deviation.Deviation) {
	found := fit.Explain(cases, fit.Options{From: accepted, Given: accepted, Stop: stop})
	for i := range found.Named {
		if n := &found.Named[i]; len(n.Cases) > n.Contradicted {
			all = append(all, n.Deviation)
		}
	}
	return all
}

// Preferred is the registry in the order in which one stream is explained: first what
// breaks one of some rules, last what only follows from a decision, and what a program
// may do.
func Preferred(rules []string) []deviation.Deviation {
	all := deviation.All()
	rank := func(d deviation.Deviation) int {
		switch {
		case d.Allowed():
			return 3
		case d.Generic:
			return 2
		case slices.ContainsFunc(rules, d.Breaks):
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b deviation.Deviation) int { return rank(a) - rank(b) })
	return all
}
