package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// itemEvent reads a record about an item. Types that this codec does not know,
// and records that a type never has, are unknown.
func (p *pass) itemEvent() func() {
	p.readItem()
	switch {
	case p.wrong != "":
		return nil
	case p.item.call():
		return p.call()
	case p.item.kind == plan:
		return p.note(spec.NoteCustom, p.may("item.text", p.item.members["text"]))
	case p.kind != "item.completed":
		return p.unknown
	}
	switch p.item.kind {
	case message:
		return p.whole(spec.TextPart)
	case reasoning:
		return p.whole(spec.ThoughtPart)
	case warning:
		return p.note(spec.NoteSystem, p.may("item.message", p.item.members["message"]))
	}
	return p.unknown
}

// whole is a message, which always comes at once.
func (p *pass) whole(kind spec.PartKind) func() {
	said := spec.Snapshot{
		Role:  "assistant",
		Parts: []spec.SnapshotPart{{Kind: kind, Text: p.must("item.text", p.item.members["text"])}},
	}
	return func() {
		p.emit(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{said}, Complete: true})
		p.thread().said = true
	}
}

// call reads a record of a tool call.
func (p *pass) call() func() {
	p.item.id = p.must("item.id", p.item.members["id"])
	done := spec.Event{
		Kind: spec.CallDone, Call: p.item.id, Name: p.name(), Args: p.item.args(), Result: p.item.result(), IsError: p.isError(),
	}
	done.ArgsValue = done.Args != ""
	status := p.may("item.status", p.item.members["status"])
	if status == declined {
		done.Status = spec.Denied
	}
	known := p.team()
	return func() {
		t := p.thread()
		t.said = true
		switch {
		case p.kind == "item.started":
			p.started(t, done)
			p.agents(known)
			return
		case p.kind == "item.completed":
			p.mentioned(t, done, status)
		}
		p.agents(known)
		if p.kind == "item.updated" || status == inProgress {
			p.progress(done)
			return
		}
		p.emit(done)
	}
}

// started says that a call runs; a list says what it holds, too.
func (p *pass) started(t *thread, done spec.Event) {
	if p.item.placeholder() {
		done.Args, done.ArgsValue = "", false
	}
	p.starts(t, done)
	if p.item.kind == todo && done.Result != nil {
		p.progress(done)
	}
}

func (p *pass) starts(t *thread, done spec.Event) {
	t.begun[done.Call] = p.run
	p.emit(spec.Event{Kind: spec.CallStart, Call: done.Call, Name: done.Name, Args: done.Args, ArgsValue: done.ArgsValue})
}

func (p *pass) progress(done spec.Event) {
	p.emit(spec.Event{Kind: spec.CallProgress, Call: done.Call, Result: done.Result})
}

// mentioned says that a call runs whose completion is its first record, but not
// where its start was lost.
func (p *pass) mentioned(t *thread, done spec.Event, status string) {
	run, before := t.begun[done.Call]
	if before && run == p.run {
		return
	}
	if before || status == inProgress || p.item.kind == change || p.item.kind == search {
		p.starts(t, done)
	}
	t.begun[done.Call] = p.run
}

// A mate is an agent that an item names: spawned by it, or in some state.
type mate struct {
	id, state string
	spawned   bool
}

// team are the agents that a collab item names.
func (p *pass) team() []mate {
	if p.item.kind != collab {
		return nil
	}
	var all []mate
	if p.name() == spawn {
		for v := range p.list("receiver_thread_ids").Elements() {
			all = append(all, mate{id: p.must("item.receiver_thread_ids", v), spawned: true})
		}
	}
	p.may("item.sender_thread_id", p.item.members["sender_thread_id"])
	for id, v := range p.item.members["agents_states"].Members() {
		state, _ := v.Get("status").Text()
		all = append(all, mate{id: id, state: state})
	}
	return all
}

func (p *pass) list(key string) scan.Value {
	v := p.item.members[key]
	if v.Kind() != '[' && !v.None() {
		p.mismatch("item." + key)
	}
	return v
}
