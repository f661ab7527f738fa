package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// serverResults reports whether blocks of the kind are results of the server's tools:
// blocks of the assistant's own message, of type mcp_tool_result or *_tool_result.
func serverResults(kind string) bool { return strings.HasSuffix(kind, "_tool_result") }

// served is the result in a block of the server's; false where it names no call. One
// that a server tool could not give is an object whose type ends in _error.
func (b *block) served() (spec.Event, bool) {
	r, ok := b.result()
	if !ok || r.call == "" {
		return spec.Event{}, false
	}
	failed := r.isError || strings.HasSuffix(str(r.content.Get("type")), "_error")
	return spec.Event{Kind: spec.CallDone, Call: r.call, IsError: failed, Result: r.value()}, true
}

// aside is a block of a full frame that is no part of its message: the result of a
// tool of the server's, a note, or a block of a kind that nobody knows. Streamed
// says that its message streamed, so that a result may have been said already.
func (b *block) aside(message string, streamed bool) spec.Event {
	if serverResults(b.kind) {
		if e, ok := b.served(); ok {
			e.Restated = streamed
			return e
		}
	}
	word, known := asides[b.kind]
	if !known {
		word = spec.NoteUnknown
	}
	return spec.Event{Kind: spec.NoteEvent, Note: word, Message: message, Raw: []byte(b.raw)}
}
