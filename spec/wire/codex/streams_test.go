package codex_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// stream numbers the records.
func stream(records ...[]spec.Event) spec.Stream {
	s := spec.Stream{Features: codex.New().Features(""), End: spec.EOF}
	for i, events := range records {
		for _, e := range events {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

func record(events ...spec.Event) []spec.Event { return events }

// of puts the records' events into a session, but for those of other ones.
func of(session string, records ...[]spec.Event) [][]spec.Event {
	for _, events := range records {
		for i := range events {
			if e := &events[i]; e.Kind != spec.SessionOpen && e.Kind != spec.SessionClose {
				e.Session = session
			}
		}
	}
	return records
}

// run is the record that begins a run of the program.
func run() []spec.Event { return record(note(spec.NoteCustom, "")) }

func note(kind spec.Note, text string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: kind, Text: text}
}

func startTurn(turn string) []spec.Event { return record(spec.Event{Kind: spec.TurnStart, Turn: turn}) }

func endTurn(turn string, input, output int64) []spec.Event {
	return record(spec.Event{Kind: spec.TurnEnd, Turn: turn, Usage: &spec.Usage{Input: input, Output: output}})
}

func failTurn(turn, words string) []spec.Event {
	return record(spec.Event{Kind: spec.TurnEnd, Turn: turn, Status: spec.Failed, Error: words})
}

func says(text string) []spec.Event    { return whole(spec.TextPart, text) }
func thinks(text string) []spec.Event  { return whole(spec.ThoughtPart, text) }
func errs(message string) []spec.Event { return record(spec.Event{Kind: spec.Error, Error: message}) }

func whole(kind spec.PartKind, text string) []spec.Event {
	snapshot := spec.Snapshot{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: kind, Text: text}}}
	return record(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}, Complete: true})
}

func starts(call, name, args string) spec.Event {
	return spec.Event{Kind: spec.CallStart, Call: call, Name: name, Args: args, ArgsValue: args != ""}
}

func progresses(call, result string) spec.Event {
	return spec.Event{Kind: spec.CallProgress, Call: call, Result: json.RawMessage(result)}
}

func ends(call, name, args, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Name: name, Args: args, ArgsValue: args != "", Result: json.RawMessage(result)}
}

func fails(call, name, args, result string) spec.Event {
	e := ends(call, name, args, result)
	e.IsError = true
	return e
}

func denied(e spec.Event) spec.Event {
	e.Status = spec.Denied
	return e
}

func opens(child, parent, call string) spec.Event {
	return spec.Event{Kind: spec.SessionOpen, Session: child, Parent: spec.To(parent), ParentCall: spec.To(call)}
}

func goesOn(child, parent string) spec.Event {
	return spec.Event{Kind: spec.SessionOpen, Session: child, Parent: spec.To(parent)}
}

func closes(child string, status spec.Status) spec.Event {
	return spec.Event{Kind: spec.SessionClose, Session: child, Status: status}
}
