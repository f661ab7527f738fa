package claudecode_test

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

// stream numbers the records and gives each an id, which all its events bear.
func stream(variant string, records ...[]spec.Event) spec.Stream {
	s := spec.Stream{Features: claudecode.New().Features(variant), End: spec.EOF}
	for i, events := range records {
		for _, e := range events {
			e.Record = i + 1
			if e.ID == "" {
				e.ID = fmt.Sprintf("uuid-%d", i+1)
			}
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

// as gives the events of a record an id of their own.
func as(id string, events []spec.Event) []spec.Event {
	for i := range events {
		events[i].ID = id
	}
	return events
}

func startTurn(turn string) spec.Event { return spec.Event{Kind: spec.TurnStart, Turn: turn} }

func endTurn(turn string) spec.Event {
	return spec.Event{Kind: spec.TurnEnd, Turn: turn, StopReason: "end_turn", Usage: &spec.Usage{Input: 40, Output: 7}}
}

func failTurn(turn, words string) spec.Event {
	return spec.Event{Kind: spec.TurnEnd, Turn: turn, Status: spec.Failed, Error: words}
}

func frame(message string, parts ...spec.SnapshotPart) spec.Event {
	return spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{{Message: message, Role: "assistant", Parts: parts}}}
}

func restated(message string, parts ...spec.SnapshotPart) spec.Event {
	e := frame(message, parts...)
	e.Restated = true
	return e
}

func prompt(id string, texts ...string) spec.Event {
	snapshot := spec.Snapshot{Message: id, Role: "user"}
	for i, text := range texts {
		snapshot.Parts = append(snapshot.Parts, textAt(i, text))
	}
	if len(texts) == 1 {
		snapshot.Parts[0].Slot = ""
	}
	return spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{snapshot}}
}

func textAt(slot int, text string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.TextPart, Slot: fmt.Sprint(slot), Text: text}
}

func thoughtAt(slot int, text, metadata string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.ThoughtPart, Slot: fmt.Sprint(slot), Text: text, Metadata: json.RawMessage(metadata)}
}

func callAt(slot int, call, name, args string) spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.CallPart, Slot: fmt.Sprint(slot), Call: call, Name: name, Args: args, ArgsValue: true}
}

func done(call, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Result: json.RawMessage(result)}
}

func failed(call, result string, status spec.Status) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Result: json.RawMessage(result), IsError: true, Status: status}
}

func openChild(child, parent, agent string) []spec.Event {
	return record(
		spec.Event{Kind: spec.SessionOpen, Session: child, Parent: spec.To(parent), ParentCall: spec.To(child), Agent: agent},
		in(child, startTurn("0")),
	)
}

func closeChild(child string, status spec.Status, words string) []spec.Event {
	turn, session := spec.Event{Kind: spec.TurnEnd, Turn: "0", Status: status, Error: words}, spec.Event{Kind: spec.SessionClose}
	if status == spec.Failed {
		session.Status = spec.Failed
	}
	return record(in(child, turn), in(child, session))
}

func at(slot int, e spec.Event) spec.Event {
	e.Slot = fmt.Sprint(slot)
	return e
}

func begins(message string, slot int, form spec.Form) spec.Event {
	return at(slot, spec.Event{Kind: spec.Text, Message: message, Form: form})
}

func fragment(message string, slot int, form spec.Form, text string) spec.Event {
	return at(slot, spec.Event{Kind: spec.Text, Message: message, Form: form, Text: text})
}

func blockEnds(message string, slot int) spec.Event {
	return at(slot, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: message})
}

func args(message string, slot int, text string) spec.Event {
	return at(slot, spec.Event{Kind: spec.CallArgs, Message: message, Text: text})
}

func announces(message string, slot int, call, name string) spec.Event {
	return at(slot, spec.Event{Kind: spec.CallOpen, Message: message, Call: call, Name: name})
}

func argsEnd(message string, slot int) spec.Event {
	return at(slot, spec.Event{Kind: spec.ArgsEnd, Message: message})
}

func opens(message string) spec.Event {
	return spec.Event{Kind: spec.MessageOpen, Message: message, Role: "assistant"}
}

func stops(message, reason string) spec.Event {
	return spec.Event{Kind: spec.UsageReport, Message: message, StopReason: reason, Usage: &spec.Usage{Input: 12, Output: 5}}
}

func closes(message string) spec.Event { return spec.Event{Kind: spec.MessageClose, Message: message} }

func note(kind spec.Note, text string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: kind, Text: text}
}
