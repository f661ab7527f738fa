package mutant

import (
	"reflect"
	"sync"

	"github.com/quock-dev/quock/model"
)

// A Mutant is one wrong model.
type Mutant struct {
	// Name is "family/what-it-does", Rule the rule of that family that it breaks.
	Name string
	Rule string
	// Rows are the public bugs that it is modelled on, by their ids in the list
	// of bugs; none where it is a plausible mistake without a known victim.
	Rows []string
	// Fault says in one sentence what it does.
	Fault string

	change func(sem *model.Semantics, n *Count)
}

// A Count says what one instance of a mutant has done.
type Count struct {
	// Reached counts the calls of the decision that was replaced, Triggered
	// those in which its answer or effect was not the honest one.
	Reached, Triggered int
}

// New returns the wrong decisions, with counters of their own. They may remember
// what they were asked before and serve one stream.
func (m Mutant) New() (model.Semantics, *Count) {
	sem, n := model.Honest(), &Count{}
	m.change(&sem, n)
	return sem, n
}

// All returns every mutant, by family in the order of the rules.
func All() []Mutant {
	var all []Mutant
	for _, family := range [][]Mutant{
		fragment, naive, identity, session, strangers, attach, notify, missing, repeat, step, account, noise, persist, wire,
	} {
		all = append(all, family...)
	}
	return all
}

// ByName returns the mutant of a name, and whether there is one.
func ByName(name string) (Mutant, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	return Mutant{}, false
}

// Decision is the name of the decision that the mutant replaces, a field of
// model.Semantics.
func (m Mutant) Decision() string { return decisions()[m.Name] }

var decisions = sync.OnceValue(func() map[string]string {
	found := map[string]string{}
	honest := reflect.ValueOf(model.Honest())
	for _, m := range All() {
		sem, _ := m.New()
		wrong := reflect.ValueOf(sem)
		for i := range wrong.NumField() {
			if wrong.Field(i).Pointer() != honest.Field(i).Pointer() {
				found[m.Name] = wrong.Type().Field(i).Name
			}
		}
	}
	return found
})

// when counts a call, as triggered where the mutant departs, and returns
// whether it does.
func (n *Count) when(departs bool) bool {
	n.Reached++
	if departs {
		n.Triggered++
	}
	return departs
}

// answer counts a call whose answers can be compared, and returns the wrong one.
func answer[T comparable](n *Count, honest, wrong T) T {
	n.when(honest != wrong)
	return wrong
}

// rows names the bugs that a mutant is modelled on.
func rows(ids ...string) []string { return ids }
