package cagent

import (
	"github.com/quock-dev/quock/spec/wire"
)

// ownTypes are the types that no other dialect has.
var ownTypes = map[string]bool{
	"agent_info": true, "team_info": true, "toolset_info": true, "mcp_init_started": true, "mcp_init_finished": true,
	"stream_started": true, "stream_stopped": true, "agent_choice": true, "agent_choice_reasoning": true,
	"partial_tool_call": true, "message_added": true, "token_usage": true, "tool_call_confirmation": true,
	"tool_call_output": true, "tool_call_response": true, "hook_blocked": true, "agent_switching": true,
	"sub_session_completed": true, "model_fallback": true, "max_iterations_reached": true, "session_title": true,
	"session_summary": true, "session_compaction": true, "elicitation_request": true, "authorization_event": true,
	"rag_indexing_started": true, "rag_indexing_progress": true, "rag_indexing_completed": true,
	"background_agent_started": true, "background_agent_completed": true,
}

// score is how sure an event, or a stored session, is of this dialect.
func (f *frame) score() int {
	switch {
	case ownTypes[f.kind]:
		return 100
	case f.kind == "tool_call" && f.tool.Get("function").Kind() == '{':
		return 90
	case f.kind == "user_message" && f.text.Kind() == '"':
		return 60
	case f.stored():
		return 100
	}
	return 0
}

// stored reports whether it is a stored session: its items are objects of one
// known key.
func (f *frame) stored() bool {
	if f.kind != "" || f.raw.Get("id").Kind() != '"' || f.messages.Kind() != '[' {
		return false
	}
	for item := range f.messages.Elements() {
		m := item.Get("message")
		return m.Get("message").Get("role").Kind() == '"' || item.Get("sub_session").Kind() == '{' || item.Get("summary").Kind() == '"'
	}
	return !f.raw.Get("title").None()
}

// Sniff counts the events of the runtime.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "events of its runtime", func(record []byte) int {
		raw, problem := wire.Parse(record, 1)
		if problem != nil {
			return wire.Foreign
		}
		f := parse(raw)
		return f.score()
	})
}

// SniffVariant implements wire.VariantSniffer.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	variant, why = "", "nothing in them tells the shape"
	for _, record := range records {
		raw, problem := wire.Parse(record, 1)
		if problem != nil {
			continue
		}
		switch f := parse(raw); {
		case f.stored():
			return Session, "a session with messages"
		case f.parallel:
			return D2, "a field or type of D2"
		case f.kind == "agent_choice" || f.kind == "agent_choice_reasoning":
			if variant, why = D0, "text without a session_id"; f.tagged {
				variant, why = D1, "text with a session_id"
			}
		}
	}
	return variant, why
}
