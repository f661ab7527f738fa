package perform

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Story tells the case in a few lines for people: the sessions in the order in
// which they are first heard, what each does, and what goes wrong on purpose.
func (c *Case) Story() string {
	var b strings.Builder
	for _, id := range c.heard() {
		b.WriteString(c.tellSession(id))
	}
	for _, h := range c.Hazards {
		fmt.Fprintf(&b, "On purpose: %s%s, which bears %s.\n", strings.ReplaceAll(h.Name, "-", " "), where(h), h.Rule)
	}
	if c.Stream.End == spec.Cut {
		b.WriteString("The transport breaks after the last record.\n")
	}
	return b.String()
}

// heard lists the sessions by their first event.
func (c *Case) heard() []string {
	var ids []string
	seen := map[string]bool{}
	for i := range c.Stream.Events {
		e := &c.Stream.Events[i]
		if !e.Global && !seen[e.Session] {
			seen[e.Session] = true
			ids = append(ids, e.Session)
		}
	}
	return ids
}

// tellSession counts what a session says, and names its calls.
func (c *Case) tellSession(id string) string {
	var turns, texts int
	var calls []string
	parent := ""
	known := map[string]bool{}
	for i := range c.Stream.Events {
		e := &c.Stream.Events[i]
		if e.Global || e.Session != id {
			continue
		}
		if e.Parent.OK && parent == "" {
			parent = fmt.Sprintf(", under %s", named(e.Parent.ID))
		}
		switch e.Kind {
		case spec.TurnStart:
			turns++
		case spec.Text:
			texts++
		}
		for _, call := range callsOf(e) {
			if !known[call] {
				known[call] = true
				calls = append(calls, call)
			}
		}
	}
	return fmt.Sprintf("Session %s%s: %s, %s%s.\n", named(id), parent,
		count(turns, "turn start"), count(texts, "fragment of text"), listed(calls))
}

// callsOf lists the calls that an event names, with their tool.
func callsOf(e *spec.Event) []string {
	var found []string
	if e.Call != "" && e.Name != "" {
		found = append(found, e.Call+" ("+e.Name+")")
	}
	for _, m := range e.Messages {
		for _, p := range m.Parts {
			if p.Kind == spec.CallPart {
				found = append(found, p.Call+" ("+p.Name+")")
			}
		}
	}
	return found
}

func named(session string) string {
	if session == "" {
		return "the root"
	}
	return session
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %s", n, plural(what))
}

func listed(calls []string) string {
	if len(calls) == 0 {
		return ", no calls"
	}
	return ", calls " + strings.Join(calls, ", ")
}

func where(h spec.Hazard) string {
	var at []string
	if h.Call != "" {
		at = append(at, "call "+h.Call)
	}
	if h.Message != "" {
		at = append(at, "message "+h.Message)
	}
	if h.Session.OK {
		at = append(at, "in "+named(h.Session.ID))
	}
	if len(at) == 0 {
		return ""
	}
	return " (" + strings.Join(at, " ") + ")"
}

func plural(what string) string {
	if rest, ok := strings.CutPrefix(what, "fragment"); ok {
		return "fragments" + rest
	}
	return what + "s"
}
