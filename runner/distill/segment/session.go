package segment

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A session is what is remembered of one.
type session struct {
	id                 string
	parent, parentCall spec.Ref
	agent              string

	first int  // how many events came before it
	fresh bool // what it says may open a turn that was not started

	// era is that of the book when turns, message, due and running were true.
	era     int
	turns   []turn // that are open
	message string // of a dialect without turns: the last one
	open    bool   // it has not ended
	due     bool   // something was said to the agent, and nothing by it since
	// running is the season in which it was opened as a child, 0 when it is closed.
	running int
	closed  int // how many events there were when it was closed last, 0 for never

	part int // the segment that it was met in last
}

// A turn is an open one.
type turn struct {
	id               string
	started, content bool
}

func (ss *session) child() bool { return ss.parent.OK || ss.parentCall.OK }

// learn takes in what an event says of its session's parents.
func (ss *session) learn(e *spec.Event) {
	if e.Parent.OK && !ss.parent.OK {
		ss.parent = spec.To(strings.Clone(e.Parent.ID))
	}
	if e.ParentCall.OK && !ss.parentCall.OK {
		ss.parentCall = spec.To(strings.Clone(e.ParentCall.ID))
	}
	if e.Kind == spec.SessionOpen && ss.agent == "" {
		ss.agent = strings.Clone(e.Agent)
	}
}

// known is how many sessions are remembered, at least those that spoke last, and
// knownBytes how long their ids are together about, if they are long.
const (
	known      = 8192
	knownBytes = 2 << 20
)

// A directory finds sessions by id. It forgets those that have not spoken for
// longest, so that it stays small.
type directory struct {
	last      *session
	new, old  map[string]*session
	bytes     int // of the ids in new
	forgotten func(*session)
}

// session is the one of the id, nil where it is not known.
func (d *directory) session(id string) *session {
	if d.last != nil && d.last.id == id {
		return d.last
	}
	ss := d.new[id]
	if ss == nil {
		if ss = d.old[id]; ss == nil {
			return nil
		}
		delete(d.old, id)
		d.put(ss)
	}
	d.last = ss
	return ss
}

func (d *directory) put(ss *session) {
	if d.bytes += len(ss.id) + len(ss.parent.ID) + len(ss.parentCall.ID); len(d.new) >= known || d.bytes > knownBytes {
		for _, gone := range d.old {
			d.forgotten(gone)
		}
		d.new, d.old, d.bytes = map[string]*session{}, d.new, 0
	}
	if d.new == nil {
		d.new = map[string]*session{}
	}
	d.new[ss.id], d.last = ss, ss
}
