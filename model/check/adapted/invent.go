package adapted

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Invented reports whether the output invented the difference: a call, message,
// text, session or agent that the input does not have, or a result, usage, stop
// reason or metadata where the input has none. Content that the input has
// elsewhere, or in another form, is not invented.
func (o *Output) Invented(d *spec.Difference) bool {
	field := d.Field()
	if field == "metadata" && o.Shared.Label {
		return labelIn(d.Got) != "" && labelIn(d.Got) != labelIn(d.Want)
	}
	if d.Kind != spec.Extra {
		return false
	}
	switch field {
	case "":
		return o.unknown(d)
	case "usage", "stop_reason":
		return !o.accounts(d.Got)
	case "result", "metadata", "agent", "error":
		return true
	}
	return false
}

// accounts reports whether a message or turn of the input has that usage or stop
// reason: where messages stand in another order, one is found where none was.
func (o *Output) accounts(got string) bool {
	same := func(u *spec.Usage, reason *string) bool {
		for _, value := range []any{u, o.Shared.reason(reason)} {
			if text, err := json.Marshal(value); err == nil && spec.JSONEqual(text, []byte(got)) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(o.Input.Sessions, func(s spec.Session) bool {
		return slices.ContainsFunc(s.Messages, func(m spec.Message) bool { return same(m.Usage, m.StopReason) }) ||
			slices.ContainsFunc(s.Turns, func(t spec.Turn) bool { return same(t.Usage, t.StopReason) })
	})
}

func labelIn(metadata string) string {
	var l labelled
	_ = json.Unmarshal([]byte(metadata), &l) // invalid metadata names nobody
	return l.Agent
}

// unknown reports whether the input does not have an extra item.
func (o *Output) unknown(d *spec.Difference) bool {
	switch {
	case strings.HasSuffix(trimIndex(d.Path), "parts"):
		var p spec.Part
		_ = json.Unmarshal([]byte(d.Got), &p)
		return p.Kind != spec.CallPart && !o.inInput(p.Text)
	case d.Part == spec.ObserveCalls:
		return !o.calls(d.Call)
	case d.Part == spec.ObserveMessages:
		var m spec.Message
		_ = json.Unmarshal([]byte(d.Got), &m)
		return !slices.ContainsFunc(m.Parts, func(p spec.Part) bool { return p.Kind == spec.CallPart || o.inInput(p.Text) })
	case d.Part == spec.ObserveSessions:
		return o.Input.Session(d.Session) == nil
	}
	return false
}

func trimIndex(path string) string { return path[:max(strings.LastIndexByte(path, '['), 0)] }

// inInput reports whether a session of the input contains the text.
func (o *Output) inInput(text string) bool {
	return slices.ContainsFunc(o.Input.Sessions, func(s spec.Session) bool {
		var all strings.Builder
		for _, m := range s.Messages {
			for _, p := range m.Parts {
				all.WriteString(p.Text)
			}
		}
		return strings.Contains(all.String(), text)
	})
}

// calls reports whether the input has a call with that id, or one without any.
func (o *Output) calls(id string) bool {
	return slices.ContainsFunc(o.Input.Sessions, func(s spec.Session) bool {
		return slices.ContainsFunc(s.Calls(), func(c *spec.Call) bool { return c.ID == id || c.ID == "" }) ||
			slices.ContainsFunc(s.Orphans, func(r spec.Orphan) bool { return r.ID == id })
	})
}
