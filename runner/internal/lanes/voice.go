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
	known   bool        // it spoke before it was heard
	since   int         // the line at which it was heard first
	idle    bool        // it had no turn open in what was drawn of it last
	by      *model.Call // the call that made it
	heard   bool        // something of it was told
	open    map[*model.Call]int
	user    *model.Message // the last user message told
	spoke   int            // the drawing's clock when it spoke last
	crowded bool           // it is one of too many to follow by name
	active  bool           // a turn of it was open when it spoke last
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

// hears returns the voice of a session and makes it at the first event. known says
// that the model knew the session before. The voice is nil if the model does not know
// the session now.
func (d *Drawing) hears(id string, known bool) *voice {
	ss := d.state.Session(id)
	if ss == nil {
		return nil
	}
	v, many := d.sessions[id], d.active >= d.gutter.most+crowdAt
	switch {
	case v == nil:
		v = &voice{lane: none, known: known, since: d.line, crowded: many}
		d.sessions[id] = v
	case v.crowded && !many:
		v.crowded, v.known = false, true
	}
	v.session = ss
	return v
}

// follow counts the sessions with an open turn.
func (d *Drawing) follow(v *voice) {
	if now := v.busy(); now != v.active {
		v.active = now
		if d.active--; now {
			d.active += 2
		}
	}
}

// recount counts them again after an event that concerns all sessions.
func (d *Drawing) recount() {
	for _, v := range d.sessions {
		d.follow(v)
	}
}

// selected reports whether the session is drawn.
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

// forget drops a closed session.
func (d *Drawing) forget(v *voice) {
	if v.session.Status != spec.Open {
		d.follow(v)
		delete(d.sessions, v.session.ID)
	}
}

// called notes an open call and the line that first showed it.
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
