package wrong

import (
	"encoding/json"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer/fields"
	"github.com/quock-dev/quock/spec/probe"
)

// exports rewrites each message of a history in Anthropic's form.
func exports(rewrite func(m fields.Object) []fields.Object) func([]json.RawMessage, *probe.Transcript) []json.RawMessage {
	return func(history []json.RawMessage, _ *probe.Transcript) []json.RawMessage {
		var all []json.RawMessage
		for _, text := range history {
			for _, other := range rewrite(fields.Parse(text)) {
				all = append(all, other.JSON())
			}
		}
		return all
	}
}

// saysFirst puts a text in front of a message.
func saysFirst(m fields.Object, text string) []fields.Object {
	m.Set("content", append([]fields.Object{object("type", "text", "text", text)}, m.Objects("content")...))
	return []fields.Object{m}
}

// resultsAlone removes the calls, and messages without other contents.
func resultsAlone(m fields.Object) []fields.Object {
	var kept []fields.Object
	for _, b := range m.Objects("content") {
		if b.Text("type") != "tool_use" {
			kept = append(kept, b)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	m.Set("content", kept)
	return []fields.Object{m}
}

func emptyTexts(m fields.Object) []fields.Object {
	if m.Text("role") == "assistant" && !m.HasType("content", "text") {
		return saysFirst(m, "")
	}
	return []fields.Object{m}
}

func noteBetween(m fields.Object) []fields.Object {
	if m.Text("role") == "user" && m.HasType("content", "tool_result") {
		return saysFirst(m, "An event came in.")
	}
	return []fields.Object{m}
}

// cutInFront cuts between a call and its result, as a cut by message count
// eventually does.
func cutInFront(history []json.RawMessage, _ *probe.Transcript) []json.RawMessage {
	for i, text := range history {
		if fields.Parse(text).HasType("content", "tool_result") {
			return history[i:]
		}
	}
	return history
}
