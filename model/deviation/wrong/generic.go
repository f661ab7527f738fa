package wrong

import (
	"reflect"
	"slices"
	"sync"

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
	answer []reflect.Value // the honest answer, if fixed asked for it
}

// honest answers as the honest decision does.
func (a *answered) honest() []reflect.Value { return a.asked(a.args) }

// fixed answers with one value. It departs where the honest answer is another one.
func fixed(value any) func(a *answered) []reflect.Value {
	return func(a *answered) []reflect.Value {
		a.answer = a.honest()
		if wrong := a.with(value); !wrong[0].Equal(a.answer[0]) {
			return wrong
		}
		return nil
	}
}

// asked answers as the honest decision does where it is asked something else.
func (a *answered) asked(args []reflect.Value) []reflect.Value {
	return append([]reflect.Value{}, a.decide(args)...) // not nil where there is no result
}

// A Generic is one way to take any decision of some types.
type Generic struct {
	Name string
	// Says ends the sentence that begins with what the decision is.
	Says string
	// Fits reports whether a decision of a type can be taken so.
	Fits func(t reflect.Type) bool
	// take returns the wrong answer; nil stands for the honest one.
	take func(a *answered) []reflect.Value
}

// On changes one decision, by its field. State is where the state will be that the
// decision is asked about; without it, it is the one that the decision names.
func (g Generic) On(field string, sem *model.Semantics, n *Count, state **model.State) {
	if state == nil {
		state = new(*model.State)
	}
	f := reflect.ValueOf(sem).Elem().FieldByName(field)
	honest := reflect.ValueOf(f.Interface())
	out := make([]reflect.Type, honest.Type().NumOut())
	for i := range out {
		out[i] = honest.Type().Out(i)
	}
	f.Set(reflect.MakeFunc(honest.Type(), func(args []reflect.Value) []reflect.Value {
		if s, ok := argument[*model.State](args); ok {
			*state = s
		}
		a := &answered{state: *state, args: args, out: out, decide: honest.Call}
		wrong := g.take(a)
		if n.when(wrong != nil) {
			return wrong
		}
		if a.answer != nil {
			return a.answer
		}
		return a.honest()
	}))
}

// takes returns the change that takes a decision, by its field, in a generic way: a
// row of a table of wrong models has it where the name and the rule are all that is
// new. Through reflection a decision is slow, so that one of every piece has a
// function of its own.
func takes(field, way string) func(sem *model.Semantics, n *Count) {
	return func(sem *model.Semantics, n *Count) { ways()[way].On(field, sem, n, nil) }
}

// ways are the generic ways by their names.
var ways = sync.OnceValue(func() map[string]Generic {
	all := map[string]Generic{}
	for _, g := range Ways() {
		all[g.Name] = g
	}
	return all
})

// Ways returns all generic ways.
func Ways() []Generic {
	return slices.Concat(actions, leaving(), choicesOfTwo, itemsOf, namesOf, statuses(), arguments, unseen())
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

// session returns the session that the decision is about, the first one for an event
// without a session, nil if that is not known.
func (a *answered) session() *model.Session {
	if ss, ok := argument[*model.Session](a.args); ok {
		return ss
	}
	if c, ok := argument[*model.Call](a.args); ok && c != nil {
		return c.Session
	}
	if e, ok := argument[*spec.Event](a.args); ok && a.state != nil {
		if e.Session == "" && len(a.state.Sessions) > 0 {
			return a.state.Sessions[0]
		}
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
