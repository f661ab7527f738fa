package wrong

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// wire are mistakes of record readers that a model can make too.
var wire = []Mistake{
	{"unknown-is-text", "wire/unknown-skipped", nil, "A record of unknown kind is shown as text, as it came.", unknownIsText},
	{"property-is-no-call", "wire/hostile-keys", nil, "A call whose id every object has a property of is not found.", propertyIsNoCall},
	{"id-ends-at-nul", "wire/hostile-keys", nil, "An id ends at its first NUL or space.", idEndsAtNUL},
}

var unknownIsText = notes(
	func(e *spec.Event, _ *model.Session, m *model.Message) bool {
		return e.Note == spec.NoteUnknown && m.Open && len(e.Raw) > 0
	},
	func(e *spec.Event, _ *model.Session, m *model.Message) { say(m, string(e.Raw)) })

// properties are the inherited properties of an empty object in JavaScript.
var properties = []string{"__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "toString", "valueOf"}

var propertyIsNoCall = results(func(_ *model.State, _ *model.Session, e *spec.Event, c *model.Call) *model.Call {
	if slices.Contains(properties, e.Call) {
		return nil
	}
	return c
})

func idEndsAtNUL(sem *model.Semantics, n *Count) {
	honest := sem.MessageKey
	sem.MessageKey = func(e *spec.Event) string {
		key := honest(e)
		if at := strings.IndexAny(key, "\x00 "); at >= 0 {
			return answer(n, key, key[:at])
		}
		return answer(n, key, key)
	}
}
