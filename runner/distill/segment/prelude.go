package segment

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A meeting is a session as a segment finds it.
type meeting struct {
	*session
	turns   []turn // that were open
	running bool
	// noted says that a note of it is the first.
	noted bool
}

// A turn is one that was open.
type turn struct {
	id      string
	started bool
}

// meeting notes how a session stands when it speaks first in a segment: now, or
// at a moment that has passed, at which no turn was open.
func (b *book) meeting(ss *session, e *spec.Event, since int) meeting {
	m := meeting{session: ss, noted: e.Kind == spec.NoteEvent, running: ss.running != 0}
	if since < 0 {
		for _, t := range b.follow.Turns(ss.key) {
			m.turns = append(m.turns, turn{b.follow.Name(t.Key), t.Started})
		}
		return m
	}
	m.running = e.Kind != spec.SessionOpen && (m.running || ss.closed > since)
	return m
}

// forget ends a segment. Where it was cut, nobody waits any more for results and
// sub-sessions that were open there; where what follows was not looked at yet,
// nor for turns of sessions that said nothing in it.
func (b *book) forget(cut, whole bool) {
	if cut {
		b.season++
		b.children = 0
		clear(b.owed)
	}
	if cut && whole {
		b.follow.EndTurns(func(k follow.Key) bool {
			ss := b.sessions[k]
			return ss != nil && ss.part == b.part
		})
		b.endAll()
		for _, m := range b.met {
			b.keep(m.session)
		}
	}
	b.part++
	b.met = b.met[:0]
}

// keep takes a session's open message into the new era.
func (b *book) keep(ss *session) {
	if ss.era != b.era-1 {
		return
	}
	ss.era, ss.due = b.era, false
	if ss.open {
		b.busy++
	}
}

// prelude are the events that say what was said before a segment and matters in
// it: who the sessions are that go on, and which of their turns are open. Their
// records are numbered from 1.
func (b *book) prelude(body []spec.Event, start int) []spec.Event {
	var p preluding
	if b.f.Greeting && !greets(&body[0]) {
		p.greet(body)
	}
	slices.SortFunc(b.met, func(x, y meeting) int { return x.first - y.first })
	for _, m := range b.met {
		if m.first < start {
			p.goesOn(b.f, m)
		}
	}
	return p.events
}

// preluding is a prelude in the making.
type preluding struct {
	events []spec.Event
	record int
}

func (p *preluding) say(e spec.Event) {
	p.record++
	e.Record = p.record
	p.events = append(p.events, e)
}

// greets reports whether an event names the session of a run.
func greets(e *spec.Event) bool {
	return e.Kind == spec.NoteEvent && e.Note == spec.NoteCustom && e.Text == ""
}

// greet names the session of the run as the dialect demands.
func (p *preluding) greet(body []spec.Event) {
	for i := range body {
		if e := &body[i]; !e.Global && e.Kind != spec.SessionOpen && e.Kind != spec.SessionClose {
			p.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Session: e.Session})
			return
		}
	}
}

// goesOn says of a session what a fresh reader has to know. Where an announcement
// starts a turn, one whose turns have ended is left to announce itself again.
func (p *preluding) goesOn(f *spec.Features, m meeting) {
	child := f.ChildEdges && m.child() && f.Children == spec.ChildrenSpeak
	begins := slices.ContainsFunc(m.turns, func(t turn) bool { return t.started })
	if child && f.ChildStart && !begins {
		return
	}
	if child {
		p.say(spec.Event{Kind: spec.SessionOpen, Session: m.id, Parent: m.parent, ParentCall: m.parentCall, Agent: m.agent})
	}
	for i, t := range m.turns {
		if !t.started || !f.TurnStarts {
			continue
		}
		if child && f.ChildStart && i == 0 { // one record says both
			p.record--
		}
		p.say(spec.Event{Kind: spec.TurnStart, Session: m.id, Turn: t.id})
	}
	if child && !m.running {
		p.say(spec.Event{Kind: spec.SessionClose, Session: m.id, Status: spec.Closed})
	}
}

// unheard leaves out the notes of sub-sessions that are over and that nothing in
// the segment announces before: they say nothing, and some dialects announce with
// them what is over. Where no edges are marked, any such note is left out.
func (b *book) unheard(body []spec.Event, start int) []spec.Event {
	if !b.f.ChildStart && b.f.ChildEdges {
		return body
	}
	over := map[string]bool{}
	for _, m := range b.met {
		if m.first < start && m.child() && m.noted && (len(m.turns) == 0 || !b.f.ChildEdges) {
			over[m.id] = true
		}
	}
	if len(over) == 0 {
		return body
	}
	return numbered(slices.DeleteFunc(body, func(e spec.Event) bool {
		if e.Kind != spec.NoteEvent {
			delete(over, e.Session)
		}
		return over[e.Session] && !e.Global
	}))
}

// withoutKnown leaves out what calls say of sub-sessions that a call of an earlier segment
// spawned, where a dialect shows them by such calls alone: no prelude can say that they
// are there, and a fresh reader does not know them. The calls stay.
func (b *book) withoutKnown(body []spec.Event, start int) []spec.Event {
	if b.f.Children != spec.ChildrenSilent {
		return body
	}
	before := map[string]bool{}
	for _, m := range b.met {
		before[m.id] = m.first < start && m.child()
	}
	edge := func(e *spec.Event) bool { return e.Kind == spec.SessionOpen || e.Kind == spec.SessionClose }
	more := map[int]bool{} // records of calls
	for i := range body {
		more[body[i].Record] = more[body[i].Record] || !edge(&body[i])
	}
	return slices.DeleteFunc(body, func(e spec.Event) bool {
		return edge(&e) && before[e.Session] && more[e.Record]
	})
}

// numbered closes the gaps that records left.
func numbered(events []spec.Event) []spec.Event {
	record, last := 0, 0
	for i := range events {
		e := &events[i]
		if e.Record != last {
			record, last = record+1, e.Record
		}
		e.Record = record
	}
	return events
}
