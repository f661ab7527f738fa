package claudecode

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// The block types that have a meaning of their own; all others are opaque.
const (
	textType     = "text"
	thinkingType = "thinking"
	redactedType = "redacted_thinking"
	toolType     = "tool_use"
	resultType   = "tool_result"
	imageType    = "image"
	serverType   = "server_tool_use"
	mcpType      = "mcp_tool_use"

	mcpResultType = "mcp_tool_result"
	unknownType   = "unheard_of"
)

// asides are the blocks of an assistant that are no content of the answer, and have
// a place in it.
var asides = map[string]spec.Note{imageType: spec.NoteMedia, "fallback": spec.NoteCustom, "compaction": spec.NoteCustom}

type textBlock struct {
	Type string         `json:"type"`
	Text string         `json:"text"`
	Rest jsontext.Value `json:",embed"`
}

type thinkingBlock struct {
	Type      string         `json:"type"`
	Thinking  string         `json:"thinking"`
	Signature string         `json:"signature,omitzero"`
	Rest      jsontext.Value `json:",embed"`
}

type toolBlock struct {
	Type  string         `json:"type"`
	ID    string         `json:"id"`
	Name  string         `json:"name"`
	Input jsontext.Value `json:"input"`
	Rest  jsontext.Value `json:",embed"`
}

type resultBlock struct {
	Type    string         `json:"type"`
	Call    string         `json:"tool_use_id"`
	Content jsontext.Value `json:"content,omitzero"`
	IsError bool           `json:"is_error"`
}

// A signed is the metadata of a thought.
type signed struct {
	Signature string         `json:"signature,omitzero"`
	Rest      jsontext.Value `json:",embed"`
}

// An unparsed is the input of a call whose arguments were no JSON.
type unparsed struct {
	Wrapper *wrapper `json:"__unparsedToolInput"`
}

type wrapper struct {
	Raw string `json:"raw"`
	Len int    `json:"len"`
}

// kindOf is a block's type, "" where it has none. A call that the server runs is a
// call like those of the client.
func kindOf(block jsontext.Value) string {
	var b struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(block, &b, lenient) != nil {
		return ""
	}
	if b.Type == serverType || b.Type == mcpType {
		return toolType
	}
	return b.Type
}

// part reads a block as a part of a message, without a slot. It is not ok for
// an opaque block, and for one that is not shaped as its type says.
func part(kind string, block jsontext.Value) (spec.SnapshotPart, bool) {
	switch kind {
	case textType:
		return textPart(block)
	case thinkingType:
		return thoughtPart(block)
	case redactedType:
		return spec.SnapshotPart{Kind: spec.ThoughtPart, Metadata: []byte(block)}, true
	case toolType:
		return callPart(block)
	}
	return spec.SnapshotPart{}, false
}

func textPart(block jsontext.Value) (spec.SnapshotPart, bool) {
	var b textBlock
	if json.Unmarshal(block, &b, lenient) != nil {
		return spec.SnapshotPart{}, false
	}
	return spec.SnapshotPart{Kind: spec.TextPart, Text: b.Text, Metadata: metadata(b.Rest)}, true
}

func thoughtPart(block jsontext.Value) (spec.SnapshotPart, bool) {
	var b thinkingBlock
	if json.Unmarshal(block, &b, lenient) != nil {
		return spec.SnapshotPart{}, false
	}
	return spec.SnapshotPart{Kind: spec.ThoughtPart, Text: b.Thinking, Metadata: signedMetadata(b.Signature, b.Rest)}, true
}

func callPart(block jsontext.Value) (spec.SnapshotPart, bool) {
	var b toolBlock
	if json.Unmarshal(block, &b, lenient) != nil {
		return spec.SnapshotPart{}, false
	}
	p := spec.SnapshotPart{Kind: spec.CallPart, Call: b.ID, Name: b.Name, Metadata: metadata(b.Rest)}
	p.Args, p.Invalid = arguments(b.Input)
	p.ArgsValue = p.Args != "" && !p.Invalid
	return p, true
}

// arguments is the compact JSON of a call's input, or the raw text of an input
// that was no JSON.
func arguments(input jsontext.Value) (args string, invalid bool) {
	if k := input.Kind(); k == 0 || k == 'n' {
		return "", false
	}
	var u unparsed
	if bytes.Contains(input, []byte("__unparsedToolInput")) && json.Unmarshal(input, &u, lenient) == nil && u.Wrapper != nil {
		return u.Wrapper.Raw, true
	}
	return string(compact(input)), false
}

// compact takes the white space out of a valid value and changes nothing else.
func compact(v jsontext.Value) jsontext.Value {
	if v.Compact(lenient, jsontext.PreserveRawStrings(true)) != nil {
		return nil
	}
	return v
}

// signedMetadata is the metadata of a thought.
func signedMetadata(signature string, rest jsontext.Value) []byte {
	rest = metadata(rest)
	if signature == "" {
		return rest
	}
	b, err := json.Marshal(signed{Signature: signature, Rest: rest}, lenient, jsontext.PreserveRawStrings(true))
	if err != nil {
		return nil
	}
	return b
}

// metadata is the object of unknown members without those that are null; nil
// where none is left.
func metadata(rest jsontext.Value) []byte {
	if rest = bytes.TrimSpace(rest); len(rest) == 0 || string(rest) == "{}" {
		return nil
	}
	if !bytes.Contains(rest, []byte("null")) {
		return rest
	}
	return withoutNulls(rest)
}

func withoutNulls(object jsontext.Value) []byte {
	d := jsontext.NewDecoder(bytes.NewReader(object), lenient)
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil
	}
	out := []byte{'{'}
	for d.PeekKind() == '"' {
		key, err := d.ReadValue()
		if err != nil {
			return nil
		}
		key = key.Clone()
		value, err := d.ReadValue()
		if err != nil {
			return nil
		}
		if value.Kind() == 'n' {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	if len(out) == 1 {
		return nil
	}
	return append(out, '}')
}
