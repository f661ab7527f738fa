package relation

import "github.com/quock-dev/quock/spec"

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
type Renamer struct{ r renamer }

// NewRenamer returns a Renamer that replaces each name by to(what, id). what
// says what the name stands for at that place. One name can stand for several
// things and should get the same result for all. to is not called for "".
func NewRenamer(f *spec.Features, to func(what byte, id string) string) Renamer {
	as := func(what byte) func(string) string {
		return func(id string) string {
			if id == "" {
				return ""
			}
			return to(what, id)
		}
	}
	r := renamer{
		one: as(OtherName), turns: f.TurnIDs,
		session: as(SessionName), call: as(CallName), message: as(MessageName),
	}
	if f.Numbered {
		r.message = func(id string) string { return id }
	}
	return Renamer{r}
}

// Event renames in place. It copies what the event points to first.
func (n Renamer) Event(e *spec.Event) { n.r.event(e) }

// Fault renames what a fault touches, in place.
func (n Renamer) Fault(h *spec.Fault) {
	if h.Session.OK {
		h.Session.ID = n.r.sessionID(h.Session.ID)
	}
	h.Message, h.Call = n.r.messageID(h.Message), n.r.callID(h.Call)
}
