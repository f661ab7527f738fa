package agui

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// note is an event that says nothing about the transcript.
func (p *pass) note(words string) {
	p.emit(p.tag, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: words})
}

// beside is a note that ends what chunks hold open in its lane (C3).
func (p *pass) beside() {
	if p.bad() {
		return
	}
	p.closeLane(p.tag)
	p.note("")
}

// aside is a note that ends nothing.
func (p *pass) aside() {
	if !p.bad() {
		p.note("")
	}
}

// patched is a change of the run's state, which a transcript does not hold.
func (p *pass) patched() {
	if p.delta.Kind() != '[' {
		p.Mismatch("delta")
	}
	p.beside()
}

// custom is the application's own; a value that is text is the note's.
func (p *pass) custom() {
	p.Must("name", p.name)
	if p.bad() {
		return
	}
	p.closeLane(p.tag)
	words, _ := p.value.Text()
	p.note(words)
}

// encrypted keeps an opaque value with the message or call that it names, as
// metadata; one that names nothing known is a note.
func (p *pass) encrypted() {
	subtype, id, secret := p.Must("subtype", p.subtype), p.Must("entityId", p.entity), p.Must("encryptedValue", p.secret)
	p.May("encryptedValueType", p.secretType)
	if p.bad() {
		return
	}
	it := p.find(call, id)
	if subtype == "message" {
		if it = p.find(thought, id); it == nil {
			it = p.find(text, id)
		}
	}
	if it == nil || it.silent || secret == "" {
		p.note("")
		return
	}
	p.enrich(it, secrets(p.secret.Compact(), p.secretType.Compact()))
}

// secrets is the metadata that an opaque value is; kind is "" or "null" where the
// wire gives none.
func secrets(value, kind string) json.RawMessage {
	if kind == "" || kind == "null" {
		return json.RawMessage(`{"encryptedValue":` + value + `}`)
	}
	return json.RawMessage(`{"encryptedValue":` + value + `,"encryptedValueType":` + kind + `}`)
}
