package agui

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A proposal is what the start of a call says about it.
type proposal struct {
	id, tool, parent string
	about            json.RawMessage
}

func (p *pass) callStart() {
	proposed := proposal{id: p.Must("toolCallId", p.call), tool: p.Must("toolCallName", p.callName), about: p.about()}
	proposed.parent, _ = p.May("parentMessageId", p.parentMessage)
	if p.bad() {
		return
	}
	it := p.find(call, proposed.id)
	owner := p.callOwner(proposed.parent)
	if !p.mayOpen(it) || !p.sameOwner(it, owner) {
		return
	}
	p.closeLane(owner)
	p.beginCall(proposed, owner)
}

// callOwner is the agent of a new call: the one named, else that of the message
// that holds it, with which a name must agree (S4).
func (p *pass) callOwner(parent string) string {
	m := p.find(text, parent)
	switch {
	case parent == "" || m == nil || m.run != p.runs:
		return p.tag
	case p.tagged && p.tag != m.owner:
		p.reject("S4", "a call of another agent than its message")
	}
	return m.owner
}

// beginCall opens a call on its message, or goes on with a closed one (I1).
func (p *pass) beginCall(proposed proposal, owner string) *item {
	again := p.find(call, proposed.id) != nil
	it := p.take(call, proposed.id, owner)
	if again && (it.tool != "" && proposed.tool != it.tool || proposed.parent != "" && it.on != proposed.parent) {
		p.warn("I5", "the start of call "+it.id+" contradicts its first")
	}
	if !again {
		it.tool, it.holder = proposed.tool, p.holder(proposed, owner)
		it.on = it.holder.id
	}
	if !it.answered {
		p.await(it)
	}
	it.holder.calls++
	p.emit(owner, spec.Event{Kind: spec.CallOpen, Message: it.on, Call: it.id, Name: proposed.tool, Metadata: proposed.about})
	return it
}

// holder is the message that a new call is on: the parent that it names; where it
// names none, or one that is no assistant's, a message of its own, which has the
// call's id.
func (p *pass) holder(proposed proposal, owner string) *item {
	id := proposed.parent
	if m := p.find(text, id); id == "" || m != nil && m.role != "" && m.role != "assistant" || m == nil && p.find(thought, id) != nil {
		id = proposed.id
	}
	if m := p.find(text, id); m != nil {
		return m
	}
	m := p.take(text, id, owner)
	m.open = false
	return m
}

// await counts a call among those that the run leaves unanswered, unless a result
// comes.
func (p *pass) await(it *item) {
	if !it.pending {
		it.pending = true
		p.calls = append(p.calls, it)
	}
}

func (p *pass) callArgs() {
	id, words, about := p.Must("toolCallId", p.call), p.Must("delta", p.delta), p.about()
	if p.bad() {
		return
	}
	it := p.find(call, id)
	if p.another(it) {
		return
	}
	if p.over(it) && p.irregular("I1", "the arguments of a call that is not open") {
		return
	}
	p.closeLane(p.ownerOf(it))
	if it == nil {
		p.emit(p.tag, spec.Event{Kind: spec.CallArgs, Call: id, Text: words})
		return
	}
	p.argue(it, words, about)
}

// argue adds to the arguments of a call.
func (p *pass) argue(it *item, words string, about json.RawMessage) {
	p.enrich(it, about)
	p.emit(it.owner, spec.Event{Kind: spec.CallArgs, Message: it.on, Call: it.id, Text: words})
}

func (p *pass) callEnd() {
	p.itemEnd(call, p.Must("toolCallId", p.call), p.about())
}

// callResult completes a call. The tool message that it is, with an id and
// metadata of its own, is no message of a transcript.
func (p *pass) callResult() {
	p.Must("messageId", p.message)
	id, result := p.Must("toolCallId", p.call), p.result("content", p.content)
	if p.bad() {
		return
	}
	it := p.find(call, id)
	owner := p.tag
	if it != nil {
		owner = it.owner
	}
	p.closeLane(p.ownerOf(it))
	p.emit(owner, spec.Event{Kind: spec.CallDone, Call: id, Result: result})
	if it != nil {
		p.answer(it)
	}
}

// result is a result's content: a text, or a list of parts.
func (e *event) result(key string, v scan.Value) json.RawMessage {
	if v.Kind() != '"' && v.Kind() != '[' {
		e.Mismatch(key)
	}
	return json.RawMessage(v)
}

// answer takes a call from those without a result.
func (d *decoder) answer(it *item) {
	it.answered = true
	if it.pending {
		it.pending = false
		d.calls = slices.DeleteFunc(d.calls, func(other *item) bool { return other == it })
	}
}
