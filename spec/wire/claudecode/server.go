package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// A serverResult is what a tool that the server ran gave back: a block of the
// assistant's own message, of type mcp_tool_result or *_tool_result.
type serverResult struct {
	Call    string         `json:"tool_use_id"`
	Content jsontext.Value `json:"content"`
	IsError bool           `json:"is_error"`
}

// serverResults reports whether blocks of the kind are results of the server's tools.
func serverResults(kind string) bool { return strings.HasSuffix(kind, "_tool_result") }

// served is the result in a block; false where it names no call. One that a server
// tool could not give is an object whose type ends in _error.
func served(block jsontext.Value) (spec.Event, bool) {
	var b serverResult
	if json.Unmarshal(block, &b, lenient) != nil || b.Call == "" {
		return spec.Event{}, false
	}
	e := spec.Event{Kind: spec.CallDone, Call: b.Call, IsError: b.IsError || strings.HasSuffix(kindOf(b.Content), "_error")}
	if k := b.Content.Kind(); k != 0 && k != 'n' {
		e.Result = []byte(b.Content)
	}
	return e, true
}

// asideOf is a block of a full frame that is no part of its message: the result of a
// tool of the server's, a note, or a block of a kind that nobody knows. Streamed
// says that its message streamed, so that a result may have been said already.
func asideOf(block jsontext.Value, message string, streamed bool) spec.Event {
	kind := kindOf(block)
	if serverResults(kind) {
		if e, ok := served(block); ok {
			e.Restated = streamed
			return e
		}
	}
	word, known := asides[kind]
	if !known {
		word = spec.NoteUnknown
	}
	return spec.Event{Kind: spec.NoteEvent, Note: word, Message: message, Raw: []byte(block)}
}
