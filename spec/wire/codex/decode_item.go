package codex

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// itemEvent reads a record about an item. Types that this codec does not know,
// and records that a type never has, are unknown.
func (p *pass) itemEvent() func(*pass) {
	p.readItem()
	switch {
	case p.Wrong != "":
		return nil
	case p.item.call():
		return p.call()
	case p.item.kind == plan:
		return p.note(spec.NoteCustom, p.TextOf("item.text", p.item.Get("text")))
	case p.kind != "item.completed":
		return (*pass).unknown
	}
	switch p.item.kind {
	case message:
		return p.whole(spec.TextPart)
	case reasoning:
		return p.whole(spec.ThoughtPart)
	case warning:
		return p.note(spec.NoteSystem, p.TextOf("item.message", p.item.Get("message")))
	}
	return (*pass).unknown
}

// whole is a message, which always comes at once.
func (p *pass) whole(kind spec.PartKind) func(*pass) {
	p.spoken, p.text = kind, p.Must("item.text", p.item.Get("text"))
	return (*pass).speaks
}

func (p *pass) speaks() {
	one := &single{}
	one.parts[0] = spec.SnapshotPart{Kind: p.spoken, Text: p.text}
	one.message[0] = spec.Snapshot{Role: "assistant", Parts: one.parts[:]}
	e := p.add()
	e.Kind, e.Complete, e.Messages = spec.MessageFull, true, one.message[:]
	p.thread().produced = true
}

// A single is a message of one part, in one piece of memory.
type single struct {
	message [1]spec.Snapshot
	parts   [1]spec.SnapshotPart
}

// A record is what one says of its tool call: a completion, if it is one.
type record struct {
	call, name, args string
	result           json.RawMessage
	isError          bool
}

// call reads a record of a tool call.
func (p *pass) call() func(*pass) {
	p.item.id = p.Must("item.id", p.item.Get("id"))
	p.status = p.TextOf("item.status", p.item.Get("status"))
	p.mates()
	p.done = record{call: p.item.id, name: p.name(), args: p.item.args(), isError: p.isError(p.status)}
	if p.kind != "item.started" || p.item.kind == todo {
		p.done.result = p.item.result()
	}
	return (*pass).callEvents
}

func (p *pass) callEvents() {
	switch p.kind {
	case "item.started":
		p.started()
		p.agents()
		return
	case "item.completed":
		p.mentioned()
	}
	p.agents()
	if p.kind == "item.updated" || p.status == inProgress {
		p.progress()
		return
	}
	p.completed()
}

// completed says how a call ended.
func (p *pass) completed() {
	e, done := p.add(), &p.done
	e.Kind, e.Call, e.Name, e.Args, e.ArgsValue = spec.CallDone, done.call, done.name, done.args, done.args != ""
	e.Result, e.IsError = done.result, done.isError
	if p.status == declined {
		e.Status = spec.Denied
	}
}

// started says that a call runs; a list says what it holds, too.
func (p *pass) started() {
	if p.item.placeholder() {
		p.done.args = ""
	}
	p.starts()
	if p.item.kind == todo && p.done.result != nil {
		p.progress()
	}
}

func (p *pass) starts() {
	p.begins(p.done.call)
	e, done := p.add(), &p.done
	e.Kind, e.Call, e.Name, e.Args, e.ArgsValue = spec.CallStart, done.call, done.name, done.args, done.args != ""
}

func (p *pass) progress() {
	e := p.add()
	e.Kind, e.Call, e.Result = spec.CallProgress, p.done.call, p.done.result
}

// mentioned says that a call runs whose completion is its first record, but not
// where its start was lost.
func (p *pass) mentioned() {
	run, before := p.thread().begun[p.done.call]
	if before && run == p.run {
		return
	}
	if before || p.status == inProgress || p.item.kind == change || p.item.kind == search {
		p.starts()
		return
	}
	p.begins(p.done.call)
}

// begins counts an item as known in this run. The id is copied, since it would
// keep its record.
func (p *pass) begins(call string) {
	t := p.thread()
	t.produced = true
	if run, before := t.begun[call]; !before || run != p.run {
		t.begun[strings.Clone(call)] = p.run
	}
}
