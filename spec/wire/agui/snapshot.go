package agui

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// snapshot restates the conversation: the messages of each session, and that what
// it does not list is gone (T3). The run goes on.
func (p *pass) snapshot() {
	messages := p.messages
	if messages.Kind() != '[' {
		p.Mismatch("messages")
	}
	listed := p.readList(messages)
	if p.bad() {
		return
	}
	p.closeLanes()
	for _, session := range p.sessions(listed) {
		p.emit(session, spec.Event{Kind: spec.History, Complete: true, Messages: listed.of(session)})
	}
	p.keep(listed)
}

// sessions are those that a snapshot touches: the root, and whoever it or an
// earlier event gives messages to.
func (p *pass) sessions(listed messageList) []string {
	all := []string{""}
	for _, m := range listed.messages {
		all = append(all, m.owner)
	}
	for _, it := range p.items {
		all = append(all, it.owner)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// keep makes the decoder know what the snapshot lists, and forget what it does
// not: thoughts stay, unless it has any.
func (p *pass) keep(listed messageList) {
	for k, it := range p.items {
		gone := k.kind == text || k.kind == thought && listed.thinks
		if gone && !p.live(it) && !listed.has(k) {
			delete(p.items, k)
		}
	}
	p.learn(listed)
}

// learn makes items of listed messages that are not known yet.
func (p *pass) learn(listed messageList) {
	for _, m := range listed.messages {
		if m.kind == call {
			continue
		}
		it := p.items[m.key]
		if it == nil {
			it = &item{key: m.key, owner: m.owner, role: m.snapshot.Role, name: m.snapshot.Agent}
			p.items[m.key] = it
		}
		it.started = true
		for i := range m.snapshot.Parts {
			p.learnCall(it, &m.snapshot.Parts[i])
		}
	}
}

func (p *pass) learnCall(on *item, part *spec.SnapshotPart) {
	if part.Kind != spec.CallPart {
		return
	}
	it := p.find(call, part.Call)
	if it == nil {
		it = &item{key: key{call, part.Call}, owner: on.owner, tool: part.Name, on: on.id, holder: on}
		p.items[it.key] = it
	}
	if part.Answered {
		p.answer(it)
	}
}

// echoed emits what the run's input holds and the stream did not: messages that
// are not known yet, and answers to calls that wait.
func (p *pass) echoed(listed messageList) {
	for _, session := range listed.owners() {
		var unknown []spec.Snapshot
		for _, m := range listed.messages {
			if m.owner == session && m.kind != call && p.items[m.key] == nil {
				unknown = append(unknown, m.snapshot)
			}
		}
		if len(unknown) > 0 {
			p.emit(session, spec.Event{Kind: spec.MessageFull, Complete: true, Restated: true, Messages: unknown})
		}
	}
	p.answers(listed)
	p.learn(listed)
}

// answers are the results of calls that the stream left unanswered.
func (p *pass) answers(listed messageList) {
	for _, m := range listed.messages {
		for i := range m.snapshot.Parts {
			part := &m.snapshot.Parts[i]
			if it := p.find(call, part.Call); part.Answered && it != nil && !it.answered {
				p.emit(it.owner, spec.Event{Kind: spec.CallDone, Call: it.id, Result: part.Result, IsError: part.IsError, Restated: true})
				p.answer(it)
			}
		}
	}
}
