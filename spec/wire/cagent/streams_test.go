package cagent_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// stream numbers the records.
func stream(variant string, records ...[]spec.Event) spec.Stream {
	s := spec.Stream{Features: cagent.New().Features(variant), End: spec.EOF}
	for i, events := range records {
		for _, e := range events {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

func record(events ...spec.Event) []spec.Event { return events }

func in(session string, e spec.Event) spec.Event {
	e.Session = session
	return e
}

func prompt(text string) spec.Event {
	snapshot := spec.Snapshot{Role: "user"}
	if text != "" {
		snapshot.Parts = []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}
	}
	return spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{snapshot}}
}

func begins(turn string) spec.Event { return spec.Event{Kind: spec.TurnStart, Turn: turn} }

func ends(turn string) spec.Event { return spec.Event{Kind: spec.TurnEnd, Turn: turn} }

func stops(turn string, status spec.Status, why string) spec.Event {
	return spec.Event{Kind: spec.TurnEnd, Turn: turn, Status: status, StopReason: why}
}

// opens is the start of a sub-session's run.
func opens(session, parent, agent string) []spec.Event {
	return record(in(session, spec.Event{Kind: spec.SessionOpen, Parent: spec.To(parent), Agent: agent}), in(session, begins("0")))
}

func closed(status spec.Status) spec.Event {
	return spec.Event{Kind: spec.SessionClose, Status: status}
}

func says(message, agent, text string) spec.Event {
	return spec.Event{Kind: spec.Text, Message: message, Agent: agent, Form: spec.Plain, Text: text}
}

func thinks(message, agent, text string) spec.Event {
	return spec.Event{Kind: spec.Text, Message: message, Agent: agent, Form: spec.Thought, Text: text}
}

func announces(message, agent, call, name string) spec.Event {
	return spec.Event{Kind: spec.CallOpen, Message: message, Agent: agent, Call: call, Name: name}
}

// writes is more of a call's arguments: all of them so far, or the next piece.
func writes(variant, message, call, whole, piece string) spec.Event {
	e := spec.Event{Kind: spec.CallArgs, Message: message, Call: call, Text: whole, Restated: true}
	if variant == cagent.D2 {
		e.Text, e.Restated = piece, false
	}
	return e
}

func added(message string) spec.Event { return spec.Event{Kind: spec.MessageClose, Message: message} }

func runs(call, name, args string) spec.Event {
	return spec.Event{Kind: spec.CallStart, Call: call, Name: name, Args: args}
}

func done(call, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Result: json.RawMessage(result)}
}

func used(input, output int64) spec.Event {
	return spec.Event{Kind: spec.UsageReport, Usage: &spec.Usage{Input: input, Output: output}}
}

func note(kind spec.Note, text string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: kind, Text: text}
}

func everywhere(e spec.Event) spec.Event {
	e.Global = true
	return e
}

func fails(words string) spec.Event { return spec.Event{Kind: spec.Error, Fatal: true, Error: words} }

func waits(call, id string) spec.Event { return spec.Event{Kind: spec.Wait, Call: call, Wait: id} }
