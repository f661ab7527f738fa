package model

import (
	"github.com/quock-dev/quock/spec"
	"slices"
)

// message returns the message that the event names. The first mention opens it.
// isNew says that this event opened it. The result is nil if the event came too
// late to open one.
func (s *State) message(ss *Session, e *spec.Event) (m *Message, isNew bool) {
	key := s.sem.MessageKey(e)
	if m := ss.byMsg.get(key); m != nil {
		ss.asks(m.Turn, false)
		s.speaks(ss, m, e)
		return m, false
	}
	i := s.turnFor(ss)
	if i == late {
		i = s.openTurn(ss, "", false)
	}
	s.sem.NextMessage(s, ss)
	ss.asks(i, false)
	m = s.newMessage(ss, i, e.Message, "assistant")
	s.speaks(ss, m, e)
	ss.byMsg.set(shared(key, m.ID), m)
	return m, true
}

// speaks records the speaker (identity/speaker).
func (s *State) speaks(ss *Session, m *Message, e *spec.Event) {
	m.Agent = kept(m.Agent, s.sem.Speaker(ss, m.Agent, e.Agent))
}

// newMessage appends an open message to the session. An assistant message takes
// the calls that are held for it.
func (s *State) newMessage(ss *Session, turn int, id, role string) *Message {
	m := s.messages.new()
	*m = Message{
		session: ss, ID: owned(id), Turn: turn, Role: role, Open: true, At: s.at,
		Parts: m.Parts[:0], last: m.last.emptied(), blocks: m.blocks.emptied(),
	}
	ss.Messages = push(ss.Messages, m)
	t := ss.Turns[turn]
	t.messages = push(t.messages, m)
	if role != "assistant" {
		return m
	}
	if id == "" {
		ss.idless = m
	}
	t.Content = true
	s.resume(ss, turn)
	if s.Policies.HeldAttach != "end" {
		s.sem.TakeHeld(s, ss, m)
	}
	return m
}

// idless returns the session's open message of the form, or opens one. A switch
// of form closes the other. It returns nil for late text.
func (s *State) idless(ss *Session, form spec.Form) *Message {
	want := partKind(form)
	if m := ss.idless; m != nil {
		if m.form == "" || m.form == want {
			m.form = want
			return m
		}
		s.closeMessage(ss, m, true)
	}
	i := s.turnFor(ss)
	if i == late {
		return nil
	}
	m := s.newMessage(ss, i, "", "assistant")
	m.form = want
	return m
}

func partKind(f spec.Form) spec.PartKind {
	if f == spec.Thought {
		return spec.ThoughtPart
	}
	return spec.TextPart
}

// text adds a fragment of text or thought to its message.
func (s *State) text(e *spec.Event) {
	if s.sem.Nothing(e) {
		s.place(e)
		return
	}
	ss := s.session(e)
	m := s.textMessage(ss, e)
	if m == nil {
		s.sem.LateText(s, ss, e)
		return
	}
	s.appendText(m, e)
	s.resume(ss, m.Turn)
}

// place gives a part that begins without text its position among the parts
// (identity/part-order).
func (s *State) place(e *spec.Event) {
	ss := s.known(e)
	if ss == nil || !s.Features.TextSlots || e.Slot == "" {
		return
	}
	if m := ss.byMsg.get(s.sem.MessageKey(e)); m != nil && m.Open {
		s.textPart(m, e.Slot, partKind(e.Form))
	}
}

// lateText keeps text that came after its turn (missing/late-fragment).
func lateText(s *State, ss *Session, e *spec.Event) {
	s.report(spec.LateFragment, ss.ID, "text after its turn ended")
	ss.Unattributed = append(ss.Unattributed, owned(e.Text))
}

func (s *State) textMessage(ss *Session, e *spec.Event) *Message {
	if e.Message == "" {
		return s.sem.OpenMessage(s, ss, e.Form)
	}
	m, _ := s.message(ss, e)
	s.goesOn(m)
	if m.Open {
		m.whole = false
	} else {
		s.report(spec.LateFragment, ss.ID, "text after its message ended")
	}
	return m
}

