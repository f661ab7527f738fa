package aisdk_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/aisdk"
)

// stream numbers the records and gives them to a variant.
func stream(variant string, records ...[]spec.Event) spec.Stream {
	s := spec.Stream{Features: aisdk.New().Features(variant), End: spec.EOF}
	for i, events := range records {
		for _, e := range events {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

func record(events ...spec.Event) []spec.Event { return events }

func starts(turn string) spec.Event { return spec.Event{Kind: spec.TurnStart, Turn: turn} }

func ends(turn, why string) spec.Event {
	return spec.Event{Kind: spec.TurnEnd, Turn: turn, StopReason: why}
}

func opens(message string) spec.Event {
	return spec.Event{Kind: spec.MessageOpen, Message: message, Role: "assistant"}
}

func closes(message string) spec.Event { return spec.Event{Kind: spec.MessageClose, Message: message} }

// says is a fragment of text; an empty one begins it.
func says(message, slot, text string) spec.Event {
	return spec.Event{Kind: spec.Text, Message: message, Slot: slot, Form: spec.Plain, Text: text}
}

func thinks(message, slot, text string) spec.Event {
	e := says(message, slot, text)
	e.Form = spec.Thought
	return e
}

// over is the end of a text or thought.
func over(message, slot string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: message, Slot: slot}
}

func note(n spec.Note, text string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: n, Text: text}
}

func calls(message, id, tool string) spec.Event {
	return spec.Event{Kind: spec.CallOpen, Message: message, Call: id, Name: tool}
}

func args(message, id, text string) spec.Event {
	return spec.Event{Kind: spec.CallArgs, Message: message, Call: id, Text: text}
}

func input(message, id, value string) spec.Event {
	return spec.Event{Kind: spec.ArgsEnd, Message: message, Call: id, Args: value, ArgsValue: value != ""}
}

func output(id, value string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: id, Result: json.RawMessage(value)}
}

func failed(id, text string) spec.Event {
	e := output(id, `"`+text+`"`)
	e.IsError = true
	return e
}

func fatal(text string) spec.Event {
	return spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: text}
}

func with(e spec.Event, metadata string) spec.Event {
	e.Metadata = json.RawMessage(metadata)
	return e
}
