package acp

import (
	"encoding/base64"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// What the draft of version 2 adds.

// state reads state_update, which begins and ends a turn.
func (p *pass) state(s *session, u *update) {
	p.v2 = true
	state, _ := u.state.Text()
	switch {
	case state == "running" && !s.open:
		p.start(s, s.turnID())
	case state == "idle" && s.open && s.announced:
		p.closes(s, stopped(u.everything))
	case state == "idle" && s.open:
		e := stopped(u.everything)
		e.Turn = s.turn
		p.end(s, e)
	default:
		p.note(s, spec.NoteCustom, "")
	}
}

// whole reads a message that is given as it stands.
func (p *pass) whole(s *session, u *update) {
	p.v2 = true
	id := p.Must("messageId", u.message)
	if p.Wrong != "" {
		return
	}
	s = p.speaker(s, u.meta)
	id = strings.Clone(id)
	if u.kind == "user_message" {
		if !s.messages[id] && s.open && s.spoken {
			p.end(s, spec.Event{Turn: s.turn})
		}
		if !s.open {
			p.start(s, s.turnID())
		}
		if p.filled(u) {
			s.messages[id] = true
			p.userMessage(s, id, u.content)
		}
		return
	}
	p.begin(s)
	if !p.filled(u) {
		p.note(s, spec.NoteCustom, "")
		return
	}
	s.messages[id] = true
	kind := spec.TextPart
	if u.kind == "agent_thought" {
		kind = spec.ThoughtPart
	}
	snapshot := spec.Snapshot{Message: id, Role: "assistant"}
	for block := range u.content.Elements() {
		if text, _ := block.Get("text").Text(); text != "" {
			snapshot.Parts = append(snapshot.Parts, spec.SnapshotPart{Kind: kind, Text: text})
		}
	}
	p.emit(s, spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}, Restated: true})
}

// filled reports whether an upsert says what its message holds: one without content, or
// with none in it, only makes room for the chunks that follow.
func (p *pass) filled(u *update) bool {
	for range u.content.Elements() {
		return true
	}
	return false
}

// terminal reads what a command wrote. The terminal of a call has its id.
func (p *pass) terminal(s *session, u *update) {
	id := p.Must("terminalId", u.terminal)
	if p.Wrong != "" {
		return
	}
	data, ok := u.everything.Get("output").Get("data").Text()
	replaces := ok
	if !ok {
		data, ok = u.everything.Get("data").Text()
	}
	bytes, err := base64.StdEncoding.DecodeString(data)
	if ok && err == nil {
		if s.terminals == nil {
			s.terminals = map[string]string{}
		}
		have := s.terminals[id]
		if replaces {
			have = ""
		}
		s.terminals[strings.Clone(id)] = have + strings.ToValidUTF8(string(bytes), "\ufffd")
	}
	p.note(s, spec.NoteCustom, "")
}
