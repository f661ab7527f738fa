package agui

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// snapshot writes the messages of all sessions that are restated.
func (w *writer) snapshot(events []spec.Event) error {
	w.Open('{')
	w.Member("type", "MESSAGES_SNAPSHOT")
	w.Key("messages")
	w.messages(events)
	w.Close('}')
	return nil
}

// messages writes the list of those that the events restate, and the results that
// they tell of calls; first one of a role that no transcript has, if that is the form.
func (w *writer) messages(events []spec.Event) {
	w.Open('[')
	n := 0
	if w.Forms.Has(optional) {
		w.Raw([]byte(`{"id":"system-1","role":"system","content":"Be brief."}`), wire.MaxDepth)
	}
	for i := range events {
		e := &events[i]
		for j := range e.Messages {
			w.message(e.Session, &e.Messages[j], &n)
		}
		if e.Kind == spec.CallDone {
			w.result(e.Session, &spec.SnapshotPart{Call: e.Call, Result: e.Result, IsError: e.IsError}, &n)
		}
	}
	w.Close(']')
}

// message writes an assembled message, and behind it the results of its calls.
func (w *writer) message(session string, s *spec.Snapshot, n *int) {
	calls := callsOf(s)
	if s.Message == "" && s.Role == "user" && len(calls) == len(s.Parts) {
		w.results(session, calls, n)
		return
	}
	role, words, form := s.Role, 0, spec.TextPart
	for i := range s.Parts {
		if s.Parts[i].Kind == spec.ThoughtPart {
			role, form = "reasoning", spec.ThoughtPart
		}
		if s.Parts[i].Kind != spec.CallPart {
			words++
		}
	}
	w.Open('{')
	w.Member("id", s.Message)
	w.Member("role", role)
	w.Optional("subagentRunId", session)
	w.Optional("name", s.Agent)
	if len(s.Metadata) > 0 {
		w.Value("metadata", s.Metadata, wire.MaxDepth)
	}
	w.content(s, form, words)
	w.toolCalls(calls)
	w.Close('}')
	w.results(session, calls, n)
}

func callsOf(s *spec.Snapshot) []spec.SnapshotPart {
	var calls []spec.SnapshotPart
	for _, part := range s.Parts {
		if part.Kind == spec.CallPart {
			calls = append(calls, part)
		}
	}
	return calls
}

// content writes one text as a text, several as parts.
func (w *writer) content(s *spec.Snapshot, form spec.PartKind, words int) {
	if words == 0 {
		return
	}
	w.Key("content")
	if words > 1 {
		w.Open('[')
	}
	for i := range s.Parts {
		switch part := &s.Parts[i]; {
		case part.Kind != form:
		case words == 1:
			w.Text(part.Text)
		default:
			w.Open('{')
			w.Member("type", "text")
			w.Member("text", part.Text)
			w.Close('}')
		}
	}
	if words > 1 {
		w.Close(']')
	}
}

func (w *writer) toolCalls(calls []spec.SnapshotPart) {
	if len(calls) == 0 {
		return
	}
	w.Begin("toolCalls", '[')
	for i := range calls {
		w.Open('{')
		w.Member("id", calls[i].Call)
		w.Member("type", "function")
		w.Begin("function", '{')
		w.Member("name", calls[i].Name)
		w.Member("arguments", calls[i].Args)
		w.Close('}')
		if len(calls[i].Metadata) > 0 {
			w.Value("metadata", calls[i].Metadata, wire.MaxDepth)
		}
		w.Close('}')
	}
	w.Close(']')
}

func (w *writer) results(session string, calls []spec.SnapshotPart, n *int) {
	for i := range calls {
		if calls[i].Answered {
			w.result(session, &calls[i], n)
		}
	}
}

// result writes the tool's message that a result is.
func (w *writer) result(session string, part *spec.SnapshotPart, n *int) {
	*n++
	w.Open('{')
	w.Member("id", w.made("result")+"-"+strconv.Itoa(*n))
	w.Member("role", "tool")
	w.Optional("subagentRunId", session)
	w.Member("toolCallId", part.Call)
	w.Value("content", part.Result, wire.MaxDepth)
	if part.IsError {
		w.Member("error", "failed")
	}
	w.Close('}')
}
