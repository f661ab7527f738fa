package cagent

import (
	"github.com/quock-dev/quock/spec"
)

// A book is what a producer stores of a session while it runs: a sub-session is
// embedded whole in the record of its end. Of a session that is nobody's only
// the number of items is kept, and the open calls.
type book struct {
	child   bool
	parent  string
	items   []entry
	number  int // items
	message string
	calls   map[string]*written // by id, the newest
}

// An entry is one item of a stored session.
type entry struct {
	role    string // user, assistant, tool; "" for a sub-session
	agent   string
	text    []byte
	thought []byte
	calls   []*written
	call    string
	failed  bool
	sub     string
	items   []entry // of the sub-session
}

// A written is a call as it was told.
type written struct {
	id, name, args string
	value          bool
}

func (e *encoder) book(session string) *book {
	b := e.books[session]
	if b == nil {
		b = &book{calls: map[string]*written{}}
		e.books[session] = b
	}
	return b
}

// position is the index of the next item.
func (b *book) position() int { return b.number }

// add appends an item.
func (b *book) add(item entry) {
	b.number++
	if b.child {
		b.items = append(b.items, item)
	}
}

// keep takes in what an event says.
func (e *encoder) keep(ev *spec.Event) {
	if ev.NoSession || ev.Global {
		return
	}
	b := e.book(ev.Session)
	switch ev.Kind {
	case spec.SessionOpen:
		b.child, b.parent = true, ev.Parent.ID
	case spec.SessionClose:
		e.attach(ev.Session, b)
	case spec.MessageFull:
		b.add(entry{role: "user", text: []byte(promptOf(ev))})
	case spec.Text:
		b.say(ev)
	case spec.Retract:
		b.retract()
	case spec.CallOpen, spec.CallArgs, spec.CallStart, spec.CallDone:
		b.call(ev)
	}
}

func promptOf(ev *spec.Event) string {
	words := ""
	for _, m := range ev.Messages {
		for _, p := range m.Parts {
			words += p.Text
		}
	}
	return words
}

// attach makes a sub-session an item of its parent, with what it holds.
func (e *encoder) attach(session string, b *book) {
	if b.child {
		e.book(b.parent).add(entry{sub: session, items: b.items})
		b.items = nil
	}
}

// open is the item of a message, begun by its first event.
func (b *book) open(message, agent string) *entry {
	if message != b.message || b.message == "" {
		b.message = message
		b.add(entry{role: "assistant", agent: agent})
	}
	for i := len(b.items) - 1; i >= 0; i-- {
		if b.items[i].role == "assistant" {
			return &b.items[i]
		}
	}
	return &entry{}
}

func (b *book) say(ev *spec.Event) {
	item := b.open(ev.Message, ev.Agent)
	if ev.Form == spec.Thought {
		item.thought = append(item.thought, ev.Text...)
	} else {
		item.text = append(item.text, ev.Text...)
	}
}

// retract takes the last message back.
func (b *book) retract() {
	b.message = ""
	b.number--
	for i := len(b.items) - 1; i >= 0; i-- {
		if b.items[i].role == "assistant" {
			b.items = append(b.items[:i], b.items[i+1:]...)
			return
		}
	}
}

func (b *book) call(ev *spec.Event) {
	c := b.calls[ev.Call]
	if ev.Kind == spec.CallOpen && (c == nil || ev.Message != b.message) {
		c = &written{id: ev.Call, name: ev.Name}
		b.calls[ev.Call] = c
		item := b.open(ev.Message, ev.Agent)
		item.calls = append(item.calls, c)
	}
	switch {
	case ev.Kind == spec.CallDone:
		b.answered(ev)
	case c == nil:
	case ev.Kind == spec.CallArgs && !ev.Restated:
		c.args += ev.Text
	case ev.Kind == spec.CallArgs:
		c.args = ev.Text
	case ev.Args != "":
		c.args, c.value = ev.Args, ev.ArgsValue
	}
}

// answered adds a result; of a call that is done only the name is kept.
func (b *book) answered(ev *spec.Event) {
	b.add(entry{role: "tool", call: ev.Call, text: ev.Result, failed: ev.IsError})
	if c := b.calls[ev.Call]; c != nil {
		b.calls[ev.Call] = &written{id: c.id, name: c.name}
	}
}
