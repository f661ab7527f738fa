package model

import (
	"bytes"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// messageFull processes a restated message, whole or partial.
func (s *State) messageFull(e *spec.Event) {
	ss := s.session(e)
	for i := range e.Messages {
		if snap := &e.Messages[i]; snap.Role == "user" {
			s.userMessage(ss, e, snap)
		} else {
			s.assistantFull(ss, e, snap)
		}
	}
}

// userMessage adds a user's message. It ends a turn if the dialect says so.
func (s *State) userMessage(ss *Session, e *spec.Event, snap *spec.Snapshot) {
	key := snap.Message
	if key != "" && ss.byMsg.get(key) != nil {
		return
	}
	i := s.userTurnOf(ss)
	m := s.newMessage(ss, i, snap.Message, "user")
	ss.asks(i, true)
	m.Open, m.Complete, m.Agent = false, true, kept("", snap.Agent)
	m.Metadata = s.sem.Metadata(nil, snap.Metadata)
	for j := range snap.Parts {
		s.addText(m, &snap.Parts[j])
	}
	if key != "" {
		ss.byMsg.set(m.ID, m)
	}
}

// userTurnOf is the turn that a user message belongs to.
func (s *State) userTurnOf(ss *Session) int {
	i := ss.current()
	if i != late && s.Features.UserMessageEdge && ss.Turns[i].Content && s.sem.UserMessageEdge(ss) {
		s.endTurn(ss, i, ending{status: spec.Incomplete})
		i = late
	}
	if i == late && s.Features.Turns == spec.TurnsRun {
		i = s.turnFor(ss)
	}
	if i == late {
		return s.openTurn(ss, "", false)
	}
	return i
}

// assistantFull confirms, completes or opens the message of a full frame
// (repeat/partial-then-full).
func (s *State) assistantFull(ss *Session, e *spec.Event, snap *spec.Snapshot) {
	s.frame = spec.Event{
		Session: e.Session, Message: snap.Message, Agent: snap.Agent, Usage: snap.Usage, StopReason: snap.StopReason,
	}
	var m *Message
	isNew := true
	if snap.Message == "" {
		i := s.turnFor(ss)
		if i == late {
			i = s.openTurn(ss, "", false)
		}
		m = s.newMessage(ss, i, "", "assistant")
	} else {
		m, isNew = s.message(ss, &s.frame)
	}
	m.whole = m.whole || isNew
	s.sem.Full(s, ss, m, snap, e.Complete)
	s.account(m, &s.frame)
	m.Metadata = s.sem.Metadata(m.Metadata, snap.Metadata)
	if e.Complete {
		s.endMessage(ss, m, true)
		m.Ended = s.at
	}
	if !e.Restated {
		s.resume(ss, m.Turn)
	}
}

// full processes the parts of a full frame. It confirms what streamed, adds
// what is missing, and removes nothing.
func full(s *State, ss *Session, m *Message, snap *spec.Snapshot, complete bool) {
	untold := len(m.Parts) == 0
	if !untold {
		s.fullUnslotted(m, snap)
	}
	for i := range snap.Parts {
		p := &snap.Parts[i]
		switch {
		case p.Kind == spec.CallPart:
			s.fullCall(ss, m, p, complete)
		case p.Slot != "":
			s.fullBlock(m, p)
		case untold: // of a new message, the parts in their order
			s.addText(m, p)
		}
	}
}

// fullBlock confirms the text of one slot, or completes it.
func (s *State) fullBlock(m *Message, p *spec.SnapshotPart) {
	if m.blocks.get(block{p.Slot, p.Kind}) == nil && p.Text == "" && len(p.Metadata) == 0 {
		return
	}
	part := s.textPart(m, p.Slot, p.Kind)
	s.confirm(part, p.Text)
	part.Metadata = s.sem.Metadata(part.Metadata, p.Metadata)
	s.brought(m, part)
}

// confirm replaces streamed text by the full text, if the streamed text is
// incomplete.
func (s *State) confirm(p *Part, text string) {
	if !p.ended && string(p.Text) != text && s.sem.Completes(p.Text, text) {
		p.Text = []byte(text)
	}
	p.ended = true
}

// completes reports whether a different full text replaces the streamed one. A
// stale full text, which is a prefix of the streamed one, does not.
func completes(streamed []byte, text string) bool {
	return !bytes.HasPrefix(streamed, []byte(text))
}

// fullUnslotted compares all text of a form with the text in the message, and
// adds the missing rest at the end.
func (s *State) fullUnslotted(m *Message, snap *spec.Snapshot) {
	for _, kind := range []spec.PartKind{spec.ThoughtPart, spec.TextPart} {
		var all strings.Builder
		var meta []byte
		for i := range snap.Parts {
			if p := &snap.Parts[i]; p.Kind == kind && p.Slot == "" {
				all.WriteString(p.Text)
				meta = merge(meta, p.Metadata)
			}
		}
		if all.Len() == 0 && meta == nil {
			continue
		}
		s.completeText(m, kind, all.String(), meta)
	}
}

func (s *State) completeText(m *Message, kind spec.PartKind, all string, meta []byte) {
	have, last, n := textOf(m, kind)
	rest, more := strings.CutPrefix(all, have)
	switch {
	case last == nil, more && rest != "":
		s.piece = spec.Event{Form: formOf(kind), Text: rest, Metadata: meta}
		s.appendText(m, &s.piece)
		return
	case n == 1 && !more && m.Open && s.sem.Completes(last.Text, all):
		last.Text = []byte(all)
	}
	last.Metadata = s.sem.Metadata(last.Metadata, meta)
}

// textOf returns all text of a kind in the message, its last part and their
// number.
func textOf(m *Message, kind spec.PartKind) (text string, last *Part, n int) {
	var all strings.Builder
	for _, p := range m.Parts {
		if p.Kind == kind {
			all.Write(p.Text)
			last, n = p, n+1
		}
	}
	return all.String(), last, n
}

func formOf(kind spec.PartKind) spec.Form {
	if kind == spec.ThoughtPart {
		return spec.Thought
	}
	return spec.Plain
}

// fullCall confirms or adds one call of a full frame.
func (s *State) fullCall(ss *Session, m *Message, p *spec.SnapshotPart, complete bool) {
	c := s.restated(ss, m, p)
	if c == nil {
		s.piece = spec.Event{Session: ss.ID, Message: m.ID, Slot: p.Slot, Call: p.Call, Name: p.Name, Metadata: p.Metadata}
		if c = s.announce(ss, &s.piece); c == nil {
			return
		}
	}
	c.whole = true
	c.Metadata = s.sem.Metadata(c.Metadata, p.Metadata)
	s.brought(m, c.part)
	if c.Status.Terminal() {
		return
	}
	s.fullArgs(c, p, complete)
	if p.Answered {
		s.piece = spec.Event{Result: p.Result, IsError: p.IsError}
		s.answer(c, &s.piece)
	}
}

// restated finds the call that a full frame repeats: by id, else by slot, if id
// and name do not contradict.
func (s *State) restated(ss *Session, m *Message, p *spec.SnapshotPart) *Call {
	for c := ss.byCall.get(p.Call); p.Call != "" && c != nil; c = c.prev {
		if c.Message == m {
			return c
		}
	}
	c := m.last.get(p.Slot)
	if p.Slot == "" || c == nil || p.Call != "" && c.ID != "" || p.Name != "" && c.Name != "" && p.Name != c.Name {
		return nil
	}
	s.piece = spec.Event{Call: p.Call, Name: p.Name}
	s.know(c, &s.piece)
	return c
}

// fullArgs processes the arguments of a full frame. An error wrapper (Invalid)
// replaces nothing. Text in an incomplete frame grows with the next frame, unless
// arguments are text that comes whole.
func (s *State) fullArgs(c *Call, p *spec.SnapshotPart, complete bool) {
	switch {
	case p.Invalid && len(c.Args) > 0:
	case !complete && !p.ArgsValue && !p.Invalid && (s.Features.ArgsDeltas || !s.Features.ArgsText):
		s.growArgs(c, p.Args)
		return
	default:
		s.setArgs(c, p.Args, p.ArgsValue)
	}
	s.finishArgs(c)
}

// growArgs processes cumulative arguments. A stale, shorter text changes
// nothing.
func (s *State) growArgs(c *Call, text string) {
	if rest, more := strings.CutPrefix(text, string(c.Args)); more && rest != "" {
		c.Args = append(c.Args, rest...)
		s.checkWhole(c, rest)
	}
}

// addText adds a part to a user message. It joins adjacent parts of one kind.
func (s *State) addText(m *Message, p *spec.SnapshotPart) {
	if p.Kind == spec.CallPart || p.Text == "" && len(p.Metadata) == 0 {
		return
	}
	s.piece = spec.Event{Form: formOf(p.Kind), Slot: p.Slot, Text: p.Text, Metadata: p.Metadata}
	s.appendText(m, &s.piece)
}
