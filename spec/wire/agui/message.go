package agui

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// messageID is the id that an event names; retired thoughts have none.
func (p *pass) messageID(k kind) string {
	if k == nameless {
		return p.tag
	}
	return p.Must("messageId", p.message)
}

// A speech is what the start of a message says about it.
type speech struct {
	role, name string
	about      json.RawMessage
}

func (p *pass) speech(k kind) speech {
	s := speech{role: "assistant", about: p.about()}
	role, _ := p.May("role", p.role)
	if k == text {
		s.name, _ = p.May("name", p.name)
		s.role = roleOf(role)
	}
	return s
}

// roleOf is a message's role: the assistant's where it is absent or none that the
// protocol has, which is stripped (T1).
func roleOf(role string) string {
	switch role {
	case "user", "system", "developer":
		return role
	}
	return "assistant"
}

func (p *pass) messageStart(k kind) {
	id, stated := p.messageID(k), p.speech(k)
	if p.bad() {
		return
	}
	it := p.find(k, id)
	if !p.mayOpen(it) || !p.sameOwner(it, p.tag) {
		return
	}
	p.closeLane(p.tag)
	p.beginMessage(k, id, p.tag, stated)
}

// beginMessage opens a message, or goes on with a closed one (I1).
func (p *pass) beginMessage(k kind, id, owner string, stated speech) *item {
	it := p.take(k, id, owner)
	if it.role != "" && (it.role != stated.role || it.name != stated.name) {
		p.warn("I5", "the start of message "+it.id+" contradicts its first")
	}
	if it.role == "" {
		it.role, it.name = stated.role, stated.name
		it.silent = stated.role == "system" || stated.role == "developer"
	}
	it.started = true
	if it.silent {
		p.emit(owner, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem})
		return it
	}
	e := spec.Event{Kind: spec.MessageOpen, Message: it.shown(), Role: it.role, Agent: stated.name, Metadata: stated.about}
	if k != text {
		e.Form = spec.Thought
	}
	p.emit(owner, e)
	return it
}

func (p *pass) messageContent(k kind) {
	id, words, about := p.messageID(k), p.Must("delta", p.delta), p.about()
	if p.bad() {
		return
	}
	it := p.find(k, id)
	if p.another(it) || !p.known(it) {
		return
	}
	if p.over(it) && p.irregular("I1", "the content of a message that is not open") {
		return
	}
	p.closeLane(it.owner)
	p.extend(it, words, about)
}

// known reports whether a message was ever opened; if not, that is a Problem,
// since nobody may invent the message of an orphaned fragment (I1).
func (p *pass) known(it *item) bool {
	if it == nil || it.kind != call && !it.started {
		p.reject("I1", "an item that is not open")
	}
	return p.problem == nil
}

// extend adds text to a message. Behind its end the model reports it.
func (p *pass) extend(it *item, words string, about json.RawMessage) {
	p.enrich(it, about)
	e := spec.Event{Kind: spec.Text, Message: it.shown(), Form: spec.Plain, Text: words}
	switch {
	case it.silent:
		e = spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: words}
	case it.kind != text:
		e.Form = spec.Thought
	}
	p.emit(it.owner, e)
}

// enrich merges metadata into a message or call, as each event about it may.
func (p *pass) enrich(it *item, about json.RawMessage) {
	if about == nil || it.silent || it.kind == nameless {
		return
	}
	s := spec.Snapshot{Message: it.id, Role: "assistant"}
	if it.kind == call {
		s.Message = it.on
		s.Parts = []spec.SnapshotPart{{Kind: spec.CallPart, Call: it.id, Metadata: about}}
	} else {
		s.Metadata = about
	}
	p.emit(it.owner, spec.Event{Kind: spec.MessageFull, Restated: true, Messages: []spec.Snapshot{s}})
}

func (p *pass) messageEnd(k kind) { p.itemEnd(k, p.messageID(k), p.about()) }

// itemEnd ends a message or a call.
func (p *pass) itemEnd(k kind, id string, about json.RawMessage) {
	if p.bad() {
		return
	}
	it := p.find(k, id)
	if p.another(it) || !p.known(it) {
		return
	}
	if p.over(it) {
		p.reject("I1", "the end of an item that is not open")
		return
	}
	p.closeLane(it.owner)
	p.enrich(it, about)
	p.closeItem(it)
}
