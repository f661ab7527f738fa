package codex

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A mate is an agent that an item names: spawned by it, or in some state.
type mate struct {
	id, state string
	spawned   bool
}

// mates reads which agents a collab item names.
func (p *pass) mates() {
	p.team = p.team[:0]
	if p.item.kind != collab {
		return
	}
	if p.name() == spawn {
		for v := range p.List("item.receiver_thread_ids", p.item.Get("receiver_thread_ids")).Elements() {
			p.team = append(p.team, mate{id: p.Must("item.receiver_thread_ids", v), spawned: true})
		}
	}
	p.TextOf("item.sender_thread_id", p.item.Get("sender_thread_id"))
	for id, v := range p.item.Get("agents_states").Members() {
		state, _ := v.Get("status").Text()
		p.team = append(p.team, mate{id: id, state: state})
	}
}

// agents opens and closes the sub-sessions that a collab item names. One that
// this stream did not see spawned is not known, and stays so.
func (p *pass) agents() {
	for _, m := range p.team {
		open, known := p.children[m.id]
		switch {
		case m.spawned && !known && m.id != p.session:
			p.opens(m.id, true)
		case known && open && over(m.state):
			p.closes(m.id, m.state)
		case known && !open && (m.state == "running" || m.state == "pending_init"):
			p.opens(m.id, false)
		}
	}
}

// opens says that a child starts, or goes on after its end. The spawning call is
// its link, unless another thread made it.
func (p *pass) opens(child string, spawned bool) {
	p.children[strings.Clone(child)] = true
	parent, _ := p.item.Get("sender_thread_id").Text()
	if parent == "" {
		parent = p.session
	}
	e := spec.Event{Kind: spec.SessionOpen, Parent: spec.To(parent)}
	if spawned && parent == p.session {
		e.ParentCall = spec.To(p.item.id)
	}
	p.emitIn(child, e)
}

func (p *pass) closes(child, state string) {
	p.children[child] = false
	e := spec.Event{Kind: spec.SessionClose, Status: spec.Closed}
	if state == "errored" {
		e.Status = spec.Failed
	}
	p.emitIn(child, e)
}

// emitIn gives an event of a sub-session.
func (p *pass) emitIn(session string, e spec.Event) {
	e.Session = session
	p.out = append(p.out, e)
}

// over reports whether an agent in that state has ended.
func over(state string) bool {
	switch state {
	case "completed", "errored", "shutdown", "interrupted":
		return true
	}
	return false
}
