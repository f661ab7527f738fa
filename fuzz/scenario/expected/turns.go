package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// How a turn came to its edge.
type edgeKind uint8

const (
	byEnd    edgeKind = iota // its own end
	byLoss                   // another turn began, or the user's
	byCancel                 // the user cancelled
	byError                  // an error ended it
	byClose                  // its session ended
	byResult                 // the call that asked for it was answered
)

// edgeOf is where a turn ended, and how.
type edgeOf struct {
	at  int
	how edgeKind
}

func (v *view) findTurns() {
	n := len(v.sc.Turns)
	v.begins = make([]int, n)
	v.edges = make([]edgeOf, n)
	for t := range n {
		v.begins[t] = v.beginOf(v, t)
	}
	for t := range n {
		v.edges[t] = v.edgeOf(v, t)
	}
}

// beginOf is when a turn began: with its start, its prompt or its first content;
// with a prompt only where that does not join the turn before.
func beginOf(v *view, t int) int {
	mine := func(s *script.Emitted) bool { return int(s.Turn) == t && v.begin(s) }
	at := v.first(mine)
	if at != never && v.at(at).Kind == script.Prompted && v.joins(t, at) {
		return v.firstAfter(at, mine)
	}
	return at
}

// joins reports whether a prompt at a position joins the turn before: that is
// still open and, where a user message is an edge, has no content.
func (v *view) joins(t, at int) bool {
	before := v.turnBefore(t)
	if before == scenario.None || v.stoppedBefore(before, at) {
		return false
	}
	return !v.f.UserMessageEdge || v.first(func(s *script.Emitted) bool {
		return int(s.Turn) == before && (s.Kind == script.TextPiece && v.piece(s) != "" || s.Call != scenario.None)
	}) > at
}

// turnBefore is the session's turn before another one.
func (v *view) turnBefore(t int) int {
	for u := v.sc.Sessions[v.sc.Turns[t].Session].First; u != t; u = v.sc.Turns[u].Next {
		if v.sc.Turns[u].Next == t {
			return u
		}
	}
	return scenario.None
}

// stoppedBefore reports whether something ended a turn before a position.
func (v *view) stoppedBefore(t, at int) bool {
	session := v.sc.Turns[t].Session
	begin := v.first(func(s *script.Emitted) bool { return int(s.Turn) == t && v.begin(s) })
	return v.firstAfter(begin, func(s *script.Emitted) bool {
		switch s.Kind {
		case script.TurnEnds:
			return int(s.Turn) == t
		case script.SessionEnds:
			return int(s.Session) == session
		case script.UserTurns, script.Cancels, script.Fails:
			return true
		}
		return false
	}) < at
}

// begin reports whether a step opens its turn.
func (v *view) begin(s *script.Emitted) bool {
	switch s.Kind {
	case script.SessionOpens:
		return v.f.Turns == spec.TurnsRun
	case script.SessionEnds, script.SessionNamed, script.Greets, script.TurnUsed, script.TurnEnds, script.UserTurns, script.Notes, script.ResultAdded, script.TextBegins, script.TextEnds, script.AsideEdge, script.AsideWhole, script.Repeats, script.Shown, script.Logs, script.SilentStarts, script.SilentEnds, script.Stored:
		return false
	case script.TextPiece, script.ArgsPiece:
		return v.piece(s) != ""
	}
	return true
}

// piece is the text that a step says.
func (v *view) piece(s *script.Emitted) string { return v.sc.Piece(int(s.Item), int(s.Piece)) }

// edgeOfTurn is the first of all that ends a turn.
func edgeOfTurn(v *view, t int) edgeOf {
	if v.begins[t] == never {
		return edgeOf{at: never}
	}
	return v.earliest(
		edgeOf{v.endOf(t), byEnd},
		edgeOf{v.nextBegins(v, t), byLoss},
		edgeOf{v.userTurnOf(v, t), byLoss},
		edgeOf{v.stopOf(script.Cancels, t), byCancel},
		edgeOf{v.stopOf(script.Fails, t), byError},
		edgeOf{v.closeOf(t), byClose},
		edgeOf{v.answerOf(v, t), byResult},
	)
}

func (v *view) earliest(edges ...edgeOf) edgeOf {
	least := edgeOf{at: never}
	for _, e := range edges {
		if e.at < least.at {
			least = e
		}
	}
	return least
}

func (v *view) endOf(t int) int { return v.ofTurn(script.TurnEnds, t) }

// nextBegins is when the next turn of the session began, where that is an edge.
func nextBegins(v *view, t int) int {
	if v.f.Turns != spec.TurnsMarked {
		return never
	}
	next := never
	for u := v.sc.Turns[t].Next; u != scenario.None; u = v.sc.Turns[u].Next {
		next = min(next, v.begins[u])
	}
	return next
}

// userTurnOf is when the user's turn started, after the turn began.
func userTurnOf(v *view, t int) int {
	return v.firstAfter(v.begins[t], func(s *script.Emitted) bool { return s.Kind == script.UserTurns })
}

// stopOf is when everything was stopped, after the turn began; where sessions run one
// within the other, its own.
func (v *view) stopOf(k script.StepKind, t int) int {
	return v.firstAfter(v.begins[t], func(s *script.Emitted) bool {
		return s.Kind == k && (!v.f.Nested || int(s.Session) == v.sc.Turns[t].Session)
	})
}

// closeOf is when the turn's session ended, after the turn began.
func (v *view) closeOf(t int) int {
	session := v.sc.Turns[t].Session
	return v.firstAfter(v.begins[t], func(s *script.Emitted) bool { return s.Kind == script.SessionEnds && int(s.Session) == session })
}

// answerOf is when the call that the turn serves was answered, where that ends
// the sub-session. A result behind the end of the call's own turn comes too late.
func answerOf(v *view, t int) int {
	by := v.sc.Turns[t].By
	if by == scenario.None || !v.f.ChildResult || v.sc.Calls[by].Background || !v.linked(v.sc.Turns[t].Session) {
		return never
	}
	at := v.ofCall(script.CallEnds, by)
	if v.edges[v.sc.Calls[by].Turn].at < at {
		return never
	}
	return at
}

// turns are the turns of a session that have begun.
func (v *view) turns(session int) []spec.Turn {
	var all []spec.Turn
	for t := v.sc.Sessions[session].First; t != scenario.None; t = v.sc.Turns[t].Next {
		if v.begins[t] != never {
			all = append(all, v.turnOf(t))
		}
	}
	return all
}

// turnIndex is a turn's place among those of its session that have begun.
func (v *view) turnIndex(t int) int {
	n := 0
	for u := v.sc.Sessions[v.sc.Turns[t].Session].First; u != t; u = v.sc.Turns[u].Next {
		if v.begins[u] != never {
			n++
		}
	}
	return n
}
