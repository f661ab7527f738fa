package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A trait is a record by its members.
type trait struct {
	Kind, subtype string
	fields
}

// TraitOf reads a record; false where it is no JSON, or a member that tells what it is
// is of the wrong type.
func TraitOf(record []byte) (trait, bool) {
	var e scan.Envelope
	if e.Read(record, wire.MaxDepth) != nil {
		return trait{}, false
	}
	t := trait{fields: fields{Object: e.Object}}
	t.Kind, t.subtype = t.text("type"), t.text("subtype")
	for _, key := range []string{"uuid", "parent_tool_use_id", "sessionId", "leafUuid", "agentId"} {
		t.text(key)
	}
	return t, !t.wrong
}

// Kept reports whether it is a record of a session file.
func (t *trait) Kept() bool {
	switch t.Kind {
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

// Score is how much a frame looks like one of this dialect.
func (t *trait) Score() int {
	session := t.Get("session_id") != ""
	switch {
	case t.Kept():
		return 95
	case t.Kind == "system" && t.subtype == "init" && t.Get("claude_code_version") != "":
		return 100
	case t.Kind == "system" && t.subtype != "" && session,
		t.Kind == "stream_event" && t.Get("event").Kind() == '{',
		t.Kind == "rate_limit_event" && t.Get("rate_limit_info").Kind() == '{':
		return 95
	case (t.Kind == "assistant" || t.Kind == "user") && t.Get("message").Kind() == '{',
		t.Kind == "result" && t.subtype != "" && t.Get("is_error") != "":
		return 90
	case knownTypes[t.Kind] && session, strings.HasPrefix(t.Kind, "control_"):
		return 50
	}
	return 0
}
