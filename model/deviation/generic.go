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
	state  *model.State
	honest func() []reflect.Value
	args   []reflect.Value
	out    []reflect.Type
}

// A generic is one way to take any decision of some types.
type generic struct {
	name string
	// says ends the sentence that begins with what the decision is.
	says string
	// take returns the wrong answer; nil stands for the honest one.
	take func(a *answered) []reflect.Value
}

// generics returns the deviations of all decisions.
var generics = sync.OnceValue(func() (all []Deviation) {
	for _, d := range decideds {
		for _, name := range strings.Fields(d.others) {
			g, _ := genericByName(name)
			all = append(all, Deviation{
				Kind: Decision, Name: kebab(d.field) + "-" + name, Rules: strings.Fields(d.rules),
				Sentence: d.what + " " + g.says + ".", change: g.on(d.field), Generic: true,
			})
		}
	}
	return all
})

func genericByName(name string) (generic, bool) {
	for _, g := range slices.Concat(actions, choicesOfTwo, itemsOf, statuses()) {
		if g.name == name {
			return g, true
		}
	}
	return generic{}, false
}

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

// on changes one decision.
func (g generic) on(field string) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		f := reflect.ValueOf(sem).Elem().FieldByName(field)
		honest := reflect.ValueOf(f.Interface())
		out := make([]reflect.Type, honest.Type().NumOut())
		for i := range out {
			out[i] = honest.Type().Out(i)
		}
		var state *model.State
		f.Set(reflect.MakeFunc(honest.Type(), func(args []reflect.Value) []reflect.Value {
			if s, ok := argument[*model.State](args); ok {
				state = s
			}
			a := &answered{state: state, args: args, out: out, honest: func() []reflect.Value {
				return append([]reflect.Value{}, honest.Call(args)...) // not nil where there is no result
			}}
			wrong := g.take(a)
			n.when(wrong != nil)
			if wrong == nil {
				return a.honest()
			}
			return wrong
		}))
	}
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
