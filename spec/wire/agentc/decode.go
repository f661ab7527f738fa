package agentc

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A decoder remembers which root session it saw last, for frames without one.
type decoder struct {
	wire.Scanner
	root      string
	rootKnown bool
	frame     frame // the present record's
}

func newDecoder() *decoder {
	d := &decoder{}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	d.frame = frame{}
	f := &d.frame
	if !f.read(d.Envelope.Text, d.Envelope.Object) {
		return dst, &wire.Problem{Reason: wire.Malformed, Detail: "no object with a type"}
	}
	if !f.known() {
		f.Wrong = ""
	}
	dst = d.events(dst, f)
	if problem := f.Problem(); problem != nil {
		return dst, problem
	}
	d.remember(f)
	return dst, nil
}

// events appends what the frame says.
func (d *decoder) events(dst []spec.Event, f *frame) []spec.Event {
	switch f.kind {
	case "text_delta", "thought_delta":
		return append(dst, d.delta(f))
	case "interaction":
		return append(dst, d.interaction(f))
	case "completion":
		return append(dst, d.completion(f))
	case "tool_select_delta":
		return d.selection(dst, f)
	case "tool_call":
		return d.toolCall(dst, f)
	case "anthropic_user_message", "openai_user_message", "open_a_i_user_message", "user_message":
		return append(dst, d.userMessage(f))
	case "user_turn_start":
		return append(dst, d.global(spec.UserTurn))
	case "cancelled":
		return append(dst, d.global(spec.Cancel))
	case "error":
		e := d.global(spec.Error)
		e.Error = f.TextOf("message", f.message)
		return append(dst, e)
	case "chat_session_changed":
		return append(dst, d.history(f))
	}
	return append(dst, d.note(f))
}

func (d *decoder) global(kind spec.Kind) spec.Event {
	return spec.Event{Kind: kind, Global: true}
}

// in is an event of the frame's session.
func (d *decoder) in(f *frame, kind spec.Kind) spec.Event {
	e := spec.Event{Kind: kind}
	switch {
	case f.session.OK:
		e.Session = f.session.ID
	case f.user.OK:
		e.Session = f.user.ID
	default:
		e.Session, e.NoSession = d.root, true
	}
	if f.user.OK && f.user.ID != e.Session && f.parent.ID != e.Session {
		e.Parent = f.parent
	}
	return e
}

// remember keeps the root session that a frame shows.
func (d *decoder) remember(f *frame) {
	switch {
	case f.user.OK:
		d.root, d.rootKnown = f.user.ID, true
	case f.session.OK && !f.parent.OK && !d.rootKnown:
		d.root, d.rootKnown = f.session.ID, true
	}
}

func (d *decoder) delta(f *frame) spec.Event {
	e := d.in(f, spec.Text)
	e.Form = spec.Plain
	if f.kind == "thought_delta" {
		e.Form = spec.Thought
	}
	e.Text = f.TextOf("content", f.content)
	return e
}

func (d *decoder) interaction(f *frame) spec.Event {
	e := d.in(f, spec.TurnStart)
	if !f.mustFlag("started", f.started) {
		e.Kind, e.Status = spec.TurnEnd, spec.Completed
	}
	e.Turn = f.TextOf("id", f.id)
	return e
}

func (d *decoder) completion(f *frame) spec.Event {
	if f.mustFlag("running", f.running) {
		e := d.in(f, spec.NoteEvent)
		e.Note = spec.NoteBoundary
		return e
	}
	e := d.in(f, spec.MessageClose)
	e.StopReason, e.Usage = f.TextOf("stop_reason", f.stopReason), f.usage()
	return e
}

// note is a frame that says nothing about the transcript.
func (d *decoder) note(f *frame) spec.Event {
	known := notes[f.kind]
	e := d.in(f, spec.NoteEvent)
	if e.NoSession && !known.session {
		e = d.global(spec.NoteEvent)
	}
	e.Note = known.note
	e.Text, _ = f.content.Text()
	if e.Note == "" {
		e.Note, e.Raw = spec.NoteUnknown, json.RawMessage(f.raw)
	}
	if f.kind == "audio_delta" {
		e.Text = ""
	}
	return e
}
