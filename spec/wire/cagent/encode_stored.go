package cagent

import (
	"github.com/quock-dev/quock/spec"
)

// completed writes the end of a sub-session, with all that its producer stored
// of it.
func (w *writer) completed(e *spec.Event) error {
	b := w.book(e.Session)
	parent := b.parent
	if !b.child {
		parent = w.mirror.root
	}
	if e.Parent.OK {
		parent = e.Parent.ID
	}
	w.begin("sub_session_completed", w.speaker(&spec.Event{Kind: spec.TurnEnd, Session: parent}))
	w.member("parent_session_id", parent)
	w.Key("sub_session")
	w.session(e.Session, b.items)
	w.Close('}')
	return nil
}

// session writes a session object.
func (w *writer) session(id string, items []entry) {
	w.header(id)
	for i := range items {
		w.Open('{')
		if item := &items[i]; item.role == "" {
			w.Key("sub_session")
			w.session(item.sub, item.items)
		} else {
			w.item(item)
		}
		w.Close('}')
	}
	w.Close(']')
	w.Close('}')
}

// header begins a session object up to its items.
func (w *writer) header(id string) {
	w.Open('{')
	w.member("id", id)
	w.member("title", "Transferred task")
	w.Key("messages")
	w.Open('[')
}

// item writes one message of a book.
func (w *writer) item(item *entry) { w.stored(item, &spec.Snapshot{}) }

// stored writes a message, with what a snapshot says beside its parts.
func (w *writer) stored(item *entry, s *spec.Snapshot) {
	w.message(item.role, item.agent)
	w.Key("content")
	switch item.role {
	case "tool":
		w.content(item.text)
	default:
		w.Text(string(item.text))
	}
	if len(item.thought) > 0 {
		w.member("reasoning_content", string(item.thought))
	}
	w.calls(item.calls)
	w.answers(item.call, item.failed)
	w.optional("finish_reason", s.StopReason)
	if s.Usage != nil {
		w.Key("usage")
		w.tokens(s.Usage)
	}
	w.Close('}')
	w.Close('}')
}

// message begins a stored message with its role.
func (w *writer) message(role, agent string) {
	w.Key("message")
	w.Open('{')
	w.member("agentName", agent)
	w.Key("message")
	w.Open('{')
	w.member("role", role)
}

// content writes a result, which is a text or none.
func (w *writer) content(result []byte) {
	if len(result) == 0 {
		w.Text("")
		return
	}
	w.Raw(result, maxDepth)
}

func (w *writer) calls(calls []*written) {
	if len(calls) == 0 {
		return
	}
	w.Key("tool_calls")
	w.Open('[')
	for _, c := range calls {
		w.Open('{')
		w.member("id", c.id)
		w.member("type", "function")
		w.functionOf(c)
		w.Close('}')
	}
	w.Close(']')
}

// answers names the call that a result is of.
func (w *writer) answers(call string, failed bool) {
	if call == "" {
		return
	}
	w.member("tool_call_id", call)
	if failed {
		w.Key("is_error")
		w.Bool(true)
	}
}

// document writes a stored session: the history of the session, its notes and
// errors; then the sub-sessions in it, each opened, told and closed.
func (w *writer) document(events []spec.Event) error {
	root := &events[len(events)-1]
	for i := range events {
		if events[i].Kind == spec.History {
			root = &events[i]
			break
		}
	}
	rest, err := w.histories(root.Session, events)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return unsayable(&rest[0], "not in a stored session")
	}
	return nil
}

// histories writes the session that the events begin with, and gives those
// behind it and its sub-sessions.
func (w *writer) histories(id string, events []spec.Event) ([]spec.Event, error) {
	w.header(id)
	for len(events) > 0 && w.aside(&events[0], id) {
		events = events[1:]
	}
	for len(events) > 0 && events[0].Session == id && events[0].Kind != spec.SessionClose {
		if err := w.told(&events[0]); err != nil {
			return events, err
		}
		events = events[1:]
	}
	for len(events) > 0 && events[0].Kind == spec.SessionOpen && events[0].Parent == spec.To(id) {
		var err error
		if events, err = w.inner(events); err != nil {
			return events, err
		}
	}
	w.Close(']')
	w.Close('}')
	return events, nil
}

// inner writes a sub-session as an item, from its opening to its end.
func (w *writer) inner(events []spec.Event) ([]spec.Event, error) {
	id := events[0].Session
	w.Open('{')
	w.Key("sub_session")
	rest, err := w.histories(id, events[1:])
	w.Close('}')
	if err != nil {
		return rest, err
	}
	if len(rest) == 0 || rest[0].Kind != spec.SessionClose || rest[0].Session != id {
		return rest, unsayable(&events[0], "a stored session has an end")
	}
	return rest[1:], nil
}

// aside writes a note in front of a history as what the runtime itself said.
func (w *writer) aside(e *spec.Event, session string) bool {
	if e.Kind != spec.NoteEvent || e.Note != spec.NoteSystem || e.Session != session {
		return false
	}
	w.Open('{')
	w.message("system", "")
	w.member("content", e.Text)
	w.Close('}')
	w.Close('}')
	w.Close('}')
	return true
}

// told writes a history's messages, or an error.
func (w *writer) told(e *spec.Event) error {
	switch e.Kind {
	case spec.History:
		for i := range e.Messages {
			w.snapshot(&e.Messages[i])
		}
	case spec.Error:
		w.Open('{')
		w.member("error", e.Error)
		w.Close('}')
	default:
		return unsayable(e, "not in a stored session")
	}
	return nil
}

// snapshot writes a message, and the results that its calls have behind it.
func (w *writer) snapshot(s *spec.Snapshot) {
	item := entry{role: s.Role, agent: s.Agent}
	orphans := false
	for i := range s.Parts {
		switch p := &s.Parts[i]; {
		case p.Kind == spec.TextPart:
			item.text = append(item.text, p.Text...)
		case p.Kind == spec.ThoughtPart:
			item.thought = append(item.thought, p.Text...)
		case s.Role == "user":
			orphans = true
		default:
			item.calls = append(item.calls, &written{p.Call, p.Name, p.Args, p.ArgsValue})
		}
	}
	if !orphans {
		w.Open('{')
		w.stored(&item, s)
		w.Close('}')
	}
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == spec.CallPart && p.Answered {
			w.Open('{')
			w.item(&entry{role: "tool", agent: s.Agent, call: p.Call, text: p.Result, failed: p.IsError})
			w.Close('}')
		}
	}
}
