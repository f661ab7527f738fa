package agui

import (
	"github.com/quock-dev/quock/spec"
)

// chunked reads the chunks of messages and of thoughts.
func chunked(k kind) func(*pass) {
	return func(p *pass) { p.messageChunk(k) }
}

// messageChunk is the start of a message, its content, or both (C1, C2).
func (p *pass) messageChunk(k kind) {
	id, named := p.May("messageId", p.message)
	words, _ := p.May("delta", p.delta)
	stated := p.speech(k)
	if p.bad() {
		return
	}
	it, several := p.continued(k, id, named)
	switch {
	case several:
		p.vague(spec.Event{Kind: spec.Text, Form: formOf(k), Text: words})
	case p.problem != nil:
	case it != nil:
		p.continueMessage(it, stated, words)
	case !named:
		p.reject("C1", "a first chunk without an id")
	case p.sameOwner(p.find(k, id), p.tag):
		p.closeLane(p.tag)
		it = p.beginMessage(k, id, p.tag, stated)
		p.hold(it)
		if p.delta.Kind() == '"' {
			p.extend(it, words, nil)
		}
	}
}

func formOf(k kind) spec.Form {
	if k == text {
		return spec.Plain
	}
	return spec.Thought
}

// continueMessage adds a chunk to the message that it continues. What it repeats
// must be what the first one said.
func (p *pass) continueMessage(it *item, stated speech, words string) {
	if !p.role.None() && stated.role != it.role || !p.name.None() && stated.name != it.name {
		p.reject("C2", "a chunk that contradicts the first of its message")
		return
	}
	p.extend(it, words, stated.about)
}

// callChunk is the start of a call, a piece of its arguments, or both.
func (p *pass) callChunk() {
	id, named := p.May("toolCallId", p.call)
	words, _ := p.May("delta", p.delta)
	proposed := proposal{id: id, about: p.about()}
	proposed.tool, _ = p.May("toolCallName", p.callName)
	proposed.parent, _ = p.May("parentMessageId", p.parentMessage)
	if p.bad() {
		return
	}
	it, several := p.continued(call, id, named)
	switch {
	case several:
		p.vague(spec.Event{Kind: spec.CallArgs, Text: words})
	case p.problem != nil:
	case it != nil:
		p.continueCall(it, proposed, words)
	case !named || p.callName.None():
		p.reject("C1", "a first chunk without an id or a name")
	default:
		p.firstCallChunk(proposed, words)
	}
}

func (p *pass) firstCallChunk(proposed proposal, words string) {
	owner := p.callOwner(proposed.parent)
	if p.problem != nil || !p.sameOwner(p.find(call, proposed.id), owner) {
		return
	}
	p.closeLane(owner)
	it := p.beginCall(proposed, owner)
	p.hold(it)
	if p.delta.Kind() == '"' {
		p.argue(it, words, nil)
	}
}

func (p *pass) continueCall(it *item, proposed proposal, words string) {
	if !p.callName.None() && proposed.tool != it.tool || !p.parentMessage.None() && proposed.parent != it.on {
		p.reject("C2", "a chunk that contradicts the first of its call")
		return
	}
	p.argue(it, words, proposed.about)
}

// continued is the item that a chunk continues, nil where it is the first of one.
// Its procedure (C2, C4): an open item of its id; without an id, that of the kind
// in the lane that it names; without both, the parent's of the kind, else the only
// one. several says that more than one may be meant.
func (p *pass) continued(k kind, id string, named bool) (it *item, several bool) {
	switch {
	case named:
		it = p.find(k, id)
		if p.live(it) && !p.chunks(it) {
			p.reject("I1", "a chunk of an item that was opened by its start")
		}
		if !p.live(it) || p.another(it) {
			return nil, false
		}
		return it, false
	case p.tagged:
		return p.lane(p.tag, k), false
	}
	if it = p.lane("", k); it != nil {
		return it, false
	}
	for _, agent := range p.order {
		if other := p.lane(agent, k); other != nil && it != nil {
			return nil, true
		} else if other != nil {
			it = other
		}
	}
	return it, false
}

// lane is the item of the kind that chunks hold open for an agent.
func (d *decoder) lane(agent string, k kind) *item {
	if it := d.lanes[agent]; d.live(it) && it.kind == k {
		return it
	}
	return nil
}

// vague is a fragment that several agents may mean: it is given without an owner,
// and never guessed (C4).
func (p *pass) vague(e spec.Event) {
	if !p.irregular("C4", "a chunk without id and agent, which several may mean") {
		e.NoSession, e.Ambiguous = true, true
		p.emit("", e)
	}
}
