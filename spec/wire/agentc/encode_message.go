package agentc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

func (w *writer) userMessage(e *spec.Event) error {
	if len(e.Messages) != 1 || e.Messages[0].Role != "user" {
		return fmt.Errorf("%s: Messages: a frame holds one user message", e.Kind)
	}
	kind, vendor := "anthropic_user_message", anthropic
	if w.Forms.Has(openAI) {
		kind, vendor = "open_a_i_user_message", other
	}
	w.open(kind, "assistant", e)
	w.Member("vendor", vendor)
	w.Key("message")
	w.saved("user", func() { w.userContent(e.Messages[0].Parts) })
	w.Close('}')
	return nil
}

// saved writes a message of a vendor's history.
func (w *writer) saved(role string, content func()) {
	w.Open('{')
	w.Member("role", role)
	w.Key("content")
	content()
	w.Close('}')
}

// userContent writes texts: one without a slot as a string, else blocks, where
// a slot that no part has holds an empty one.
func (w *writer) userContent(parts []spec.SnapshotPart) {
	switch {
	case len(parts) == 0:
		w.Text("")
		return
	case len(parts) == 1 && parts[0].Slot == "":
		w.Text(parts[0].Text)
		return
	}
	w.Open('[')
	blocks := 0
	for _, p := range parts {
		slot, _ := strconv.Atoi(p.Slot)
		for ; blocks < slot && slot < 1000; blocks++ {
			w.block("text", "text", "")
		}
		w.block("text", "text", p.Text)
		blocks++
	}
	w.Close(']')
}

// block writes a block of text.
func (w *writer) block(kind, key, text string) {
	w.Open('{')
	w.Member("type", kind)
	w.Member(key, text)
	w.Close('}')
}

// history writes a saved session as the producer saves it: text and calls in
// messages of their own, results in the one behind.
func (w *writer) history(e *spec.Event) error {
	w.Open('{')
	w.Member("type", "chat_session_changed")
	w.Begin("chat_session", '{')
	if !e.NoSession {
		w.Member("session_id", e.Session)
	}
	w.Begin("messages", '[')
	for _, s := range e.Messages {
		if err := w.snapshot(s); err != nil {
			return err
		}
	}
	w.Close(']')
	w.Close('}')
	w.Close('}')
	return nil
}

func (w *writer) snapshot(s spec.Snapshot) error {
	calls := func(p spec.SnapshotPart) bool { return p.Kind == spec.CallPart }
	switch {
	case s.Role == "assistant":
		w.assistant(s.Parts)
	case s.Role != "user":
		return fmt.Errorf("history: Messages: no saved message of role %q", s.Role)
	case len(s.Parts) > 0 && calls(s.Parts[0]):
		w.results(s.Parts)
	default:
		w.saved("user", func() { w.userContent(s.Parts) })
	}
	return nil
}

// assistant writes each text or thought, and each batch of calls, as a message.
func (w *writer) assistant(parts []spec.SnapshotPart) {
	for len(parts) > 0 {
		n := 0
		for n < len(parts) && parts[n].Kind == spec.CallPart {
			n++
		}
		if n > 0 {
			w.calls(parts[:n])
			parts = parts[n:]
			continue
		}
		if w.Forms.Has(thinkCalls) && parts[0].Kind == spec.ThoughtPart {
			w.thought(parts[0].Text)
		} else {
			w.saved("assistant", func() { w.messageText(parts[0]) })
		}
		parts = parts[1:]
	}
}

// thought writes a thought as a call of the reserved tool, and its result.
func (w *writer) thought(text string) {
	args := []byte(`{"thought":` + string(scan.AppendText(nil, text)) + "}")
	w.saved("assistant", func() {
		w.Open('[')
		w.toolUse("think_1", think, func() { w.Raw(args, wire.MaxDepth) })
		w.Close(']')
	})
	w.saved("user", func() {
		w.Open('[')
		w.toolResult("think_1", []byte(`"ok"`), false)
		w.Close(']')
	})
}

// messageText writes a text or thought: a text of one word as a string, in one form, and one of
// several as two blocks.
func (w *writer) messageText(p spec.SnapshotPart) {
	if !w.Forms.Has(inStrings) || p.Kind != spec.TextPart {
		w.spoken(p)
		return
	}
	at := strings.IndexByte(p.Text, ' ')
	if at <= 0 {
		w.Text(p.Text)
		return
	}
	w.Open('[')
	w.block("text", "text", p.Text[:at])
	w.block("text", "text", p.Text[at:])
	w.Close(']')
}

func (w *writer) spoken(p spec.SnapshotPart) {
	w.Open('[')
	if p.Kind == spec.ThoughtPart {
		w.block("thinking", "thinking", p.Text)
	} else {
		w.block("text", "text", p.Text)
	}
	w.Close(']')
}

// calls writes a batch and, behind it, its results.
func (w *writer) calls(parts []spec.SnapshotPart) {
	if w.Forms.Has(openAI) && !slices.ContainsFunc(parts, ours) {
		w.others(parts)
		return
	}
	w.saved("assistant", func() {
		w.Open('[')
		for _, p := range parts {
			w.toolUse(p.Call, p.Name, func() { w.arguments(p.Args, p.ArgsValue) })
		}
		w.Close(']')
	})
	for _, p := range parts {
		if p.Answered {
			w.results(parts)
			return
		}
	}
}

// ours: only our runtime says that a call failed.
func ours(p spec.SnapshotPart) bool { return p.IsError }

// others writes a batch, and its results, as the other runtime saves them.
func (w *writer) others(parts []spec.SnapshotPart) {
	w.Open('{')
	w.Member("role", "assistant")
	w.optional("content", "")
	w.Begin("tool_calls", '[')
	for _, p := range parts {
		w.Open('{')
		w.Member("id", p.Call)
		w.Member("type", "function")
		w.Begin("function", '{')
		w.Member("name", p.Name)
		w.Key("arguments")
		w.arguments(p.Args, p.ArgsValue)
		w.Close('}')
		w.Close('}')
	}
	w.Close(']')
	w.Close('}')
	for _, p := range parts {
		if p.Answered {
			w.otherResult(p.Call, p.Name, p.Result)
		}
	}
}

func (w *writer) results(parts []spec.SnapshotPart) {
	w.saved("user", func() {
		w.Open('[')
		for _, p := range parts {
			if p.Answered {
				w.toolResult(p.Call, p.Result, p.IsError)
			}
		}
		w.Close(']')
	})
}
