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
	t := telling{frame: f, latest: -1, calls: map[string]*spec.SnapshotPart{}, thoughts: map[string]bool{}}
	for _, message := range f.elements("messages", messages) {
		t.message(message)
	}
	e := d.in(f, spec.History)
	e.Complete, e.Messages = true, t.snapshots()
	return e
}

// A telling turns saved messages into what was seen live.
type telling struct {
	*frame
	told []told
	// held are the calls of the present turn that no message has taken.
	held []*spec.SnapshotPart
	// latest is the index in told of the turn's latest text or thought, else -1.
	latest int
	// calls are the newest of each id; thoughts the ids of think calls.
	calls    map[string]*spec.SnapshotPart
	thoughts map[string]bool
}

// A told message keeps its parts by reference until every result is in.
type told struct {
	role  string
	parts []*spec.SnapshotPart
}

func (t *telling) snapshots() []spec.Snapshot {
	t.endTurn()
	var all []spec.Snapshot
	for _, m := range t.told {
		s := spec.Snapshot{Role: m.role}
		for _, p := range m.parts {
			s.Parts = append(s.Parts, *p)
		}
		all = append(all, s)
	}
	return all
}

// message takes one saved message. Roles that nobody saw (system) are left out.
func (t *telling) message(v scan.Value) {
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
func (t *telling) user(content scan.Value) {
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
	t.told = append(t.told, told{"user", pointers(parts)})
}

func pointers(parts []spec.SnapshotPart) []*spec.SnapshotPart {
	var all []*spec.SnapshotPart
	for i := range parts {
		all = append(all, &parts[i])
	}
	return all
}

// assistant tells the texts and thoughts of a message, then its calls, then the
// results of tools that ran at the vendor's.
func (t *telling) assistant(content, toolCalls scan.Value) {
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

func (t *telling) blocks(content scan.Value) []scan.Value {
	if content.Kind() != '[' {
		return nil
	}
	return t.elements("content", content)
}

// use tells a think call at once, as the thought that it is, and collects others.
func (t *telling) use(form *spec.PartKind, calls []toolUse, u toolUse) []toolUse {
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
func (t *telling) say(form *spec.PartKind, kind spec.PartKind, text string) {
	if text == "" {
		return
	}
	if *form == kind {
		parts := t.told[t.latest].parts
		parts[len(parts)-1].Text += text
		return
	}
	*form = kind
	t.told = append(t.told, told{"assistant", append(t.held, &spec.SnapshotPart{Kind: kind, Text: text})})
	t.held, t.latest = nil, len(t.told)-1
}

// call stands on the turn's latest message, or is held.
func (t *telling) call(u toolUse) {
	part := &spec.SnapshotPart{Kind: spec.CallPart, Call: u.id, Name: u.name, Args: u.args, ArgsValue: u.value}
	t.calls[u.id] = part
	delete(t.thoughts, u.id)
	if t.latest < 0 {
		t.held = append(t.held, part)
		return
	}
	t.told[t.latest].parts = append(t.told[t.latest].parts, part)
}

// result answers the newest call of its id, once.
func (t *telling) result(r toolResult) {
	part := t.calls[r.id]
	switch {
	case t.thoughts[r.id]:
	case part == nil:
		t.told = append(t.told, told{"user", []*spec.SnapshotPart{
			{Kind: spec.CallPart, Call: r.id, Answered: true, Result: r.result, IsError: r.failed},
		}})
	case !part.Answered:
		part.Answered, part.Result, part.IsError = true, r.result, r.failed
	}
}

// endTurn leaves the calls that no message took on their own.
func (t *telling) endTurn() {
	if len(t.held) > 0 {
		t.told = append(t.told, told{"assistant", t.held})
	}
	t.held, t.latest = nil, -1
}
