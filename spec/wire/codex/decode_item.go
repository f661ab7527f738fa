package codex

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// itemEvent reads a record about an item. Types that this codec does not know,
// and records that a type never has, are unknown.
func (p *pass) itemEvent() func(*pass) {
	p.readItem()
	switch {
	case p.wrong != "":
		return nil
	case p.item.call():
		return p.call()
	case p.item.kind == plan:
		return p.note(spec.NoteCustom, p.may("item.text", p.item.Get("text")))
	case p.kind != "item.completed":
		return (*pass).unknown
	}
	switch p.item.kind {
	case message:
		return p.whole(spec.TextPart)
	case reasoning:
		return p.whole(spec.ThoughtPart)
	case warning:
		return p.note(spec.NoteSystem, p.may("item.message", p.item.Get("message")))
	}
	return (*pass).unknown
}

// whole is a message, which always comes at once.
func (p *pass) whole(kind spec.PartKind) func(*pass) {
	p.next = spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{
		Role:  "assistant",
		Parts: []spec.SnapshotPart{{Kind: kind, Text: p.must("item.text", p.item.Get("text"))}},
	}}}
	return func(*pass) {
		p.said()
		p.thread().said = true
	}
}

// call reads a record of a tool call: its completion, if it is one.
func (p *pass) call() func(*pass) {
	p.item.id = p.must("item.id", p.item.Get("id"))
	p.status = p.may("item.status", p.item.Get("status"))
	p.mates()
	done := &p.next
	*done = spec.Event{Kind: spec.CallDone, Call: p.item.id, Name: p.name(), Args: p.item.args(), IsError: p.isError(p.status)}
	done.ArgsValue = done.Args != ""
	if p.kind != "item.started" || p.item.kind == todo {
		done.Result = p.item.result()
	}
	if p.status == declined {
		done.Status = spec.Denied
	}
	return (*pass).tell
}

func (p *pass) tell() {
	switch p.kind {
	case "item.started":
		p.started(&p.next)
		p.agents()
		return
	case "item.completed":
		p.mentioned(&p.next)
	}
	p.agents()
	if p.kind == "item.updated" || p.status == inProgress {
		p.progress(&p.next)
		return
	}
	p.said()
}

// started says that a call runs; a list says what it holds, too.
func (p *pass) started(done *spec.Event) {
	if p.item.placeholder() {
		done.Args, done.ArgsValue = "", false
	}
	p.starts(done)
	if p.item.kind == todo && done.Result != nil {
		p.progress(done)
	}
}

func (p *pass) starts(done *spec.Event) {
	p.begins(done.Call)
	p.emit(spec.Event{Kind: spec.CallStart, Call: done.Call, Name: done.Name, Args: done.Args, ArgsValue: done.ArgsValue})
}

func (p *pass) progress(done *spec.Event) {
	p.emit(spec.Event{Kind: spec.CallProgress, Call: done.Call, Result: done.Result})
}

// mentioned says that a call runs whose completion is its first record, but not
// where its start was lost.
func (p *pass) mentioned(done *spec.Event) {
	run, before := p.thread().begun[done.Call]
	if before && run == p.run {
		return
	}
	if before || p.status == inProgress || p.item.kind == change || p.item.kind == search {
		p.starts(done)
		return
	}
	p.begins(done.Call)
}

// begins counts an item as known in this run. The id is copied, since it would
// keep its record.
func (p *pass) begins(call string) {
	t := p.thread()
	t.said = true
	if run, before := t.begun[call]; !before || run != p.run {
		t.begun[strings.Clone(call)] = p.run
	}
}
