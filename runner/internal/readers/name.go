package readers

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A namer says what people call the things of a transcript.
type namer struct{ transcript *spec.Transcript }

const (
	rootSession = "the root session"
	noID        = "without an id"
	noName      = "without a name"
)

// How many characters of ids, of names, of texts within a sentence, and of values are
// shown.
const (
	longID    = 14
	longName  = 24
	longText  = 40
	longValue = 100
)

// clip cuts the end off a text that is too long.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// clipName and clipID cut the middle out of a name and an id that are too long.
func clipName(name string) string { return without(name, longName) }

func clipID(id string) string { return without(id, longID) }

func without(name string, most int) string {
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	const end = 5
	return string(runes[:most-end-1]) + "…" + string(runes[len(runes)-end:])
}

// plain returns a value as it stands in a sentence: without the quotes of a string.
func plain(value string) string {
	if text, ok := decoded[string](value); ok && text != "" {
		value = text
	}
	return clip(value, longText)
}

// name names what a difference is about.
func (n *namer) name(d *difference) string {
	text := d.Want
	if text == "" {
		text = d.Got
	}
	switch d.row.item {
	case "session":
		return cmp.Or(n.agent(d.Session), noID)
	case "turn":
		return "of " + n.session(d.Session)
	case "message":
		return n.message(d, text) + n.of(d.Session)
	case "call":
		return n.call(d, text)
	}
	a, _ := decoded[spec.AgentRun](text)
	return strings.TrimSpace(clipName(a.Name) + " of call " + cmp.Or(clipID(d.Call), noID))
}

// session names a session within a sentence.
func (n *namer) session(id string) string {
	return cmp.Or(n.agent(id), "a session "+noID)
}

// agent names a session by its agent, and by its id if several have that agent; "" if it
// has neither.
func (n *namer) agent(id string) string {
	s := n.transcript.Session(id)
	switch {
	case s != nil && s.Parent == nil && (id == "" || id == n.transcript.Sessions[0].ID):
		return rootSession
	case s == nil || s.Agent == nil || *s.Agent == id || *s.Agent == "":
		return clipID(id)
	}
	for i := range n.transcript.Sessions {
		if other := &n.transcript.Sessions[i]; other.ID != id && other.Agent != nil && *other.Agent == *s.Agent {
			return clipName(*s.Agent) + " " + clipID(id)
		}
	}
	return clipName(*s.Agent)
}

// of says of which sub-session something is; "" in the root session.
func (n *namer) of(session string) string {
	if name := n.session(session); name != rootSession {
		return " of " + name
	}
	return ""
}

// message names a message by what it says, else by its id.
func (n *namer) message(d *difference, text string) string {
	var m *spec.Message
	if d.place.name == "sessions[].messages[]" {
		own, _ := decoded[spec.Message](text)
		m = &own
	} else if s := n.transcript.Session(d.Session); s != nil {
		for i := range s.Messages {
			if s.Messages[i].ID == d.Message {
				m = &s.Messages[i]
			}
		}
	}
	if m != nil {
		for i := range m.Parts {
			if m.Parts[i].Text != "" {
				return fmt.Sprintf("%q", clip(m.Parts[i].Text, longText))
			}
		}
	}
	return cmp.Or(clipID(d.Message), "without text")
}

// call names a call by its tool and id.
func (n *namer) call(d *difference, text string) string {
	name, id, session := "", d.Call, d.Session
	if d.place.name == "active[]" {
		a, _ := decoded[spec.ActiveCall](text)
		name, id, session = a.Name, a.Call, a.Session
	} else if c, ok := decoded[spec.Call](text); ok {
		name = c.Name
	}
	if name == "" {
		name = n.tool(session, id)
	}
	if name != "" && n.calls(name) == 1 {
		return clipName(name) + n.of(session)
	}
	return cmp.Or(strings.TrimSpace(clipName(name)+" "+clipID(id)), noName) + n.of(session)
}

// calls counts the calls of a tool.
func (n *namer) calls(tool string) (count int) {
	for i := range n.transcript.Sessions {
		for _, c := range n.transcript.Sessions[i].Calls() {
			if c.Name == tool {
				count++
			}
		}
	}
	return count
}

// tool returns the tool of a call.
func (n *namer) tool(session, id string) string {
	if s := n.transcript.Session(session); s != nil {
		for i := range s.Messages {
			for j := range s.Messages[i].Calls {
				if c := &s.Messages[i].Calls[j]; c.ID == id {
					return c.Name
				}
			}
		}
	}
	return ""
}

// location says where something stands.
func (n *namer) location(d *difference) string {
	where := "in " + n.session(d.Session)
	switch {
	case d.place.name == "sessions[].messages[]":
	case d.Message != "":
		where = "in the message " + n.message(d, "") + n.of(d.Session)
	case strings.HasSuffix(d.place.name, ".held[]"):
		where = "without a message " + where
	case strings.HasSuffix(d.place.name, ".abandoned[]"):
		where = "as abandoned " + where
	}
	return where
}

// value puts one side of a difference into a line.
func (n *namer) value(d *difference, text string) string {
	if text == "" {
		return ""
	}
	switch d.place.name {
	case "sessions[].messages[].calls[]", "sessions[].held[]", "sessions[].abandoned[]":
		if c, ok := decoded[spec.Call](text); ok {
			return callValue(&c)
		}
	case "sessions[].messages[]":
		if m, ok := decoded[spec.Message](text); ok {
			return messageValue(&m)
		}
	case "sessions[].messages[].parts[]":
		if p, ok := decoded[spec.Part](text); ok && p.Text != "" {
			return fmt.Sprintf("%q", clip(p.Text, longValue))
		}
	case "sessions[]":
		if s, ok := decoded[spec.Session](text); ok {
			return fmt.Sprintf("%s, %s", n.session(s.ID), s.Status)
		}
	case "agents[]":
		if a, ok := decoded[spec.AgentRun](text); ok {
			return fmt.Sprintf("%s, call %s, %s", clipName(a.Name), clipID(a.Call), a.Status)
		}
	case "active[]":
		if a, ok := decoded[spec.ActiveCall](text); ok {
			return fmt.Sprintf("%s %s, %s", clipName(a.Name), clipID(a.Call), a.Phase)
		}
	case "anomalies[]":
		if a, ok := decoded[spec.Anomaly](text); ok {
			return clip(string(a.Kind)+": "+a.Detail, longValue)
		}
	}
	if strings.HasSuffix(d.place.name, ".args") {
		if args, ok := decoded[string](text); ok {
			text = args
		}
	}
	return clip(text, longValue)
}

func callValue(c *spec.Call) string {
	text := strings.TrimSpace(fmt.Sprintf("%s %s %s", clipName(c.Name), clipID(c.ID), clip(c.Args, longText)))
	if text += ", " + string(c.Status); len(c.Result) > 0 {
		text += ": " + clip(string(c.Result), longText)
	}
	return text
}

func messageValue(m *spec.Message) string {
	var parts []string
	for i := range m.Parts {
		switch p := &m.Parts[i]; {
		case p.Text != "":
			parts = append(parts, fmt.Sprintf("%q", clip(p.Text, longText)))
		case p.Call != nil:
			parts = append(parts, "a call")
		}
	}
	return clip(m.Role+": "+strings.Join(parts, ", "), longValue)
}
