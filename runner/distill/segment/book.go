package segment

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A book knows what is open: the turns by what package follow says, and beside them
// what only a cut asks for: calls that wait for their results behind their turn,
// sub-sessions, and, in a dialect without turns, what was said to somebody who has
// not said anything since.
type book struct {
	f        *spec.Features
	follow   *follow.Follower
	sessions map[follow.Key]*session
	last     *session // the one that spoke last
	seen     int      // events
	// began says that a turn, a sub-session or, without turns, a message began since
	// this was false.
	began bool

	// era counts the moments at which all that was open ended at once.
	era int
	// busy is how many sessions of a dialect without turns have a message open, due how
	// many have results that nothing was said to.
	busy, due int

	// season counts the cuts behind which nobody waits any more for what was open.
	season   int
	children int             // open sub-sessions
	owed     map[call]*child // calls without a result

	part int // the segment that is being filled, from 1
	met  []meeting
}

// A call is known by its session, where ids are not global, and its id.
type call struct {
	session string
	id      string
}

// A child is the sub-session of a call, nil inside while it is not known.
type child struct{ session *session }

func (b *book) begin(f *spec.Features) {
	*b = book{f: f, follow: follow.New(f), sessions: map[follow.Key]*session{}, era: 1, season: 1, part: 1, owed: map[call]*child{}}
	b.follow.Bound(knownNames, knownBytes, b.forgotten)
}

// quiet reports whether no turn is open; without turns, no message and no call.
func (b *book) quiet() bool {
	if b.f.Turns == spec.TurnsRun {
		return b.busy == 0 && len(b.owed) == 0
	}
	return b.follow.Busy() == 0
}

// rests reports whether nothing is open at all.
func (b *book) rests() bool {
	return b.quiet() && len(b.owed) == 0 && b.children == 0 && b.due == 0
}

// see takes in an event.
func (b *book) see(e *spec.Event) {
	b.seen++
	k := b.follow.TurnKeys(e)
	if k.Session == 0 {
		b.follow.Take(e, k, 0)
		if follow.EndsAll(b.f, e) {
			b.endAll()
			clear(b.owed)
		}
		return
	}
	ss := b.meet(e, k.Session, -1)
	if e.Parent.OK || e.ParentCall.OK || e.Kind == spec.SessionOpen {
		ss.learn(e)
	}
	turns := b.follow.Opened()
	b.follow.Take(e, k, 0)
	if b.f.Turns == spec.TurnsRun {
		b.run(ss, e)
		return
	}
	b.began = b.began || b.follow.Opened() > turns
	b.mark(ss, e)
}

// again finds the session of an event that was seen before and waits for the next
// segment.
func (b *book) again(e *spec.Event, since int) {
	if !e.Global && !e.NoSession {
		b.meet(e, b.follow.Session(e.Session), since)
	}
}

// meet finds a session and notes that it speaks in this segment.
func (b *book) meet(e *spec.Event, k follow.Key, since int) *session {
	ss := b.last
	if ss == nil || ss.key != k {
		ss = b.sessions[k]
	}
	if ss == nil {
		ss = &session{key: k, id: strings.Clone(e.Session), first: b.seen - 1, era: b.era}
		b.sessions[k] = ss
	}
	b.last = ss
	if ss.era != b.era {
		ss.era, ss.open, ss.due = b.era, false, false
	}
	if ss.part != b.part {
		ss.part = b.part
		b.met = append(b.met, b.meeting(ss, e, since))
	}
	return ss
}

// endAll ends what is open in every session of a dialect without turns.
func (b *book) endAll() {
	b.era++
	b.busy, b.due = 0, 0
}

// mark takes in an event of a dialect that marks turns.
func (b *book) mark(ss *session, e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen, spec.CallStart:
		b.owes(e)
	case spec.CallDone:
		b.answered(e)
	case spec.MessageFull:
		for i := range e.Messages {
			if !e.Restated {
				b.parts(ss, &e.Messages[i])
			}
		}
	case spec.SessionOpen:
		if b.f.ChildEdges && ss.child() && ss.running != b.season {
			ss.running, b.began = b.season, true
			b.children++
		}
	case spec.SessionClose:
		b.close(ss)
		ss.closed = b.seen
	}
}

// close ends a session with all that is open in it beside its turns, or forgets it.
func (b *book) close(ss *session) {
	if ss.running == b.season {
		b.children--
	}
	ss.running = 0
	b.hush(ss)
}

// parts takes in the calls of a whole message.
func (b *book) parts(ss *session, m *spec.Snapshot) {
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind == spec.CallPart && !p.Answered && p.Call != "" {
			b.owe(ss.id, p.Call)
		}
	}
}

// owes notes a call that waits for its result.
func (b *book) owes(e *spec.Event) {
	if e.Call != "" && !e.Restated {
		b.owe(e.Session, e.Call)
	}
}

func (b *book) owe(session, id string) {
	k := b.key(session, id)
	if _, known := b.owed[k]; !known {
		b.owed[k] = nil
	}
}

func (b *book) key(session, id string) call {
	if b.f.GlobalCallIDs {
		return call{id: id}
	}
	return call{session, id}
}

func (b *book) answered(e *spec.Event) {
	if e.Call == "" {
		return
	}
	k := b.key(e.Session, e.Call)
	if c := b.owed[k]; c != nil && b.f.ChildResult && !b.f.Outlives {
		b.hush(c.session)
	}
	delete(b.owed, k)
}
