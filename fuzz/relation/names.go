package relation

import "github.com/quock-dev/quock/spec"

// What a name names first.
const (
	SessionName = 's'
	MessageName = 'm'
	CallName    = 'c'
	OtherName   = 'e' // a turn, event or wait
)

// A Renamer gives the names in streams of one dialect others, and leaves alone
// what is no name there: numbers that the codec gives, slots, the root "", and
// the marks of a session that is a namespace.
type Renamer struct{ r renamer }

// NewRenamer puts each name through to, which is told what the name stands for
// at that place. The same name can stand for several things and should get the
// same answer for all; to is not asked for "".
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

// Event renames in place; what the event points to is copied first.
func (n Renamer) Event(e *spec.Event) { n.r.event(e) }

// Hazard renames what a hazard touches, in place.
func (n Renamer) Hazard(h *spec.Hazard) {
	if h.Session.OK {
		h.Session.ID = n.r.sessionID(h.Session.ID)
	}
	h.Message, h.Call = n.r.messageID(h.Message), n.r.callID(h.Call)
}
