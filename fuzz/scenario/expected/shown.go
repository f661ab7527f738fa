package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// shows reports whether that session is what is shown.
func (v *view) shows() bool {
	shown := v.lastBefore(never, func(s *script.Emitted) bool { return s.Kind == script.Shown })
	return shown > 0 && v.first(func(s *script.Emitted) bool { return s.Kind == script.Switched }) == never
}

// shown is what there is to see of it: a turn for each question, each of them over.
func (v *view) shown() spec.Transcript {
	s := spec.Session{ID: scenario.ShownID, Status: spec.Open}
	for i := range scenario.ShownMessages {
		if scenario.ShownMessages[i].Role == "user" {
			s.Turns = append(s.Turns, spec.Turn{Status: spec.Completed})
		}
		s.Messages = append(s.Messages, savedMessage(&scenario.ShownMessages[i], len(s.Turns)-1))
	}
	t := spec.Transcript{Outcome: spec.OutcomeOpen}
	if v.ended {
		s.Status, t.Outcome = spec.Closed, spec.OutcomeCompleted
	}
	t.Sessions = []spec.Session{s}
	return t
}

// savedMessage is a message of a turn that was saved whole.
func savedMessage(saved *spec.Snapshot, turn int) spec.Message {
	m := spec.Message{ID: saved.Message, Turn: turn, Role: saved.Role, Agent: optional(saved.Agent), StopReason: optional(saved.StopReason), Usage: saved.Usage, Complete: true}
	for _, p := range saved.Parts {
		one := piece{slot: p.Slot, part: spec.Part{Kind: p.Kind, Text: p.Text}}
		if p.Kind == spec.CallPart {
			one.call = &spec.Call{ID: p.Call, Name: p.Name, Args: p.Args, ArgsValue: p.ArgsValue, Status: spec.Done, Result: p.Result, IsError: p.IsError}
			if p.IsError {
				one.call.Status = spec.Failed
			}
		}
		one.addTo(&m, false)
	}
	return m
}
