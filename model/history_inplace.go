package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// reconcile processes a session that is restated in the middle of a running
// turn (feature history_in_place). A known message is replaced in its place. An
// unknown one joins the running turn after the existing ones. Messages that the
// list omits are removed; thoughts stay if the list has no thoughts at all. A
// known result of a call stays. An open item continues after its restated
// content.
func (s *State) reconcile(e *spec.Event) {
	ss := s.session(e)
	listed, thinks := map[string]bool{}, false
	for i := range e.Messages {
		listed[e.Messages[i].Message] = true
		thinks = thinks || slices.ContainsFunc(e.Messages[i].Parts, func(p spec.SnapshotPart) bool { return p.Kind == spec.ThoughtPart })
	}
	for _, m := range slices.Clone(ss.Messages) {
		if !listed[m.ID] && (thinks || !m.thought()) {
			s.drop(ss, m)
		}
	}
	known := ss.Orphans
	ss.Orphans = nil
	for i := range e.Messages {
		s.reinstate(ss, &e.Messages[i], known)
	}
}

// thought reports whether the message is a thought: it has no text and no call.
func (m *Message) thought() bool {
	return len(m.Parts) > 0 && !slices.ContainsFunc(m.Parts, func(p *Part) bool { return p.Kind != spec.ThoughtPart })
}

// drop removes a message and its calls from the session and their turn.
func (s *State) drop(ss *Session, m *Message) {
	t := ss.Turns[m.Turn]
	for _, p := range m.Parts {
		if p.Call != nil {
			ss.unmake(p.Call)
		}
	}
	same := func(o *Message) bool { return o == m }
	ss.Messages, t.messages = slices.DeleteFunc(ss.Messages, same), slices.DeleteFunc(t.messages, same)
	if ss.byMsg.get(m.ID) == m {
		ss.byMsg.delete(m.ID)
	}
	if ss.idless == m {
		ss.idless = nil
	}
}

// unmake removes a call from its session and turn.
func (ss *Session) unmake(c *Call) {
	ss.forget(c)
	t := ss.Turns[c.Turn]
	t.calls = slices.DeleteFunc(t.calls, func(o *Call) bool { return o == c })
}

// reinstate gives a message the content of the list.
func (s *State) reinstate(ss *Session, snap *spec.Snapshot, known []spec.Orphan) {
	if snap.Message == "" && s.reorphan(ss, snap, known) {
		return
	}
	m := ss.byMsg.get(snap.Message)
	isNew := m == nil
	if isNew {
		m = s.newMessage(ss, s.turnToJoin(ss), snap.Message, snap.Role)
		ss.byMsg.set(m.ID, m)
	}
	m.Agent, m.Metadata = kept(m.Agent, snap.Agent), s.sem.Metadata(nil, snap.Metadata)
	s.replaceParts(ss, m, snap)
	if isNew {
		s.closeMessage(ss, m, true)
	}
}

// turnToJoin returns the turn of a message that is new in a list: the running
// one, else the last, else a new one.
func (s *State) turnToJoin(ss *Session) int {
	if i := ss.current(); i != late {
		return i
	}
	if len(ss.Turns) == 0 {
		s.endTurn(ss, s.openTurn(ss, "", false), ending{status: spec.Completed, seen: true})
	}
	return len(ss.Turns) - 1
}

// replaceParts rebuilds a message's parts in the list's order. Calls that the
// message had and the list names are kept; of several with one id, the first that
// is listed is the first that the message had.
func (s *State) replaceParts(ss *Session, m *Message, snap *spec.Snapshot) {
	had := map[string][]*Call{}
	for _, p := range m.Parts {
		if p.Call != nil {
			had[p.Call.ID] = append(had[p.Call.ID], p.Call)
		}
	}
	m.Parts, m.blocks = nil, table[block, *Part]{}
	for i := range snap.Parts {
		p := &snap.Parts[i]
		if p.Kind != spec.CallPart {
			s.addText(m, p)
			continue
		}
		var c *Call
		if same := had[p.Call]; len(same) > 0 {
			c, had[p.Call] = same[0], same[1:]
		}
		s.reinstateCall(ss, m, c, p)
	}
	for _, unlisted := range had {
		for _, c := range unlisted {
			ss.unmake(c)
		}
	}
}

// reinstateCall gives a call the content of the list: its arguments so far, and
// its result if there is one.
func (s *State) reinstateCall(ss *Session, m *Message, c *Call, p *spec.SnapshotPart) {
	isNew := c == nil
	if isNew {
		c = s.newCall(ss, &spec.Event{Call: p.Call, Name: p.Name}, m.Turn)
	}
	own(m, c)
	c.whole = true
	c.Args, c.ArgsValue, c.proven = []byte(p.Args), p.ArgsValue, 0
	c.Metadata = s.sem.Metadata(nil, p.Metadata)
	if c.ArgsDone {
		s.finishArgs(c)
	}
	answer := spec.Event{Result: p.Result, IsError: p.IsError}
	switch {
	case p.Answered && c.Status.Terminal():
		c.record(&answer)
	case p.Answered:
		s.answer(c, &answer)
	case isNew:
		s.finishArgs(c)
		if !ss.Turns[m.Turn].Open() {
			s.sem.Abandon(s, ss, c, false, false)
		}
	}
}

// reorphan keeps the results of a list that answer none of its calls. It does
// not report known ones again. It reports whether the message contained nothing
// else.
func (s *State) reorphan(ss *Session, snap *spec.Snapshot, known []spec.Orphan) bool {
	for i := range snap.Parts {
		p := &snap.Parts[i]
		if p.Kind != spec.CallPart {
			return false
		}
		if j := slices.IndexFunc(known, func(o spec.Orphan) bool { return o.ID == p.Call }); j >= 0 {
			ss.Orphans = append(ss.Orphans, spec.Orphan{ID: p.Call, Result: append([]byte(nil), p.Result...), At: known[j].At})
			continue
		}
		s.sem.Orphan(s, ss, &spec.Event{Call: p.Call, Result: p.Result})
	}
	return len(snap.Parts) > 0
}
