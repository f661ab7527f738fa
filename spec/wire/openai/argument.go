package openai

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// argument is a fragment of a call's arguments, or all of them.
func (p *pass) argument(s stage) {
	r := p.current()
	it, by := r.find(called, p.itemID, number(p.index))
	if s == ends {
		p.argumentsDone(r, it)
		return
	}
	delta, ok := p.delta.Text()
	if !ok && !p.delta.None() {
		p.malformed("a fragment of arguments is no string")
		return
	}
	e := spec.Event{Kind: spec.CallArgs, Message: r.message, Text: delta}
	e.Slot, e.Call = p.address(r, it, by)
	p.keep(r, it, delta)
	p.emit(e)
}

// keep puts a fragment to its call's arguments, to hold the whole ones against
// them. One without keys is the only open call's; one of a call that is not known
// waits for it.
func (p *pass) keep(r *response, it *item, delta string) {
	index := number(p.index)
	if it == nil && index == none && p.itemID == "" {
		it = r.only(called)
	}
	switch {
	case it == nil:
		r.held = append(r.held, fragment{index: index, id: p.itemID, text: delta})
	case it.complete:
		p.illegal(closes, "a fragment comes behind the whole arguments")
	default:
		it.args = append(it.args, delta...)
	}
}

// claim takes the fragments that waited for a call: those whose events named its slot,
// or its call id. One that named the item alone is nobody's, and the whole arguments
// say it again.
func (r *response) claim(it *item) {
	kept := r.held[:0]
	for _, f := range r.held {
		if f.index != none && f.index == it.index || f.index == none && f.id != "" && f.id == it.call {
			it.args = append(it.args, f.text...)
			continue
		}
		kept = append(kept, f)
	}
	r.held = kept
}

// address is what a fragment says of its call: the slot where that is enough, and
// the id where the two keys disagree, or the slot has a newer call.
func (p *pass) address(r *response, it *item, by bool) (slot, call string) {
	index := number(p.index)
	if index != none {
		slot = strconv.FormatInt(index, 10)
	}
	switch {
	case it == nil && index == none:
		return "", p.itemID
	case it == nil || !by:
		return slot, ""
	case index == none:
		slot = it.slot
	}
	if slot != it.slot || r.newest(called, it.index) != it {
		call = it.call
	}
	return slot, call
}

// argumentsDone ends the arguments of a call.
func (p *pass) argumentsDone(r *response, it *item) {
	switch {
	case it == nil:
		e := spec.Event{Kind: spec.ArgsEnd, Message: r.message, Args: textOf(p.whole)}
		e.Slot, e.Call = p.address(r, nil, false)
		p.emit(e)
	case p.kind == "response.shell_call_command.done", !p.finish(it, p.whole, textOf(p.whole)):
		p.frame(it.slot)
	}
}

// finish ends a call's arguments with all of them: given as text, or as a value
// where they are no text that streams. What streamed is not said again. It is false
// where the arguments were complete.
func (p *pass) finish(it *item, given scan.Value, whole string) bool {
	value := !it.streams()
	if given.None() {
		whole = string(it.args)
	}
	differs := !value && whole != string(it.args) && (it.free || !spec.JSONEqual([]byte(whole), it.args))
	if differs && !strings.HasPrefix(whole, string(it.args)) {
		p.illegal(repeats, "the whole arguments are not what streamed")
	}
	if it.complete {
		return false
	}
	it.complete = true
	e := spec.Event{Kind: spec.ArgsEnd, Message: p.at.now.message, Slot: it.slot, Call: it.call}
	switch {
	case value && !given.None():
		e.Args, e.ArgsValue = given.Compact(), true
	case it.free && whole != "":
		e.Args, e.ArgsValue = string(scan.AppendText(nil, whole)), true
	case differs:
		e.Args = whole
	}
	it.args = append(it.args[:0], whole...)
	p.emit(e)
	return true
}
