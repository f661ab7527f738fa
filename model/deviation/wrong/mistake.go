package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
)

// A Mistake is one wrong way to take decisions of the model.
type Mistake struct {
	// Name is unique, and has no slash. Rules are the rules that it breaks, separated by
	// spaces, the first of them most plainly.
	Name, Rules string
	// Bugs are the ids of public bugs that it is modelled on.
	Bugs []string
	// Sentence says what such a program does.
	Sentence string
	// Change replaces the decisions. It counts in n.
	Change func(sem *model.Semantics, n *Count)
}

// Models returns the wrong models, of which each replaces one decision. Families have the
// order of the rules.
func Models() []Mistake {
	return slices.Concat(fragment, naive, identity, session, strangers, attach, notify, missing, repeat, step, account, noise, persist, wire)
}

// A Count counts the decisions of one model with a deviation.
type Count struct {
	// Reached counts the calls of the replaced decision. Triggered counts those
	// whose answer or effect departed from the honest one.
	Reached, Triggered int
}

// when counts a call. departs says whether the deviation departs; when returns
// it.
func (n *Count) when(departs bool) bool {
	n.Reached++
	if departs {
		n.Triggered++
	}
	return departs
}

// answer counts a call with comparable answers, and returns the wrong one.
func answer[T comparable](n *Count, honest, wrong T) T {
	n.when(honest != wrong)
	return wrong
}

// turned answers as the honest decision does, but with to where that is from.
func turned[T comparable](n *Count, honest, from, to T) T {
	if n.when(honest == from) {
		return to
	}
	return honest
}

// rows lists the ids of the bugs that a deviation is modelled on.
func rows(ids ...string) []string { return ids }
