package acp_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// script collects events, a record at a time.
type script struct {
	events []spec.Event
	record int
}

func (s *script) say(events ...spec.Event) {
	s.record++
	for _, e := range events {
		e.Record = s.record
		if e.Session == "" {
			e.Session = "S"
		} else {
			e.Parent = spec.To("S")
		}
		s.events = append(s.events, e)
	}
}

// user is what the user, or the session that asks, says.
func user(session, id, text string) spec.Event {
	return spec.Event{Kind: spec.MessageFull, Session: session, Complete: true, Messages: []spec.Snapshot{
		{Message: id, Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}},
	}}
}

// streams are what version 1 can say.
func streams(_ string, f spec.Features) []spec.Stream {
	var s script
	args := `{"subagent_type":"coder","description":"wr\"ite"}`
	s.say(spec.Event{Kind: spec.TurnStart, Turn: "p1"}, user("", "", "Do \u2028 both"))
	s.say(spec.Event{Kind: spec.Text, Message: "m1", Form: spec.Thought, Text: "Two "})
	s.say(spec.Event{Kind: spec.Text, Message: "m1", Form: spec.Plain, Text: "Ask."})
	s.say(spec.Event{Kind: spec.CallOpen, Call: "c1", Name: "Agent"})
	s.say(spec.Event{Kind: spec.CallArgs, Call: "c1", Text: `{"subagent_type":"coder"}`, Restated: true})
	s.say(spec.Event{Kind: spec.CallStart, Call: "c1", Name: "Agent", Args: args, ArgsValue: true})
	s.say(spec.Event{Kind: spec.SessionOpen, Session: "K"}, spec.Event{Kind: spec.TurnStart, Session: "K", Turn: "K"})
	s.say(user("K", "u1", "wr\"ite"))
	s.say(spec.Event{Kind: spec.Text, Session: "K", Message: "m1", Form: spec.Plain, Text: "In the child."})
	s.say(spec.Event{Kind: spec.CallOpen, Session: "K", Call: "c1", Name: "ls"},
		spec.Event{Kind: spec.ArgsEnd, Session: "K", Call: "c1", Args: `{"path":"."}`, ArgsValue: true}, spec.Event{Kind: spec.Wait, Session: "K", Call: "c1"})
	s.say(spec.Event{Kind: spec.CallStart, Session: "K", Call: "c1", Name: "ls", Args: `{"path":"."}`, ArgsValue: true})
	done := spec.Event{Kind: spec.CallDone, Session: "K", Call: "c1", Name: "ls", Args: `{"path":"."}`, ArgsValue: true, IsError: true,
		Result: json.RawMessage(`{"output":{"exit_code":1},"content":[],"terminal":"no\n"}`)}
	s.say(done)
	s.say(spec.Event{Kind: spec.TurnEnd, Session: "K", Turn: "K"}, spec.Event{Kind: spec.SessionClose, Session: "K"})
	s.say(spec.Event{Kind: spec.CallDone, Call: "c1", Name: "Agent", Args: args, ArgsValue: true, Result: json.RawMessage(`{"output":"ok"}`)})
	s.say(spec.Event{Kind: spec.CallOpen, Call: "c2", Name: "write"},
		spec.Event{Kind: spec.ArgsEnd, Call: "c2", Args: `{}`, ArgsValue: true}, spec.Event{Kind: spec.Wait, Call: "c2"})
	s.say(spec.Event{Kind: spec.CallDone, Call: "c2", Name: "write", Args: `{}`, ArgsValue: true, Status: spec.Denied})
	s.say(spec.Event{Kind: spec.TurnEnd, Turn: "p1", StopReason: "end_turn", Usage: &spec.Usage{Input: 5, Output: 4}})
	s.say(spec.Event{Kind: spec.Text, Form: spec.Plain, Text: "Late."})

	var n script
	n.say(spec.Event{Kind: spec.TurnStart, Turn: "p1"})
	for _, note := range f.Notes {
		n.say(spec.Event{Kind: spec.NoteEvent, Note: note})
		n.say(spec.Event{Kind: spec.NoteEvent, Note: note})
	}
	n.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: "Slow"})
	n.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: "A title"})
	n.say(spec.Event{Kind: spec.CallDone, Call: "c1", Name: "ls"})
	n.say(spec.Event{Kind: spec.TurnEnd, Turn: "p1", Status: spec.Failed, Error: "boom"})
	n.say(spec.Event{Kind: spec.TurnStart, Turn: "p2"})
	n.say(spec.Event{Kind: spec.TurnEnd, Turn: "p2", Status: spec.Cancelled, StopReason: "cancelled"})
	n.say(spec.Event{Kind: spec.TurnStart, Turn: "p3"})
	n.say(spec.Event{Kind: spec.TurnEnd, Turn: "p3", Status: spec.Cancelled})
	return []spec.Stream{{Features: f, Events: s.events, End: spec.EOF}, {Features: f, Events: n.events, End: spec.EOF}}
}
