package segment

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A meeting is a session as a segment finds it.
type meeting struct {
	*session
	turns   []turn // that were open
	running bool
}

// meeting notes how a session stands when it speaks first in a segment: now, or
// at a moment that has passed, at which no turn was open.
func (b *book) meeting(ss *session, e *spec.Event, since int) meeting {
	m := meeting{session: ss}
	if since < 0 {
		m.turns, m.running = slices.Clone(ss.turns), ss.running != 0
		return m
	}
	m.running = ss.running != 0 && e.Kind != spec.SessionOpen || ss.closed > since && e.Kind != spec.SessionOpen
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
		b.endAll()
		for _, m := range b.met {
			b.keep(m.session)
		}
	}
	b.part++
	b.met = b.met[:0]
}

// keep takes a session's open turns and message into the new era.
func (b *book) keep(ss *session) {
	if ss.era != b.era-1 {
		return
	}
	ss.era, ss.due = b.era, false
	if len(ss.turns) > 0 || ss.open {
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

// goesOn says of a session what a fresh reader has to know.
func (p *preluding) goesOn(f *spec.Features, m meeting) {
	announced := f.ChildEdges && m.child() && f.Children == spec.ChildrenSpeak
	if announced && (!f.ChildStart || m.started()) {
		p.say(spec.Event{Kind: spec.SessionOpen, Session: m.id, Parent: m.parent, ParentCall: m.parentCall, Agent: m.agent})
	}
	for i, t := range m.turns {
		if !t.started || !f.TurnStarts {
			continue
		}
		p.say(spec.Event{Kind: spec.TurnStart, Session: m.id, Turn: t.id})
		if announced && f.ChildStart && i == 0 { // one record says both
			p.record--
			p.events[len(p.events)-1].Record = p.record
		}
	}
	if announced && !f.ChildStart && !m.running {
		p.say(spec.Event{Kind: spec.SessionClose, Session: m.id, Status: spec.Closed})
	}
}

func (m *meeting) started() bool {
	return slices.ContainsFunc(m.turns, func(t turn) bool { return t.started })
}
