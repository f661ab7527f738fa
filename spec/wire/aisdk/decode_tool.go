package aisdk

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// tool reads a chunk of a tool call; false if it is none.
func (p *pass) tool(kind string) bool {
	switch kind {
	case "tool-input-start":
		p.selected(p.need("toolCallId"), p.need("toolName"), p.metadata())
	case "tool-input-delta":
		p.argument(p.need("toolCallId"), p.need("inputTextDelta"))
	case "tool-input-available":
		p.input()
	case "tool-input-error":
		p.badInput()
	case "tool-output-available":
		p.output()
	case "tool-output-error":
		p.answered(spec.Event{Call: p.need("toolCallId"), Result: quote(p.need("errorText")), IsError: true})
	case "tool-output-denied":
		p.answered(spec.Event{Call: p.need("toolCallId"), Status: spec.Denied})
	case "tool-approval-request":
		p.ask(p.need("approvalId"), p.need("toolCallId"))
	case "tool-approval-response":
		p.approval(p.need("approvalId"))
	default:
		return false
	}
	return true
}

// selected announces a call, again where its message holds it already.
func (p *pass) selected(id, tool string, meta json.RawMessage) *call {
	if p.bad() {
		return &call{}
	}
	message := p.enter()
	c := p.calls[id]
	if c == nil || c.place != p.place {
		c = &call{id: id, message: message, name: tool, place: p.place, epoch: p.epoch}
		p.know(id, c)
	}
	p.emit(spec.Event{Kind: spec.CallOpen, Message: message, Call: id, Name: tool, Metadata: meta})
	return c
}

// know lets the id mean the call, unless that comes too late to be one.
func (p *pass) know(id string, c *call) {
	switch {
	case p.older && p.late:
		return
	case !p.older:
		c.prev = p.calls[id]
		p.called = append(p.called, id)
	}
	p.calls[id] = c
}

// argument is a fragment; of a call not known yet it waits in the open message.
func (p *pass) argument(id, text string) {
	e := spec.Event{Kind: spec.CallArgs, Call: id, Text: text}
	c := p.calls[id]
	if c == nil && !p.bad() {
		p.illegal(id, "a delta of a call that was not announced,")
	}
	if c != nil {
		e.Message = c.message
	} else if !p.void {
		e.Message = p.message
	}
	p.emit(e)
}

// input ends the arguments, and repeats them.
func (p *pass) input() {
	c, id := p.announced()
	e := spec.Event{Kind: spec.ArgsEnd, Message: c.message, Call: id}
	e.Args, e.ArgsValue = whole(p.chunk.Get("input"))
	p.emit(e)
}

// announced is the call whose input comes, announced where it was not: an id whose
// input came in an earlier step is another call.
func (p *pass) announced() (*call, string) {
	id, tool, meta := p.need("toolCallId"), p.need("toolName"), p.metadata()
	c := p.calls[id]
	switch {
	case p.bad():
		return &call{}, ""
	case c == nil, p.another(c):
		c = p.selected(id, tool, meta)
	case len(meta) > 0:
		p.emit(spec.Event{Kind: spec.CallOpen, Message: c.message, Call: id, Name: tool, Metadata: meta})
	}
	p.complete(c)
	return c, id
}

// complete notes that a call has its whole input.
func (p *pass) complete(c *call) {
	if !c.complete {
		p.whole = append(p.whole, c)
	}
	c.complete = true
}

// toolCalls is the finish reason of a model call that ends with calls.
const toolCalls = "tool-calls"

// handOver says, where a turn ends with calls, that each of them with its whole
// input and without an output waits for the application: what executes in the
// producer has its output before the step ends.
func (p *pass) handOver(reason string) {
	for _, c := range p.whole {
		if reason == toolCalls && !c.over && !p.waits[c.id] {
			p.emit(spec.Event{Kind: spec.Wait, Call: c.id})
		}
	}
	p.whole = p.whole[:0]
}

// another reports whether whole arguments for the id of a call are those of
// another call: it began elsewhere, and has its own or belongs to an earlier turn.
func (p *pass) another(c *call) bool {
	return c.place != p.place && (c.complete || c.over || c.epoch != p.epoch)
}

// badInput is input that the tool cannot take: as text where it is no JSON. The
// call is over.
func (p *pass) badInput() {
	text := p.need("errorText")
	c, id := p.announced()
	e := spec.Event{Kind: spec.ArgsEnd, Message: c.message, Call: id}
	input := p.chunk.Get("input")
	if raw, ok := input.Text(); ok {
		e.Args = raw
	} else {
		e.Args, e.ArgsValue = whole(input)
	}
	p.emit(e)
	p.answered(spec.Event{Call: id, Result: quote(text), IsError: true})
}

func (p *pass) output() {
	e := spec.Event{Call: p.need("toolCallId"), Result: json.RawMessage(p.chunk.Get("output"))}
	if p.flag("preliminary") {
		e.Kind = spec.CallProgress
		p.emit(e)
		return
	}
	p.answered(e)
}

func (p *pass) answered(e spec.Event) {
	e.Kind = spec.CallDone
	if p.bad() {
		return
	}
	if c := p.calls[e.Call]; c != nil {
		c.over = true
	} else {
		p.illegal(e.Call, "an output of a call that was not announced,")
	}
	delete(p.waits, e.Call)
	p.emit(e)
}

func (p *pass) ask(approval, id string) {
	if p.bad() {
		return
	}
	p.asks[approval] = id
	p.waits[id] = true
	if c := p.calls[id]; c != nil {
		c.ask = approval
	}
	p.emit(spec.Event{Kind: spec.Wait, Wait: approval, Call: id})
}

// approval lets a call run that waited for it; what a refusal means for the call
// is said by a chunk of its own.
func (p *pass) approval(approval string) {
	approved, ok := p.chunk.Get("approved").Bool()
	if !ok {
		p.Mismatch("approved")
	}
	id, asked := p.asks[approval]
	c := p.calls[id]
	if p.bad() || !asked || !approved || c == nil || c.over {
		p.note(spec.NoteCustom, "")
		return
	}
	delete(p.waits, id)
	delete(p.asks, approval)
	p.emit(spec.Event{Kind: spec.CallStart, Call: id})
}
