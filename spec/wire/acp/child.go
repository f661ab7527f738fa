package acp

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// speaker is the session that a line with that `_meta` is of: the one that it names, or
// a flat sub-session of it.
func (p *pass) speaker(s *session, meta scan.Value) *session {
	if s.announced || meta.Kind() != '{' {
		return s
	}
	call, ok := meta.Get("claudeCode").Get("parentToolUseId").Text()
	if !ok {
		return s
	}
	child := s.flat[call]
	if child == nil {
		child = p.flat(s, strings.Clone(call))
	}
	return child
}

// flat opens the flat sub-session of a call.
func (p *pass) flat(s *session, call string) *session {
	owner := s.owners[call]
	if owner == nil {
		owner = s
	}
	child := newSession(s.id + "/" + call)
	child.root, child.parent = s, spec.To(owner.id)
	if s.flat == nil {
		s.flat = map[string]*session{}
	}
	s.flat[call] = child
	p.opens(child, spec.To(call))
	return child
}

// opens opens a sub-session and its turn.
func (p *pass) opens(child *session, call spec.Ref) {
	p.emit(child, spec.Event{Kind: spec.SessionOpen, ParentCall: call})
	p.start(child, child.id)
}

// closes ends a sub-session's turn, and so the sub-session.
func (p *pass) closes(child *session, e spec.Event) {
	e.Turn = child.turn
	p.end(child, e)
	shut := spec.Event{Kind: spec.SessionClose, Error: e.Error}
	if e.Status == spec.Failed {
		shut.Status = spec.Failed
	}
	p.emit(child, shut)
}

// subagent reads subagent_update, which says what becomes of a sub-session.
func (p *pass) subagent(s *session, u *update) {
	id := p.Must("sessionId", u.session)
	if p.Wrong != "" {
		return
	}
	child := p.session(id)
	state, _ := u.state.Get("state").Text()
	switch {
	case child == s:
		p.note(s, spec.NoteCustom, "")
	case !child.announced:
		child.announced, child.parent = true, spec.To(s.id)
		p.begin(s)
		p.opens(child, spec.Ref{})
		if state == "idle" {
			p.closes(child, stopped(u.state))
		}
	case state == "idle" && child.open:
		p.closes(child, stopped(u.state))
	case state != "" && state != "idle" && !child.open:
		p.opens(child, spec.Ref{})
	default:
		p.note(s, spec.NoteCustom, "")
	}
}
