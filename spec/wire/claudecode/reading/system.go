package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// knownTypes are the frame types that are not unknown.
var knownTypes = map[string]bool{
	"assistant": true, "user": true, "stream_event": true, "result": true, "rate_limit_event": true, "system": true,
	"conversation_reset": true, "keep_alive": true, "tool_progress": true,
	"tool_use_summary": true, "auth_status": true, "prompt_suggestion": true, "active_goal": true,
	"control_request": true, "control_response": true, "control_cancel_request": true,
}

// informational are the system subtypes that change nothing.
var informational = map[string]bool{
	"status": true, "thinking_tokens": true, "background_tasks_changed": true, "permission_denied": true,
	"compact_boundary": true, "hook_started": true, "hook_progress": true, "hook_response": true,
	"session_state_changed": true, "local_command_output": true, "informational": true, "notification": true,
	"memory_recall": true, "files_persisted": true, "mirror_error": true, "plugin_install": true,
	"commands_changed": true, "elicitation_complete": true, "session_writes_lost": true, "post_turn_summary": true,
	"task_progress": true, "task_updated": true, "control_request_progress": true,
	"model_refusal_no_fallback": true, "worker_shutting_down": true,
}

func (p *pass) system() *wire.Problem {
	switch p.subtype {
	case "init":
		p.init()
		return nil
	case "task_started":
		return p.taskStarted()
	case "task_notification":
		return p.taskNotification()
	case "api_retry":
		return p.noted(spec.Event{Kind: spec.Error, Error: str(p.Get("error"))})
	case "model_refusal_fallback":
		return p.noted(p.fallback())
	case "informational":
		return p.noted(note(spec.NoteSystem, str(p.Get("content"))))
	}
	if !informational[p.subtype] {
		return p.unknown()
	}
	p.emit(note(spec.NoteSystem, ""))
	return nil
}

// init starts a turn of the root.
func (p *pass) init() {
	if !p.replay {
		p.memo.turn = p.turns
		p.turns++
	}
	p.emitIn("", spec.Event{Kind: spec.TurnStart, Turn: slot(p.memo.turn)})
}

func (p *pass) fallback() spec.Event {
	retracted := p.texts("retracted_message_uuids")
	if len(retracted) == 0 {
		return note(spec.NoteSystem, "")
	}
	return spec.Event{Kind: spec.Retract, Retracts: retracted}
}

// other reads the top-level types that are no part of the conversation.
func (p *pass) other() *wire.Problem {
	switch p.kind {
	case "conversation_reset":
		p.emitIn("", spec.Event{Kind: spec.History, Complete: true})
	case "keep_alive":
		p.emit(note(spec.NoteHeartbeat, ""))
	case "tool_progress":
		return p.progress()
	case "tool_use_summary":
		return p.noted(note(spec.NoteCustom, str(p.Get("summary"))))
	default:
		if !knownTypes[p.kind] {
			return p.unknown()
		}
		p.emit(note(spec.NoteCustom, ""))
	}
	return nil
}

func (p *pass) progress() *wire.Problem {
	f := p.taskFrame()
	if p.wrong {
		return p.misshapen()
	}
	p.emit(spec.Event{Kind: spec.CallProgress, Call: f.call})
	return nil
}

// noted gives the event of a frame that says no more.
func (p *pass) noted(e spec.Event) *wire.Problem {
	if p.texts("retracted_message_uuids"); p.wrong {
		return p.misshapen()
	}
	p.emit(e)
	return nil
}

func note(kind spec.Note, words string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: kind, Text: words}
}

// unknown surfaces the record whole.
func (p *pass) unknown() *wire.Problem {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(p.Envelope.Text)})
	return nil
}
