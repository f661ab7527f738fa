package scenario

import "github.com/quock-dev/quock/spec"

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

func (v *view) settleTurns() {
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
	mine := func(s *Said) bool { return int(s.Turn) == t && v.begin(s) }
	at := v.first(mine)
	if at != never && v.at(at).Kind == Prompted && v.joins(t, at) {
		return v.firstAfter(at, mine)
	}
	return at
}

// joins reports whether a prompt at a position joins the turn before: that is
// still open and, where a user message is an edge, has no content.
func (v *view) joins(t, at int) bool {
	before := v.turnBefore(t)
	if before == None || v.stoppedBefore(before, at) {
		return false
	}
	return !v.f.UserMessageEdge || v.first(func(s *Said) bool {
		return int(s.Turn) == before && (s.Kind == TextSaid && v.piece(s) != "" || s.Call != None)
	}) > at
}

// turnBefore is the session's turn before another one.
func (v *view) turnBefore(t int) int {
	for u := v.sc.Sessions[v.sc.Turns[t].Session].First; u != t; u = v.sc.Turns[u].Next {
		if v.sc.Turns[u].Next == t {
			return u
		}
	}
	return None
}

// stoppedBefore reports whether something ended a turn before a position.
func (v *view) stoppedBefore(t, at int) bool {
	session := v.sc.Turns[t].Session
	begin := v.first(func(s *Said) bool { return int(s.Turn) == t && v.begin(s) })
	return v.firstAfter(begin, func(s *Said) bool {
		switch s.Kind {
		case TurnEnds:
			return int(s.Turn) == t
		case SessionEnds:
			return int(s.Session) == session
		case UserTurns, Cancels, Fails:
			return true
		}
		return false
	}) < at
}

// begin reports whether a step opens its turn.
func (v *view) begin(s *Said) bool {
	switch s.Kind {
	case SessionOpens:
		return v.f.Turns == spec.TurnsRun
	case SessionEnds, SessionNamed, TurnEnds, UserTurns, Notes, TextBegins, Repeats:
		return false
	case TextSaid, ArgsSaid:
		return v.piece(s) != ""
	}
	return true
}

// piece is the text that a step says.
func (v *view) piece(s *Said) string { return v.sc.Piece(int(s.Item), int(s.Piece)) }

