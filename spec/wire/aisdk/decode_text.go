package aisdk

import (
	"encoding/json"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

func (p *pass) textual(form spec.Form, what string) {
	id, meta := p.need("id"), p.metadata()
	switch what {
	case "start":
		if !p.bad() {
			p.text(form, p.begin(form, id), "", meta)
		}
	case "delta":
		if delta := p.need("delta"); !p.bad() {
			p.mustBeOpen(form, id, "a delta of")
			p.text(form, p.part(form, id), delta, meta)
		}
	default:
		p.textEnd(form, id, meta)
	}
}

func (p *pass) text(form spec.Form, at *part, text string, meta json.RawMessage) {
	p.emit(spec.Event{Kind: spec.Text, Message: at.message, Slot: at.slot, Form: form, Text: text, Metadata: meta})
}

// textEnd is a note; metadata rides on a fragment of its own.
func (p *pass) textEnd(form spec.Form, id string, meta json.RawMessage) {
	if p.bad() {
		return
	}
	p.mustBeOpen(form, id, "the end of")
	at := p.parts[partKey(form, id)]
	if at == nil {
		p.note(spec.NoteCustom, "")
		return
	}
	at.ended = true
	if len(meta) > 0 {
		p.text(form, at, "", meta)
	}
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: at.message, Slot: at.slot})
}

// mustBeOpen notes that nothing of an id is open.
func (p *pass) mustBeOpen(form spec.Form, id, what string) {
	if at := p.parts[partKey(form, id)]; at == nil || at.ended {
		p.illegal(id, what+" a part that is not open,")
	}
}

func partKey(form spec.Form, id string) string { return string(form) + "\x00" + id }

// part is the part that an id was used for last; where its start was lost it
// begins here.
func (p *pass) part(form spec.Form, id string) *part {
	if at := p.parts[partKey(form, id)]; at != nil {
		return at
	}
	return p.begin(form, id)
}

// begin makes a part of the open message. Its slot is its id, with a number
// behind it where that is taken or empty.
func (p *pass) begin(form spec.Form, id string) *part {
	at := &part{message: p.enter(), slot: id}
	for n := p.slots[id] + 1; at.slot == "" || p.slots[at.slot] > 0; n++ {
		at.slot = id + "#" + strconv.Itoa(n)
		p.slots[id] = n
	}
	p.slots[at.slot] = max(p.slots[at.slot], 1)
	key := partKey(form, id)
	at.prev = p.parts[key]
	p.parts[key] = at
	p.begun = append(p.begun, key)
	return at
}

// metadata is the providerMetadata, as it came; null and an empty object are
// none.
func (p *pass) metadata() json.RawMessage {
	v := p.chunk.Get("providerMetadata")
	switch {
	case v.None():
		return nil
	case v.Kind() != '{':
		p.Mismatch("providerMetadata")
	case v.Compact() == "{}":
		return nil
	}
	return json.RawMessage(v)
}
