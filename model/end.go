package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// End processes the end of the input. What is open becomes abandoned or
// incomplete, unless it waits. The outcome becomes final. Further events and
// ends change nothing.
func (s *State) End(cause spec.Cause) {
	if s.ended {
		return
	}
	s.at, s.now = 0, ""
	for _, ss := range s.Sessions {
		s.reportChild(ss)
	}
	waiting := s.paused()
	for _, ss := range s.Sessions {
		s.endSession(ss, cause, waiting)
	}
	s.ended = true
}

// reportChild reports a child that never closed, or that has no link.
func (s *State) reportChild(ss *Session) {
	if !ss.child() {
		return
	}
	if s.Features.ChildEdges && ss.opened && ss.Status == spec.Open {
		s.sem.NeverClosed(s, ss)
	}
	if s.Features.ChildLink && !ss.ParentCall.OK {
		s.sem.Unlinked(s, ss)
	}
}

// paused reports whether anything waits. If so, everything that is open waits.
func (s *State) paused() bool {
	for _, ss := range s.Sessions {
		for _, t := range ss.Turns {
			if t.Status == spec.Waiting && !t.Paused {
				return true
			}
		}
	}
	return false
}

func (s *State) endSession(ss *Session, cause spec.Cause, waiting bool) {
	for i, t := range ss.Turns {
		if t.Open() {
			s.endAtInput(ss, i, cause, waiting)
		}
	}
	if ss.Status == spec.Open && !(s.Features.ChildEdges && ss.child() && ss.opened) {
		ss.Status = lastStatus(ss)
	}
}

// endAtInput ends one open turn at the end of input.
func (s *State) endAtInput(ss *Session, i int, cause spec.Cause, waiting bool) {
	if waiting {
		s.pause(ss, i)
		return
	}
	how := ending{status: spec.Incomplete}
	if s.Features.Turns == spec.TurnsMarked && cause != spec.Cut {
		how = s.unmarked(ss.Turns[i])
	}
	how.input = true
	if s.Features.Turns == spec.TurnsRun && cause != spec.Cut && !ss.Turns[i].anyOpen() {
		how.status = spec.Completed
	}
	how.status = s.sem.InputEnds(how.status)
	s.endTurn(ss, i, how)
}

// pause leaves a turn waiting, with its open calls.
func (s *State) pause(ss *Session, i int) {
	s.sem.WaitTurn(ss.Turns[i])
	for _, c := range ss.Turns[i].calls {
		if !c.Status.Terminal() {
			s.sem.WaitCall(c)
		}
	}
	for _, m := range ss.Turns[i].messages {
		s.endMessage(ss, m, false)
	}
}

// anyOpen reports whether a call or message of the turn is open.
func (t *Turn) anyOpen() bool {
	open := func(c *Call) bool { return !c.Status.Terminal() }
	return slices.ContainsFunc(t.calls, open) ||
		slices.ContainsFunc(t.messages, func(m *Message) bool { return m.Open })
}

// lastStatus returns the status that a session gets at the end of input, from its
// last turn.
func lastStatus(ss *Session) spec.Status {
	if len(ss.Turns) == 0 {
		return spec.Open
	}
	switch ss.Turns[len(ss.Turns)-1].Status {
	case spec.Completed:
		return spec.Closed
	case spec.Failed:
		return spec.Failed
	}
	return spec.Open
}

// outcome is open until the end of input, and then follows from the last turn
// of the root session (missing/every-prefix, account/outcome-distinct).
func (s *State) outcome() spec.Outcome {
	if !s.ended {
		return spec.OutcomeOpen
	}
	root := s.root()
	if root == nil || len(root.Turns) == 0 {
		return s.outcomeWithoutTurn()
	}
	return s.sem.Outcome(&s.Features, root.Turns[len(root.Turns)-1])
}

func (s *State) outcomeWithoutTurn() spec.Outcome {
	switch {
	case s.failed:
		return spec.OutcomeFailed
	case s.Features.Terminal, s.incomplete():
		return spec.OutcomeIncomplete
	}
	return spec.OutcomeUnknown
}

// incomplete reports whether any turn ended without its end.
func (s *State) incomplete() bool {
	for _, ss := range s.Sessions {
		for _, t := range ss.Turns {
			if t.Status == spec.Incomplete {
				return true
			}
		}
	}
	return false
}

func outcomeOf(f *spec.Features, t *Turn) spec.Outcome {
	switch t.Status {
	case spec.Completed:
		if !f.Terminal || t.Unmarked {
			return spec.OutcomeUnknown
		}
		return spec.OutcomeCompleted
	case spec.Failed:
		return spec.OutcomeFailed
	case spec.Cancelled:
		return spec.OutcomeCancelled
	case spec.Waiting:
		return spec.OutcomeInterrupted
	}
	return spec.OutcomeIncomplete
}
