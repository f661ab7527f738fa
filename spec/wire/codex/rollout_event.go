package codex

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// eventMessage reads what the screen shows.
func (p *pass) eventMessage() func(*pass) {
	kind := p.Must("payload.type", p.item.Get("type"))
	switch kind {
	case "task_started", "turn_started":
		return p.taskStarted()
	case "task_complete", "turn_complete":
		return p.taskComplete()
	case "turn_aborted":
		return p.taskEnded(spec.Event{Status: spec.Cancelled})
	case "user_message":
		return p.prompt(p.Must("payload.message", p.item.Get("message")))
	case "agent_message":
		return p.words(toReader, spec.TextPart, "", []string{p.Must("payload.message", p.item.Get("message"))})
	case "agent_reasoning":
		return p.words(toReader, spec.ThoughtPart, "", []string{p.Must("payload.text", p.item.Get("text"))})
	case "item_completed":
		return p.itemCompleted()
	case "token_count":
		return p.counted()
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		status, failed := p.outcome(&p.item)
		return p.ended(p.Must("payload.call_id", p.item.Get("call_id")), status, failed)
	}
	if quiet[kind] {
		return (*pass).silent
	}
	return (*pass).unheard
}

// quiet are the events that say nothing of the conversation, or nothing that
// another line does not say.
var quiet = map[string]bool{
	"agent_reasoning_raw_content": true, "agent_reasoning_section_break": true, "background_event": true, "context_compacted": true,
	"deprecation_notice": true, "entered_review_mode": true, "error": true, "exec_command_begin": true, "exited_review_mode": true,
	"mcp_tool_call_begin": true, "patch_apply_begin": true, "plan_update": true, "session_configured": true, "stream_error": true,
	"thread_name_updated": true, "thread_rolled_back": true, "thread_settings_applied": true, "turn_diff": true, "undo_completed": true,
	"view_image_tool_call": true, "warning": true, "web_search_begin": true, "web_search_end": true,
}

// itemCompleted reads an item of the screen.
func (p *pass) itemCompleted() func(*pass) {
	object := p.item.Get("item")
	if object.Kind() != '{' {
		p.Mismatch("payload.item")
		return nil
	}
	p.item = item{Object: p.inside.Read(object)}
	switch kind := p.Must("payload.item.type", p.item.Get("type")); kind {
	case "UserMessage":
		return p.prompt(strings.Join(p.texts("content"), ""))
	case "AgentMessage":
		return p.itemSays(toReader, spec.TextPart, []string{strings.Join(p.texts("content"), "")})
	case "Reasoning":
		texts := p.texts("summary_text")
		if len(texts) == 0 {
			texts = p.texts("raw_content")
		}
		if len(texts) == 0 {
			return (*pass).silent
		}
		return p.itemSays(toReader, spec.ThoughtPart, texts)
	case "WebSearch":
		return p.searched(p.item.Get("action"))
	case "ContextCompaction", "Plan", "EnteredReviewMode", "ExitedReviewMode", "HookPrompt":
		return (*pass).silent
	case "CommandExecution", "FileChange", "McpToolCall", "CollabAgentToolCall", "DynamicToolCall", "ImageView", "ImageGeneration":
		status, failed := p.outcome(&p.item)
		return p.ended(p.Must("payload.item.id", p.item.Get("id")), status, failed)
	}
	return (*pass).unheard
}

// figures are those of a token count: of the thread so far, and of its latest
// response; nil where the line has none.
func (p *pass) figures() (total, last *spec.Usage) {
	info := p.item.Get("info")
	return p.tokens(info.Get("total_token_usage")), p.tokens(info.Get("last_token_usage"))
}

// counted reads a token count. It repeats the figures of the record before it,
// where the thread has such; older versions have nothing else, and write each
// twice. One without figures tells that a response ended without them.
func (p *pass) counted() func(*pass) {
	if info := p.item.Get("info"); info.None() {
		return func(*pass) { p.bills(nil) }
	}
	total, last := p.figures()
	if total == nil {
		return (*pass).silent
	}
	return func(*pass) {
		repeated := p.log.records || *total == p.log.total
		if p.log.total = *total; repeated {
			p.silent()
			return
		}
		p.bills(last)
	}
}

// bills gives the figures of a response to its last message, which they end; to
// the turn where the response has none.
func (p *pass) bills(used *spec.Usage) {
	l := p.log
	e := spec.Event{Kind: spec.UsageReport, Message: l.unbilled, Usage: used}
	switch {
	case l.message != "":
		e.Kind, e.Message = spec.MessageClose, l.message
	case used == nil:
		p.silent()
		return
	case l.unbilled == "":
		e.Turn = l.turn
	}
	l.response, l.unbilled = response{}, ""
	p.write(e)
}
