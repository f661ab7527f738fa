package anonym

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A field is a place in an event that holds words.
type field struct {
	kind string // of the report
	name string // in paths
	at   *string
	// fragment is the event, where the field is one of its fragments.
	fragment *spec.Event
	json     bool // the place holds JSON text
}

// detached makes what an event points to its own.
func detached(e *spec.Event) {
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		e.Messages[i].Parts = slices.Clone(e.Messages[i].Parts)
		e.Messages[i].Usage = own(e.Messages[i].Usage)
	}
	e.Retracts, e.Log = slices.Clone(e.Retracts), slices.Clone(e.Log)
	e.Usage, e.Limit = own(e.Usage), own(e.Limit)
}

func own[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// fields gives every place of an event that holds words, ids apart, in order.
// What a place holds may be changed while it is visited.
func fields(e *spec.Event, visit func(f field)) {
	say := func(kind, name string, at *string) { visit(field{kind: kind, name: name, at: at}) }
	value := func(kind, name string, at *string) { visit(field{kind: kind, name: name, at: at, json: true}) }
	visit(spoken(e))
	value(arguments, "args", &e.Args)
	rawField(results, "result", (*[]byte)(&e.Result), value)
	rawField(metadata, "metadata", (*[]byte)(&e.Metadata), value)
	rawField(records, "raw", (*[]byte)(&e.Raw), value)
	say(tools, "name", &e.Name)
	say(agents, "agent", &e.Agent)
	say(problems, "error", &e.Error)
	say(others, "stop_reason", &e.StopReason)
	say(others, "role", &e.Role)
	say(others, "slot", &e.Slot)
	say(others, "turn", &e.Turn)
	if e.Limit != nil {
		say(others, "window", &e.Limit.Window)
	}
	for i := range e.Log {
		say(tools, "log", &e.Log[i].Tool)
	}
	for i := range e.Messages {
		snapshotFields(&e.Messages[i], say, value)
	}
}

// spoken is the words of an event: a fragment, or those of a note.
func spoken(e *spec.Event) field {
	switch {
	case e.Kind == spec.CallArgs:
		return field{arguments, "args", &e.Text, e, true}
	case e.Kind == spec.Text && e.Form == spec.Thought:
		return field{thoughts, "thought", &e.Text, e, false}
	case e.Kind == spec.Text:
		return field{texts, "text", &e.Text, e, false}
	}
	return field{kind: notes, name: "note", at: &e.Text}
}

func snapshotFields(s *spec.Snapshot, say, value func(kind, name string, at *string)) {
	say(others, "role", &s.Role)
	say(agents, "agent", &s.Agent)
	say(others, "stop_reason", &s.StopReason)
	rawField(metadata, "metadata", (*[]byte)(&s.Metadata), value)
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Kind == spec.ThoughtPart {
			say(thoughts, "thought", &p.Text)
		} else {
			say(texts, "text", &p.Text)
		}
		say(others, "slot", &p.Slot)
		say(tools, "name", &p.Name)
		value(arguments, "args", &p.Args)
		rawField(results, "result", (*[]byte)(&p.Result), value)
		rawField(metadata, "metadata", (*[]byte)(&p.Metadata), value)
	}
}

// rawField visits JSON text that is kept as bytes.
func rawField(kind, name string, at *[]byte, value func(kind, name string, at *string)) {
	if *at == nil {
		return
	}
	text := string(*at)
	value(kind, name, &text)
	if text != string(*at) {
		*at = []byte(text)
	}
}
