package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A frame is a record in whichever shape it came.
type frame struct {
	raw     scan.Value
	mode    string
	payload scan.Value
	path    []string // the namespace's segments
	scoped  bool     // the record gives a namespace, maybe the empty one
	id      string   // the SSE id
	event   bool     // it may be a Server-Sent Event, or an object of another kind
	head    head     // of protocol v3, where the object itself is one of its records
}

// parseFrame tells the shapes apart; the string says why it is none of them.
func parseFrame(e *scan.Envelope) (frame, string) {
	switch e.Text.Kind() {
	case '[':
		return parseTuple(e.Text)
	case '{':
		return parseObject(e)
	}
	return frame{}, "a record is neither an object nor a tuple"
}

// parseTuple reads [ns, mode, payload] and [mode, payload].
func parseTuple(raw scan.Value) (frame, string) {
	f := frame{raw: raw}
	var items []scan.Value
	for v := range raw.Elements() {
		items = append(items, v)
	}
	if len(items) == 3 {
		if !f.namespace(items[0]) {
			return f, "a tuple's namespace is no list of strings"
		}
		items = items[1:]
	}
	if len(items) != 2 {
		return f, "a tuple has neither two nor three elements"
	}
	mode, ok := items[0].Text()
	if !ok {
		return f, "a tuple names no mode"
	}
	f.mode, f.payload = strings.Clone(mode), items[1]
	return f, ""
}

// parseObject reads {ns, mode, payload} and {event, data, id}. An object of
// another kind has mode "?".
func parseObject(e *scan.Envelope) (frame, string) {
	f := frame{raw: e.Text, mode: "?"}
	var ns, mode, payload, event, data, id scan.Value
	for i := range e.Object {
		v := e.Object[i].Value
		switch key := e.Object[i].Key; key {
		case "ns":
			ns = v
		case "mode":
			mode = v
		case "payload":
			payload = v
		case "event":
			event = v
		case "data":
			data = v
		case "id":
			id = v
		default:
			f.head.take(key, v)
		}
	}
	if name, ok := mode.Text(); ok {
		f.mode, f.payload = name, payload
		if !f.namespace(ns) {
			return f, "ns is no list of strings"
		}
		return f, ""
	}
	f.sent(event, data, id)
	return f, ""
}

// sent reads an SSE record: its name is the mode and the namespace, joined
// with bars.
func (f *frame) sent(event, data, id scan.Value) {
	f.event = true
	name, ok := event.Text()
	if !ok && !event.None() || event == "" && data == "" {
		return
	}
	mode, path, scoped := strings.Cut(name, "|")
	f.mode, f.payload, f.scoped = mode, data, scoped
	f.path = Path(path)
	f.id, _ = id.Text()
	f.id = strings.Clone(f.id)
}

// namespace takes a list of segments, or the same joined with bars; false if v
// is anything else.
func (f *frame) namespace(v scan.Value) bool {
	p := readNamespace(v)
	f.path, f.scoped = p.segments, p.given
	return !p.wrong
}

// A namespace is one as a record gives it, perhaps the empty one.
type namespace struct {
	segments []string
	given    bool
	wrong    bool // it is neither a list of segments nor their text
}

func readNamespace(v scan.Value) namespace {
	if v.None() {
		return namespace{}
	}
	if joined, ok := v.Text(); ok {
		return namespace{segments: Path(joined), given: true}
	}
	p := namespace{given: true, wrong: v.Kind() != '['}
	for segment := range v.Elements() {
		text, ok := segment.Text()
		p.wrong = p.wrong || !ok
		p.segments = append(p.segments, text)
	}
	return p
}

// Path is a namespace, or the session that has its name, as segments.
func Path(joined string) []string {
	if joined == "" {
		return nil
	}
	return strings.Split(joined, "|")
}
