package lanes

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A voice is a session as it is drawn.
type voice struct {
	session *model.Session
	lane    int // its lane, overflow, or none
	drawn   bool
	ended   bool
	known   bool        // it was there before it was drawn, or spoke before
	by      *model.Call // the call that made it
	heard   bool        // something of it was told
	open    map[*model.Call]int
	user    *model.Message // the last user message told
	spoke   int            // the drawing's clock when it spoke last
	crowded bool
}

const (
	none     = -1
	overflow = -2
)

// busy reports whether a turn of the session is open.
func (v *voice) busy() bool {
	turns := v.session.Turns
	return len(turns) > 0 && turns[len(turns)-1].Open()
}

// crowdAt is how many sessions share the last lane by their names.
const crowdAt = 24

// hears is the voice of a session, which its first event makes; known says that
// the model knew the session before.
func (d *Drawing) hears(id string, known bool) *voice {
	v := d.sessions[id]
	ss := d.state.Session(id)
	if ss == nil {
		return nil
	}
	if v == nil {
		v = &voice{session: ss, lane: none, known: known}
		v.crowded = len(d.sessions) >= d.gutter.most+crowdAt
		d.sessions[id] = v
	}
	v.session = ss
	return v
}

// selected reports whether what the session says is drawn.
func (d *Drawing) selected(id string) bool {
	if len(d.asked) == 0 {
		return true
	}
	if d.asked[id] {
		d.met[id] = true
		return true
	}
	return false
}

// forget lets go of a session that is closed.
func (d *Drawing) forget(v *voice) {
	if v.session.Status != spec.Open {
		delete(d.sessions, v.session.ID)
	}
}

// called notes a call that is open, and where it was first told of.
func (d *Drawing) called(v *voice, c *model.Call) {
	switch {
	case c == nil:
	case c.Status.Terminal():
		delete(v.open, c)
	case v.open == nil:
		v.open = map[*model.Call]int{c: d.line}
	default:
		if _, told := v.open[c]; !told {
			v.open[c] = d.line
		}
	}
}
