package segment

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A book follows what is open. It is not the model: it asks only whether a cut
// would part what belongs together, and takes what it does not know for nothing.
type book struct {
	f        *spec.Features
	sessions directory
	seen     int // events
	// began says that a turn, a sub-session or, without turns, a message began since
	// this was false.
	began bool

	// era counts the moments at which all that was open ended at once.
	era int
	// busy is how many sessions have a turn open or, without turns, a message; due
	// how many have results that nothing was said to.
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
	*b = book{f: f, era: 1, season: 1, part: 1, owed: map[call]*child{}}
	b.sessions.forgotten = b.close
}

// quiet reports whether no turn is open; without turns, no message and no call.
func (b *book) quiet() bool {
	return b.busy == 0 && (b.f.Turns != spec.TurnsRun || len(b.owed) == 0)
}

// rests reports whether nothing is open at all.
func (b *book) rests() bool {
	return b.busy == 0 && len(b.owed) == 0 && b.children == 0 && b.due == 0
}

// see takes in an event.
func (b *book) see(e *spec.Event) {
	b.seen++
	switch {
	case e.Global:
		b.global(e)
		return
	case e.NoSession:
		return
	}
	ss := b.meet(e, -1)
	if e.Parent.OK || e.ParentCall.OK || e.Kind == spec.SessionOpen {
		ss.learn(e)
	}
	if b.f.Turns == spec.TurnsRun {
		b.run(ss, e)
	} else {
		b.mark(ss, e)
	}
}

// meet finds the session of an event and notes that it speaks in this segment.
func (b *book) meet(e *spec.Event, since int) *session {
	if since >= 0 && (e.Global || e.NoSession) {
		return nil
	}
	ss := b.sessions.session(e.Session)
	if ss == nil {
		ss = &session{id: strings.Clone(e.Session), first: b.seen - 1, fresh: true, era: b.era}
		b.sessions.put(ss)
	}
	if ss.era != b.era {
		ss.era, ss.turns, ss.open, ss.due = b.era, ss.turns[:0], false, false
	}
	if ss.part != b.part {
		ss.part = b.part
		b.met = append(b.met, b.meeting(ss, e, since))
	}
	return ss
}

// global takes in what ends everything.
func (b *book) global(e *spec.Event) {
	switch {
	case e.Kind == spec.Cancel, e.Kind == spec.UserTurn && b.f.UserTurn, e.Kind == spec.Error && e.Fatal:
		b.endAll()
		clear(b.owed)
	}
}

// endAll ends what is open in every session.
func (b *book) endAll() {
	b.era++
	b.busy, b.due = 0, 0
}

// mark takes in an event of a dialect that marks turns.
func (b *book) mark(ss *session, e *spec.Event) {
	switch e.Kind {
	case spec.Text:
		if e.Text != "" {
			b.content(ss, false)
		}
	case spec.CallOpen, spec.CallStart:
		b.content(ss, false)
		b.owes(e)
	case spec.CallDone:
		b.answered(e)
	case spec.TurnStart:
		b.turnStart(ss, e)
	case spec.TurnEnd:
		b.turnEnd(ss, e)
	case spec.MessageOpen:
		b.message(ss, e.Role == "user")
	case spec.MessageFull:
		b.full(ss, e)
	case spec.SessionOpen:
		b.opens(ss)
	case spec.SessionClose:
		b.close(ss)
		ss.closed = b.seen
	case spec.Error:
		if e.Fatal {
			b.end(ss, 0, len(ss.turns))
		}
	case spec.NoteEvent:
		if e.Note == spec.NoteBoundary {
			b.content(ss, true)
		}
	}
}

func (b *book) full(ss *session, e *spec.Event) {
	for i := range e.Messages {
		b.message(ss, e.Messages[i].Role == "user")
		if !e.Restated {
			b.parts(ss, &e.Messages[i])
		}
	}
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