// edgeOfTurn is the first of all that ends a turn.
func edgeOfTurn(v *view, t int) edgeOf {
	if v.begins[t] == never {
		return edgeOf{at: never}
	}
	return v.earliest(
		edgeOf{v.endOf(t), byEnd},
		edgeOf{v.nextBegins(v, t), byLoss},
		edgeOf{v.userTurnOf(v, t), byLoss},
		edgeOf{v.stopOf(Cancels, t), byCancel},
		edgeOf{v.stopOf(Fails, t), byError},
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

func (v *view) endOf(t int) int { return v.ofTurn(TurnEnds, t) }

// nextBegins is when the next turn of the session began, where that is an edge.
func nextBegins(v *view, t int) int {
	if v.f.Turns != spec.TurnsMarked {
		return never
	}
	next := never
	for u := v.sc.Turns[t].Next; u != None; u = v.sc.Turns[u].Next {
		next = min(next, v.begins[u])
	}
	return next
}

// userTurnOf is when the user's turn started, after the turn began.
func userTurnOf(v *view, t int) int {
	return v.firstAfter(v.begins[t], func(s *Said) bool { return s.Kind == UserTurns })
}

// stopOf is when everything was stopped, after the turn began.
func (v *view) stopOf(k StepKind, t int) int {
	return v.firstAfter(v.begins[t], func(s *Said) bool { return s.Kind == k })
}

// closeOf is when the turn's session ended, after the turn began.
func (v *view) closeOf(t int) int {
	session := v.sc.Turns[t].Session
	return v.firstAfter(v.begins[t], func(s *Said) bool { return s.Kind == SessionEnds && int(s.Session) == session })
}

// answerOf is when the call that the turn serves was answered, where that ends
// the sub-session.
func answerOf(v *view, t int) int {
	by := v.sc.Turns[t].By
	if by == None || !v.f.ChildResult || v.sc.Calls[by].Background || !v.linked(v.sc.Turns[t].Session) {
		return never
	}
	return v.ofCall(CallEnds, by)
}

// turns are the turns of a session that have begun.
func (v *view) turns(session int) []spec.Turn {
	var all []spec.Turn
	for t := v.sc.Sessions[session].First; t != None; t = v.sc.Turns[t].Next {
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

func (v *view) turnOf(t int) spec.Turn {
	turn := spec.Turn{Status: v.turnStatus(v, t)}
	if v.endCounts(t) {
		_, failure, stop := v.sc.Ending(t)
		turn.StopReason, turn.Error = optional(stop), optional(failure)
		turn.Usage = usageOf(v.sc.Turns[t].Usage)
	}
	if e := v.edges[t]; e.at != never && e.how == byError {
		turn.Error = optional(FatalText)
	}
	if v.f.Owner == spec.Derived {
		v.homelessUsage(t, &turn)
	}
	return turn
}

// endCounts reports whether a turn's own end was told and found it open, or lost.
func (v *view) endCounts(t int) bool {
	e := v.edges[t]
	return v.endOf(t) != never && e.at != never && (e.how == byEnd || e.how == byLoss)
}

// turnStatus is how a turn stands: by its edge, a late end after a lost one, or
// the end of the input.
func turnStatus(v *view, t int) spec.Status {
	switch e := v.edges[t]; {
	case e.at == never:
		return v.openTurn(t)
	case e.how == byEnd:
		status, _, _ := v.sc.Ending(t)
		return completedUnless(status)
	case e.how == byLoss && v.endOf(t) != never:
		return spec.Completed
	case e.how == byLoss:
		return spec.Incomplete
	case e.how == byCancel:
		return spec.Cancelled
	case e.how == byError:
		return spec.Failed
	case e.how == byResult:
		return v.answered(t)
	}
	return spec.Completed
}

func completedUnless(s spec.Status) spec.Status {
	if s == "" {
		return spec.Completed
	}
	return s
}

// answered is how a sub-session's turn ends by its call's result.
func (v *view) answered(t int) spec.Status {
	if v.sc.CallFailed(v.sc.Turns[t].By) {
		return spec.Failed
	}
	return spec.Completed
}

// openTurn is the status of a turn without an edge.
func (v *view) openTurn(t int) spec.Status {
	switch {
	case v.pausedTurn(t), v.ended && v.pending():
		return spec.Waiting
	case !v.ended:
		return spec.Open
	case v.cause == spec.Cut || v.f.Turns != spec.TurnsRun:
		return spec.Incomplete
	case v.anythingOpen(t):
		return spec.Incomplete
	}
	return spec.Completed
}

// paused is when somebody was first asked. Who asks outside of a turn of his may
// mean the last or the next.
func (v *view) paused() int {
	at := v.first(func(s *Said) bool { return s.Kind == Waits && s.Call == None })
	if at != never {
		last := v.lastTurn(int(v.at(at).Session))
		v.doubt = v.doubt || last == None || v.edges[last].at != never
	}
	return at
}

// pending reports whether somebody was asked and has not answered.
func (v *view) pending() bool {
	asked := v.first(func(s *Said) bool {
		return s.Kind == Waits && s.Call != None && v.pausedCall(int(s.Call)) && v.doneAt(int(s.Call)) == never
	})
	return v.paused() != never || asked != never && !v.movedOn(asked)
}

// movedOn reports whether a session went on while a call of it still waits: then
// the stream does not say whether it still pauses.
func (v *view) movedOn(asked int) bool {
	session := v.at(asked).Session
	moved := v.firstAfter(asked, func(s *Said) bool { return s.Session == session && v.resumes(s) }) != never
	v.doubt = v.doubt || moved
	return moved
}

// pausedTurn reports whether the session of a turn without an edge was asked, and
// nothing since shows that it goes on. What neither shows it nor is silence (an
// announcement, a repeated one) leaves it open.
func (v *view) pausedTurn(t int) bool {
	session := v.sc.Turns[t].Session
	last := v.lastBefore(never, func(s *Said) bool { return s.Kind == Waits && int(s.Session) == session })
	if last == 0 || v.firstAfter(last, func(s *Said) bool { return int(s.Session) == session && v.resumes(s) }) != never {
		return false
	}
	stirs := v.firstAfter(last, func(s *Said) bool { return int(s.Session) == session && s.Message != None && v.begin(s) })
	v.doubt = v.doubt || stirs != never
	return true
}

// resumes reports whether a step shows that what waited goes on.
func (v *view) resumes(s *Said) bool {
	return s.Kind == CallEnds || s.Kind == CallStarts || s.Kind == TurnStarts || v.speaks(s)
}

// anythingOpen reports whether a message or call of a turn is open, the end of
// the input aside.
func (v *view) anythingOpen(t int) bool {
	for m := v.sc.Turns[t].Messages.From; m < v.sc.Turns[t].Messages.To; m++ {
		if v.openedAt(m) != never && v.closes[m].at == never {
			return true
		}
	}
	for c := range v.sc.Calls {
		if v.sc.Calls[c].Turn == t && v.announced(c) != never && v.doneAt(c) == never {
			return true
		}
	}
	return false
}

// outcome is open until the end of the input, then read off the root's last
// turn.
func (v *view) outcome() spec.Outcome {
	if !v.ended {
		return spec.OutcomeOpen
	}
	turns := v.turns(0)
	if len(turns) == 0 {
		return v.outcomeOf(spec.Incomplete, spec.OutcomeUnknown)
	}
	return v.outcomeOf(turns[len(turns)-1].Status, spec.OutcomeIncomplete)
}

func (v *view) outcomeOf(s spec.Status, otherwise spec.Outcome) spec.Outcome {
	switch {
	case s == spec.Completed && !v.f.Terminal:
		return spec.OutcomeUnknown
	case s == spec.Waiting:
		return spec.OutcomeInterrupted
	case s == spec.Incomplete && v.f.Terminal:
		return spec.OutcomeIncomplete
	case s == spec.Incomplete:
		return otherwise
	}
	return spec.Outcome(s)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func usageOf(u spec.Usage) *spec.Usage {
	if u == (spec.Usage{}) {
		return nil
	}
	return &u
}
