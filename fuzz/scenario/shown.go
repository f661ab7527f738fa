package scenario

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// ShownID is the session that is shown before that of the user.
const ShownID = "shown-before"

// ShownMessages are those of that session: a call before its turn's first text, a
// question in two blocks, and a call of a thought, which failed.
var ShownMessages = []spec.Snapshot{
	{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "Where were we?"}}},
	{Role: "assistant", Parts: []spec.SnapshotPart{
		{Kind: spec.CallPart, Call: "shown_1", Name: "read", Args: `{"path":"notes.md"}`, ArgsValue: true, Answered: true, Result: json.RawMessage(`"half done"`)},
		{Kind: spec.TextPart, Text: "Half way."},
	}},
	{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Slot: "0", Text: "Go on."}, {Kind: spec.TextPart, Slot: "1", Text: "Please."}}},
	{Role: "assistant", Parts: []spec.SnapshotPart{
		{Kind: spec.ThoughtPart, Text: "What is left?"},
		{Kind: spec.CallPart, Call: "shown_2", Name: "read", Args: `{"path":"more.md"}`, ArgsValue: true, Answered: true, Result: json.RawMessage(`"no such file"`), IsError: true},
	}},
	{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "Nothing."}}},
}

// shows reports whether that session is what is shown.
func (v *view) shows() bool {
	shown := v.lastBefore(never, func(s *Emitted) bool { return s.Kind == Shown })
	return shown > 0 && v.first(func(s *Emitted) bool { return s.Kind == Switched }) == never
}

// shown is what there is to see of it: a turn for each question, each of them over.
func (v *view) shown() spec.Transcript {
	s := spec.Session{ID: ShownID, Status: spec.Open}
	for i := range ShownMessages {
		if ShownMessages[i].Role == "user" {
			s.Turns = append(s.Turns, spec.Turn{Status: spec.Completed})
		}
		m := spec.Message{Turn: len(s.Turns) - 1, Role: ShownMessages[i].Role, Complete: true}
		for _, p := range ShownMessages[i].Parts {
			one := piece{slot: p.Slot, part: spec.Part{Kind: p.Kind, Text: p.Text}}
			if p.Kind == spec.CallPart {
				one.call = &spec.Call{ID: p.Call, Name: p.Name, Args: p.Args, ArgsValue: true, Status: spec.Done, Result: p.Result, IsError: p.IsError}
				if p.IsError {
					one.call.Status = spec.Failed
				}
			}
			one.addTo(&m)
		}
		s.Messages = append(s.Messages, m)
	}
	t := spec.Transcript{Outcome: spec.OutcomeOpen}
	if v.ended {
		s.Status, t.Outcome = spec.Closed, spec.OutcomeCompleted
	}
	t.Sessions = []spec.Session{s}
	return t
}
