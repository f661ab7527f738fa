package writing

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

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

// A signed is the metadata of a thought, with its signature.
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

// An abandonedOut says which blocks of a message are void: those from an index on.
type abandonedOut struct {
	Message string `json:"api_message_id"`
	From    int    `json:"from_block_index"`
}

// compact takes the white space out of a valid value and changes nothing else.
func compact(v jsontext.Value) jsontext.Value {
	if v.Compact(reading.Lenient, jsontext.PreserveRawStrings(true)) != nil {
		return nil
	}
	return v
}
