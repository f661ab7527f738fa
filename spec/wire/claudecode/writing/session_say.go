package writing

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// says writes what a record of the conversation says. It holds one event, but for a
// turn's start with why it started.
func (e *sessionEncoder) says(r *keptRecord, events []spec.Event) error {
	first := &events[0]
	if first.Kind == spec.TurnStart {
		return e.starts(r, events)
	}
	if len(events) > 1 {
		return wire.NotRepresentable(&events[1], "", "not in one record with "+first.Kind.String())
	}
	switch first.Kind {
	case spec.MessageFull:
		return e.message(r, first)
	case spec.CallDone:
		e.done(r, first)
	case spec.Cancel:
		e.user(r, textBlock{Type: reading.TextType, Text: reading.InterruptMark + "]"})
	case spec.Error:
		r.Type, r.Failed = "assistant", true
		m := newMessage(r.UUID, nil)
		m.Model, m.Usage, m.Content = "<synthetic>", nil, append(m.Content, textBlock{Type: reading.TextType, Text: first.Error})
		r.Message = m
	case spec.NoteEvent:
		return e.note(r, first)
	default:
		return wire.NotRepresentable(first, "", "no record says it")
	}
	return nil
}

// starts writes a prompt, or the notification by which the program began a turn.
func (e *sessionEncoder) starts(r *keptRecord, events []spec.Event) error {
	if len(events) == 2 && events[1].Kind == spec.MessageFull && len(events[1].Messages) == 1 && events[1].Messages[0].Role == "user" {
		return e.prompt(r, &events[1])
	}
	r.Origin = &cause{reading.TaskNotified}
	switch {
	case len(events) == 1:
		e.user(r, textBlock{Type: reading.TextType})
	case len(events) == 2 && events[1].Kind == spec.NoteEvent && events[1].Note == spec.NoteSystem:
		e.user(r, textBlock{Type: reading.TextType, Text: events[1].Text})
	default:
		return wire.NotRepresentable(&events[1], "", "not in one record with the start of a turn")
	}
	return nil
}

// message writes a block of a message, or what the user said: an agent's first
// record, or behind others a prompt that was queued.
func (e *sessionEncoder) message(r *keptRecord, event *spec.Event) error {
	if len(event.Messages) != 1 {
		return wire.NotRepresentable(event, "Messages", "a record has one")
	}
	s := &event.Messages[0]
	if s.Role != "user" {
		return e.block(r, event, s)
	}
	_, again := e.hung[r.UUID]
	if fresh, known := e.mirror.Fresh(event.Session); event.Session != "" && known && (fresh || again) {
		return e.prompt(r, event)
	}
	list, err := e.texts(event)
	r.Type, r.Attachment = "attachment", &queued{Type: reading.QueuedCommand, Prompt: list, Mode: "prompt"}
	if s.Message != r.UUID {
		r.Attachment.Source = s.Message
	}
	return err
}

func (e *sessionEncoder) prompt(r *keptRecord, event *spec.Event) error {
	list, err := e.texts(event)
	e.user(r, list...)
	return err
}

// texts are the blocks of what the user said.
func (e *sessionEncoder) texts(event *spec.Event) (list []any, err error) {
	for i := range event.Messages[0].Parts {
		block, err := e.blocks.part(event, &event.Messages[0].Parts[i])
		if err != nil {
			return nil, err
		}
		list = append(list, block)
	}
	return list, nil
}

// user writes a record of the user's; older versions write a text as it is.
func (e *sessionEncoder) user(r *keptRecord, list ...any) {
	r.Type = "user"
	if len(list) == 1 && e.Forms.Has(olderRecords) {
		if b, ok := list[0].(textBlock); ok && len(b.Rest) == 0 {
			r.Message = userMessageOut{Role: "user", Content: b.Text}
			return
		}
	}
	r.Message = userMessageOut{Role: "user", Content: list}
}

// block writes a block of a message with the message's figures.
func (e *sessionEncoder) block(r *keptRecord, event *spec.Event, s *spec.Snapshot) error {
	var m messageOut
	if err := e.blocks.full(&m, event); err != nil {
		return err
	}
	m.Usage = newUsage(s.Usage)
	r.Type, r.Message = "assistant", m
	if len(s.Parts) == 0 || e.Forms.Has(olderRecords) {
		return nil
	}
	if n, err := strconv.Atoi(s.Parts[0].Slot); err == nil {
		r.Block = &n
	}
	return nil
}

// done writes a result: of a call that the server ran, a block of its message.
func (e *sessionEncoder) done(r *keptRecord, done *spec.Event) {
	result := resultBlock{reading.ResultType, done.Call, open(done.Result), done.IsError}
	if e.blocks.serves([]spec.Event{*done}) {
		m := newMessage(e.blocks.served[done.Call], nil)
		result.Type = reading.MCPResultType
		m.Usage, m.Content = nil, append(m.Content, result)
		r.Type, r.Message = "assistant", m
		return
	}
	e.user(r, result)
	r.Caller = e.mirror.CallRecord(done.Session, done.Call)
	switch {
	case done.Status == spec.Denied:
		r.Decision, r.Denial = &permissionOut{"reject", "config"}, "user-rejected"
	case done.Status == spec.Cancelled:
		r.Denial = "user-rejected"
	case !e.Forms.Has(olderRecords):
		r.Decision = &permissionOut{"accept", "config"}
	}
}

// note writes a note that is in the chain.
func (e *sessionEncoder) note(r *keptRecord, note *spec.Event) error {
	switch {
	case note.Message != "":
		var m messageOut
		e.blocks.block(&m, note)
		m.Usage = nil
		r.Type, r.Message = "assistant", m
	case note.Note == spec.NoteSystem:
		e.system(r, note.Text)
	case note.Note == spec.NoteCustom && note.Text == "":
		r.Type = "progress"
	default:
		return wire.NotRepresentable(note, "Note", string(note.Note)+" has no record")
	}
	return nil
}

// system writes what the program says, in one form in each of its ways: what it tells
// the model, and where it made the history shorter.
func (e *sessionEncoder) system(r *keptRecord, words string) {
	way := 0
	if e.Forms.Has(besideRecord) {
		way = e.mirror.Count() % 4
	}
	switch way {
	case 1:
		r.Type, r.Subtype, r.Content, r.Logical = "system", "compact_boundary", words, e.leaves[r.scope]
	case 2:
		e.user(r, textBlock{Type: reading.TextType, Text: words})
		r.Summary = true
	case 3:
		e.user(r, textBlock{Type: reading.TextType, Text: words})
		r.Meta = true
	default:
		r.Type, r.Subtype, r.Content = "system", "informational", words
	}
}
