package reading

import "github.com/quock-dev/quock/spec"

// agentThread is the thread of an agent. It is named as the stream names it, by the
// call that the agent runs for, as far as that is known by its first record.
func (d *SessionDecoder) agentThread(agent string) *thread {
	if t := d.agents[agent]; t != nil {
		return t
	}
	id, linked := agent, d.links[agent]
	if linked.call != "" {
		id = linked.call
	}
	t := d.thread(id)
	if linked.call != "" {
		t.call, t.parent = spec.To(linked.call), spec.To(linked.thread)
	}
	d.agents[agent] = t
	return t
}

// metadata reads what is known of an agent: it opens its session, and its turn.
func (r *reading) metadata() {
	if r.agent == "" {
		r.aside(note(spec.NoteCustom, ""))
		return
	}
	if r.call != "" && r.agents[r.agent] == nil {
		r.links[r.agent] = link{r.call, r.spawned()}
	}
	t := r.agentThread(r.agent)
	if p, again := r.places[r.id]; again && r.id != "" {
		r.announce(t)
		r.emit(t, spec.Event{Kind: spec.TurnStart, Turn: slot(p.turn)})
		return
	}
	if r.agentType != "" {
		t.agent = r.agentType
	}
	if r.call != "" && !t.call.OK {
		t.call, t.parent = spec.To(r.call), spec.To(r.spawned())
	}
	if t.begun && !t.known {
		t.known = true
		r.announce(t)
		return
	}
	t.known = true
	p := place{thread: t, at: t.last(), mine: true}
	r.opens(t, &p)
	r.stands(p)
}

// spawned is the thread in which the agent's call stands: that of the call where
// it came; else that of the agent that is named; else the root.
func (r *reading) spawned() string {
	if c, known := r.calls[r.call]; known {
		return c.thread.id
	}
	if r.spawner != "" {
		return r.agentThread(r.spawner).id
	}
	return ""
}

// enter opens the session of the first record of a thread but the root's.
func (r *reading) enter(t *thread, p *place) {
	if t.id != "" && !t.begun {
		r.opens(t, p)
	}
	t.empty = false
}

// opens says that a session begins, or goes on, and its turn with it.
func (r *reading) opens(t *thread, p *place) {
	p.opened, p.turn = true, t.turns
	t.begun, t.empty = true, true
	t.turns++
	r.announce(t)
	r.emit(t, spec.Event{Kind: spec.TurnStart, Turn: slot(p.turn)})
}

// reopen says what the record said when it opened the session.
func (r *reading) reopen(p place) {
	if p.opened {
		r.announce(p.thread)
		r.emit(p.thread, spec.Event{Kind: spec.TurnStart, Turn: slot(p.turn)})
	}
}

func (r *reading) announce(t *thread) {
	r.emit(t, spec.Event{Kind: spec.SessionOpen, Parent: t.parent, ParentCall: t.call, Agent: t.agent})
}

// linked takes in which agent a call runs, by its result.
func (r *reading) linked(t *thread, call, agent string) {
	if agent == "" || call == "" || r.links[agent].call != "" {
		return
	}
	r.links[agent] = link{call, t.id}
	if child := r.agents[agent]; child != nil && !child.call.OK {
		child.call, child.parent = spec.To(call), spec.To(t.id)
		if child.begun {
			r.announce(child)
		}
	}
}
