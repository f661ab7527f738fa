package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// late is the turn index of content that belongs to no turn.
const late = -1

// current returns the index of the session's newest open turn, or late.
func (ss *Session) current() int {
	if ss.open == 0 {
		return late
	}
	for i := len(ss.Turns) - 1; i >= 0; i-- {
		if ss.Turns[i].Open() {
			return i
		}
	}
	return late
}

// openTurn opens a turn and returns its index.
func (s *State) openTurn(ss *Session, id string, started bool) int {
	t := s.turns.new()
	*t = Turn{ID: owned(id), Status: spec.Open, Started: started, At: s.at, messages: t.messages[:0], calls: t.calls[:0]}
	ss.Turns = push(ss.Turns, t)
	ss.since = len(ss.Messages)
	ss.fresh = false
	ss.open++
	return len(ss.Turns) - 1
}

// turnFor returns the turn that the session's content belongs to now. It opens
// one if the session may begin without a start. Otherwise it returns late.
func (s *State) turnFor(ss *Session) int {
	if i := ss.current(); i != late {
		return i
	}
	switch {
	case s.Features.Turns == spec.TurnsRun && len(ss.Turns) > 0:
		return len(ss.Turns) - 1
	case ss.fresh:
		return s.openTurn(ss, "", false)
	}
	return late
}

// turnStart opens a turn, or joins one that only user messages opened.
func (s *State) turnStart(e *spec.Event) {
	ss := s.session(e)
	i := ss.current()
	if i != late {
		t := ss.Turns[i]
		switch {
		case e.Turn != "" && t.ID == e.Turn:
			s.sem.StartAgain(s, ss)
			return
		case !t.Started && !t.Content:
			s.sem.TurnStarts(s, ss)
			t.ID, t.Started, t.Unmarked = owned(e.Turn), true, e.Unmarked
			return
		case s.Features.Turns != spec.TurnsOverlap:
			s.sem.TurnStartEdge(s, ss, i)
		}
	}
	s.sem.TurnStarts(s, ss)
	ss.Turns[s.openTurn(ss, e.Turn, true)].Unmarked = e.Unmarked
	ss.step++
}

// turnEnd ends the turn that the event belongs to (account/own-turn).
func (s *State) turnEnd(e *spec.Event) {
	ss := s.session(e)
	if len(ss.Turns) == 0 {
		s.openTurn(ss, e.Turn, false)
	}
	i := s.sem.OwnTurn(ss, e)
	if i == late {
		return
	}
	t := ss.Turns[i]
	t.Unmarked = e.Unmarked
	t.StopReason = kept(t.StopReason, s.sem.StopReason(t.StopReason, e.StopReason))
	s.sem.Usage(&t.Usage, e)
	if !t.Open() {
		t.Status = s.sem.TurnStatus(e)
		return
	}
	s.endTurn(ss, i, ending{status: s.sem.TurnStatus(e), seen: true, err: e.Error})
	ss.fresh = ss.fresh || s.Features.Turns == spec.TurnsMarked && !s.Features.TurnStarts
	s.sem.TurnEnded(s, ss)
}

func terminalStatus(e *spec.Event) spec.Status {
	switch {
	case e.Status != "":
		return e.Status
	case e.IsError:
		return spec.Failed
	}
	return spec.Completed
}

// An ending is how a turn ends.
type ending struct {
	status spec.Status
	seen   bool // the turn's own end was on the wire
	input  bool // only the input ended
	err    string
}

// unmarked returns how a turn ends by the next one, or the input. Where its end would
// be marked it is incomplete. Elsewhere it failed if an error is the latest in it, and
// is completed if none of its calls is open and nothing wants an answer
// (missing/every-prefix).
func (s *State) unmarked(t *Turn) ending {
	open := func(c *Call) bool { return !c.Status.Terminal() }
	switch {
	case s.Features.Terminal && !t.Unmarked:
	case t.trouble != "":
		return ending{status: spec.Failed, err: t.trouble}
	case t.Content && !t.asked && !slices.ContainsFunc(t.calls, open):
		return ending{status: spec.Completed, seen: true}
	}
	return ending{status: spec.Incomplete}
}

// asks records that the latest in a turn wants an answer, or is one.
func (ss *Session) asks(turn int, asked bool) {
	if turn != late {
		ss.Turns[turn].asked, ss.Turns[turn].trouble = asked, ""
	}
}

