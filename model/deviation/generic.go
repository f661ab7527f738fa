package deviation

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// Generic deviations follow from the type of a decision alone: it does nothing,
// or twice what it should; it answers always the same, or with one of its
// arguments, or with another call, message or session than asked for. They
// explain programs whose mistake nobody wrote down before.

// An answered is one decision as it is taken: what it is asked, and how the
// honest one answers.
type answered struct {
	state  *model.State // nil where no decision named it yet
	decide func(args []reflect.Value) []reflect.Value
	args   []reflect.Value
	out    []reflect.Type
	said   []reflect.Value // the honest answer, if fixed asked for it
}

// honest answers as the honest decision does.
func (a *answered) honest() []reflect.Value { return a.asked(a.args) }

// fixed answers with one value. It departs where the honest answer is another one.
func fixed(value any) func(a *answered) []reflect.Value {
	return func(a *answered) []reflect.Value {
		a.said = a.honest()
		if wrong := a.with(value); !wrong[0].Equal(a.said[0]) {
			return wrong
		}
		return nil
	}
}

// asked answers as the honest decision does where it is asked something else.
func (a *answered) asked(args []reflect.Value) []reflect.Value {
	return append([]reflect.Value{}, a.decide(args)...) // not nil where there is no result
}

// A generic is one way to take any decision of some types.
type generic struct {
	name string
	// says ends the sentence that begins with what the decision is.
	says string
	// fits reports whether a decision of a type can be taken so.
	fits func(t reflect.Type) bool
	// take returns the wrong answer; nil stands for the honest one.
	take func(a *answered) []reflect.Value
}

// alternatives returns every generic way to take each decision, by its field.
var alternatives = sync.OnceValue(func() map[string][]Deviation {
	all, ways := map[string][]Deviation{}, waysInOrder()
	sem := reflect.TypeFor[model.Semantics]()
	for _, d := range decideds {
		f, _ := sem.FieldByName(d.field)
		for _, g := range ways {
			if g.fits(f.Type) {
				all[d.field] = append(all[d.field], g.deviation(&d))
			}
		}
	}
	return all
})

// Alternatives returns the generic ways to take the decision otherwise, as
// deviations. Few of them are in the registry: most equal another one, or show
// on hardly any stream. The others have a colon in their names.
func (d ModelDecision) Alternatives() []Deviation { return slices.Clone(alternatives()[d.Name]) }

func (g generic) deviation(d *decided) Deviation {
	mark := ":"
	if slices.Contains(strings.Fields(d.others), g.name) {
		mark = "-"
	}
	return Deviation{
		Kind: Decision, Name: kebab(d.field) + mark + g.name, Rules: strings.Fields(d.rules), Sentence: d.what + spaced(g.says) + ".",
		change: func(sem *model.Semantics, n *Count) { g.on(d.field, sem, n, nil) }, Generic: true,
		within: func(sem *model.Semantics, n *Count, s *model.State) { g.on(d.field, sem, n, s) },
	}
}

// spaced returns what ends a sentence: a word behind a space, or a colon.
func spaced(says string) string {
	if strings.HasPrefix(says, ":") {
		return says
	}
	return " " + says
}

// generics returns the alternatives that are in the registry.
var generics = sync.OnceValue(func() (all []Deviation) {
	for _, d := range decideds {
		for _, name := range strings.Fields(d.others) {
			ways := alternatives()[d.field]
			all = append(all, ways[slices.IndexFunc(ways, func(way Deviation) bool { return way.Name == kebab(d.field)+"-"+name })])
		}
	}
	return all
})

// kebab returns "attach-to" for "AttachTo".
func kebab(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// on changes one decision. Without a state it takes the one that the decision
// is asked about first.
func (g generic) on(field string, sem *model.Semantics, n *Count, state *model.State) {
	f := reflect.ValueOf(sem).Elem().FieldByName(field)
	honest := reflect.ValueOf(f.Interface())
	out := make([]reflect.Type, honest.Type().NumOut())
	for i := range out {
		out[i] = honest.Type().Out(i)
	}
	f.Set(reflect.MakeFunc(honest.Type(), func(args []reflect.Value) []reflect.Value {
		if s, ok := argument[*model.State](args); ok {
			state = s
		}
		a := &answered{state: state, args: args, out: out, decide: honest.Call}
		wrong := g.take(a)
		if n.when(wrong != nil) {
			return wrong
		}
		if a.said != nil {
			return a.said
		}
		return a.honest()
	}))
}

// takes returns the change that takes a decision, by its field, in a generic way: a
// row of a table of wrong models has it where the name and the rule are all that is
// new. Through reflection a decision is slow, so that one of every piece has a
// function of its own.
func takes(field, way string) func(sem *model.Semantics, n *Count) {
	return func(sem *model.Semantics, n *Count) { ways()[way].on(field, sem, n, nil) }
}

// ways are the generic ways by their names.
var ways = sync.OnceValue(func() map[string]generic {
	all := map[string]generic{}
	for _, g := range waysInOrder() {
		all[g.name] = g
	}
	return all
})

func waysInOrder() []generic {
	return slices.Concat(actions, choicesOfTwo, itemsOf, statuses(), arguments, unseen())
}

// argument returns the first argument of a type.
func argument[T any](args []reflect.Value) (found T, ok bool) {
	for _, v := range args {
		if x, is := v.Interface().(T); is {
			return x, true
		}
	}
	return found, false
}

// session returns the session that the decision is about, nil if that is not
// known.
func (a *answered) session() *model.Session {
	if ss, ok := argument[*model.Session](a.args); ok {
		return ss
	}
	if c, ok := argument[*model.Call](a.args); ok && c != nil {
		return c.Session
	}
	if e, ok := argument[*spec.Event](a.args); ok && a.state != nil {
		return a.state.Session(e.Session)
	}
	return nil
}

// zero returns empty answers.
func (a *answered) zero() []reflect.Value {
	all := make([]reflect.Value, len(a.out))
	for i, t := range a.out {
		all[i] = reflect.Zero(t)
	}
	return all
}

// with returns the zero answers with the first one replaced, and 1 for the
// number of owners where a decision gives one.
func (a *answered) with(value any) []reflect.Value {
	all := a.zero()
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return all
	}
	all[0] = v.Convert(a.out[0])
	if len(all) > 1 && a.out[1].Kind() == reflect.Int {
		all[1] = reflect.ValueOf(1)
	}
	return all
}
