package aisdk

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// ui reads a chunk of the newer protocol.
func (p *pass) ui(kind string) {
	switch kind {
	case "text-start", "text-delta", "text-end":
		p.textual(spec.Plain, strings.TrimPrefix(kind, "text-"))
	case "reasoning-start", "reasoning-delta", "reasoning-end":
		p.textual(spec.Thought, strings.TrimPrefix(kind, "reasoning-"))
	case "start-step":
		p.startStep()
	case "finish-step":
		p.finishStep()
	case "reset-step":
		p.resetStep()
	case "start":
		p.start()
	case "finish":
		p.finish()
	case "abort":
		p.end()
		p.emit(spec.Event{Kind: spec.Cancel, Global: true})
	case "error":
		p.fatal(p.need("errorText"))
	default:
		if !p.tool(kind) && !p.aside(kind) {
			p.unknown()
		}
	}
}

func (p *pass) textual(form spec.Form, what string) {
	id, meta := p.need("id"), p.metadata()
	switch what {
	case "start":
		if !p.bad() {
			p.text(form, p.begin(form, id), "", meta)
		}
	case "delta":
		if delta := p.need("delta"); !p.bad() {
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
	at := p.parts[partKey(form, id)]
	if at == nil {
		p.note(spec.NoteCustom, "")
		return
	}
	if len(meta) > 0 {
		p.text(form, at, "", meta)
	}
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: at.message, Slot: at.slot})
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
		p.fail("providerMetadata")
	case v.Compact() == "{}":
		return nil
	}
	return json.RawMessage(v)
}

// start begins a turn. One that goes on under its name leaves its message open.
func (p *pass) start() {
	turn := p.may("messageId")
	if p.bad() {
		return
	}
	if !p.running || turn == "" || turn != p.turn {
		p.leave()
		p.turns++
	}
	p.turn, p.running = turn, true
	p.emit(spec.Event{Kind: spec.TurnStart, Turn: turn})
}

// finish ends the turn that is open.
func (p *pass) finish() {
	e := spec.Event{Kind: spec.TurnEnd, Status: spec.Completed, StopReason: p.may("finishReason")}
	switch {
	case e.StopReason == failure:
		e.Status = spec.Failed
	case len(p.waits) > 0:
		e.Status = spec.Waiting
	}
	if p.bad() {
		return
	}
	if p.running {
		e.Turn = p.turn
	}
	p.outside()
	p.end()
	p.emit(e)
}

// failure is the finish reason of a model call that failed.
const failure = "error"

// end ends the turn, and with it the message.
func (p *pass) end() {
	p.leave()
	p.turn, p.running = "", false
	clear(p.waits)
}

func (p *pass) fatal(text string) {
	if p.bad() {
		return
	}
	p.end()
	p.emit(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: text})
}

func (p *pass) startStep() {
	p.outside()
	p.begins(true)
}

// outside ends a message that no step holds.
func (p *pass) outside() {
	if p.message != "" && !p.step {
		p.close()
	}
}

// close completes the open message, if there is anything of it.
func (p *pass) close() {
	if !p.void {
		p.emit(spec.Event{Kind: spec.MessageClose, Message: p.message})
	}
	p.leave()
}

func (p *pass) finishStep() {
	if p.message == "" || p.void {
		p.note(spec.NoteCustom, "")
		p.leave()
		return
	}
	p.close()
}

// resetStep declares the open message void; what follows is said in its place.
func (p *pass) resetStep() {
	if p.message == "" || p.void {
		p.note(spec.NoteCustom, "")
		return
	}
	p.emit(spec.Event{Kind: spec.Retract, Message: p.message})
	for _, key := range slices.Backward(p.begun) {
		restore(p.parts, key, p.parts[key].prev)
	}
	for _, id := range slices.Backward(p.called) {
		restore(p.calls, id, p.calls[id].prev)
		delete(p.waits, id)
	}
	p.fresh()
	p.void = true
}

// restore lets an id mean again what it meant before.
func restore[T any](ids map[string]*T, id string, prev *T) {
	if ids[id] = prev; prev == nil {
		delete(ids, id)
	}
}
