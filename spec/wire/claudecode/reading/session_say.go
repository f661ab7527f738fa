package reading

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// assistant reads a block of a message, or several.
func (r *reading) assistant() *wire.Problem {
	members, problem := r.messageFields()
	if problem != nil {
		return problem
	}
	m := readMessage(members.Object)
	if m.wrong {
		return r.wrong()
	}
	list, err := r.blocks.read(m.content)
	if err != nil {
		return r.problem("assistant: " + err.Error())
	}
	if r.failed {
		r.error(list)
		return nil
	}
	if m.id = strings.Clone(m.id); m.id == "" {
		m.id = r.uuid
	}
	t := r.where()
	p, again := r.chain(t, chained{message: m.id, caller: -1}, false)
	if again {
		t = p.thread
		r.reopen(p)
	} else {
		r.enter(t, &p)
		p.slot = r.position(t, m.id, list)
	}
	parts := r.says(t, &m, list, p.slot)
	if !again {
		r.takes(t, &m, parts, p, len(list))
	}
	return nil
}

// error is that of the model's server, which is no message.
func (r *reading) error(list []block) {
	words := ""
	for i := range list {
		if part, ok := list[i].part(); ok {
			words += part.Text
		}
	}
	r.aside(spec.Event{Kind: spec.Error, Error: words})
}

// position is that of the record's first block: the one that it names; that of a
// call that it repeats, less what stands before it; else the message's next.
func (r *reading) position(t *thread, message string, list []block) int {
	if r.block >= 0 {
		return r.block
	}
	for i := range list {
		if list[i].kind == ToolType {
			part, _ := list[i].part()
			if c, known := r.calls[part.Call]; known && c.thread == t && c.message == message {
				return max(0, c.slot-i)
			}
		}
	}
	return t.spots[message].next
}

// says gives the events of the blocks, the first of which has the position, and the
// parts that they are.
func (r *reading) says(t *thread, m *message, list []block, position int) []spec.SnapshotPart {
	snapshot := spec.Snapshot{Message: m.id, Role: "assistant", Usage: m.usage.total(), Metadata: m.metadata(), StopReason: m.reason}
	var others []*block
	for i := range list {
		block := &list[i]
		read, ok := block.part()
		if !ok {
			others = append(others, block)
			continue
		}
		read.Slot = slot(position + i)
		snapshot.Parts = append(snapshot.Parts, read)
	}
	if len(snapshot.Parts) > 0 || len(others) == 0 || snapshot.Usage != nil {
		r.emit(t, spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}})
	}
	for _, block := range others {
		r.emit(t, block.aside(m.id, false))
	}
	return snapshot.Parts
}

// takes keeps where the record's calls stand, and where its message goes on.
func (r *reading) takes(t *thread, m *message, parts []spec.SnapshotPart, p place, blocks int) {
	at := t.spots[m.id]
	at.next = max(at.next, p.slot+blocks)
	t.spots[m.id] = at
	for i := range parts {
		if part := &parts[i]; part.Call != "" {
			position, _ := strconv.Atoi(part.Slot)
			r.calls[strings.Clone(part.Call)] = owner{t, p.at, m.id, position}
		}
	}
	r.stands(p)
}

// user reads what was said to the agent, or the results of its calls.
func (r *reading) user() *wire.Problem {
	members, problem := r.messageFields()
	if problem != nil {
		return problem
	}
	if members.text("id"); members.wrong {
		return r.wrong()
	}
	list, err := r.blocks.read(members.Get("content"))
	if err != nil {
		return r.problem("user: " + err.Error())
	}
	results := readResults(list)
	first := ""
	if len(results) == 0 {
		first = firstText(list)
	}
	switch {
	case len(results) > 0:
		r.results(list, results)
	case r.meta, r.summary:
		r.aside(note(spec.NoteSystem, first))
	case strings.HasPrefix(first, InterruptMark):
		r.interrupted()
	case strings.HasPrefix(first, localOutput):
		r.commanded(first)
	case r.origin == TaskNotified:
		r.prompt(nil, first)
	default:
		r.prompt(list, "")
	}
	return nil
}

