package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

// A historyClass is the kind of a fault in a history.
type historyClass uint8

const (
	historyInvalid historyClass = iota // the provider refuses it
	historyOrder                       // a batch has another order than its calls
	historyLost                        // it lacks what the session has
	historyForeign                     // it has what the session has not
	historyAbsent                      // there is no history
)

// A historyFault is a difference with its class.
type historyFault struct {
	historyClass
	spec.Difference
}

// historyOf returns the differences of the given classes. There are none for a
// transcript that did not come from a store, or that has no history.
func (e *Evidence) historyOf(classes ...historyClass) []spec.Difference {
	if e.Form != "" && e.Surface.Kept() && !e.historyRead {
		e.historyFaults, e.historyRead = readHistory(e), true
	}
	var found []spec.Difference
	for _, f := range e.historyFaults {
		if slices.Contains(classes, f.historyClass) {
			found = append(found, f.Difference)
		}
	}
	return found
}

// readHistory holds the candidate's history against the root session, which is
// the first that is no child. Its procedure:
//
//  1. The provider of the form would take it (package provider).
//  2. The user's texts, joined, are those of the session, and so are the
//     assistant's; thoughts may be left out. System messages are passed over.
//  3. Each call is one of the session's, once: same name, same arguments where
//     they are an object, same id where that is not empty and one call's only.
//  4. Each call of the session that has a result is there with it. A call without
//     one may be left out, or be there with any result.
//  5. The calls of a message stand in its order.
func readHistory(e *Evidence) []historyFault {
	root := e.Want.Root()
	h := &historyReader{root: root, spoken: map[string]*strings.Builder{}}
	if root == nil {
		h.root = &spec.Session{}
	}
	messages, faults := provider.Check(e.Form, e.Got.History)
	if len(messages) == 0 && h.says() {
		h.add(historyAbsent, spec.Missing, "history", "what was said and called in the session", "")
	}
	for _, f := range faults {
		h.refused(f)
	}
	for at := range messages {
		h.take(at, &messages[at])
	}
	h.texts()
	h.unmet()
	h.order()
	return h.found
}

// says reports whether the session contains anything that a history must have.
func (h *historyReader) says() bool {
	text := func(p *spec.Part) bool { return p.Kind == spec.TextPart && p.Text != "" }
	return anyOf(h.root.Messages, func(m *spec.Message) bool { return anyOf(m.Parts, text) }) ||
		slices.ContainsFunc(h.root.Calls(), answered)
}

// A historyReader walks a history and its session in parallel.
type historyReader struct {
	root   *spec.Session
	found  []historyFault
	spoken map[string]*strings.Builder // the texts of the history, by role and kind
	met    []metCall
	taken  map[*spec.Call]bool
}

// A metCall is a call of the history with the session's call.
type metCall struct {
	at       int
	call     provider.Part
	own      *spec.Call
	answered bool
}

func (h *historyReader) add(class historyClass, kind spec.DifferenceKind, path, want, got string) {
	d := spec.Difference{Path: path, Kind: kind, Part: spec.ObserveHistory, Session: h.root.ID, Want: quoted(want), Got: quoted(got)}
	h.found = append(h.found, historyFault{class, d})
}

// quoted returns a text as JSON, "" for the empty text.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (h *historyReader) refused(f provider.Fault) {
	class, kind := historyInvalid, spec.Changed
	if f.Class == provider.Order {
		class = historyOrder
	}
	if f.Got == nil {
		kind = spec.Missing
	}
	h.add(class, kind, place(f.At), f.Want, "")
	h.found[len(h.found)-1].Got = string(f.Got)
}

func place(at int) string { return fmt.Sprintf("history[%d]", at) }

// take reads one message.
func (h *historyReader) take(at int, m *provider.Message) {
	for _, p := range m.Parts {
		switch p.Kind {
		case provider.Text:
			h.say(m.Role, p.Text)
		case provider.Thought:
			h.think(at, p.Text)
		case provider.Call:
			h.call(at, p)
		case provider.Result:
			h.result(at, p)
		}
	}
}

func (h *historyReader) say(role, words string) {
	if h.spoken[role] == nil {
		h.spoken[role] = &strings.Builder{}
	}
	h.spoken[role].WriteString(words)
}

// think accepts missing thoughts, but no invented ones.
func (h *historyReader) think(at int, words string) {
	if !strings.Contains(strings.Join(textsOf(h.root, "assistant", spec.ThoughtPart), ""), words) {
		h.add(historyForeign, spec.Extra, place(at), "", words)
	}
}

// textsOf returns the session's texts or thoughts of a role, in order.
func textsOf(s *spec.Session, role string, kind spec.PartKind) []string {
	var all []string
	for i := range s.Messages {
		for _, p := range s.Messages[i].Parts {
			if s.Messages[i].Role == role && p.Kind == kind {
				all = append(all, p.Text)
			}
		}
	}
	return all
}

// texts compares the texts of each role with the session's.
func (h *historyReader) texts() {
	for _, role := range []string{"user", "assistant"} {
		got := ""
		if h.spoken[role] != nil {
			got = h.spoken[role].String()
		}
		want := strings.Join(textsOf(h.root, role, spec.TextPart), "")
		path := "history." + role
		switch {
		case got == want:
		case strings.Contains(got, want):
			h.add(historyForeign, spec.Changed, path, want, got)
		default:
			h.add(historyLost, spec.Changed, path, want, got)
		}
	}
}
