package page

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// longestValue is the most characters of a value in a transcript.
const longestValue = 2000

// A field is one line of a transcript: a name, a value, and its path as that of a
// spec.Difference.
type field struct {
	depth             int
	name, value, path string
	alone             bool // the other side has nothing like it
}

func (f *field) text() string { return f.name + f.value }

// parts says which parts of a transcript a key belongs to, by the key of what it is in.
// A key that is not here is shown with what it is in.
var parts = map[string]map[string]spec.Observable{
	"": {
		"outcome": spec.ObserveOutcome, "active": spec.ObserveActive, "agents": spec.ObserveAgents, "quota": spec.ObserveQuota,
		"history": spec.ObserveHistory, "anomalies": spec.ObserveAnomalies,
	},
	"sessions": {
		"parent": spec.ObserveSessions, "parent_call": spec.ObserveSessions, "agent": spec.ObserveSessions, "status": spec.ObserveSessions,
		"turns": spec.ObserveTurns, "messages": spec.ObserveMessages | spec.ObserveCalls, "held": spec.ObserveCalls,
		"abandoned": spec.ObserveCalls, "orphans": spec.ObserveCalls, "unattributed": spec.ObserveMessages,
	},
	"messages": {"turn": spec.ObserveTurns, "calls": spec.ObserveCalls, "parts": spec.ObserveMessages},
}

// An outline is a transcript as lines: what is empty, and what is not observed, is left
// out.
type outline struct {
	observes spec.Parts
	fields   []field
}

// outlined is the outline of a transcript.
func outlined(t *spec.Transcript, observes spec.Parts) []field {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(t); err != nil { // no transcript that was read from JSON
		return []field{{name: "cannot be shown: ", value: words.Line(err.Error())}}
	}
	o := outline{observes: observes}
	d := json.NewDecoder(&text)
	if _, err := d.Token(); err == nil {
		o.object(d, 0, "", "")
	}
	return o.fields
}

// object reads the members of an object that is open.
func (o *outline) object(d *json.Decoder, depth int, kind, path string) {
	for d.More() {
		key, _ := d.Token()
		name, _ := key.(string)
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return
		}
		if p := parts[kind][name]; p != 0 && o.observes&spec.Parts(p) == 0 {
			continue
		}
		o.value(name, raw, depth, dotted(path, name))
	}
}

func dotted(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// opaque are the keys whose values are of the stream, and no part of our vocabulary.
var opaque = map[string]bool{"result": true, "metadata": true, "history": true}

func (o *outline) value(name string, raw json.RawMessage, depth int, path string) {
	switch {
	case empty(raw):
	case raw[0] == '[' && !opaque[name]:
		var items []json.RawMessage
		_ = json.Unmarshal(raw, &items) // it is an array
		for i, item := range items {
			o.item(name, item, i, depth, path)
		}
	case raw[0] == '{' && !opaque[name]:
		o.add(depth, name, "", path)
		o.members(raw, depth+1, name, path)
	default:
		o.add(depth, name+": ", string(raw), path)
	}
}

// empty: absent, null and empty are equal in a transcript.
func empty(raw json.RawMessage) bool {
	switch string(raw) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

func (o *outline) members(raw json.RawMessage, depth int, kind, path string) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err == nil {
		o.object(d, depth, kind, path)
	}
}

// item adds an item of a list. Sessions and active calls have their ids in a path.
func (o *outline) item(list string, raw json.RawMessage, at, depth int, path string) {
	var ids struct{ ID, Session, Call string }
	_ = json.Unmarshal(raw, &ids) // an item that is no object has none
	one, index := strings.TrimSuffix(list, "s"), "["+strconv.Itoa(at)+"]"
	switch list {
	case "sessions":
		index = "[" + strconv.Quote(ids.ID) + "]"
	case "active":
		one, index = "active call", "["+strconv.Quote(ids.Session)+"]["+strconv.Quote(ids.Call)+"]"
	case "held", "abandoned":
		one = list + " call"
	}
	if raw[0] != '{' {
		o.add(depth, one+": ", string(raw), path+index)
		return
	}
	o.add(depth, one, "", path+index)
	o.members(raw, depth+1, list, path+index)
}

func (o *outline) add(depth int, name, value, path string) {
	o.fields = append(o.fields, field{depth: depth, name: words.Line(name), value: words.Line(words.Clip(value, longestValue)), path: path})
}
