package neutral

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// An encoder needs to remember nothing.
type encoder struct{}

// Encode writes one event: a record of this dialect holds no more.
func (encoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) != 1 {
		return dst, fmt.Errorf("neutral: a record holds one event, not %d", len(events))
	}
	e := &events[0]
	if kinds[e.Kind.String()] == 0 {
		return dst, fmt.Errorf("neutral: no event kind %d", e.Kind)
	}
	w := writer{out: append(dst, '{')}
	w.event(e)
	if w.err != nil {
		return dst, fmt.Errorf("neutral: %s: %w", e.Kind, w.err)
	}
	return append(w.out, '}'), nil
}

// A writer appends the members of an object, leaving out what is empty, until
// something cannot be written.
type writer struct {
	out []byte
	err error
}

func (w *writer) event(e *spec.Event) {
	w.text("kind", e.Kind.String())
	w.text("id", e.ID)
	w.text("session", e.Session)
	w.flag("global", e.Global)
	w.flag("no_session", e.NoSession)
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
	list(w, "retracts", e.Retracts, w.quoted)
	w.text("note", string(e.Note))
	w.raw("raw", e.Raw)
}

// ending writes how something ended and what it cost.
func (w *writer) ending(e *spec.Event) {
	w.text("status", string(e.Status))
	w.text("stop_reason", e.StopReason)
	w.text("error", e.Error)
	w.flag("fatal", e.Fatal)
	w.usage(e.Usage)
	if e.Limit != nil {
		w.key("limit")
		w.out = strconv.AppendBool(append(w.out, `{"rejected":`...), e.Limit.Rejected)
		w.text("window", e.Limit.Window)
		w.out = append(w.out, '}')
	}
}

func (w *writer) snapshot(s spec.Snapshot) {
	w.out = append(w.out, '{')
	w.text("message", s.Message)
	w.text("role", s.Role)
	w.text("agent", s.Agent)
	list(w, "parts", s.Parts, w.part)
	w.text("stop_reason", s.StopReason)
	w.usage(s.Usage)
	w.raw("metadata", s.Metadata)
	w.out = append(w.out, '}')
}

func (w *writer) part(p spec.SnapshotPart) {
	w.out = append(w.out, '{')
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
	w.out = append(w.out, '}')
}

// key writes a comma where one is due, and the key.
func (w *writer) key(key string) {
	if w.out[len(w.out)-1] != '{' {
		w.out = append(w.out, ',')
	}
	w.out = append(append(append(w.out, '"'), key...), `":`...)
}

func (w *writer) text(key, text string) {
	if text == "" {
		return
	}
	w.key(key)
	if !utf8.ValidString(text) {
		w.fail(key + " is no UTF-8")
	}
	w.out = scan.AppendText(w.out, text)
}

func (w *writer) quoted(text string) {
	if !utf8.ValidString(text) {
		w.fail("an element is no UTF-8")
	}
	w.out = scan.AppendText(w.out, text)
}

func (w *writer) flag(key string, set bool) {
	if set {
		w.key(key)
		w.out = append(w.out, "true"...)
	}
}

func (w *writer) ref(key string, r spec.Ref) {
	if !r.OK {
		return
	}
	w.key(key)
	w.quoted(r.ID)
}

func (w *writer) raw(key string, text []byte) {
	if len(text) == 0 {
		return
	}
	v, err := scan.Parse(text, wire.MaxDepth-4)
	if err != nil {
		w.fail(key + " is no JSON value: " + err.Error())
		return
	}
	w.key(key)
	w.out = append(w.out, v.Compact()...)
}

func (w *writer) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	w.key("usage")
	w.out = strconv.AppendInt(append(w.out, `{"input":`...), u.Input, 10)
	w.out = strconv.AppendInt(append(w.out, `,"output":`...), u.Output, 10)
	w.out = append(w.out, '}')
}

func (w *writer) fail(detail string) {
	if w.err == nil {
		w.err = fmt.Errorf("%s", detail)
	}
}

func list[T any](w *writer, key string, all []T, one func(T)) {
	if len(all) == 0 {
		return
	}
	w.key(key)
	w.out = append(w.out, '[')
	for i, element := range all {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		one(element)
	}
	w.out = append(w.out, ']')
}
