package follow

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// opens reports whether content opens a turn where none is open.
func (s *Follower) opens(ss *session) bool { return ss.fresh || s.f.Turns == spec.TurnsRun }

// content notes that the newest turn has content. Where none is open it opens one if
// this is content that may, in a session where it may. It reports whether one is open.
func (s *Follower) content(ss *session, may bool) bool {
	switch n := len(ss.turns); {
	case n > 0:
		ss.turns[n-1].Content, ss.turns[n-1].waits = true, false
	case may && s.opens(ss):
		s.open(ss, OpenTurn{Content: true})
	}
	return len(ss.turns) > 0
}

// sure is content that opens a turn wherever none is open: a message that is
// announced or comes whole, a boundary.
func (s *Follower) sure(ss *session) {
	if !s.content(ss, true) {
		s.open(ss, OpenTurn{Content: true})
	}
}

// userMessage opens a turn, which the next start joins, where none is open. Where
// the dialect says so it ends one with content first.
func (s *Follower) userMessage(ss *session) {
	if n := len(ss.turns); n > 0 && s.f.UserMessageEdge && ss.turns[n-1].Content {
		s.end(ss, 0, n)
	}
	if len(ss.turns) == 0 {
		s.open(ss, OpenTurn{})
	}
}

func (s *Follower) turnStart(ss *session, turn Key, by int32) {
	ss.begun, ss.by = true, by
	if ss.parent == 0 {
		s.runBy = by
	}
	if n := len(ss.turns); n > 0 {
		t := &ss.turns[n-1]
		switch {
		case turn != 0 && t.Key == turn:
			return
		case !t.Started && !t.Content:
			t.Key, t.Started = turn, true
			s.count(ss)
			return
		case s.f.Turns != spec.TurnsOverlap:
			s.end(ss, 0, n)
		}
	}
	s.open(ss, OpenTurn{Key: turn, Started: true})
}

// turnEnd ends the turn of that id, else one without an id; the newest where the
// end has no id.
func (s *Follower) turnEnd(ss *session, turn Key) {
	ss.ended = true
	ss.fresh = s.f.Turns == spec.TurnsMarked && !s.f.TurnStarts
	n := len(ss.turns)
	for _, key := range [...]Key{turn, 0} {
		for i := n - 1; i >= 0; i-- {
			if turn == 0 || ss.turns[i].Key == key {
				s.end(ss, i, i+1)
				return
			}
		}
	}
}

// EndTurns ends the open turns of all sessions but some.
func (s *Follower) EndTurns(but func(session Key) bool) {
	for i := range s.sessions {
		if ss := s.session(s.sessions[i].key); len(ss.turns) > 0 && !but(ss.key) {
			s.end(ss, 0, len(ss.turns))
		}
	}
}

func (s *Follower) open(ss *session, t OpenTurn) {
	ss.turns = append(ss.turns, t)
	ss.fresh = false
	s.opened++
	s.count(ss)
}

// end ends a session's turns from one to another.
func (s *Follower) end(ss *session, from, to int) {
	if from == to {
		return
	}
	ss.turns = slices.Delete(ss.turns, from, to)
	ss.ended = true
	if len(ss.turns) == 0 {
		ss.past++
		ss.calls = 0
	}
	s.count(ss)
}

// count brings the counts of sessions up to date.
func (s *Follower) count(ss *session) {
	busy := len(ss.turns) > 0
	runs := ss.parent == 0 && slices.ContainsFunc(ss.turns, func(t OpenTurn) bool { return t.Started })
	s.busy += change(ss.busy, busy)
	s.runs += change(ss.runs, runs)
	ss.busy, ss.runs = busy, runs
}

func change(from, to bool) int {
	switch {
	case from == to:
		return 0
	case to:
		return 1
	}
	return -1
}
