package aisdk

import (
	"encoding/json"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// line reads a coded line of the older protocol.
func (p *pass) line(code string) {
	p.older = true
	switch code {
	case "0":
		p.streamedText(spec.Plain)
	case "g":
		p.streamedText(spec.Thought)
	case "b":
		p.selected(p.need("toolCallId"), p.need("toolName"), nil)
	case "c":
		p.argument(p.need("toolCallId"), p.need("argsTextDelta"))
	case "9":
		p.arguments()
	case "a":
		p.result()
	case "f":
		p.stepStarts(p.need("messageId"))
	case "e":
		p.stepEnds()
	case "d":
		p.messageEnds()
	case "3":
		p.fatal(p.words())
	default:
		p.lineAside(code)
	}
}

// lineAside reads what a transcript has no place for.
func (p *pass) lineAside(code string) {
	switch code {
	case "2", "8":
		p.list()
	case "h":
		p.object()
		p.note(spec.NoteCustom, "")
	case "i":
		p.need("data")
		p.note(spec.NoteCustom, "")
	case "j":
		p.need("signature")
		p.note(spec.NoteCustom, "")
	case "k":
		p.need("mimeType")
		p.note(spec.NoteMedia, p.need("data"))
	default:
		p.unknown()
	}
}

// words is a value that is text itself.
func (p *pass) words() string {
	text, ok := p.chunk.Text()
	if !ok {
		p.Mismatch("the value")
	}
	return text
}

func (p *pass) object() {
	if p.chunk.Kind() != '{' {
		p.Mismatch("the value")
	}
}

// list is data or annotations; a list of one text gives the note its words.
func (p *pass) list() {
	if p.chunk.Kind() != '[' {
		p.Mismatch("the value")
	}
	words, n := "", 0
	for v := range p.chunk.Elements() {
		words, _ = v.Text()
		n++
	}
	if n != 1 {
		words = ""
	}
	p.note(spec.NoteCustom, words)
}

func (p *pass) streamedText(form spec.Form) {
	words := p.words()
	if p.bad() {
		return
	}
	message := p.enter()
	if message == "" && p.form != form {
		if p.form != "" {
			p.place++
		}
		p.form = form
	}
	p.emit(spec.Event{Kind: spec.Text, Message: message, Form: form, Text: words})
}

// arguments are a whole call: the end of what streamed, or all of it.
func (p *pass) arguments() {
	id, tool := p.need("toolCallId"), p.need("toolName")
	args := p.chunk.Get("args")
	if args.Kind() != '{' {
		p.Mismatch("args")
	}
	c := p.calls[id]
	if c == nil || p.another(c) {
		c = p.selected(id, tool, nil)
	}
	p.complete(c)
	p.emit(spec.Event{Kind: spec.ArgsEnd, Message: c.message, Call: id, Args: args.Compact(), ArgsValue: true})
}

func (p *pass) result() {
	result := p.chunk.Get("result")
	if result == "" {
		p.Mismatch("result")
	}
	p.answered(spec.Event{Call: p.need("toolCallId"), Result: json.RawMessage(result)})
}

// stepStarts opens a message; content that came without one is a message that
// ends here.
func (p *pass) stepStarts(id string) {
	if p.bad() {
		return
	}
	if p.nameless {
		p.emit(spec.Event{Kind: spec.MessageClose})
	}
	p.open(id, true)
	p.busy = true
	epoch, known := p.named[id]
	if p.late = known && epoch != p.epoch; !known {
		p.named[id] = p.epoch
	}
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant"})
}

func (p *pass) stepEnds() {
	e := spec.Event{Kind: spec.MessageClose, Message: p.message, StopReason: p.need("finishReason")}
	if e.Usage = p.usage(); p.bad() {
		return
	}
	p.leave()
	p.emit(e)
}

func (p *pass) messageEnds() {
	e := spec.Event{Kind: spec.TurnEnd, Turn: strconv.Itoa(p.turns), Status: spec.Completed, StopReason: p.need("finishReason")}
	if e.StopReason == failure {
		e.Status = spec.Failed
	}
	if e.Usage = p.usage(); p.bad() {
		return
	}
	p.handOver(e.StopReason)
	p.turns++
	p.epoch++
	p.busy = false
	p.leave()
	p.emit(e)
}

// usage is nil where no figure is said: figures that are not known are null.
func (p *pass) usage() *spec.Usage {
	v := p.chunk.Get("usage")
	if v.None() {
		return nil
	}
	input, output := v.Get("promptTokens"), v.Get("completionTokens")
	if v.Kind() != '{' {
		p.Mismatch("usage")
	}
	return p.Usage("usage", input, output)
}
