package deviation

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation/wrong"
	"github.com/quock-dev/quock/spec"
)

// A Kind says what a deviation changes.
type Kind string

// The kinds.
const (
	Decision Kind = "decision" // functions of model.Semantics
	View     Kind = "view"     // the transcript on its way out
	Habit    Kind = "habit"    // how a program uses the probe contract
	Output   Kind = "output"   // what an adapter or a writer writes
	Storage  Kind = "storage"  // what a store keeps, and when
	Bytes    Kind = "bytes"    // how bytes become records
)

// Kinds returns all kinds, in the order of the constants.
func Kinds() []Kind { return []Kind{Decision, View, Habit, Output, Storage, Bytes} }

// A Deviation is one named way in which a program may differ from the
// reference.
type Deviation struct {
	Kind Kind
	// Name is unique, and has no slash.
	Name string
	// Sentence says what such a program does.
	Sentence string
	// Rules are the rules that it breaks, the first of them most plainly. There
	// are none if Choice is set, and for a habit that breaks the probe contract
	// instead.
	Rules []string
	// Choice is the policy or the lacked field that allows it, as a handshake
	// declares it: "arguments=value", "lacks complete".
	Choice string
	// Bugs are the ids of public bugs that it is modelled on; none for a
	// plausible mistake without a known bug.
	Bugs []string
	// Programs have the deviation and share no code with the model: the list
	// and the name there, "broken agentc-plan".
	Programs []string
	// Generic says that it follows from the type of a decision alone. It is no
	// wrong model of the kill matrix.
	Generic bool

	// What the deviation is, if it is a change of the reference: of decisions,
	// of the transcript on its way out, of the policies, or of the record that
	// the answers are of. part is what a view or policy changes.
	change func(sem *model.Semantics, n *Count)
	view   func(t *spec.Transcript)
	policy func(p *spec.Policies)
	lag    int
	part   string
	// within is change for one that looks at more than it is asked about: s is where the
	// state will be. It may be nil.
	within func(sem *model.Semantics, n *Count, s **model.State)
	// endless says that the end of input is not processed.
	endless bool
	// storeWriter is what it writes of a stream, if it changes what a store loads.
	storeWriter func() storeWriter
}

// A Count counts the decisions of one model with a deviation.
type Count = wrong.Count

// Rule returns the rule that the deviation breaks most plainly, "" for none.
func (d Deviation) Rule() string {
	if len(d.Rules) == 0 {
		return ""
	}
	return d.Rules[0]
}

// Breaks reports whether the deviation breaks the rule.
func (d Deviation) Breaks(rule string) bool { return slices.Contains(d.Rules, rule) }

// Path returns the name behind the family of its rule, as `quock mutants` takes
// it: "attach/always-next".
func (d Deviation) Path() string {
	family, _, _ := strings.Cut(d.Rule(), "/")
	return family + "/" + cmp.Or(older[d.Name], d.Name)
}

// older has the names that stood alone only behind their families.
var older = map[string]string{
	"attached-twice": "twice", "batch-replaces": "replaces", "batch-prepended": "prepends",
	"result-by-name": "by-name", "result-by-arrival": "by-arrival", "children-of-root": "flat",
}

// Replaces reports whether the deviation is a wrong model: it replaces
// decisions.
func (d Deviation) Replaces() bool { return d.change != nil }

// New returns the decisions with new counters. They may keep state, so they
// serve one stream. A deviation that replaces no decision returns the honest
// ones.
func (d Deviation) New() (model.Semantics, *Count) {
	sem, n := model.Honest(), &Count{}
	d.Apply(&sem, n)
	return sem, n
}

// Apply replaces decisions as the deviation does, on top of what they are, and
// counts in n. Deviations of different decisions may be applied in any order;
// use the order of All.
func (d Deviation) Apply(sem *model.Semantics, n *Count) {
	if d.change != nil {
		d.change(sem, n)
	}
}

// apply is Apply where it is known where the state will be.
func (d Deviation) apply(sem *model.Semantics, n *Count, state **model.State) {
	if d.within != nil {
		d.within(sem, n, state)
	} else {
		d.Apply(sem, n)
	}
}

// modelOf is a wrong model as a deviation.
func modelOf(r wrong.Mistake) Deviation {
	return Deviation{Kind: Decision, Name: r.Name, Sentence: r.Sentence, Rules: strings.Fields(r.Rules), Bugs: r.Bugs, change: r.Change}
}

// Models returns every deviation that is a wrong model. Families have the order
// of the rules.
func Models() []Deviation { return slices.Clone(models()) }

var models = sync.OnceValue(func() []Deviation { return modelsOf(wrong.Models()) })

// met are deviations that programs were met with.
func met() []Deviation { return modelsOf(wrong.Met()) }

func modelsOf(rows []wrong.Mistake) []Deviation {
	all := make([]Deviation, len(rows))
	for i, r := range rows {
		all[i] = modelOf(r)
	}
	return all
}

// All returns every deviation: first the wrong models.
func All() []Deviation { return slices.Clone(registry()) }

var registry = sync.OnceValue(func() []Deviation {
	all := slices.Concat(models(), met(), generics(), policies)
	for _, list := range [][]view{hidden, constant, ordered} {
		for _, v := range list {
			all = append(all, v.deviation())
		}
	}
	for _, c := range choices {
		all = append(all, c.deviation())
	}
	return slices.Concat(all, habits, stored, programs())
})

// ByName returns the deviation with a name, or path, or with a program of that
// list and name, or the alternative of a decision, and whether there is one.
func ByName(name string) (Deviation, bool) {
	for _, d := range registry() {
		if d.Name == name || d.Replaces() && d.Path() == name || slices.Contains(d.Programs, name) {
			return d, true
		}
	}
	for _, d := range decideds {
		for _, a := range alternatives()[d.field] {
			if a.Name == name {
				return a, true
			}
		}
	}
	return Deviation{}, false
}

// Changes returns the name of the decision that the deviation replaces, the
// first field of model.Semantics; "" if it replaces none.
func (d Deviation) Changes() string {
	if !d.Replaces() {
		return ""
	}
	return reflect.TypeFor[model.Semantics]().Field(decisions()[d.Name][0]).Name
}

// decisions returns the indexes of the decisions that each deviation replaces,
// by its name. A wrong model replaces one.
var decisions = sync.OnceValue(func() map[string][]int {
	found := map[string][]int{}
	honest := reflect.ValueOf(model.Honest())
	all := slices.Concat(models(), met())
	for _, d := range decideds {
		all = append(all, alternatives()[d.field]...)
	}
	for _, d := range all {
		sem, _ := d.New()
		wrong := reflect.ValueOf(sem)
		for i := range wrong.NumField() {
			if wrong.Field(i).Pointer() != honest.Field(i).Pointer() {
				found[d.Name] = append(found[d.Name], i)
			}
		}
	}
	return found
})
