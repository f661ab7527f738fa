package deepagents

import (
	"iter"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// waits emits the interrupts that a state lists, unless the one before did and
// nothing was said since. A state that has no place for them says nothing.
func (d *decoder) waits(session string, p *poll, news bool) {
	stated := p.values.Get("__interrupt__")
	if p.tasks.None() && p.interrupts.None() && stated.None() {
		return
	}
	before, listed := d.last(session), map[string]bool{}
	for _, list := range []scan.Value{stated, p.interrupts} {
		d.waitsIn(session, list, before.waits, listed, news)
	}
	for task := range p.tasks.Elements() {
		d.waitsIn(session, task.Get("interrupts"), before.waits, listed, news)
	}
	before.waits = listed
}

func (d *decoder) waitsIn(session string, list scan.Value, before, listed map[string]bool, news bool) {
	for v := range interrupts(list) {
		id := wire.Text(v.Get("id"))
		if id == "" {
			id = wire.Text(v.Get("interrupt_id"))
		}
		if !listed[id] && (news || !before[id]) {
			d.emit(spec.Event{Kind: spec.Wait, Session: session, Wait: id})
		}
		listed[id] = true
	}
}

// interrupts are those of a list, or of the lists by task that some servers
// give.
func interrupts(v scan.Value) iter.Seq[scan.Value] {
	return func(yield func(scan.Value) bool) {
		for _, list := range v.Members() {
			for item := range list.Elements() {
				if item.Kind() == '{' && !yield(item) {
					return
				}
			}
		}
		for item := range v.Elements() {
			if item.Kind() == '{' && !yield(item) {
				return
			}
		}
	}
}

// failures emits the errors of tasks that the state before did not have. One
// ends the run.
func (d *decoder) failures(session string, p *poll) {
	if p.tasks.None() {
		return
	}
	before, listed := d.last(session), map[string]bool{}
	for task := range p.tasks.Elements() {
		words, failed := failure(task.Get("error"))
		if !failed {
			continue
		}
		key := wire.Text(task.Get("id")) + "\x00" + words
		if !before.failures[key] {
			d.emit(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: words})
		}
		listed[key] = true
	}
	before.failures = listed
}

// failure is what a task's error says: a text, or an object.
func failure(v scan.Value) (words string, failed bool) {
	if v.None() || v == "false" {
		return "", false
	}
	words = wire.Text(v)
	for _, key := range []string{"message", "error", "name"} {
		if words == "" {
			words = wire.Text(v.Get(key))
		}
	}
	return words, true
}
