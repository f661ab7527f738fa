package neutral

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder needs to remember nothing but its forms.
type encoder struct{ forms spec.Forms }

// Take implements wire.Former.
func (n *encoder) Take(f spec.Forms) { n.forms = f }

// Encode writes one event: a record of this dialect holds no more.
func (n *encoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) != 1 {
		return dst, fmt.Errorf("neutral: a record holds one event, not %d", len(events))
	}
	e := &events[0]
	if kinds[e.Kind.String()] == 0 {
		return dst, fmt.Errorf("neutral: no event kind %d", e.Kind)
	}
	w := writer{scan.NewWriter(dst), n.forms.Has(explicit)}
	w.Open('{')
	if n.forms.Has(unheard) && e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown {
		w.unheard(e)
	} else {
		w.event(e)
	}
	w.Close('}')
	if w.Err != nil {
		return dst, fmt.Errorf("neutral: %s: %w", e.Kind, w.Err)
	}
	return w.Out, nil
}

// A writer writes the members of an object: those that are empty not at all, or as
// null.
type writer struct {
	scan.Writer
	explicit bool
}

// unheard writes a note of an unknown record as a kind that there is not.
func (w *writer) unheard(e *spec.Event) {
	w.text("kind", "unheard_of")
	w.text("id", e.ID)
	w.text("session", e.Session)
	w.flag("global", e.Global)
}

func (w *writer) event(e *spec.Event) {
	w.text("kind", e.Kind.String())
	w.text("id", e.ID)
	w.text("session", e.Session)
	w.flag("global", e.Global)
	w.flag("no_session", e.NoSession)
	w.flag("ambiguous", e.Ambiguous)
	w.ref("parent", e.Parent)
	w.ref("parent_call", e.ParentCall)
	w.text("turn", e.Turn)
	w.text("message", e.Message)
	w.text("role", e.Role)
	w.text("agent", e.Agent)
	w.text("slot", e.Slot)
	w.text("call", e.Call)
	w.text("name", e.Name)
	w.text("form", string(e.Form))
	w.text("text", e.Text)
	w.text("args", e.Args)
	w.flag("args_value", e.ArgsValue)
	w.raw("result", e.Result)
	w.flag("is_error", e.IsError)
	w.ending(e)
	w.raw("metadata", e.Metadata)
	list(w, "messages", e.Messages, w.snapshot)
	w.flag("restated", e.Restated)
	w.flag("complete", e.Complete)
	w.text("wait", e.Wait)
	list(w, "retracts", e.Retracts, w.Text)
	list(w, "log", e.Log, w.entry)
	w.text("note", string(e.Note))
	w.raw("raw", e.Raw)
}

// ending writes how something ended and what it cost.
func (w *writer) ending(e *spec.Event) {
	w.text("status", string(e.Status))
	w.flag("unmarked", e.Unmarked)
	w.text("stop_reason", e.StopReason)
	w.text("error", e.Error)
	w.flag("fatal", e.Fatal)
	w.usage(e.Usage)
	if w.none("limit", e.Limit == nil) {
		return
	}
	w.Begin("limit", '{')
	w.Flag("rejected", e.Limit.Rejected)
	w.text("window", e.Limit.Window)
	w.Close('}')
}

func (w *writer) snapshot(s spec.Snapshot) {
	w.Open('{')
	w.text("message", s.Message)
	w.text("role", s.Role)
	w.text("agent", s.Agent)
	list(w, "parts", s.Parts, w.part)
	w.text("stop_reason", s.StopReason)
	w.usage(s.Usage)
	w.raw("metadata", s.Metadata)
	w.Close('}')
}

func (w *writer) part(p spec.SnapshotPart) {
	w.Open('{')
	w.text("kind", string(p.Kind))
	w.text("slot", p.Slot)
	w.text("text", p.Text)
	w.text("call", p.Call)
	w.text("name", p.Name)
	w.text("args", p.Args)
	w.flag("args_value", p.ArgsValue)
	w.flag("invalid", p.Invalid)
	w.flag("answered", p.Answered)
	w.raw("result", p.Result)
	w.flag("is_error", p.IsError)
	w.raw("metadata", p.Metadata)
	w.Close('}')
}

func (w *writer) entry(l spec.LogEntry) {
	w.Open('{')
	w.Member("id", l.ID)
	w.Member("tool", l.Tool)
	w.Close('}')
}

// none reports whether a member is empty, and writes it as null where all are written.
func (w *writer) none(key string, empty bool) bool {
	if empty && w.explicit {
		w.Key(key)
		w.Null()
	}
	return empty
}

func (w *writer) text(key, text string) {
	if !w.none(key, text == "") {
		w.Member(key, text)
	}
}

func (w *writer) flag(key string, set bool) {
	if set || w.explicit {
		w.Flag(key, set)
	}
}

func (w *writer) ref(key string, r spec.Ref) {
	if !w.none(key, !r.OK) {
		w.Member(key, r.ID)
	}
}

func (w *writer) raw(key string, text []byte) {
	if !w.none(key, len(text) == 0) {
		w.Value(key, text, valueDepth)
	}
}

func (w *writer) usage(u *spec.Usage) {
	if w.none("usage", u == nil) {
		return
	}
	w.Begin("usage", '{')
	w.Number("input", u.Input)
	w.Number("output", u.Output)
	w.Close('}')
}

// valueDepth leaves room for what the deepest value stands in.
const valueDepth = wire.MaxDepth - 8

func list[T any](w *writer, key string, all []T, one func(T)) {
	if w.none(key, len(all) == 0) {
		return
	}
	w.Begin(key, '[')
	for _, element := range all {
		one(element)
	}
	w.Close(']')
}
