package wrong

import (
	"reflect"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// arguments are ways to ask the decision about something else.
var arguments = []Generic{
	{"other-call", ": it is another call of the session", isAbout[*model.Call], about(func(a *answered, c *model.Call) *model.Call {
		if c == nil || c.Session == nil {
			return c
		}
		return lastBut(c.Session.Calls, c)
	})},
	{"other-message", ": it is another message of the session", isAbout[*model.Message], about(func(a *answered, m *model.Message) *model.Message {
		if ss := a.session(); ss != nil {
			return lastBut(ss.Messages, m)
		}
		return m
	})},
	{"root-session", ": it is the first session", isAnySession, about(func(a *answered, ss *model.Session) *model.Session {
		if all := a.sessions(); len(all) > 0 {
			return all[0]
		}
		return ss
	})},
	{"last-session", ": it is the last session that began", isAnySession, about(func(a *answered, ss *model.Session) *model.Session {
		if all := a.sessions(); len(all) > 0 {
			return all[len(all)-1]
		}
		return ss
	})},
}

// about asks about another argument of a type.
func about[T comparable](other func(a *answered, is T) T) func(a *answered) []reflect.Value {
	return func(a *answered) []reflect.Value {
		at := slices.IndexFunc(a.args, func(v reflect.Value) bool { return v.Type() == reflect.TypeFor[T]() })
		is := a.args[at].Interface().(T)
		want := other(a, is)
		if want == is {
			return nil
		}
		args := slices.Clone(a.args)
		args[at] = reflect.ValueOf(want)
		return a.asked(args)
	}
}

// lastBut returns the last item of a list that is another one; the item itself
// if there is none.
func lastBut[T comparable](list []T, is T) T {
	for _, item := range slices.Backward(list) {
		if item != is {
			return item
		}
	}
	return is
}

// fields are those of an event that a decision may fail to look at, with their
// names in a sentence.
var fields = []struct{ field, name string }{
	{"Session", "session"}, {"Parent", "parent"}, {"ParentCall", "parent call"}, {"Turn", "turn"}, {"Message", "message id"}, {"Role", "role"},
	{"Agent", "agent"}, {"Slot", "slot"}, {"Call", "call id"}, {"Name", "name"}, {"Form", "form"}, {"Text", "text"}, {"Args", "arguments"},
	{"IsError", "error flag"}, {"Status", "status"}, {"StopReason", "stop reason"}, {"Fatal", "fatal flag"}, {"Usage", "usage"},
	{"Metadata", "metadata"}, {"Restated", "restated flag"},
}

// unseen are ways to ask the decision about the event without one of its
// fields.
func unseen() (all []Generic) {
	for _, f := range fields {
		field, _ := reflect.TypeFor[spec.Event]().FieldByName(f.field)
		all = append(all, Generic{
			"without-" + strings.ReplaceAll(f.name, " ", "-"), ": the event's " + f.name + " is not looked at", isAbout[*spec.Event],
			about(func(_ *answered, e *spec.Event) *spec.Event {
				if e == nil || reflect.ValueOf(e).Elem().FieldByIndex(field.Index).IsZero() {
					return e
				}
				less := *e
				reflect.ValueOf(&less).Elem().FieldByIndex(field.Index).SetZero()
				return &less
			}),
		})
	}
	return all
}

// Which types of decisions a generic way fits.

func isEffect(t reflect.Type) bool { return t.NumOut() == 0 }

func isEffectOn[T any](t reflect.Type) bool { return isEffect(t) && isAbout[T](t) }

func isAnswer[T any](t reflect.Type) bool { return t.NumOut() > 0 && t.Out(0) == reflect.TypeFor[T]() }

func isItem(t reflect.Type) bool {
	return isAnswer[*model.Call](t) || isAnswer[*model.Message](t) || isAnswer[int](t)
}

// isNameByEvent reports whether the decision names what an event is about.
func isNameByEvent(t reflect.Type) bool {
	return isAnswer[string](t) && t.NumIn() == 1 && isAbout[*spec.Event](t)
}

func canBeOpen(t reflect.Type) bool { return isAnswer[*model.Call](t) || isAnswer[*model.Message](t) }

func isCallOfEvent(t reflect.Type) bool { return isAnswer[*model.Call](t) && isAbout[*spec.Event](t) }

func isText(t reflect.Type) bool { return isAnswer[string](t) || isAnswer[[]byte](t) }

func canBeEmpty(t reflect.Type) bool {
	return isText(t) || isAnswer[spec.Ref](t) || isAnswer[[]spec.LogEntry](t) || isAnswer[*model.Part](t)
}

// isJoined reports whether the answer is text that is made of texts.
func isJoined(t reflect.Type) bool {
	return isText(t) && (isAbout[string](t) || isAbout[[]byte](t))
}

func hasFirst(t reflect.Type) bool {
	return isItem(t) || isJoined(t) || isAnswer[[]spec.LogEntry](t) && t.In(0) == t.Out(0)
}

// isAnySession reports whether the decision is about a session, and about
// nothing that is counted in that session.
func isAnySession(t reflect.Type) bool {
	return isAbout[*model.Session](t) && !isAbout[int](t) && !isAnswer[int](t)
}

// isAbout reports whether the decision has an argument of a type.
func isAbout[T any](t reflect.Type) bool {
	for i := range t.NumIn() {
		if t.In(i) == reflect.TypeFor[T]() {
			return true
		}
	}
	return false
}
