package reading

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
			c.args, c.value = wire.Text(v), v.Kind() == '{' || v.Kind() == '['
			if c.value {
				c.args = strings.Clone(v.Compact())
			}
		}
	}
	return c
}

func (c toolCall) part() spec.SnapshotPart {
	return spec.SnapshotPart{
		Kind: spec.CallPart, Slot: c.slot, Call: c.id,
		Name: c.name, Args: c.args, ArgsValue: c.value,
	}
}

// snapshot is a whole message, or as far as it goes. A call stands where a
// content block repeats it, else behind the content; thoughts are left out or not.
func (m *message) snapshot(complete, thoughts bool) spec.Snapshot {
	s := spec.Snapshot{Message: m.id, Role: "assistant", StopReason: m.stopReason(), Usage: m.tokens()}
	calls := m.callParts(complete)
	at := map[string][]int{}
	for i := range calls {
		at[calls[i].Call] = append(at[calls[i].Call], i)
	}
	for _, p := range pieces(m.content) {
		switch left := at[p.call]; {
		case p.kind == pieceText:
			s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.TextPart, Slot: p.slot, Text: p.text})
		case p.kind == pieceThought && thoughts:
			s.Parts = append(s.Parts, spec.SnapshotPart{Kind: spec.ThoughtPart, Slot: p.slot, Text: p.mind})
		case p.kind == pieceCall && p.call != "" && len(left) > 0:
			s.Parts = append(s.Parts, calls[left[0]])
			calls[left[0]].Kind = ""
			at[p.call] = left[1:]
		}
	}
	for i := range calls {
		if calls[i].Kind != "" {
			s.Parts = append(s.Parts, calls[i])
		}
	}
	return s
}

// callParts lists the calls: those of tool_call_chunks, whose text is what the
// model wrote; then those that only the parsed lists have. Without an id a
// parsed call can only be another view of a streamed one, if there are any.
func (m *message) callParts(complete bool) []spec.SnapshotPart {
	var parts []spec.SnapshotPart
	streamed := map[string]bool{}
	for v := range m.chunks.Elements() {
		if c := parseCall(v); c.id != "" || c.name != "" {
			p := c.part()
			p.Invalid = complete && p.Args != "" && scan.Check([]byte(p.Args), wire.MaxDepth) != nil
			parts = append(parts, p)
			streamed[c.id], streamed[""] = true, true
		}
	}
	for v := range m.calls.Elements() {
		if c := parseCall(v); !streamed[c.id] {
			parts = append(parts, c.part())
		}
	}
	for v := range m.invalid.Elements() {
		if c := parseCall(v); c.id != "" && !streamed[c.id] {
			p := c.part()
			p.Invalid = complete && p.Args != ""
			parts = append(parts, p)
		}
	}
	return parts
}
