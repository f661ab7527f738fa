package segment

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A session is what is remembered of one beside what is open in it.
type session struct {
	key                follow.Key
	id                 string
	parent, parentCall spec.Ref
	agent              string

	first int // how many events came before it

	// Of a dialect without turns. They are of an era of the book.
	era     int
	message string // the last one
	open    bool   // it has not ended
	due     bool   // something was said to the agent, and nothing by it since
	// running is the season in which it was opened as a child, 0 when it is closed.
	running int
	closed  int // how many events there were when it was closed last, 0 for never

	part int // the segment that it was met in last
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

// How many names, and bytes of them, are remembered of what is open.
const (
	knownNames = 1 << 14
	knownBytes = 4 << 20
)

// forgotten drops a session that was not heard of for long.
func (b *book) forgotten(k follow.Key) {
	if ss := b.sessions[k]; ss != nil {
		b.close(ss)
		delete(b.sessions, k)
		b.last = nil
	}
}
