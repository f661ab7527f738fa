package agentc

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

type encoder struct {
	wire.Mirror
	mirror *decoder
	// parents are the sessions known to be sub-sessions.
	parents map[string]string
}

func newEncoder() *encoder {
	e := &encoder{mirror: newDecoder(), parents: map[string]string{}}
	e.Mirror = wire.Mirror{Name: "agentc", Decoder: e.mirror, Write: e.write}
	return e
}

// write writes a frame. One holds one event, but for calls: the selections, starts
// or completions of one session, completions without a name last.
func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e}
	err := w.frame(events)
	return wire.Written(&w.Writer, &events[0], err)
}

// root is the top-level session above a session, as far as known.
func (e *encoder) root(session string) string {
	for range len(e.parents) {
		parent, ok := e.parents[session]
		if !ok {
			break
		}
		session = parent
	}
	return session
}

// A writer writes one frame.
type writer struct {
	scan.Writer
	*encoder
}

func (w *writer) frame(events []spec.Event) error {
	e := &events[0]
	if e.Parent.OK && e.Parent.ID != e.Session {
		w.parents[e.Session] = e.Parent.ID
	}
	switch e.Kind {
	case spec.CallOpen, spec.CallStart, spec.CallDone:
		return w.tools(events)
	}
	if len(events) > 1 {
		return fmt.Errorf("%s: not in one frame with %s", events[1].Kind, e.Kind)
	}
	return w.single(e)
}

func (w *writer) single(e *spec.Event) error {
	switch e.Kind {
	case spec.TurnStart, spec.TurnEnd:
		w.interaction(e)
	case spec.Text:
		w.delta(e)
	case spec.MessageClose:
		w.completed(e)
	case spec.MessageFull:
		return w.userMessage(e)
	case spec.History:
		return w.history(e)
	case spec.NoteEvent:
		return w.note(e)
	case spec.UserTurn:
		w.control("user_turn_start")
	case spec.Cancel:
		w.control("cancelled")
	case spec.Error:
		w.failure(e)
	default:
		return fmt.Errorf("%s: no frame says it", e.Kind)
	}
	return nil
}

// open begins a session's frame.
func (w *writer) open(kind, role string, e *spec.Event) {
	w.Open('{')
	w.Member("type", kind)
	if e.NoSession {
		return
	}
	w.Member("session_id", e.Session)
	w.Member("role", role)
	w.Key("parent_session_id")
	if e.Parent.OK {
		w.Text(e.Parent.ID)
	} else {
		w.Null()
	}
	w.Member("user_session_id", w.root(e.Session))
}

func (w *writer) optional(key, text string) {
	w.Key(key)
	if text == "" {
		w.Null()
	} else {
		w.Text(text)
	}
}

// control writes a frame without fields.
func (w *writer) control(kind string) {
	w.Open('{')
	w.Member("type", kind)
	w.Close('}')
}

func (w *writer) failure(e *spec.Event) {
	w.Open('{')
	w.Member("type", "error")
	w.Member("message", e.Error)
	w.optional("source", "")
	w.Close('}')
}

func (w *writer) interaction(e *spec.Event) {
	w.open("interaction", "assistant", e)
	w.Flag("started", e.Kind == spec.TurnStart)
	w.Member("id", e.Turn)
	w.Close('}')
}

func (w *writer) delta(e *spec.Event) {
	kind, role := "text_delta", "assistant"
	if e.Form == spec.Thought {
		kind, role = "thought_delta", "assistant (thought)"
	}
	w.open(kind, role, e)
	w.content(e.Text)
	w.Close('}')
}

func (w *writer) content(text string) {
	w.Member("content", text)
	w.Member("format", "markdown")
}

// completed writes the end of a model call.
func (w *writer) completed(e *spec.Event) {
	w.completion(e, false)
	w.optional("stop_reason", e.StopReason)
	if e.Usage == nil {
		w.optional("input_tokens", "")
		w.optional("output_tokens", "")
	} else {
		w.tokens(e.Usage)
	}
	w.Close('}')
}

// boundary writes the start of a model call.
func (w *writer) boundary(e *spec.Event) {
	w.completion(e, true)
	w.optional("stop_reason", "")
	w.tokens(&spec.Usage{})
	w.Close('}')
}

func (w *writer) completion(e *spec.Event, running bool) {
	w.open("completion", "assistant", e)
	w.Flag("running", running)
	w.Begin("completion_options", '{')
	w.Close('}')
}

func (w *writer) tokens(u *spec.Usage) {
	w.Number("input_tokens", u.Input)
	w.Number("output_tokens", u.Output)
}
