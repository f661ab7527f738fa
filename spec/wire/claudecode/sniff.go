package claudecode

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A trait is a record by its members.
type trait struct {
	kind, subtype string
	fields
}

// traitOf reads a record; false where it is no JSON, or a member that tells what it is
// is of the wrong type.
func traitOf(record []byte) (trait, bool) {
	var e scan.Envelope
	if e.Read(record, wire.MaxDepth) != nil {
		return trait{}, false
	}
	t := trait{fields: fields{Object: e.Object}}
	t.kind, t.subtype = t.text("type"), t.text("subtype")
	for _, key := range []string{"uuid", "parent_tool_use_id", "sessionId", "leafUuid", "agentId"} {
		t.text(key)
	}
	return t, !t.wrong
}

// kept reports whether it is a record of a session file.
func (t *trait) kept() bool {
	switch t.kind {
	case "":
		return false
	case "summary":
		return t.text("leafUuid") != ""
	case "file-history-snapshot":
		return t.Get("snapshot") != ""
	case "agent_metadata":
		return t.text("agentId") != ""
	}
	return t.Get("parentUuid") != "" || t.text("sessionId") != "" && t.Get("session_id") == ""
}

// score is how much a frame looks like one of this dialect.
func (t *trait) score() int {
	session := t.Get("session_id") != ""
	switch {
	case t.kept():
		return 95
	case t.kind == "system" && t.subtype == "init" && t.Get("claude_code_version") != "":
		return 100
	case t.kind == "system" && t.subtype != "" && session,
		t.kind == "stream_event" && t.Get("event").Kind() == '{',
		t.kind == "rate_limit_event" && t.Get("rate_limit_info").Kind() == '{':
		return 95
	case (t.kind == "assistant" || t.kind == "user") && t.Get("message").Kind() == '{',
		t.kind == "result" && t.subtype != "" && t.Get("is_error") != "":
		return 90
	case knownTypes[t.kind] && session, strings.HasPrefix(t.kind, "control_"):
		return 50
	}
	return 0
}

// Sniff counts the frames that look like this dialect's.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "frames of stream-json or records of a session file", func(record []byte) int {
		t, ok := traitOf(record)
		if !ok {
			return wire.Foreign
		}
		return t.score()
	})
}

// SniffVariant implements wire.VariantSniffer: stream events come with partial
// messages only. Records of a session file are never in a stream.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		t, ok := traitOf(record)
		switch {
		case !ok:
		case t.kept():
			return Session, "records of a session file"
		case t.kind == "stream_event":
			return Partial, "a stream_event"
		}
	}
	return Full, "no stream_event"
}