// appendText adds the fragment to the part of its slot, else to the last part
// if that has the same form, else to a new part (identity/part-order).
func (s *State) appendText(m *Message, e *spec.Event) {
	p := s.textPart(m, e.Slot, partKind(e.Form))
	p.Text = s.sem.Join(p.Text, e.Text)
	p.Metadata = s.metadata(p.Metadata, e.Metadata)
	if len(p.from) == 0 {
		s.brought(m, p)
	}
}

func (s *State) newPart(kind spec.PartKind) *Part {
	p := s.parts.new()
	*p = Part{Kind: kind, Text: p.Text[:0], from: p.from[:0]}
	return p
}

func (s *State) textPart(m *Message, slot string, kind spec.PartKind) *Part {
	if slot != "" {
		key := block{slot, kind}
		if p := m.blocks.get(key); p != nil {
			return p
		}
		key.slot = owned(slot)
		p := s.newPart(kind)
		p.Slot = key.slot
		m.blocks.set(key, p)
		m.Parts = push(m.Parts, p)
		return p
	}
	if s.Features.OneText {
		return s.oneText(m, kind)
	}
	if p := s.sem.Continues(m, kind); p != nil {
		return p
	}
	p := s.newPart(kind)
	m.Parts = push(m.Parts, p)
	return p
}

// oneText returns the message's only part of the kind. It stands before the
// calls.
func (s *State) oneText(m *Message, kind spec.PartKind) *Part {
	at := 0
	for _, p := range m.Parts {
		if p.Kind == kind {
			return p
		}
		if p.Kind != spec.CallPart {
			at++
		}
	}
	p := s.newPart(kind)
	m.Parts = slices.Insert(m.Parts, at, p)
	return p
}

// continues returns the last part of the message if text of that kind without a
// slot continues it.
func continues(m *Message, kind spec.PartKind) *Part {
	if n := len(m.Parts); n > 0 && m.Parts[n-1].Kind == kind {
		return m.Parts[n-1]
	}
	return nil
}

func (s *State) messageOpen(e *spec.Event) {
	ss := s.session(e)
	if e.Message == "" {
		s.closeIdless(ss)
		if i := s.turnFor(ss); i != late {
			s.fill(ss, s.newMessage(ss, i, "", "assistant"), e)
		}
		return
	}
	m, isNew := s.message(ss, e)
	if s.Features.Reopens && !m.Open {
		m.Open, m.Complete, m.Ended = true, false, 0
	}
	s.fill(ss, m, e)
	if isNew && e.Role == "user" {
		m.Role = "user"
	}
}

func (s *State) fill(ss *Session, m *Message, e *spec.Event) {
	s.speaks(ss, m, e)
	m.Metadata = s.sem.Metadata(m.Metadata, e.Metadata)
}

// messageClose ends a message, or the session's model call if it has no id.
func (s *State) messageClose(e *spec.Event) {
	if e.Message == "" {
		s.closeModelCall(e)
		return
	}
	ss := s.session(e)
	m, _ := s.message(ss, e)
	s.account(m, e)
	s.endMessage(ss, m, true)
	m.Ended = s.at
}

// endMessage ends a message for certain: an open one, one that ended because
// another one began, or, where items outlive the turn (Features.Reopens), one that
// ended with its turn.
func (s *State) endMessage(ss *Session, m *Message, complete bool) {
	if m.Open || m.guessed || s.Features.Reopens && complete && !m.Complete {
		complete = complete || m.guessed
		m.guessed = false
		s.closeMessage(ss, m, complete)
	}
}

// account records usage and stop reason. The latest figures win.
func (s *State) account(m *Message, e *spec.Event) {
	s.sem.Usage(&m.Usage, e)
	m.StopReason = kept(m.StopReason, s.sem.StopReason(m.StopReason, e.StopReason))
}

