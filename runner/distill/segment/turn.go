package segment

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// content opens a turn where what is said in none may; sure: where it always
// does.
func (b *book) content(ss *session, sure bool) {
	if n := len(ss.turns); n > 0 {
		ss.turns[n-1].content = true
		return
	}
	if ss.fresh || sure {
		b.openTurn(ss, turn{content: true})
	}
}

// message opens a turn where none is open, as a user's does, which the next
// start joins.
func (b *book) message(ss *session, user bool) {
	if n := len(ss.turns); n > 0 {
		ss.turns[n-1].content = ss.turns[n-1].content || !user
		return
	}
	b.openTurn(ss, turn{content: !user})
}

func (b *book) openTurn(ss *session, t turn) {
	if len(ss.turns) == 0 {
		b.busy++
	}
	ss.turns = append(ss.turns, t)
	ss.fresh, b.began = false, true
}

// turnStart opens a turn, or joins one that only user messages opened. Where
// turns do not overlap it is the edge of those that are open.
func (b *book) turnStart(ss *session, e *spec.Event) {
	n := len(ss.turns)
	switch {
	case n > 0 && e.Turn != "" && ss.turns[n-1].id == e.Turn:
		return
	case n > 0 && !ss.turns[n-1].started && !ss.turns[n-1].content:
		ss.turns[n-1].id, ss.turns[n-1].started = strings.Clone(e.Turn), true
		return
	case b.f.Turns != spec.TurnsOverlap:
		b.end(ss, 0, n)
	}
	b.openTurn(ss, turn{id: strings.Clone(e.Turn), started: true})
}

// turnEnd ends the open turn of that id, else one without an id; without an id,
// the newest.
func (b *book) turnEnd(ss *session, e *spec.Event) {
	ss.fresh = b.f.Turns == spec.TurnsMarked && !b.f.TurnStarts
	n := len(ss.turns)
	if n == 0 {
		return
	}
	for _, id := range []string{e.Turn, ""} {
		at := slices.IndexFunc(ss.turns, func(t turn) bool { return e.Turn == "" || t.id == id })
		if at >= 0 {
			b.end(ss, at, at+1)
			return
		}
	}
}

// end ends the session's turns from one to another.
func (b *book) end(ss *session, from, to int) {
	if from == to {
		return
	}
	if ss.turns = slices.Delete(ss.turns, from, to); len(ss.turns) == 0 {
		b.busy--
	}
}

// opens notes a sub-session that runs.
func (b *book) opens(ss *session) {
	if b.f.ChildEdges && ss.child() && ss.running != b.season {
		ss.running, b.began = b.season, true
		b.children++
	}
}

// close ends a session with all that is open in it, or forgets it.
func (b *book) close(ss *session) {
	if ss.running == b.season {
		b.children--
	}
	ss.running = 0
	if ss.era == b.era {
		b.end(ss, 0, len(ss.turns))
		b.hush(ss)
	}
}
