package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec/wire"
)

// A trait is what tells this dialect's frames from those of others that have a
// type too.
type trait struct {
	head
	Session jsontext.Value `json:"session_id"`
	Message jsontext.Value `json:"message"`
	Event   jsontext.Value `json:"event"`
	Version jsontext.Value `json:"claude_code_version"`
	IsError jsontext.Value `json:"is_error"`
	Info    jsontext.Value `json:"rate_limit_info"`

	// Of session files.
	Parent   jsontext.Value `json:"parentUuid"`
	Origin   string         `json:"sessionId"`
	Leaf     string         `json:"leafUuid"`
	Snapshot jsontext.Value `json:"snapshot"`
	Agent    string         `json:"agentId"`
}

// kept reports whether it is a record of a session file.
func (t *trait) kept() bool {
	switch t.Type {
	case "":
		return false
	case "summary":
		return t.Leaf != ""
	case "file-history-snapshot":
		return t.Snapshot != nil
	case "agent_metadata":
		return t.Agent != ""
	}
	return t.Parent != nil || t.Origin != "" && t.Session == nil
}

// score is how much a frame looks like one of this dialect.
func (t *trait) score() int {
	switch {
	case t.kept():
		return 95
	case t.Type == "system" && t.Subtype == "init" && t.Version != nil:
		return 100
	case t.Type == "system" && t.Subtype != "" && t.Session != nil,
		t.Type == "stream_event" && t.Event.Kind() == '{',
		t.Type == "rate_limit_event" && t.Info.Kind() == '{':
		return 95
	case (t.Type == "assistant" || t.Type == "user") && t.Message.Kind() == '{',
		t.Type == "result" && t.Subtype != "" && t.IsError != nil:
		return 90
	case knownTypes[t.Type] && t.Session != nil, strings.HasPrefix(t.Type, "control_"):
		return 50
	}
	return 0
}

// Sniff counts the frames that look like this dialect's.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "frames of stream-json or records of a session file", func(record []byte) int {
		var t trait
		if json.Unmarshal(record, &t, lenient) != nil {
			return wire.Foreign
		}
		return t.score()
	})
}

// SniffVariant implements wire.VariantSniffer: stream events come with partial
// messages only. Records of a session file are never in a stream.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		var t trait
		switch err := json.Unmarshal(record, &t, lenient); {
		case err != nil:
		case t.kept():
			return Session, "records of a session file"
		case t.Type == "stream_event":
			return Partial, "a stream_event"
		}
	}
	return Full, "no stream_event"
}
