package wrong

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec/probe"
)

// A message is one message of a history in Anthropic's form.
type message struct {
	Role    string           `json:"role"`
	Content []map[string]any `json:"content"`
}

// exports rewrites each message of a history.
func exports(rewrite func(m message) []message) func([]json.RawMessage, *probe.Transcript) []json.RawMessage {
	return func(history []json.RawMessage, _ *probe.Transcript) []json.RawMessage {
		var all []json.RawMessage
		for _, text := range history {
			var m message
			if json.Unmarshal(text, &m) != nil {
				all = append(all, text)
				continue
			}
			for _, other := range rewrite(m) {
				written, _ := json.Marshal(other) // it was JSON
				all = append(all, written)
			}
		}
		return all
	}
}

// has reports whether a message has a block of the type.
func (m message) has(kind string) bool {
	for _, b := range m.Content {
		if b["type"] == kind {
			return true
		}
	}
	return false
}

// resultsAlone removes the calls, and messages without other contents.
func resultsAlone(m message) []message {
	var kept []map[string]any
	for _, b := range m.Content {
		if b["type"] != "tool_use" {
			kept = append(kept, b)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return []message{{m.Role, kept}}
}

func emptyTexts(m message) []message {
	if m.Role == "assistant" && !m.has("text") {
		m.Content = append([]map[string]any{{"type": "text", "text": ""}}, m.Content...)
	}
	return []message{m}
}

func noteBetween(m message) []message {
	if m.Role != "user" || !m.has("tool_result") {
		return []message{m}
	}
	m.Content = append([]map[string]any{{"type": "text", "text": "An event came in."}}, m.Content...)
	return []message{m}
}

// cutInFront cuts between a call and its result, as a cut by message count
// eventually does.
func cutInFront(history []json.RawMessage, _ *probe.Transcript) []json.RawMessage {
	for i, text := range history {
		var m message
		if json.Unmarshal(text, &m) == nil && m.has("tool_result") {
			return history[i:]
		}
	}
	return history
}