// closeModelCall closes the open message. Its usage and stop reason go to the
// last message of the model call, or to the turn if there is none.
func (s *State) closeModelCall(e *spec.Event) {
	if s.known(e) == nil {
		return
	}
	ss := s.session(e)
	m := s.sem.ModelCallEnds(s, ss)
	i := ss.current()
	switch {
	case m != nil:
		s.account(m, e)
	case i != late:
		s.sem.BillTurn(ss.Turns[i], e)
	}
	ss.since = len(ss.Messages)
}

// modelCallEnds closes the open message of the session, and returns the last one of
// the model call.
func modelCallEnds(s *State, ss *Session) *Message {
	s.closeIdless(ss)
	return ss.lastSpoken(ss.since, late)
}

// billTurn gives the turn the figures of a model call without a message.
func billTurn(t *Turn, e *spec.Event) {
	if e.Usage != nil {
		t.Usage = e.Usage
	}
	if e.StopReason != "" {
		t.StopReason = kept(t.StopReason, e.StopReason)
	}
}

// lastSpoken returns the last assistant or thought message from index from on;
// nil if there is none. It must belong to the turn, unless turn is late.
func (ss *Session) lastSpoken(from, turn int) *Message {
	for i := len(ss.Messages) - 1; i >= max(from, 0); i-- {
		m := ss.Messages[i]
		if turn != late && m.Turn < turn {
			return nil
		}
		if m.Role == "assistant" && (turn == late || m.Turn == turn) {
			return m
		}
	}
	return nil
}

// closeIdless closes the session's open message without an id as complete.
func (s *State) closeIdless(ss *Session) {
	if ss.idless != nil {
		s.closeMessage(ss, ss.idless, true)
	}
}

// nextMessage closes the open messages before another message of the session,
// if the dialect says so.
func nextMessage(s *State, ss *Session) {
	if !s.Features.NextCloses {
		return
	}
	for i := len(ss.Messages) - 1; i >= 0; i-- {
		m := ss.Messages[i]
		switch {
		case m.Open:
			m.guessed = true
			s.closeMessage(ss, m, true)
		case m.Role == "assistant" && ss.parted == nil:
			return
		}
		if m == ss.parted {
			ss.parted = nil
		}
	}
	ss.parted = nil
}

// goesOn reopens a message that was closed because another one began. Two
// models may speak in one session at the same time, so only an end on the wire
// is certain.
func (s *State) goesOn(m *Message) {
	if m == nil || !m.guessed {
		return
	}
	m.Open, m.Complete, m.guessed = true, false, false
	for _, p := range m.Parts {
		if c := p.Call; c != nil && c.guessed && !c.Status.Terminal() {
			if c.malformed {
				s.unreport(c)
			}
			c.ArgsDone, c.malformed, c.guessed = false, false, false
		}
	}
	if p := m.session.parted; p == nil || p.At >= m.At {
		m.session.parted = m // the earliest one: all messages before it have ended
	}
}

// closeMessage closes a message. If its end was seen (complete), the arguments
// of its calls are complete too. Fragments that wait are unclaimed if the end is
// certain (fragment/unclaimed).
func (s *State) closeMessage(ss *Session, m *Message, complete bool) {
	m.Open, m.Complete = false, complete
	if ss.idless == m {
		ss.idless = nil
	}
	if complete && !s.Features.CallsOutlast {
		for _, p := range m.Parts {
			if c := p.Call; c != nil {
				c.guessed = m.guessed && !c.ArgsDone
				s.finishArgs(c)
			}
		}
	}
	if !m.guessed {
		s.dropPending(ss, m)
	}
	if s.Policies.HeldAttach == "end" && m.Role == "assistant" {
		s.sem.TakeHeld(s, ss, m)
	}
}

// usage records the usage of a message, else of a turn (account/usage-once: the
// latest replaces, nothing is summed).
func (s *State) usage(e *spec.Event) {
	ss := s.session(e)
	if e.Message != "" {
		m, _ := s.message(ss, e)
		s.account(m, e)
		return
	}
	if i := s.sem.OwnTurn(ss, e); i != late {
		s.sem.Usage(&ss.Turns[i].Usage, e)
	}
}
