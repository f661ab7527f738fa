package relation

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// The kinds of things that a name can stand for.
const (
	SessionName = 's'
	MessageName = 'm'
	CallName    = 'c'
	OtherName   = 'e' // a turn, event or wait
)

// A Renamer renames the ids in streams of one dialect. It keeps what is not a
// name there: numbers that the codec assigns, slots, the root "", and the
// prefix of a session that is a namespace.
type Renamer struct{ ids ids.Map }

// NewRenamer returns a Renamer that replaces each name by to(what, id). what
// says what the name stands for at that place. One name can stand for several
// things and should get the same result for all. to is not called for "".
func NewRenamer(f *spec.Features, to func(what byte, id string) string) Renamer {
	return Renamer{naming(f, func(c ids.Class, id string) string {
		what := byte(OtherName)
		switch c {
		case ids.Sessions:
			what = SessionName
		case ids.Messages:
			what = MessageName
		case ids.Calls:
			what = CallName
		}
		return to(what, id)
	})}
}

// naming replaces the ids that are names in a dialect, and not numbers.
func naming(f *spec.Features, to func(c ids.Class, id string) string) ids.Map {
	return func(c ids.Class, _, id string) string {
		if id == "" || c == ids.Turns && !f.TurnIDs || c == ids.Messages && f.Numbered {
			return id
		}
		return to(c, id)
	}
}

// Event renames in place. It copies what the event points to first.
func (n Renamer) Event(e *spec.Event) { n.ids.Event(e) }

// Fault renames what a fault touches, in place.
func (n Renamer) Fault(h *spec.Fault) {
	if h.Session.OK {
		h.Session.ID = n.ids.Session(h.Session.ID)
	}
	h.Message, h.Call = n.ids(ids.Messages, "", h.Message), n.ids(ids.Calls, "", h.Call)
}
