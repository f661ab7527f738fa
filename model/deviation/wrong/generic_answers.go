package wrong

import (
	"reflect"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// choicesOfTwo are ways to answer whether, or with one of two arguments.
var choicesOfTwo = []Generic{
	{"always", "in every case", isAnswer[bool], fixed(true)},
	{"never", "in no case", isAnswer[bool], fixed(false)},
	{"not", "in just the other cases", isAnswer[bool], func(a *answered) []reflect.Value { return a.with(!a.honest()[0].Bool()) }},
	{"empty", "is empty", canBeEmpty, (*answered).zero},
	{"first", "is what was there first", hasFirst, func(a *answered) []reflect.Value { return a.which(0, firstOf) }},
	{"second", "is what came last", isJoined, func(a *answered) []reflect.Value {
		if v := a.lastOfType(); v.IsValid() {
			return []reflect.Value{v}
		}
		return nil
	}},
	{"repeats", "has what came last twice", isJoined, func(a *answered) []reflect.Value {
		if v := a.lastOfType(); v.IsValid() && v.Len() > 0 {
			return []reflect.Value{joined(a.honest()[0], v)}
		}
		return nil
	}},
}

// joined returns two texts as one, of the type of the first.
func joined(first, second reflect.Value) reflect.Value {
	all := append([]byte{}, first.Convert(reflect.TypeFor[[]byte]()).Bytes()...)
	return reflect.ValueOf(append(all, second.Convert(reflect.TypeFor[[]byte]()).Bytes()...)).Convert(first.Type())
}

// lastOfType returns the last argument that can be the answer. Bytes are
// copied, because the model goes on writing to its own.
func (a *answered) lastOfType() reflect.Value {
	for i := len(a.args) - 1; i >= 0; i-- {
		switch v := a.args[i]; {
		case v.Type().ConvertibleTo(a.out[0]) && (v.Kind() == reflect.String || v.Kind() == reflect.Slice):
			return reflect.AppendSlice(reflect.MakeSlice(reflect.SliceOf(reflect.TypeFor[byte]()), 0, v.Len()), v.Convert(reflect.TypeFor[[]byte]())).Convert(a.out[0])
		}
	}
	return reflect.Value{}
}

// itemsOf are ways to answer with another call, message, session or turn.
var itemsOf = []Generic{
	{"none", "is none", isItem, (*answered).none},
	{"last", "is the last one of its session", isItem, func(a *answered) []reflect.Value { return a.which(-1, anyOf) }},
	{"newest-open", "is the last one of its session that is open", canBeOpen, func(a *answered) []reflect.Value { return a.which(-1, openOf) }},
	{"oldest-open", "is the first one of its session that is open", canBeOpen, func(a *answered) []reflect.Value { return a.which(0, openOf) }},
	{"newest-anywhere", "is the newest with that id in any session", isCallOfEvent, (*answered).anywhere},
}

// namesOf are ways to name another session.
var namesOf = []Generic{
	{"parent-session", "is its parent's", isNameByEvent, func(a *answered) []reflect.Value {
		if ss := a.session(); ss != nil && ss.Parent.OK {
			return a.with(ss.Parent.ID)
		}
		return nil
	}},
	{"root-session", "is the first session's", isNameByEvent, func(a *answered) []reflect.Value {
		if all := a.sessions(); len(all) > 0 {
			return a.with(all[0].ID)
		}
		return nil
	}},
}

// none answers with nothing: no item, or no turn.
func (a *answered) none() []reflect.Value {
	if a.out[0].Kind() == reflect.Int {
		return a.with(none)
	}
	return a.zero()
}

// A wanted says which items may be the answer.
type wanted int

const (
	anyOf wanted = iota
	openOf
	firstOf // also what was there first, of a text
)

// which answers with the first (0) or last (-1) item of the answer's type; with
// the honest answer if there is none.
func (a *answered) which(at int, of wanted) []reflect.Value {
	ss := a.session()
	switch a.out[0] {
	case reflect.TypeFor[*model.Call]():
		if ss != nil {
			return pick(a, at, ss.Calls, func(c *model.Call) bool { return of != openOf || running(c) })
		}
	case reflect.TypeFor[*model.Message]():
		if ss != nil {
			return pick(a, at, ss.Messages, func(m *model.Message) bool { return m.Role == "assistant" && (of != openOf || m.Open) })
		}
	case reflect.TypeFor[int]():
		if ss != nil && len(ss.Turns) > 0 {
			return a.with((at + len(ss.Turns)) % len(ss.Turns))
		}
	default:
		if of == firstOf && a.args[0].Type().ConvertibleTo(a.out[0]) {
			return a.had()
		}
	}
	return nil
}

// had answers with what was there, or with what comes if nothing was.
func (a *answered) had() []reflect.Value {
	for _, v := range a.args {
		if v.Type().ConvertibleTo(a.out[0]) && v.Len() > 0 {
			return []reflect.Value{v.Convert(a.out[0])}
		}
	}
	return nil
}

// pick answers with the first (0) or last (-1) item of a list for which ok
// holds.
func pick[T any](a *answered, at int, list []*T, ok func(*T) bool) []reflect.Value {
	var found []*T
	for _, item := range list {
		if ok(item) {
			found = append(found, item)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return a.with(found[(at+len(found))%len(found)])
}

// anywhere answers with the newest call of the event's id in any session,
// preferably an open one.
func (a *answered) anywhere() []reflect.Value {
	e, ok := argument[*spec.Event](a.args)
	if !ok || e.Call == "" {
		return nil
	}
	var newest *model.Call
	for _, ss := range a.sessions() {
		for _, c := range ss.Calls {
			if c.ID == e.Call && (newest == nil || !running(newest) || running(c)) {
				newest = c
			}
		}
	}
	if newest == nil {
		return nil
	}
	return a.with(newest)
}

func (a *answered) sessions() []*model.Session {
	if a.state == nil {
		return nil
	}
	return a.state.Sessions
}

// statuses are ways to answer with another status or outcome.
func statuses() (all []Generic) {
	add := func(value string, fits func(t reflect.Type) bool) {
		all = append(all, Generic{value, "is always " + value, fits, fixed(value)})
	}
	for _, s := range []spec.Status{
		spec.Open, spec.Completed, spec.Failed, spec.Cancelled, spec.Waiting, spec.Incomplete, spec.Executing, spec.Done, spec.Denied, spec.Running,
	} {
		add(string(s), isAnswer[spec.Status])
	}
	for _, o := range []spec.Outcome{
		spec.OutcomeOpen, spec.OutcomeCompleted, spec.OutcomeFailed, spec.OutcomeCancelled, spec.OutcomeInterrupted, spec.OutcomeIncomplete, spec.OutcomeUnknown,
	} {
		add(string(o), isAnswer[spec.Outcome])
	}
	return all
}
