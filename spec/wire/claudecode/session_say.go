package claudecode

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// assistant reads a block of a message, or several.
func (r *reading) assistant() *wire.Problem {
	var m message
	if problem := r.unmarshal(r.message, &m); problem != nil {
		return problem
	}
	list, err := blocks(m.Content)
	if err != nil {
		return r.problem("assistant: " + err.Error())
	}
	if r.failed {
		r.error(list)
		return nil
	}
	if m.ID == "" {
		m.ID = r.uuid
	}
	t := r.where()
	p, again := r.chain(t, chained{message: m.ID, caller: -1}, false)
	if again {
		t = p.thread
		r.reopen(p)
	} else {
		r.enter(t, &p)
		p.slot = r.position(t, m.ID, list)
	}
	said := r.says(t, &m, list, p.slot)
	if !again {
		r.takes(t, &m, said, p, len(list))
	}
	return nil
}

// error is that of the model's server, which is no message.
func (r *reading) error(list []jsontext.Value) {
	words := ""
	for _, block := range list {
		if part, ok := part(kindOf(block), block); ok {
			words += part.Text
		}
	}
	r.aside(spec.Event{Kind: spec.Error, Error: words})
}

// position is that of the record's first block: the one that it names; that of a
// call that it repeats, less what stands before it; else the message's next.
func (r *reading) position(t *thread, message string, list []jsontext.Value) int {
	if r.block >= 0 {
		return r.block
	}
	for i, block := range list {
		if kind := kindOf(block); kind == toolType {
			part, _ := part(kind, block)
			if c, known := r.calls[part.Call]; known && c.thread == t && c.message == message {
				return max(0, c.slot-i)
			}
		}
	}
	return t.spots[message].next
}

// says gives the events of the blocks, the first of which has the position, and the
// parts that they are.
func (r *reading) says(t *thread, m *message, list []jsontext.Value, position int) []spec.SnapshotPart {
	said := spec.Snapshot{Message: m.ID, Role: "assistant", Usage: m.Usage.total(), Metadata: metadata(m.Rest)}
	if m.StopReason != nil {
		said.StopReason = *m.StopReason
	}
	var others []jsontext.Value
	for i, block := range list {
		read, ok := part(kindOf(block), block)
		if !ok {
			others = append(others, block)
			continue
		}
		read.Slot = slot(position + i)
		said.Parts = append(said.Parts, read)
	}
	if len(said.Parts) > 0 || len(others) == 0 || said.Usage != nil {
		r.emit(t, spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{said}})
	}
	for _, block := range others {
		r.emit(t, asideOf(block, m.ID, false))
	}
	return said.Parts
}

// takes keeps where the record's calls stand, and where its message goes on.
func (r *reading) takes(t *thread, m *message, parts []spec.SnapshotPart, p place, blocks int) {
	at := t.spots[m.ID]
	at.next = max(at.next, p.slot+blocks)
	t.spots[m.ID] = at
	for i := range parts {
		if part := &parts[i]; part.Call != "" {
			position, _ := strconv.Atoi(part.Slot)
			r.calls[part.Call] = owner{t, p.at, m.ID, position}
		}
	}
	r.stands(p)
}

// user reads what was said to the agent, or the results of its calls.
func (r *reading) user() *wire.Problem {
	var m userMessage
	if problem := r.unmarshal(r.message, &m); problem != nil {
		return problem
	}
	list, err := blocks(m.Content)
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
	case strings.HasPrefix(first, interruptMark):
		r.interrupted()
	case strings.HasPrefix(first, localOutput):
		r.commanded(first)
	case r.origin == taskNotified:
		r.prompt(nil, first)
	default:
		r.prompt(list, "")
	}
	return nil
}

// How the program writes what no member says.
const (
	interruptMark = "[Request interrupted by user"
	localCommand  = "<command-name>"
	localOutput   = "<local-command-stdout>"
	taskNotified  = "task-notification"
)

func firstText(list []jsontext.Value) string {
	if len(list) == 0 {
		return ""
	}
	part, _ := textPart(list[0])
	return part.Text
}

// readResults are the results among the blocks, by their place.
func readResults(list []jsontext.Value) map[int]resultBlock {
	var all map[int]resultBlock
	for i, block := range list {
		if kindOf(block) != resultType {
			continue
		}
		if b, ok := readResult(block); ok {
			if all == nil {
				all = map[int]resultBlock{}
			}
			all[i] = b
		}
	}
	return all
}

// prompt begins a turn with what the user said; with no blocks, one that the program
// began itself, for the reason given.
func (r *reading) prompt(list []jsontext.Value, reason string) {
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
func (r *reading) spoken(t *thread, id string, list []jsontext.Value) {
	at := -1
	for _, block := range list {
		part, ok := textPart(block)
		switch kind := kindOf(block); {
		case kind == imageType:
			r.emit(t, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Raw: []byte(block)})
		case kind != textType || !ok:
			r.emit(t, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(block)})
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

// results reads a record with results. One of a call that is void is void, too.
func (r *reading) results(list []jsontext.Value, results map[int]resultBlock) {
	t := r.where()
	caller := r.called(t, len(list), results)
	if caller >= 0 && !t.live(caller) && !t.split {
		r.aside(note(spec.NoteCustom, ""))
		return
	}
	p, again := r.chain(t, chained{caller: caller}, false)
	if again {
		t = p.thread
		r.reopen(p)
	} else {
		r.enter(t, &p)
	}
	var said []jsontext.Value
	for i, block := range list {
		if b, ok := results[i]; ok {
			r.answers(t, &b)
			continue
		}
		said = append(said, block)
	}
	r.spoken(t, r.id, said)
	r.stands(p)
}

// called is the record of the call that is answered first: the one that is named,
// else that of its id; -1 where it is not there.
func (r *reading) called(t *thread, blocks int, results map[int]resultBlock) int {
	if p, known := r.places[r.caller]; known && p.thread == t && p.mine {
		return p.at
	}
	for i := range blocks {
		if b, ok := results[i]; ok {
			if c, known := r.calls[b.Call]; known && c.thread == t {
				return c.at
			}
		}
	}
	return -1
}

// answers gives one result.
func (r *reading) answers(t *thread, b *resultBlock) {
	done := spec.Event{Kind: spec.CallDone, Call: b.Call, IsError: b.IsError}
	switch {
	case r.decision == "reject":
		done.Status = spec.Denied
	case r.decision == "" && r.denial != "":
		done.Status = spec.Cancelled
	}
	if k := b.Content.Kind(); k != 0 && k != 'n' {
		done.Result = []byte(b.Content)
	}
	r.emit(t, done)
	if r.result.Kind() == '{' {
		r.linked(t, b.Call, text(r.result.Get("agentId")))
	}
}

// attached reads an attachment: a prompt that was queued while a turn ran, or what
// the program told the model.
func (r *reading) attached() *wire.Problem {
	mode := text(r.attachment.Get("commandMode"))
	if text(r.attachment.Get("type")) != queuedCommand || mode != "" && mode != "prompt" {
		r.aside(note(spec.NoteSystem, ""))
		return nil
	}
	list, err := blocks(value(r.attachment.Get("prompt")))
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
	id := text(r.attachment.Get("source_uuid"))
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
