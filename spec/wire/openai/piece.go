package openai

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A pieceKind is what a type of events says of an item.
type pieceKind struct {
	class
	stage
	// summary: of a thought's summaries. frame: it frames a text, whose words are
	// in other events.
	summary, frame bool
}

// A stage is how far the text is.
type stage uint8

const (
	begins stage = iota
	grows
	ends
)

// pieces are the events of an item between its opening and its end.
var pieces = func() map[string]pieceKind {
	all := map[string]pieceKind{}
	for name, k := range map[string]pieceKind{
		"output_text": {class: spoken}, "refusal": {class: spoken},
		"reasoning_text": {class: thought}, "reasoning": {class: thought}, "reasoning_summary_text": {class: thought, summary: true},
		"content_part": {frame: true}, "reasoning_summary_part": {class: thought, summary: true, frame: true},
		"function_call_arguments": {class: called}, "mcp_call_arguments": {class: called}, "custom_tool_call_input": {class: called},
		"code_interpreter_call_code": {class: called}, "shell_call_command": {class: called},
		"shell_call_output_content": {class: result, frame: true},
	} {
		for i, suffix := range []string{".added", ".delta", ".done"} {
			k.stage = stage(i)
			all["response."+name+suffix] = k
		}
	}
	return all
}()

// piece reads an event of an item; false if it is none.
func (p *pass) piece() bool {
	k, ok := pieces[p.kind]
	switch {
	case !ok:
		return false
	case k.class == called:
		p.argument(k.stage)
	case k.frame:
		p.edge(k)
	default:
		p.textual(k)
	}
	return true
}

// textual is a fragment of a text, or all of it.
func (p *pass) textual(k pieceKind) {
	text := p.delta
	if k.stage == ends {
		text = p.whole
	}
	piece, ok := text.Text()
	if !ok && !text.None() {
		p.malformed("a text is no string")
		return
	}
	r := p.current()
	it, _ := r.find(k.class, p.itemID, number(p.index))
	if it == nil {
		it = p.implied(r, k.class)
	}
	at := it.at(k.summary, number(p.sub))
	if k.stage != ends {
		p.late(it)
		at.sofar = append(at.sofar, piece...)
		p.text(it.form(), at.slot, piece)
		return
	}
	if !p.rest(it, at, piece) {
		p.frame(at.slot)
	}
}

// implied is an item whose opening was lost.
func (p *pass) implied(r *response, c class) *item {
	if it := r.only(c); it != nil && number(p.index) == none {
		return it
	}
	it := &item{kind: kind{class: c}, id: p.itemID, index: number(p.index)}
	it.slot = r.slot(it)
	r.items = append(r.items, it)
	return it
}

// only is the one item of a class that is open, nil where there are none or more.
func (r *response) only(c class) (found *item) {
	for _, it := range r.items {
		if it.class == c && !it.done && !it.complete {
			if found != nil {
				return nil
			}
			found = it
		}
	}
	return found
}

// rest says what of a whole text did not stream; false if nothing is missing. A
// text that differs is reported, and what streamed stays.
func (p *pass) rest(it *item, at *part, whole string) bool {
	more, ok := strings.CutPrefix(whole, string(at.sofar))
	switch {
	case !ok && whole != "":
		p.illegal(repeats, "the whole text is not what streamed")
	case more != "" && ok:
		at.sofar = append(at.sofar, more...)
		p.text(it.form(), at.slot, more)
		return true
	}
	return false
}

// late reports what comes behind the end of its item.
func (p *pass) late(it *item) {
	if it.done {
		p.illegal(closes, "a fragment comes behind the end of its item")
	}
}

func (p *pass) text(form spec.Form, slot, text string) {
	p.emit(spec.Event{Kind: spec.Text, Message: p.at.now.message, Slot: slot, Form: form, Text: text})
}

// frame is an event that says nothing of an item but where it stands.
func (p *pass) frame(slot string) {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: p.at.now.message, Slot: slot})
}

// edge is the beginning or end of a part of a text, or a result in pieces.
func (p *pass) edge(k pieceKind) {
	r, index := p.current(), number(p.index)
	classes := []class{k.class}
	if k.class == opaque {
		classes = []class{spoken, thought}
	}
	for _, c := range classes {
		it, _ := r.find(c, p.itemID, index)
		switch {
		case it == nil:
		case c == result:
			p.frame(it.slot)
			return
		case k.stage != begins || number(p.sub) <= 0:
			p.frame(it.at(k.summary, number(p.sub)).slot)
			return
		default:
			p.text(it.form(), it.at(k.summary, number(p.sub)).slot, "")
			return
		}
	}
	p.note(spec.NoteCustom)
}
