package langgraph

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A toolCall is one element of tool_call_chunks, tool_calls or
// invalid_tool_calls.
type toolCall struct {
	id, name, slot string
	args           string
	value          bool // args is the compact form of a JSON value
}

func parseCall(v scan.Value) toolCall {
	var c toolCall
	for key, v := range v.Members() {
		switch key {
		case "id":
			c.id = word(v)
		case "name":
			c.name = word(v)
		case "index":
			c.slot = slot(v)
		case "args":
			c.args, c.value = text(v), v.Kind() == '{' || v.Kind() == '['
			if c.value {
				c.args = strings.Clone(v.Compact())
			}
		}
	}
	return c
}

// snapshot is a whole message, or as far as it goes. Its calls are those of
// tool_call_chunks, whose text is what the model wrote; then those that only
// the parsed lists have.
func (m *message) snapshot(complete bool) spec.Snapshot {
	s := spec.Snapshot{Message: m.id, Role: "assistant", StopReason: m.stopReason(), Usage: m.tokens()}
	calls := m.callParts(complete)
	for _, p := range pieces(m.content) {
		switch p.kind {
		case pieceText:
			s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.TextPart, Slot: p.slot, Text: p.text})
		case pieceCall:
			s.Parts, calls = placed(s.Parts, calls, p.call)
		}
	}
	s.Parts = append(s.Parts, calls...)
	return s
}

// placed moves the call that a content block repeats to its position.
func placed(parts, calls []spec.SnapshotPart, id string) (to, from []spec.SnapshotPart) {
	for i := range calls {
		if id != "" && calls[i].Call == id {
			parts = append(parts, calls[i])
			return parts, append(calls[:i:i], calls[i+1:]...)
		}
	}
	return parts, calls
}

func (m *message) callParts(complete bool) []spec.SnapshotPart {
	var parts []spec.SnapshotPart
	for v := range m.chunks.Elements() {
		if c := parseCall(v); c.id != "" || c.name != "" {
			p := c.part()
			p.Invalid = complete && p.Args != "" && scan.Check([]byte(p.Args), wire.MaxDepth) != nil
			parts = append(parts, p)
		}
	}
	streamed := len(parts)
	for v := range m.calls.Elements() {
		if c := parseCall(v); !repeats(parts, c, streamed) {
			parts = append(parts, c.part())
		}
	}
	for v := range m.invalid.Elements() {
		if c := parseCall(v); c.id != "" && !repeats(parts, c, streamed) {
			p := c.part()
			p.Invalid = complete && p.Args != ""
			parts = append(parts, p)
		}
	}
	return parts
}

func (c toolCall) part() spec.SnapshotPart {
	return spec.SnapshotPart{
		Kind: spec.CallPart, Slot: c.slot, Call: c.id,
		Name: c.name, Args: c.args, ArgsValue: c.value,
	}
}

// repeats reports whether a parsed call is one of the streamed ones; without an
// id it can only be another view of those, if there are any.
func repeats(parts []spec.SnapshotPart, c toolCall, streamed int) bool {
	if c.id == "" {
		return streamed > 0
	}
	for i := range parts[:streamed] {
		if parts[i].Call == c.id {
			return true
		}
	}
	return false
}
