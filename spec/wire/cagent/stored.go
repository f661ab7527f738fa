package cagent

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// document reads a stored session: its history, and that of each sub-session
// behind that of its parent.
func (d *decoder) document(f *frame) (why string) {
	id, ok := f.raw.Get("id").Text()
	if !ok || f.messages.Kind() != '[' && !f.messages.None() {
		return "neither an event with a type nor a session with messages"
	}
	s := d.scope(strings.Clone(id))
	d.load(s, f.raw)
	d.leave(s)
	return ""
}

// child gives the history of a sub-session, opened by its parent.
func (d *decoder) child(s *scope, doc scan.Value, parent spec.Ref) {
	s.child, s.parent = true, parent
	d.emit(s, spec.Event{Kind: spec.SessionOpen, Parent: parent})
	d.load(s, doc)
}

// load gives a session's history, then those of the sub-sessions in it.
func (d *decoder) load(s *scope, doc scan.Value) {
	h := history{number: s.messages}
	for item := range doc.Get("messages").Elements() {
		h.item(item)
	}
	h.orphans()
	s.messages = h.number
	for _, words := range h.asides {
		d.emit(s, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: words})
	}
	d.emit(s, spec.Event{Kind: spec.History, Complete: true, Messages: h.messages})
	for _, words := range h.errors {
		d.emit(s, spec.Event{Kind: spec.Error, Error: words})
	}
	for _, sub := range h.subs {
		d.nested(s, sub)
	}
}

// nested loads a sub-session that is part of another one's document, unless it
// is known; it is over.
func (d *decoder) nested(parent *scope, doc scan.Value) {
	id, ok := doc.Get("id").Text()
	if !ok || d.scopes[id] != nil {
		return
	}
	s := d.scope(strings.Clone(id))
	d.child(s, doc, spec.To(parent.id))
	d.leave(s)
	d.emit(s, spec.Event{Kind: spec.SessionClose})
}
