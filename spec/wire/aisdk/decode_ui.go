package aisdk

import (
	"slices"
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

// start begins a turn. One that goes on under its name leaves its message open.
func (p *pass) start() {
	turn := p.may("messageId")
	if p.bad() {
		return
	}
	if !p.running || turn == "" || turn != p.turn {
		p.leave()
		p.epoch++
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
	p.handOver(e.StopReason)
	p.end()
	p.emit(e)
}

// failure is the finish reason of a model call that failed.
const failure = "error"

// end ends the turn, and with it the message.
func (p *pass) end() {
	p.leave()
	p.turn, p.running, p.whole = "", false, p.whole[:0]
	clear(p.waits)
}

func (p *pass) fatal(text string) {
	if p.bad() {
		return
	}
	p.end()
	if p.older {
		p.late, p.busy = p.late || p.busy, false
		p.epoch++
	}
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
		p.calls[id].over = true
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
