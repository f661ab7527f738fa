package cagent

import (
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// choice writes a piece of text or reasoning.
func (w *writer) choice(e *spec.Event) {
	kind := "agent_choice"
	if e.Form == spec.Thought {
		kind = "agent_choice_reasoning"
	}
	if w.variant == D0 {
		w.begin(kind, e.Agent)
	} else {
		w.open(kind, e)
	}
	w.Member("content", e.Text)
	if w.variant == D2 && w.Forms.Has(inResult) && e.Message != "" {
		w.Member("message_id", "msg-"+e.Session+"-"+e.Message)
	}
	w.Close('}')
}

// started writes the start of a run.
func (w *writer) started(e *spec.Event) error {
	w.open("stream_started", e)
	w.Close('}')
	return nil
}

// prompt writes a user message.
func (w *writer) prompt(e *spec.Event) error {
	if len(e.Messages) != 1 || e.Messages[0].Role != "user" || len(e.Messages[0].Parts) > 1 {
		return wire.NotRepresentable(e, "", "no record says it but of one text of a user")
	}
	w.open("user_message", e)
	parts := e.Messages[0].Parts
	switch {
	case len(parts) == 0:
		w.Member("message", "")
	case w.Forms.Has(inParts) && parts[0].Text != "":
		w.Member("message", "")
		w.Begin("multi_content", '[')
		w.Open('{')
		w.Member("type", "text")
		w.Member("text", parts[0].Text)
		w.Close('}')
		w.Close(']')
	default:
		w.Member("message", parts[0].Text)
	}
	w.Number("session_position", int64(w.book(e.Session).position()))
	w.Close('}')
	return nil
}

func (w *writer) fallback(e *spec.Event) {
	w.begin("model_fallback", e.Agent)
	w.Member("failed_model", "vendor/model-a")
	w.Member("fallback_model", "vendor/model-b")
	w.Member("reason", "rate limited")
	w.Number("attempt", 1)
	w.Number("max_attempts", 2)
	w.Close('}')
}

func (w *writer) stopped(e *spec.Event) {
	w.open("stream_stopped", e)
	if w.variant == D2 || e.Status != "" && e.Status != spec.Completed || e.StopReason != "" {
		w.Member("reason", reasons[e.Status])
		w.Optional("finish_reason", e.StopReason)
	}
	w.Close('}')
}

var reasons = map[spec.Status]string{
	"": "normal", spec.Completed: "normal", spec.Failed: "error", spec.Cancelled: "canceled",
}

func (w *writer) usage(e *spec.Event) error {
	if e.Usage == nil {
		return wire.NotRepresentable(e, "", "no record says it without figures")
	}
	w.open("token_usage", e)
	w.Key("usage")
	w.tokens(e.Usage, "context_length", "context_limit", "cost")
	w.Close('}')
	return nil
}

// tokens writes figures, and some that are not counted.
func (w *writer) tokens(u *spec.Usage, others ...string) {
	w.Open('{')
	w.Number("input_tokens", u.Input)
	w.Number("output_tokens", u.Output)
	for _, key := range others {
		w.Number(key, 0)
	}
	w.Close('}')
}

// failure writes an error; only D2 names its session.
func (w *writer) failure(e *spec.Event) {
	if w.variant == D2 {
		w.open("error", e)
	} else {
		w.begin("error", "")
	}
	w.Member("error", e.Error)
	w.Close('}')
}

// note writes a note of a session by types that bear one, any other by types
// that bear none.
func (w *writer) note(e *spec.Event) error {
	if e.Global {
		if members, ok := w.Beside(beside, besides, e); ok {
			w.Raw([]byte(`{"timestamp":"`+epoch.Format(time.RFC3339Nano)+`",`+members+"}"), maxDepth)
			return nil
		}
	}
	kind, key := "", ""
	switch {
	case e.Note == spec.NoteUnknown, len(e.Raw) > 0:
		return w.unknown(e)
	case e.Note == spec.NoteSystem && e.Global:
		kind, key = "warning", "message"
	case e.Note == spec.NoteSystem:
		kind, key = "session_summary", "summary"
	case e.Note == spec.NoteCustom && e.Global:
		kind, key = "shell", "output"
	case e.Note == spec.NoteCustom && e.Call != "":
		w.open("message_added", e)
		w.Close('}')
		return nil
	case e.Note == spec.NoteCustom:
		kind, key = "session_title", "title"
	default:
		return wire.NotRepresentable(e, "", "no record says a note of kind "+string(e.Note))
	}
	w.open(kind, e)
	w.Member(key, e.Text)
	w.Close('}')
	return nil
}

// unknown writes the record behind a note, or one of a type that nobody knows.
func (w *writer) unknown(e *spec.Event) error {
	if len(e.Raw) > 0 {
		w.Raw(e.Raw, maxDepth)
		return nil
	}
	w.open("unheard_of", e)
	w.Optional("message", e.Text)
	w.Close('}')
	return nil
}
