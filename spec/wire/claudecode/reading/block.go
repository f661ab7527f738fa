package reading

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The block types that have a meaning of their own; all others are opaque.
const (
	TextType     = "text"
	ThinkingType = "thinking"
	RedactedType = "redacted_thinking"
	ToolType     = "tool_use"
	ResultType   = "tool_result"
	imageType    = "image"
	serverType   = "server_tool_use"
	MCPType      = "mcp_tool_use"

	MCPResultType = "mcp_tool_result"
	UnknownType   = "unheard_of"
)

// unparsedKey is the key of input that is no JSON.
const unparsedKey = "__unparsedToolInput"

// asides are the blocks of an assistant that are no content of the answer, and have
// a place in it.
var asides = map[string]spec.Note{imageType: spec.NoteMedia, "fallback": spec.NoteCustom, "compaction": spec.NoteCustom}

// A block is one of a message's content.
type block struct {
	kind string // its type, "" where it has none; that of a call of the server's is of any call
	raw  scan.Value
	fields
}

// read reads a block, of anything that is no object only what it is.
func (b *block) read(v scan.Value) {
	b.raw, b.wrong = v, false
	b.Object.Read(v)
	if b.kind = str(b.Get("type")); b.kind == serverType || b.kind == MCPType {
		b.kind = ToolType
	}
}

// plain makes the block of a text that is no list.
func (b *block) plain(content scan.Value) {
	b.kind, b.raw, b.wrong = TextType, "", false
	b.Object = append(b.Object[:0], scan.Object{{Key: "text", Value: content}}...)
}

// part reads a block as a part of a message, without a slot. It is not ok for
// an opaque block, and for one that is not shaped as its type says.
func (b *block) part() (part spec.SnapshotPart, ok bool) {
	switch b.kind {
	case TextType:
		part = b.textPart()
	case ThinkingType:
		part = spec.SnapshotPart{Kind: spec.ThoughtPart, Text: b.text("thinking"), Metadata: b.signed(b.text("signature"))}
	case RedactedType:
		part = spec.SnapshotPart{Kind: spec.ThoughtPart, Metadata: []byte(b.raw)}
	case ToolType:
		part = b.callPart()
	default:
		return spec.SnapshotPart{}, false
	}
	if b.wrong {
		return spec.SnapshotPart{}, false
	}
	return part, true
}

func (b *block) textPart() spec.SnapshotPart {
	return spec.SnapshotPart{Kind: spec.TextPart, Text: b.text("text"), Metadata: metadata(b.Object, "type", "text")}
}

func (b *block) callPart() spec.SnapshotPart {
	p := spec.SnapshotPart{Kind: spec.CallPart, Call: b.text("id"), Name: b.text("name")}
	p.Metadata = metadata(b.Object, "type", "id", "name", "input")
	p.Args, p.Invalid = arguments(b.Get("input"))
	p.ArgsValue = p.Args != "" && !p.Invalid
	return p
}

// A result is what a block says of how a call ended.
type result struct {
	call    string
	content scan.Value
	isError bool
}

// result reads a block that is a result; not ok where it is not shaped as one.
func (b *block) result() (r result, ok bool) {
	r = result{call: b.text("tool_use_id"), content: b.Get("content"), isError: b.flag("is_error")}
	return r, !b.wrong
}

// value is the result's content, nil for none.
func (r *result) value() []byte {
	if r.content.None() {
		return nil
	}
	return []byte(r.content)
}

// arguments is the compact JSON of a call's input, or the raw text of an input
// that was no JSON.
func arguments(input scan.Value) (args string, invalid bool) {
	if input.None() {
		return "", false
	}
	if strings.Contains(string(input), unparsedKey) {
		if wrapped := input.Get(unparsedKey); wrapped.Kind() == '{' {
			var f fields
			raw := f.textOf(wrapped.Get("raw"))
			if f.numberOf(wrapped.Get("len")); !f.wrong {
				return raw, true
			}
		}
	}
	return input.Compact(), false
}

// signed is the metadata of a thought.
func (b *block) signed(signature string) []byte {
	return signedMetadata(signature, metadata(b.Object, "type", "thinking", "signature"))
}

// signedMetadata puts a signature before other metadata.
func signedMetadata(signature string, rest []byte) []byte {
	if signature == "" {
		return rest
	}
	out := scan.AppendText([]byte(`{"signature":`), signature)
	if len(rest) > 0 {
		return append(append(out, ','), scan.Value(rest).Compact()[1:]...)
	}
	return append(out, '}')
}

// metadata is an object of the members that are neither known nor null; nil where none
// is left.
func metadata(members scan.Object, known ...string) []byte {
	var out []byte
	for i := range members {
		m := &members[i]
		if m.Value.None() || slices.Contains(known, m.Key) {
			continue
		}
		out = append(scan.AppendText(append(out, ','), m.Key), ':')
		out = append(out, m.Value...)
	}
	if out == nil {
		return nil
	}
	out[0] = '{'
	return append(out, '}')
}
