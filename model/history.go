package model

import "github.com/quock-dev/quock/spec"

// history processes a restated session. A resumed known session replaces its
// own messages; another root begins a fresh transcript (session/continued).
func (s *State) history(e *spec.Event) {
	if e.Complete && s.Features.HistoryInPlace {
		s.reconcile(e)
		return
	}
	if e.Complete && s.sem.Resets(s, e) {
		s.Sessions, s.unlinked, s.byID = nil, nil, table[string, *Session]{}
	}
	ss := s.session(e)
	if e.Complete {
		s.sem.Resume(ss)
	}
	for i := range e.Messages {
		s.restore(ss, &e.Messages[i])
	}
	s.endOpen(ss, ending{status: spec.Completed, seen: true})
	ss.fresh, ss.since = true, len(ss.Messages)
}

// resets reports whether a snapshot begins a fresh transcript: a global one, or
// one of another session than the root.
func (s *State) resets(e *spec.Event) bool {
	root := s.root()
	return e.Global || root != nil && root.ID != s.sem.Scope(e) && s.byID.get(s.sem.Scope(e)) == nil
}

// resumed clears the session's own content. Its children stay.
func resumed(ss *Session) {
	ss.Turns, ss.Messages, ss.Calls = nil, nil, nil
	ss.Held, ss.Abandoned, ss.Orphans, ss.Unattributed = nil, nil, nil, nil
	ss.byMsg, ss.byCall = table[string, *Message]{}, table[string, *Call]{}
	ss.Status, ss.fresh, ss.since, ss.open, ss.idless = spec.Open, true, 0, 0, nil
}

// restore adds one message of a history. If owners are derived, its calls
// attach like live ones.
func (s *State) restore(ss *Session, snap *spec.Snapshot) {
	if snap.Role == "user" {
		if s.restoreOrphans(ss, snap) {
			return
		}
		if i := ss.current(); i != late && ss.Turns[i].Content {
			s.endTurn(ss, i, ending{status: spec.Completed, seen: true})
			ss.fresh = true
		}
		s.userMessage(ss, &spec.Event{Session: ss.ID}, snap)
		return
	}
	i := s.turnFor(ss)
	if i == late {
		i = s.openTurn(ss, "", false)
	}
	var m *Message
	before := len(ss.Calls)
	for j := range snap.Parts {
		m = s.restorePart(ss, m, i, snap, &snap.Parts[j])
	}
	if m != nil {
		s.account(m, &spec.Event{Usage: snap.Usage, StopReason: snap.StopReason})
		s.closeMessage(ss, m, true)
	}
	s.sem.Restored(ss, snap, m, ss.Calls[before:])
	ss.step++
}

// restoreOrphans keeps the results of a user message that answer no call. It
// reports whether the message contained nothing else; then it is no message.
func (s *State) restoreOrphans(ss *Session, snap *spec.Snapshot) bool {
	only := len(snap.Parts) > 0
	for i := range snap.Parts {
		p := &snap.Parts[i]
		if p.Kind != spec.CallPart {
			only = false
			continue
		}
		s.sem.Orphan(s, ss, &spec.Event{Call: p.Call, Result: p.Result})
	}
	return only
}

// restorePart adds one part. A text opens the message. If messages have no ids,
// a switch between text and thought opens another one.
func (s *State) restorePart(ss *Session, m *Message, turn int, snap *spec.Snapshot, p *spec.SnapshotPart) *Message {
	if p.Kind != spec.CallPart || s.Features.Owner != spec.Derived {
		if m != nil && !s.Features.MessageIDs && m.form != p.Kind {
			s.closeMessage(ss, m, true)
			m = nil
		}
		if m == nil {
			m = s.newMessage(ss, turn, snap.Message, "assistant")
			m.Agent, m.form = kept(m.Agent, snap.Agent), p.Kind
			if m.ID != "" {
				ss.byMsg.set(m.ID, m)
			}
		}
		if p.Kind != spec.CallPart {
			s.addText(m, p)
			return m
		}
	}
	s.restoreCall(ss, m, turn, p)
	return m
}

func (s *State) restoreCall(ss *Session, m *Message, turn int, p *spec.SnapshotPart) {
	e := spec.Event{Session: ss.ID, Call: p.Call, Name: p.Name, Args: p.Args, ArgsValue: p.ArgsValue,
		Result: p.Result, IsError: p.IsError, Metadata: p.Metadata}
	c := s.newCall(ss, &e, turn)
	c.whole = true
	if s.Features.Owner != spec.Derived {
		own(m, c)
	}
	s.setArgs(c, p.Args, p.ArgsValue)
	if !p.Answered {
		s.finishArgs(c)
		return
	}
	s.answer(c, &e)
	s.attach(ss, c)
}