// How the program writes what no member says.
const (
	InterruptMark = "[Request interrupted by user"
	localCommand  = "<command-name>"
	localOutput   = "<local-command-stdout>"
	TaskNotified  = "task-notification"
)

func firstText(list []block) string {
	if len(list) == 0 {
		return ""
	}
	return str(list[0].Get("text"))
}

// prompt begins a turn with what the user said; with no blocks, one that the program
// began itself, for the reason given.
func (r *reading) prompt(list []block, reason string) {
	t := r.where()
	p, again := r.chain(t, chained{caller: -1}, true)
	first := !t.begun && t.id != "" || t.empty
	switch {
	case again:
		t = p.thread
		if r.reopen(p); !p.opened && p.turn >= 0 {
			r.emit(t, spec.Event{Kind: spec.TurnStart, Turn: slot(p.turn)})
		}
	case first:
		r.enter(t, &p)
	default:
		p.turn = t.turns
		t.turns++
		r.emit(t, spec.Event{Kind: spec.TurnStart, Turn: slot(p.turn)})
	}
	if reason != "" {
		r.emit(t, note(spec.NoteSystem, reason))
	}
	r.spoken(t, r.id, list)
	t.command = strings.HasPrefix(firstText(list), localCommand)
	r.stands(p)
}

// commanded is what a command of the program's own wrote, which ends its turn.
func (r *reading) commanded(output string) {
	t := r.where()
	r.pass(t)
	r.emit(t, note(spec.NoteSystem, output))
	if t.command {
		t.command = false
		r.emit(t, spec.Event{Kind: spec.TurnEnd, Turn: slot(t.turns - 1)})
	}
}

// spoken gives the blocks of what the user said, as one message.
func (r *reading) spoken(t *thread, id string, list []block) {
	at := -1
	for i := range list {
		block := &list[i]
		part, ok := block.part()
		switch {
		case block.kind == imageType:
			r.emit(t, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Raw: []byte(block.raw)})
		case block.kind != TextType || !ok:
			r.emit(t, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(block.raw)})
		default:
			if at < 0 {
				at = len(r.out)
				r.emit(t, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: id, Role: "user"}}})
			}
			slotted(&r.out[at].Messages[0], part)
		}
	}
}

// interrupted is the mark that the user stopped the agent: the root's stops all.
func (r *reading) interrupted() {
	t := r.where()
	p, again := r.chain(t, chained{caller: -1}, false)
	if again {
		t = p.thread
	} else {
		r.enter(t, &p)
	}
	if t.id == "" {
		r.out = append(r.out, spec.Event{Kind: spec.Cancel, Global: true})
	} else {
		r.emit(t, spec.Event{Kind: spec.TurnEnd, Turn: slot(max(t.turns-1, 0)), Status: spec.Cancelled})
	}
	r.stands(p)
}

// attached reads an attachment: a prompt that was queued while a turn ran, or what
// the program told the model.
func (r *reading) attached() *wire.Problem {
	mode := wire.Text(r.attachment.Get("commandMode"))
	if wire.Text(r.attachment.Get("type")) != QueuedCommand || mode != "" && mode != "prompt" {
		r.aside(note(spec.NoteSystem, ""))
		return nil
	}
	list, err := r.blocks.read(r.attachment.Get("prompt"))
	if err != nil {
		return r.problem("attachment: a prompt that is neither text nor a list")
	}
	t := r.where()
	p, again := r.chain(t, chained{caller: -1}, false)
	if again {
		t = p.thread
		r.reopen(p)
	} else {
		r.enter(t, &p)
	}
	id := wire.Text(r.attachment.Get("source_uuid"))
	if id == "" {
		id = r.id
	}
	from := len(r.out)
	if r.spoken(t, id, list); len(r.out) == from {
		r.emit(t, note(spec.NoteSystem, ""))
	}
	r.stands(p)
	return nil
}
