package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// valued reads a whole state, which repeats all messages of its session.
func (d *decoder) valued(session string, state scan.Value) {
	d.stated(session, state.Get("messages"), true)
}

// updated reads what one node returned: a partial state or several; in process
// {node, values}.
func (d *decoder) updated(e *protocolEvent) {
	for state := range elements(e.data) {
		if values := state.Get("values"); values != "" && state.Get("messages") == "" {
			state = values
		}
		for part := range elements(state) {
			d.stated(SessionOf(e.path), part.Get("messages"), false)
		}
	}
}

// stated reads the messages of a state. all says that older ones are among them.
func (d *decoder) stated(session string, list scan.Value, all bool) {
	sc, here := d.scope(session), map[fingerprint]int{}
	for v := range elements(list) {
		isNew, h := sc.restated.news(v, here)
		if !isNew {
			continue
		}
		m := parseMessage(v)
		sc.restated.remember(h, m.key(), here)
		switch m.role {
		case roleAI:
			d.statedSpeech(session, &m, all)
		case roleHuman:
			d.enter(session)
			d.say(asked(session, &m))
		case roleTool:
			d.statedResult(session, &m, list)
		case roleSystem:
			d.note(session, spec.NoteSystem, joined(m.content))
		case roleOther:
		case roleUnknown:
			d.unknown(session, "", v)
		}
	}
}

// asked is what a user, or the call that made the session, said.
func asked(session string, m *message) spec.Event {
	s := spec.Snapshot{Message: m.id, Role: "user"}
	for _, p := range pieces(m.content) {
		if p.kind == pieceText {
			s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.TextPart, Slot: p.slot, Text: p.text})
		}
	}
	return spec.Event{Kind: spec.MessageFull, Session: session, Messages: []spec.Snapshot{s}, Complete: true}
}

// statedSpeech reads a model's message. What streamed is only confirmed; a whole
// state says nothing of a message that streams, and of one that ended only which
// calls it lacks.
func (d *decoder) statedSpeech(session string, m *message, all bool) {
	b := d.thread.branch(session)
	s := b.named[m.id]
	if lost := b.nameless; s == nil && lost != nil && lost.done && !all {
		s, b.nameless = lost, nil
		lost.named, b.named[m.id] = m.id, lost
	}
	streamed := s != nil && m.id != ""
	snap := m.snapshot(true, true)
	snap.Agent = speaker(m.name)
	if streamed {
		if all && (!s.done && s.run == d.thread.runs || s.done && s.knows(&snap)) {
			return
		}
		snap.Message = s.message
	} else {
		s = &speech{message: m.id, named: m.id, done: true}
		b.named[m.id] = s
	}
	d.enter(session)
	s.restate(b, &snap)
	d.say(spec.Event{Kind: spec.MessageFull, Session: session, Messages: []spec.Snapshot{snap}, Complete: true, Restated: streamed})
}

// knows reports whether all calls of a message were announced.
func (s *speech) knows(snap *spec.Snapshot) bool {
	for i := range snap.Parts {
		if p := &snap.Parts[i]; p.Kind == spec.CallPart && !s.calls[p.Call] {
			return false
		}
	}
	return true
}

// restate takes in the calls of a message that a state has.
func (s *speech) restate(b *branch, snap *spec.Snapshot) {
	s.done = true
	for i := range snap.Parts {
		if p := &snap.Parts[i]; p.Kind == spec.CallPart && !s.calls[p.Call] {
			s.announce(b, p.Call)
		}
	}
}

// statedResult reads a tool's message, which says nothing where the call has its
// result, or where it is of an older call of that id.
func (d *decoder) statedResult(session string, m *message, list scan.Value) {
	b := d.thread.branch(session)
	c := b.calls[m.call]
	if c != nil && (c.over || !c.answeredIn(list, m)) {
		return
	}
	if c != nil {
		c.over = true
	}
	d.enter(session)
	e := result(m)
	e.Kind, e.Session, e.Call, e.Restated = spec.CallDone, session, m.call, true
	d.say(e)
}

// answeredIn reports whether the message that a result in a list belongs to, the
// last one before it with that call, is the call's; so it is where the list has
// none.
func (c *announced) answeredIn(list scan.Value, result *message) bool {
	owner := ""
	for v := range elements(list) {
		if v == result.raw {
			break
		}
		m := parseMessage(v)
		if m.role != roleAI {
			continue
		}
		for call := range m.calls.Elements() {
			if word(call.Get("id")) == result.call {
				owner = m.id
			}
		}
	}
	return owner == "" || owner == c.named
}
