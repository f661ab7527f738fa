package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// choice reads a piece of text or reasoning.
func (d *decoder) choice(f *frame, form spec.Form) {
	s := d.speaker(f)
	e := spec.Event{Kind: spec.Text, Form: form, Text: wire.Text(f.text), Agent: f.agent}
	d.begun(s)
	if s != nil {
		s.renamed(f.messageID)
		e.Message = d.content(s)
		if s.open {
			s.takeSpeaker(f)
		}
	}
	d.emit(s, e)
}

// renamed ends a message of another message_id, whose end was lost.
func (s *scope) renamed(id string) {
	if id != "" && s.open && s.name != "" && s.name != id {
		s.open = false
	}
}

// takeSpeaker takes in who speaks, in which message.
func (s *scope) takeSpeaker(f *frame) {
	if f.messageID != "" {
		s.name = f.messageID
	}
	s.spokenBy(f.agent)
}

// added reads message_added: the end of the message that is open; else of a
// result that was given; else, where no call may wait for one and nothing is
// unclear, of an assistant message of which nothing was streamed.
func (d *decoder) added(f *frame) string {
	if !f.tagged {
		return "message_added without a session_id"
	}
	s := d.speaks(f)
	d.begun(s)
	switch {
	case s.open:
		s.open = false
	case len(s.owed) > 0:
		s.owed = d.resultAdded(s, s.owed)
		return ""
	case len(s.doubtful) > 0:
		s.doubtful = d.resultAdded(s, s.doubtful)
		return ""
	case s.pending > 0, s.unsure, s.state == over:
		d.custom(s, "")
		return ""
	default:
		d.begin(s)
		s.open = false
	}
	d.emit(s, spec.Event{Kind: spec.MessageClose, Message: number(s.messages)})
	return ""
}

// resultAdded says that the oldest result was added, and gives the others.
func (d *decoder) resultAdded(s *scope, owed []string) []string {
	d.emit(s, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Call: owed[0]})
	return owed[1:]
}

// prompt reads a user message. It begins the turn that the next run goes on
// with, unless a run is under way.
func (d *decoder) prompt(f *frame) string {
	if !f.tagged {
		return "user_message without a session_id"
	}
	s := d.scope(f.session)
	d.surface(s)
	if s.state != running {
		d.enter(s)
		d.newTurn(s)
		s.by, s.prompted = nil, true
	}
	s.open = false
	snapshot := spec.Snapshot{Role: "user", Parts: prompted(f)}
	d.emit(s, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{snapshot}})
	return ""
}

// prompted is what the user said: the message, or the texts among its parts.
func prompted(f *frame) []spec.SnapshotPart {
	if words := wire.Text(f.text); words != "" {
		return []spec.SnapshotPart{{Kind: spec.TextPart, Text: words}}
	}
	return texts(f.raw.Get("multi_content"))
}

// fallback reads model_fallback: what the failed attempt said is void.
func (d *decoder) fallback(f *frame) {
	s := d.speaker(f)
	if s != nil && !s.open {
		d.custom(s, wire.Text(f.reason))
		return
	}
	e := spec.Event{Kind: spec.Retract}
	if s != nil {
		e.Message = number(s.messages)
		d.forget(s)
	}
	d.emit(s, e)
}

// forget takes back the calls of the open message, which is void.
func (d *decoder) forget(s *scope) {
	for _, c := range s.held {
		d.drop(c)
	}
	s.open = false
	s.forgetCalls()
}
