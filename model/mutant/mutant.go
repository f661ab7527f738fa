package mutant

import (
	"reflect"
	"sync"

	"github.com/quock-dev/quock/model"
)

// A Mutant is one wrong model.
type Mutant struct {
	// Name is "family/what-it-does". Rule is the rule of that family that it
	// breaks.
	Name string
	Rule string
	// Rows are the ids of public bugs that it is modelled on; none for a
	// plausible mistake without a known bug.
	Rows []string
	// Fault describes the mistake in one sentence.
	Fault string

	change func(sem *model.Semantics, n *Count)
}

// A Count counts the decisions of one mutant instance.
type Count struct {
	// Reached counts the calls of the replaced decision. Triggered counts those
	// whose answer or effect departed from the honest one.
	Reached, Triggered int
}

// New returns the decisions with new counters. They may keep state, so they
// serve one stream.
func (m Mutant) New() (model.Semantics, *Count) {
	sem, n := model.Honest(), &Count{}
	m.change(&sem, n)
	return sem, n
}

// All returns every mutant. Families have the order of the rules.
func All() []Mutant {
	var all []Mutant
	for _, family := range [][]Mutant{
		fragment, naive, identity, session, strangers, attach, notify, missing, repeat, step, account, noise, persist, wire,
	} {
		all = append(all, family...)
	}
	return all
}

// ByName returns the mutant with a name, and whether there is one.
func ByName(name string) (Mutant, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	return Mutant{}, false
}

// Decision returns the name of the replaced decision, a field of
// model.Semantics.
func (m Mutant) Decision() string {
	return reflect.TypeFor[model.Semantics]().Field(decisions()[m.Name]).Name
}

// decisions returns the index of the decision that each mutant replaces, by the
// mutant's name.
var decisions = sync.OnceValue(func() map[string]int {
	found := map[string]int{}
	honest := reflect.ValueOf(model.Honest())
	for _, m := range All() {
		sem, _ := m.New()
		wrong := reflect.ValueOf(sem)
		for i := range wrong.NumField() {
			if wrong.Field(i).Pointer() != honest.Field(i).Pointer() {
				found[m.Name] = i
			}
		}
	}
	return found
})

// when counts a call. departs says whether the mutant departs; when returns it.
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

// rows lists the ids of the bugs that a mutant is modelled on.
func rows(ids ...string) []string { return ids }
