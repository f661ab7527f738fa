package lanes

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A drawnSession is a session as it is drawn.
type drawnSession struct {
	session   *model.Session
	lane      int // its lane, overflow, or none
	drawn     bool
	ended     bool
	known     bool        // the model knew it before it was drawn
	since     int         // the line of its first event here
	idle      bool        // it had no turn open in what was drawn of it last
	by        *model.Call // the call that made it
	shown     bool        // an event of it was drawn
	open      map[*model.Call]int
	user      *model.Message // its last user message that was drawn
	lastDrawn int            // the drawing's clock when it was drawn last
	crowded   bool           // it is one of too many to follow by name
	active    bool           // a turn of it was open at its last event
}

const (
	none     = -1
	overflow = -2
)

// busy reports whether a turn of the session is open.
func (v *drawnSession) busy() bool {
	turns := v.session.Turns
	return len(turns) > 0 && turns[len(turns)-1].Open()
}

// crowdAt is how many sessions share the last lane by their names.
const crowdAt = 24

// sessionOf returns a session as it is drawn, and makes it at the first event. known
// says that the model knew the session before. It returns nil if the model does not know
// the session now.
func (d *Drawing) sessionOf(id string, known bool) *drawnSession {
	ss := d.state.Session(id)
	if ss == nil {
		return nil
	}
	v, many := d.sessions[id], d.active >= d.gutter.most+crowdAt
	switch {
	case v == nil:
		v = &drawnSession{lane: none, known: known, since: d.line, crowded: many}
		d.sessions[id] = v
	case v.crowded && !many:
		v.crowded, v.known = false, true
	}
	v.session = ss
	return v
}

// follow counts the sessions with an open turn.
func (d *Drawing) follow(v *drawnSession) {
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
func (d *Drawing) forget(v *drawnSession) {
	if v.session.Status != spec.Open {
		d.follow(v)
		delete(d.sessions, v.session.ID)
	}
}

// called notes an open call and the line that first showed it.
func (d *Drawing) called(v *drawnSession, c *model.Call) {
	switch {
	case c == nil:
	case c.Status.Terminal():
		delete(v.open, c)
	case v.open == nil:
		v.open = map[*model.Call]int{c: d.line}
	default:
		if _, shown := v.open[c]; !shown {
			v.open[c] = d.line
		}
	}
}
