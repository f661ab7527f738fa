package agentc

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// history is a saved session shown anew. Its id makes it the root.
func (d *decoder) history(f *frame) spec.Event {
	if f.chat.None() {
		e := d.global(spec.NoteEvent)
		e.Note = spec.NoteCustom
		return e
	}
	var messages scan.Value
	for key, v := range f.chat.Members() {
		switch key {
		case "session_id":
			f.ref(key, v, &f.session)
			f.user = f.session
		case "messages":
			messages = v
		}
	}
	if f.chat.Kind() != '{' {
		f.Mismatch("chat_session")
	}
	t := savedHistory{frame: f, latest: -1, calls: map[string]*spec.SnapshotPart{}, thoughts: map[string]bool{}}
	for _, message := range f.elements("messages", messages) {
		t.message(message)
	}
	e := d.in(f, spec.History)
	e.Complete, e.Messages = true, t.snapshots()
	return e
}

// A savedHistory turns saved messages into what was seen live.
type savedHistory struct {
	*frame
	messages []savedMessage
	// held are the calls of the present turn that no message has taken.
	held []*spec.SnapshotPart
	// latest is the index in messages of the turn's latest text or thought, else -1.
	latest int
	// calls are the newest of each id; thoughts the ids of think calls.
	calls    map[string]*spec.SnapshotPart
	thoughts map[string]bool
}

// A savedMessage keeps its parts by reference until every result is in.
type savedMessage struct {
	role  string
	parts []*spec.SnapshotPart
}

func (t *savedHistory) snapshots() []spec.Snapshot {
	t.endTurn()
	var all []spec.Snapshot
	for _, m := range t.messages {
		s := spec.Snapshot{Role: m.role}
		for _, p := range m.parts {
			s.Parts = append(s.Parts, *p)
		}
		all = append(all, s)
	}
	return all
}

// message takes one saved message. Roles that nobody saw (system) are left out.
func (t *savedHistory) message(v scan.Value) {
	content := v.Get("content")
	switch t.TextOf("role", v.Get("role")) {
	case "user":
		t.user(content)
	case "tool":
		t.result(t.toolResult(v))
	case "assistant":
		t.assistant(content, v.Get("tool_calls"))
	}
}

// user is a person's message, or the carrier of results, which is none.
func (t *savedHistory) user(content scan.Value) {
	carrier := false
	if content.Kind() == '[' {
		for _, block := range t.elements("content", content) {
			if block.Get("tool_use_id") != "" {
				t.result(t.toolResult(block))
				carrier = true
			}
		}
	}
	parts := t.userParts(content)
	if carrier && len(parts) == 0 {
		return
	}
	t.endTurn()
	t.messages = append(t.messages, savedMessage{"user", pointers(parts)})
}

func pointers(parts []spec.SnapshotPart) []*spec.SnapshotPart {
	var all []*spec.SnapshotPart
	for i := range parts {
		all = append(all, &parts[i])
	}
	return all
}

// assistant emits the texts and thoughts of a message, then its calls, then the
// results of tools that ran at the vendor's.
func (t *savedHistory) assistant(content, toolCalls scan.Value) {
	var form spec.PartKind
	if content.Kind() != '[' {
		t.say(&form, spec.TextPart, t.TextOf("content", content))
	}
	var calls []toolUse
	var results []toolResult
	for _, block := range t.blocks(content) {
		switch kind := t.TextOf("type", block.Get("type")); {
		case block.Get("tool_use_id") != "":
			results = append(results, t.toolResult(block))
		case kind == "text":
			t.say(&form, spec.TextPart, t.TextOf("text", block.Get("text")))
		case kind == "thinking":
			t.say(&form, spec.ThoughtPart, t.TextOf("thinking", block.Get("thinking")))
		case block.Get("name") != "":
			calls = t.use(&form, calls, t.toolUse(block))
		}
	}
	for _, v := range t.elements("tool_calls", toolCalls) {
		calls = t.use(&form, calls, t.toolUse(v))
	}
	for _, call := range calls {
		t.call(call)
	}
	for _, result := range results {
		t.result(result)
	}
}

func (t *savedHistory) blocks(content scan.Value) []scan.Value {
	if content.Kind() != '[' {
		return nil
	}
	return t.elements("content", content)
}

// use emits a think call at once, as the thought that it is, and collects others.
func (t *savedHistory) use(form *spec.PartKind, calls []toolUse, u toolUse) []toolUse {
	if u.name != think {
		return append(calls, u)
	}
	t.thoughts[u.id] = true
	if v, err := scan.Parse([]byte(u.args), wire.MaxDepth); err == nil {
		thought, _ := v.Get("thought").Text()
		t.say(form, spec.ThoughtPart, thought)
	}
	return calls
}

// say continues the message's text of that form, or begins a message with it,
// which takes the held calls.
func (t *savedHistory) say(form *spec.PartKind, kind spec.PartKind, text string) {
	if text == "" {
		return
	}
	if *form == kind {
		parts := t.messages[t.latest].parts
		parts[len(parts)-1].Text += text
		return
	}
	*form = kind
	t.messages = append(t.messages, savedMessage{"assistant", append(t.held, &spec.SnapshotPart{Kind: kind, Text: text})})
	t.held, t.latest = nil, len(t.messages)-1
}

// call stands on the turn's latest message, or is held.
func (t *savedHistory) call(u toolUse) {
	part := &spec.SnapshotPart{Kind: spec.CallPart, Call: u.id, Name: u.name, Args: u.args, ArgsValue: u.value}
	t.calls[u.id] = part
	delete(t.thoughts, u.id)
	if t.latest < 0 {
		t.held = append(t.held, part)
		return
	}
	t.messages[t.latest].parts = append(t.messages[t.latest].parts, part)
}

// result answers the newest call of its id, once.
func (t *savedHistory) result(r toolResult) {
	part := t.calls[r.id]
	switch {
	case t.thoughts[r.id]:
	case part == nil:
		t.messages = append(t.messages, savedMessage{"user", []*spec.SnapshotPart{
			{Kind: spec.CallPart, Call: r.id, Answered: true, Result: r.result, IsError: r.failed},
		}})
	case !part.Answered:
		part.Answered, part.Result, part.IsError = true, r.result, r.failed
	}
}

// endTurn leaves the calls that no message took on their own.
func (t *savedHistory) endTurn() {
	if len(t.held) > 0 {
		t.messages = append(t.messages, savedMessage{"assistant", t.held})
	}
	t.held, t.latest = nil, -1
}
