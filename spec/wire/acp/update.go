package acp

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The kinds of update that decide something here.
const (
	userChunk    = "user_message_chunk"
	agentChunk   = "agent_message_chunk"
	thoughtChunk = "agent_thought_chunk"
)

// An update is one with the members that an update of a known kind may have.
type update struct {
	kind                                        string
	message, content, call, title, name, status scan.Value
	input, output, meta, session, state         scan.Value
	sender, recipient, terminal, everything     scan.Value

	asks bool // it is what a request for an approval says of a call
}

func updateOf(v scan.Value) (u update, ok bool) {
	u.everything = v
	for key, member := range v.Members() {
		switch key {
		case "sessionUpdate":
			u.kind, ok = member.Text()
		case "messageId":
			u.message = member
		case "content":
			u.content = member
		case "toolCallId":
			u.call = member
		case "title":
			u.title = member
		case "name":
			u.name = member
		case "status":
			u.status = member
		case "rawInput":
			u.input = member
		case "rawOutput":
			u.output = member
		case "_meta":
			u.meta = member
		case "sessionId":
			u.session = member
		case "state":
			u.state = member
		case "senderSessionId":
			u.sender = member
		case "recipientSessionId":
			u.recipient = member
		case "terminalId":
			u.terminal = member
		}
	}
	return u, ok
}

// update reads session/update.
func (p *pass) update(params scan.Value) {
	var id, body scan.Value
	for key, member := range params.Members() {
		switch key {
		case "sessionId":
			id = member
		case "update":
			body = member
		}
	}
	u, ok := updateOf(body)
	if !ok {
		p.Mismatch("params.update.sessionUpdate")
		return
	}
	key := p.Must("params.sessionId", id)
	if p.Wrong != "" {
		return
	}
	s := p.session(key)
	if p.content(s, &u) {
		p.verifyContent(s)
		return
	}
	p.rest(s, &u)
}

// content reads an update that is part of the conversation.
func (p *pass) content(s *session, u *update) bool {
	switch u.kind {
	case agentChunk, thoughtChunk:
		p.chunk(s, u)
	case userChunk:
		p.userChunk(s, u)
	case "tool_call", "tool_call_update", "tool_call_content_chunk":
		p.toolCall(s, u, u.kind == "tool_call")
	default:
		return false
	}
	return true
}

// rest reads the other updates.
func (p *pass) rest(s *session, u *update) {
	switch u.kind {
	case "subagent_update":
		p.subagent(s, u)
	case "session_message":
		p.between(s, u)
	case "state_update":
		p.state(s, u)
	case "user_message", "agent_message", "agent_thought":
		p.whole(s, u)
	case "terminal_update", "terminal_output_chunk":
		p.terminal(s, u)
	case "notice":
		words, _ := u.title.Text()
		p.note(s, spec.NoteSystem, words)
	case "compaction_update", "compaction_summary_chunk":
		p.note(s, spec.NoteSystem, "")
	case "plan", "plan_update", "plan_removed", "available_commands_update", "config_option_update", "current_mode_update",
		"session_info_update", "usage_update", "session_message_chunk":
		words, _ := u.title.Text()
		p.note(s, spec.NoteCustom, words)
		if s.replay && !s.loading {
			p.endStray(s) // nothing else says where a replay behind its response ends
		}
	default:
		p.emit(s, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.raw)})
	}
}

// chunk reads a piece of a message or thought.
func (p *pass) chunk(s *session, u *update) {
	kind, text := p.blockOf(u)
	id := p.messageID(u)
	if p.Wrong != "" {
		return
	}
	s = p.speaker(s, u.meta)
	late := !s.open
	p.begin(s)
	switch {
	case kind != "text":
		p.note(s, spec.NoteMedia, "")
		return
	case id == "":
		s.run = u.kind
	case late && !s.open && !s.messages[id]:
		id = "" // it belongs to no turn, and opens none
	default:
		s.run = ""
		if !s.messages[id] {
			id = strings.Clone(id)
			s.messages[id] = true
		}
	}
	e := spec.Event{Kind: spec.Text, Message: id, Form: spec.Plain, Text: text}
	if u.kind == thoughtChunk {
		e.Form = spec.Thought
	}
	p.emit(s, e)
}

// messageID is the id of an update's message, "" where it has none.
func (p *pass) messageID(u *update) string {
	if u.message.None() {
		return ""
	}
	return p.Must("messageId", u.message)
}

// blockOf is the type of an update's one content block, and its text if it has one.
func (p *pass) blockOf(u *update) (kind, text string) {
	for key, member := range u.content.Members() {
		switch key {
		case "type":
			kind, _ = member.Text()
		case "text":
			text, _ = member.Text()
		}
	}
	if kind == "" {
		p.Mismatch("content")
	}
	return kind, text
}

// userChunk reads what a user said. While a prompt is open it is that prompt's echo.
func (p *pass) userChunk(s *session, u *update) {
	kind, text := p.blockOf(u)
	id := p.messageID(u)
	if p.Wrong != "" {
		return
	}
	if s = p.speaker(s, u.meta); len(s.prompts) > 0 {
		p.note(s, spec.NoteCustom, "")
		return
	}
	known := id != "" && s.messages[id]
	if !known && s.open && s.spoken {
		p.end(s, spec.Event{Turn: s.turn})
	}
	s.replay = true
	if !s.open {
		p.stray(s)
	}
	s.run = ""
	switch {
	case kind != "text":
		p.note(s, spec.NoteMedia, "")
	case id == "":
		p.emit(s, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}}}})
	default:
		id = strings.Clone(id)
		s.messages[id] = true
		p.emit(s, spec.Event{Kind: spec.MessageOpen, Message: id, Role: "user"})
		p.emit(s, spec.Event{Kind: spec.Text, Message: id, Form: spec.Plain, Text: text})
		p.emit(s, spec.Event{Kind: spec.MessageClose, Message: id})
	}
}

// between reads a message that one session sent another. The one that receives it takes
// it as a user's; to the one that sends it, it is a note.
func (p *pass) between(s *session, u *update) {
	id := p.Must("messageId", u.message)
	if p.Wrong != "" {
		return
	}
	if to, _ := u.recipient.Text(); to == s.id {
		p.userMessage(s, strings.Clone(id), u.content)
		return
	}
	p.note(s, spec.NoteSystem, "")
}
