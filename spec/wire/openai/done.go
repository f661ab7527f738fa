package openai

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// itemDone closes an item, and says all of it once more.
func (p *pass) itemDone() {
	r := p.current()
	if p.item.Kind() != '{' {
		p.note(spec.NoteCustom)
		return
	}
	from, o := len(p.out), p.membersOf("item", p.item, &p.rooms.members)
	p.members = o
	it := r.match(o, number(p.index))
	if it == nil {
		it = newItem(o, number(p.index))
		if p.open(r, it); p.fail.Reason != "" {
			return
		}
	}
	p.restOf(it, o, textOf(o.Get("status")) == "incomplete")
	it.done = true
	if len(p.out) == from {
		p.frame(it.slot)
	}
}

// match is the item that another record repeats: at its index, else by its ids.
func (r *response) match(v scan.Object, index int64) *item {
	c := kinds[textOf(v.Get("type"))].class
	if index != none {
		id, call := textOf(v.Get("id")), textOf(v.Get("call_id"))
		for i := len(r.items) - 1; i >= 0; i-- {
			if it := r.items[i]; it.class == c && it.index == index && !it.done && (it.names(id, call)) {
				return it
			}
		}
		for i := len(r.items) - 1; i >= 0; i-- {
			if it := r.items[i]; it.class == c && it.index == index && !it.done {
				return it
			}
		}
	}
	return r.named(v, c)
}

// named is the newest item of a class that has an item's id or call id.
func (r *response) named(v scan.Object, c class) *item {
	id, call := textOf(v.Get("id")), textOf(v.Get("call_id"))
	for i := len(r.items) - 1; i >= 0; i-- {
		if it := r.items[i]; it.class == c && it.names(id, call) {
			return it
		}
	}
	return nil
}

func (it *item) names(id, call string) bool {
	return id != "" && it.id == id || call != "" && it.call == call
}

// restOf says what of an item did not stream.
func (p *pass) restOf(it *item, v scan.Object, cut bool) {
	switch it.class {
	case spoken:
		p.contents(it, v.Get("content"), false)
	case thought:
		p.contents(it, v.Get("summary"), true)
		p.contents(it, v.Get("content"), false)
	case called:
		if !cut {
			given := v.Get(it.kind.args)
			p.finish(it, given, textOf(given))
		}
		p.served(it, v)
	case result:
		p.resulted(v)
	}
}

// contents are the texts of an item, as far as they did not stream.
func (p *pass) contents(it *item, list scan.Value, summary bool) {
	n := int64(0)
	for part := range list.Elements() {
		text := part.Get("text")
		if text == "" {
			text = part.Get("refusal")
		}
		if words := textOf(text); words != "" {
			p.rest(it, it.at(summary, n), words)
		}
		n++
	}
}

// served is what a call of the server's own gave back, which stands in the call.
func (p *pass) served(it *item, v scan.Object) {
	if !it.hosted || *it.answered {
		return
	}
	e := spec.Event{Kind: spec.CallDone, Call: it.call}
	given, fault := v.Get(it.kind.result), v.Get("error")
	switch status := textOf(v.Get("status")); {
	case !fault.None():
		e.Result, e.IsError = []byte(fault), true
	case status == "failed":
		e.IsError = true
	case !given.None():
		e.Result = []byte(given)
	case status != "completed":
		return
	}
	*it.answered = true
	p.emit(e)
}

// resulted is the result of a call, as an item of its own.
func (p *pass) resulted(v scan.Object) {
	call := textOf(v.Get("call_id"))
	answered := p.newest(call)
	if answered != nil && *answered {
		return
	}
	if answered != nil {
		*answered = true
	}
	p.emit(spec.Event{Kind: spec.CallDone, Call: call, Result: output(v)})
}

// output is what a result's item says.
func output(v scan.Object) []byte {
	for _, key := range []string{"output", "result", "tools"} {
		if m := v.Get(key); !m.None() {
			return []byte(m)
		}
	}
	return nil
}

// newest is the newest open call of an id, the newest where none is open.
func (p *pass) newest(call string) *bool {
	all := p.at.calls[call]
	for i := len(all) - 1; i >= 0; i-- {
		if !*all[i] {
			return all[i]
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}