// endTurn ends turn i of the session. It closes the turn's messages, abandons
// its open calls and sets its status.
func (s *State) endTurn(ss *Session, i int, how ending) {
	t := ss.Turns[i]
	if t.Open() {
		ss.open--
	}
	t.Status, t.Paused = how.status, how.status == spec.Waiting
	if how.err != "" {
		t.Error = kept(t.Error, how.err)
	}
	for _, m := range t.messages {
		s.endMessage(ss, m, how.seen && s.endsMessage(m))
	}
	for _, c := range t.calls {
		switch {
		case c.Status.Terminal():
		case t.Paused:
			s.sem.WaitCall(c)
		default:
			s.sem.Abandon(s, ss, c, how.status == spec.Cancelled, how.input)
		}
	}
}

// endsMessage reports whether the end of the turn is the message's own end: if
// messages have no ids or no end, and for whole frames.
func (s *State) endsMessage(m *Message) bool {
	return m.ID == "" || m.whole || !s.Features.MessageEnd
}

// abandon marks a call that is open at its turn's end (missing/abandoned).
func abandon(s *State, ss *Session, c *Call, cancelled, input bool) {
	if c.Status == spec.Waiting && !cancelled {
		return
	}
	c.Status, c.cut = spec.Abandoned, input
	if cancelled {
		c.Status = spec.Cancelled
	}
	if s.Features.Owner == spec.Derived {
		ss.Abandoned = append(ss.Abandoned, c)
	}
}

// userTurn ends every open turn (notify/user-turn-clears).
func (s *State) userTurn() {
	if !s.Features.UserTurn {
		return
	}
	for _, ss := range s.Sessions {
		if s.sem.UserTurnClears(ss) {
			s.endOpen(ss, ending{status: spec.Incomplete})
		}
	}
}

// cancel marks every open turn and its open items as cancelled.
func (s *State) cancel() {
	for _, ss := range s.Sessions {
		if s.sem.CancelClears(ss) {
			s.endOpen(ss, ending{status: spec.Cancelled})
		}
	}
}

func (s *State) endOpen(ss *Session, how ending) {
	for i := len(ss.Turns) - 1; i >= 0 && ss.open > 0; i-- {
		if ss.Turns[i].Open() {
			s.endTurn(ss, i, how)
		}
	}
}

// error ends what a fatal error names (account/error-kept).
func (s *State) error(e *spec.Event) {
	if !s.sem.Fatal(e) {
		s.troubles(e)
		return
	}
	how := ending{status: spec.Failed, err: e.Error}
	if !e.Global {
		ss := s.session(e)
		if s.turnFor(ss) != late {
			s.endOpen(ss, how)
		}
		return
	}
	s.failed = true
	s.lateError(e)
	for _, ss := range s.Sessions {
		s.endOpen(ss, how)
		if s.Features.ErrorCloses && ss.child() && ss.Status == spec.Open {
			ss.Status = spec.Failed
		}
	}
}

// troubles records an error that ends nothing, for a turn of which it may be the last.
func (s *State) troubles(e *spec.Event) {
	if ss := s.known(e); ss != nil && ss.current() != late {
		ss.Turns[ss.current()].trouble = kept("", e.Error)
	}
}

// lateError fails the run that ended last, if a later error does so.
func (s *State) lateError(e *spec.Event) {
	root := s.root()
	if !s.Features.LateErrors || root == nil || root.open > 0 || len(root.Turns) == 0 {
		return
	}
	last := root.Turns[len(root.Turns)-1]
	last.Status, last.Error, last.Paused = spec.Failed, e.Error, false
}

// wait marks what waits for a person or the client (notify/waiting).
func (s *State) wait(e *spec.Event) {
	ss := s.session(e)
	i := s.turnFor(ss)
	again := e.Wait != "" && s.waits[e.Wait]
	if s.waits == nil {
		s.waits = map[string]bool{}
	}
	s.waits[owned(e.Wait)] = true
	if i != late && ss.Turns[i].Open() {
		s.sem.WaitTurn(ss.Turns[i])
	}
	if again && e.Call == "" {
		return
	}
	for _, c := range ss.Calls {
		if !c.Status.Terminal() && (e.Call == "" || c.ID == e.Call) {
			s.sem.WaitCall(c)
		}
	}
}

// resume ends the pause of a turn in which something happens.
func (s *State) resume(ss *Session, i int) {
	if i != late && i < len(ss.Turns) && ss.Turns[i].Status == spec.Waiting && !ss.Turns[i].Paused {
		ss.Turns[i].Status = spec.Open
	}
}

// boundary begins a model call of the session.
func (s *State) boundary(e *spec.Event) {
	ss := s.session(e)
	ss.step++
	if ss.current() == late {
		s.openTurn(ss, "", false)
	}
	s.closeIdless(ss)
	ss.since = len(ss.Messages)
}
