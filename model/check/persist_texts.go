package check

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

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
	if !strings.Contains(strings.Join(said(h.root, "assistant", spec.ThoughtPart), ""), words) {
		h.add(historyForeign, spec.Extra, place(at), "", words)
	}
}

// said returns the session's texts or thoughts of a role, in order.
func said(s *spec.Session, role string, kind spec.PartKind) []string {
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
		want := strings.Join(said(h.root, role, spec.TextPart), "")
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
