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
