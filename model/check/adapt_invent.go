package check

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// invented reports whether the output invented the difference: a call, message,
// text, session or agent that the input does not have, or a result, usage, stop
// reason or metadata where the input has none. Content that the input has
// elsewhere, or in another form, is not invented.
func (e *Evidence) invented(d *spec.Difference) bool {
	if e.Adapted == nil {
		return false
	}
	field := lastField(d.Path)
	if field == "metadata" && e.Adapted.Shared.Label {
		return labelIn(d.Got) != "" && labelIn(d.Got) != labelIn(d.Want)
	}
	if d.Kind != spec.Extra {
		return false
	}
	switch field {
	case "":
		return e.Adapted.unknown(d)
	case "result", "usage", "stop_reason", "metadata", "agent", "error":
		return true
	}
	return false
}

func labelIn(metadata string) string {
	var l labelled
	_ = json.Unmarshal([]byte(metadata), &l) // invalid metadata names nobody
	return l.Agent
}

// unknown reports whether the input does not have an extra item.
func (a *Adapted) unknown(d *spec.Difference) bool {
	switch {
	case strings.HasSuffix(trimIndex(d.Path), "parts"):
		var p spec.Part
		_ = json.Unmarshal([]byte(d.Got), &p)
		return p.Kind != spec.CallPart && !a.said(p.Text)
	case d.Part == spec.ObserveCalls:
		return !a.calls(d.Call)
	case d.Part == spec.ObserveMessages:
		var m spec.Message
		_ = json.Unmarshal([]byte(d.Got), &m)
		return !anyOf(m.Parts, func(p *spec.Part) bool { return p.Kind == spec.CallPart || a.said(p.Text) })
	case d.Part == spec.ObserveSessions:
		return !anyOf(a.Input.Sessions, func(s *spec.Session) bool { return s.ID == d.Session })
	}
	return false
}

func trimIndex(path string) string { return path[:max(strings.LastIndexByte(path, '['), 0)] }

// said reports whether a session of the input contains the text.
func (a *Adapted) said(text string) bool {
	return anyOf(a.Input.Sessions, func(s *spec.Session) bool {
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
func (a *Adapted) calls(id string) bool {
	return anyOf(a.Input.Sessions, func(s *spec.Session) bool {
		return anyOf(callsOf(s), func(c **spec.Call) bool { return (*c).ID == id || (*c).ID == "" }) ||
			anyOf(s.Orphans, func(o *spec.Orphan) bool { return o.ID == id })
	})
}
