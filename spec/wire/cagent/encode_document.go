package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

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
		return wire.NotRepresentable(&rest[0], "", "not in a stored session")
	}
	return nil
}

// completedUnseen writes the end of a sub-session of which nothing was written, with
// what is stored of it: its opening, its history, its end.
func (w *writer) completedUnseen(events []spec.Event) error {
	id, parent := events[0].Session, events[0].Parent.ID
	w.begin("sub_session_completed", w.speaker(&spec.Event{Kind: spec.TurnEnd, Session: parent}))
	w.Member("parent_session_id", parent)
	w.Key("sub_session")
	rest, err := w.histories(id, events[1:])
	if err == nil && len(rest) != 1 {
		return wire.NotRepresentable(&events[0], "", "not in the end of a sub-session")
	}
	w.Close('}')
	return err
}

// histories writes the session that the events begin with, and gives those
// behind it and its sub-sessions.
func (w *writer) histories(id string, events []spec.Event) ([]spec.Event, error) {
	w.header(id)
	for len(events) > 0 && w.aside(&events[0], id) {
		events = events[1:]
	}
	for len(events) > 0 && events[0].Session == id && events[0].Kind != spec.SessionClose {
		if err := w.historyMessages(&events[0]); err != nil {
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
		return rest, wire.NotRepresentable(&events[0], "", "a stored session has an end")
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
	w.Member("content", e.Text)
	w.Close('}')
	w.Close('}')
	w.Close('}')
	return true
}

// historyMessages writes a history's messages, or an error.
func (w *writer) historyMessages(e *spec.Event) error {
	switch e.Kind {
	case spec.History:
		for i := range e.Messages {
			w.snapshot(&e.Messages[i])
		}
	case spec.Error:
		w.Open('{')
		w.Member("error", e.Error)
		w.Close('}')
	default:
		return wire.NotRepresentable(e, "", "not in a stored session")
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
