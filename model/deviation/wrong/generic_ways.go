package wrong

import (
	"reflect"
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// actions are ways to do something else, or nothing.
var actions = []Generic{
	{"nothing", "does nothing", isEffect, (*answered).zero},
	{"twice", "happens twice", isEffect, func(a *answered) []reflect.Value {
		a.honest()
		return a.honest()
	}},
	{"empties-call", "leaves its call without arguments", isEffectOn[*model.Call], afterwards(func(c *model.Call) { c.Args = nil })},
	{"forgets-call", "forgets its call", isEffectOn[*model.Call], afterwards(func(c *model.Call) {
		if c.Session != nil {
			drop(c.Session, c)
		}
	})},
	{"parts-first", "puts what it adds to its message before the rest", isEffectOn[*model.Message], partsFirst},
	{"keeps-parts", "keeps what its message had said before", isEffectOn[*model.Message], keepsParts},
	{"closes-messages", "closes the messages of the session that are open", isEffect, behind(func(a *answered, ss *model.Session) { closeMessages(ss) })},
	{"closes-others", "closes the open messages of all other sessions", isEffect, behind(func(a *answered, ss *model.Session) { a.others(ss, closeMessages) })},
	{"ends-turn", "ends the turn that is open", isEffect, behind(func(a *answered, ss *model.Session) { finish(ss) })},
	{"fails-turn", "fails the turn that is open", isEffect, behind(func(a *answered, ss *model.Session) {
		if at := openTurn(ss); at != none {
			ss.Turns[at].Status = spec.Failed
		}
	})},
	{"ends-others", "ends the turns that are open in all other sessions", isEffect, behind(func(a *answered, ss *model.Session) { a.others(ss, finish) })},
	{"abandons", "gives up the open calls of its session", isEffect, behind(func(a *answered, ss *model.Session) {
		for _, c := range ss.Calls {
			if running(c) {
				c.Status = spec.Abandoned
			}
		}
	})},
}

// The statuses in which a wrong effect may leave its call or its turn.
var (
	callStatuses = []spec.Status{spec.Executing, spec.Waiting, spec.Done, spec.Failed, spec.Denied, spec.Cancelled, spec.Abandoned}
	turnStatuses = []spec.Status{spec.Waiting, spec.Completed, spec.Failed, spec.Cancelled, spec.Incomplete}
)

// leaving are ways to leave the call or the turn that a decision is about with a status,
// after the honest decision.
func leaving() (all []Generic) {
	for _, status := range callStatuses {
		all = append(all, Generic{"leaves-call-" + string(status), "leaves its call " + string(status), isEffectOn[*model.Call],
			afterwards(func(c *model.Call) { c.Status = status })})
	}
	for _, status := range turnStatuses {
		all = append(all, Generic{"leaves-turn-" + string(status), "leaves its turn " + string(status), isEffectOn[*model.Turn],
			afterwards(func(t *model.Turn) { t.Status = status })})
	}
	return all
}

// afterwards changes the first argument of a type after the honest decision.
func afterwards[T comparable](change func(of T)) func(a *answered) []reflect.Value {
	return func(a *answered) []reflect.Value {
		out := a.honest()
		var no T
		if of, ok := argument[T](a.args); ok && of != no {
			change(of)
		}
		return out
	}
}

// keepsParts has the honest decision find its message without texts, and puts those that
// the message had before what it has then.
func keepsParts(a *answered) []reflect.Value {
	m, ok := argument[*model.Message](a.args)
	if !ok || m == nil {
		return nil
	}
	var had, calls []*model.Part
	for _, p := range m.Parts {
		if p.Call == nil {
			had = append(had, p)
		} else {
			calls = append(calls, p)
		}
	}
	if had == nil {
		return nil
	}
	m.Parts = calls
	out := a.honest()
	m.Parts = append(had, m.Parts...)
	return out
}

// partsFirst moves what the honest decision adds to the end of a message to its beginning.
func partsFirst(a *answered) []reflect.Value {
	m, ok := argument[*model.Message](a.args)
	if !ok || m == nil || len(m.Parts) == 0 {
		return nil
	}
	had := len(m.Parts)
	out := a.honest()
	if len(m.Parts) > had {
		m.Parts = slices.Concat(m.Parts[had:], m.Parts[:had])
	}
	return out
}

// behind does something in the decision's session after the honest decision.
func behind(do func(a *answered, ss *model.Session)) func(a *answered) []reflect.Value {
	return func(a *answered) []reflect.Value {
		out := a.honest()
		if ss := a.session(); ss != nil {
			do(a, ss)
		}
		return out
	}
}

func closeMessages(ss *model.Session) {
	for _, m := range ss.Messages {
		if m.Open {
			m.Open, m.Complete = false, true
		}
	}
}

func (a *answered) others(ss *model.Session, do func(ss *model.Session)) {
	if a.state == nil {
		return
	}
	for _, other := range a.state.Sessions {
		if other != ss {
			do(other)
		}
	}
}

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
