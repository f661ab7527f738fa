package model

import (
	"github.com/quock-dev/quock/spec"
	"slices"
)

// session returns the event's session and opens it on its first event. It
// records what the event says about the parent.
func (s *State) session(e *spec.Event) *Session {
	id := s.sem.Scope(e)
	ss := s.byID.get(id)
	if ss == nil {
		id = owned(id)
		ss = s.sessions.new()
		*ss = Session{
			ID: id, Status: spec.Open, At: s.at, fresh: true, byMsg: ss.byMsg.emptied(), byCall: ss.byCall.emptied(),
			Turns: ss.Turns[:0], Messages: ss.Messages[:0], Calls: ss.Calls[:0],
		}
		s.byID.set(id, ss)
		s.Sessions = push(s.Sessions, ss)
	}
	if e.Parent.OK && !ss.Parent.OK {
		ss.Parent = keptRef(s.sem.Parent(s, e))
	}
	if e.ParentCall.OK {
		s.link(ss, e.ParentCall)
	}
	return ss
}

// known returns the event's session, or nil if no event has opened it yet.
func (s *State) known(e *spec.Event) *Session { return s.byID.get(s.sem.Scope(e)) }

// link connects a child to the newest call of its parent with that id, or
// remembers the child until that call is announced. The first call is the one
// that made the session. A later call continues it.
func (s *State) link(child *Session, call spec.Ref) {
	if !child.ParentCall.OK {
		child.ParentCall = keptRef(call)
	}
	if !child.Parent.OK || child.asked == call {
		return
	}
	child.asked = keptRef(call)
	if parent := s.byID.get(child.Parent.ID); parent != nil {
		if c := s.sem.LinkedCall(parent, call.ID); c != nil && c.Child == nil {
			s.tie(c, child)
			return
		}
	}
	s.unlinked = append(s.unlinked, child)
}

// adopt connects a new call to the child that was seen before it.
func (s *State) adopt(c *Call) {
	for i, child := range s.unlinked {
		if child.asked == spec.To(c.ID) && child.Parent == spec.To(c.Session.ID) {
			s.tie(c, child)
			noteChildEnd(c, child)
			s.unlinked = slices.Delete(s.unlinked, i, i+1)
			return
		}
	}
}

// tie connects a call and its child. The child runs the agent that the call's
// complete arguments name, unless the wire named another.
func (s *State) tie(c *Call, child *Session) {
	c.Child = child
	s.continueLog(c, child)
	child.by = c
	if child.Agent == "" {
		child.Agent = c.Agent
	}
}

// sessionOpen starts a named session, or continues a known one
// (session/continued).
func (s *State) sessionOpen(e *spec.Event) {
	ss := s.session(e)
	ss.opened = true
	if e.Agent != "" && ss.Agent == "" {
		ss.Agent = owned(e.Agent)
	}
	s.sem.Continue(ss)
	if s.Features.Turns == spec.TurnsRun {
		s.turnFor(ss)
	}
}

// sessionClose ends a named session (session/balanced).
func (s *State) sessionClose(e *spec.Event) {
	ss := s.known(e)
	if ss == nil || ss.Status != spec.Open {
		s.sem.Unbalanced(s, e)
		return
	}
	if !ss.opened {
		s.sem.Unbalanced(s, e)
	}
	s.closeSession(ss, e.Status == spec.Failed || e.IsError, e.Error)
}

// closeSession ends a session and whatever turn is still open in it.
func (s *State) closeSession(ss *Session, failed bool, text string) {
	ss.Status = spec.Closed
	how := ending{status: spec.Completed, seen: true}
	if failed {
		ss.Status, how.status, how.err = spec.Failed, spec.Failed, text
	}
	s.endOpen(ss, how)
	noteChildEnd(ss.by, ss)
}

// child reports whether the wire says that another session delegated to this
// one.
func (ss *Session) child() bool { return ss.Parent.OK || ss.ParentCall.OK }

// root is the first session that is no child. Where all are, as in a sub-agent's
// own record, it is the first one whose parent does not speak here; nil if there is
// none.
func (s *State) root() *Session {
	var first *Session
	for _, ss := range s.Sessions {
		if !ss.child() {
			return ss
		}
		if first == nil && s.byID.get(ss.Parent.ID) == nil {
			first = ss
		}
	}
	return first
}
