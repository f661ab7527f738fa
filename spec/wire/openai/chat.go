package openai

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A completion is one stream of chat chunks: of each choice a message. The ids of
// its chunks are no key, since producers change them.
type completion struct {
	conn    string
	choices map[int64]*choice
}

// A choice is one message.
type choice struct {
	message string
	calls   []*tool
	slots   map[string]*tool // the newest call at each index
	over    bool
}

// A tool is a call of a choice.
type tool struct {
	id, name, slot string
	begun          bool // arguments came
}

// chatChunk is the object that a chunk says it is.
const chatChunk = "chat.completion.chunk"

// isChunk reports whether a record is a chunk. Some producers do not say it.
func (p *pass) isChunk() bool {
	return p.kind == "" && (textOf(p.object) == chatChunk || p.choices.Kind() == '[')
}

// chunk reads a chunk of a completion.
func (p *pass) chunk() {
	c := p.completion()
	for v := range p.choices.Elements() {
		p.choice(c, v)
	}
	if usage := chatUsage(p.usage, p.groq); usage != nil && p.at.latest != "" {
		p.emit(spec.Event{Kind: spec.UsageReport, Message: p.at.latest, Usage: usage})
	}
	if p.fault.Kind() == '{' {
		p.erred()
		return
	}
	if len(p.out) == p.from {
		p.note(spec.NoteHeartbeat)
	}
}

// completion is the stream that a chunk is of: that of its connection, where a log
// names it, else the one since the last request or [DONE].
func (p *pass) completion() *completion {
	c := p.at.chat
	if c == nil || c.conn != string(p.conn) {
		c = &completion{conn: string(p.conn), choices: map[int64]*choice{}}
		p.at.chat = c
	}
	return c
}

// choice reads what a chunk says of one message.
func (p *pass) choice(c *completion, v scan.Value) {
	members := p.rooms.members.Read(v)
	n := max(number(members.Get("index")), 0)
	at := c.choices[n]
	if at == nil {
		p.at.responses++
		at = &choice{message: strconv.Itoa(p.at.responses), slots: map[string]*tool{}}
		c.choices[n], p.at.running = at, true
		p.emit(spec.Event{Kind: spec.MessageOpen, Message: at.message, Role: "assistant"})
	}
	p.at.latest = at.message
	delta := p.rooms.inner.Read(members.Get("delta"))
	if members.Get("delta").None() {
		delta = p.rooms.inner.Read(members.Get("message"))
	}
	for _, key := range []string{"reasoning_content", "reasoning"} {
		p.words(at, spec.Thought, delta.Get(key))
	}
	p.words(at, spec.Plain, delta.Get("content"))
	p.words(at, spec.Plain, delta.Get("refusal"))
	for entry := range delta.Get("tool_calls").Elements() {
		p.entry(at, entry.Get("index"), textOf(entry.Get("id")), entry.Get("function"))
	}
	if legacy := delta.Get("function_call"); legacy.Kind() == '{' {
		p.entry(at, "fc", "", legacy)
	}
	if usage := chatUsage(members.Get("usage"), members.Get("x_groq")); usage != nil {
		p.emit(spec.Event{Kind: spec.UsageReport, Message: at.message, Usage: usage})
	}
	if reason := textOf(members.Get("finish_reason")); reason != "" {
		p.finished(at, reason)
	}
}

// words are a fragment of text, or a list of parts of it.
func (p *pass) words(at *choice, form spec.Form, v scan.Value) {
	if text, ok := v.Text(); ok {
		p.emit(spec.Event{Kind: spec.Text, Message: at.message, Form: form, Text: text})
	}
	for part := range v.Elements() {
		if thinking := part.Get("thinking"); !thinking.None() {
			p.words(at, spec.Thought, thinking)
			continue
		}
		p.words(at, form, part.Get("text"))
	}
}

// entry is what a chunk says of one call. An id decides, whatever the index: one
// that is not known is another call. Without an id it is the newest at the index;
// without either the newest, or with a name another.
func (p *pass) entry(at *choice, index scan.Value, id string, function scan.Value) {
	if id == "null" {
		id = ""
	}
	slot := string(index)
	name := textOf(function.Get("name"))
	c := at.find(slot, id, name)
	opens := c == nil && (id != "" || name != "")
	switch {
	case c == nil && id == "" && name == "":
	case c == nil:
		c = p.calls(at, slot, id, name)
	case name != "" && name != c.name && !c.begun:
		p.illegal(nameOnce, "a call is given another name")
	}
	e := spec.Event{Kind: spec.CallArgs, Message: at.message, Slot: slot, Text: arguments(function)}
	if c != nil {
		if e.Slot == "" {
			e.Slot = c.slot
		}
		if e.Slot != c.slot || at.slots[e.Slot] != c {
			e.Call = c.id
		}
		c.begun = c.begun || e.Text != ""
	}
	if e.Text != "" || !opens && function.Get("arguments").Kind() == '"' {
		p.emit(e)
	}
}

// find is the call that an entry goes on with; nil where it is another, or none.
func (at *choice) find(slot, id, name string) *tool {
	switch {
	case id != "":
		for _, c := range slices.Backward(at.calls) {
			if c.id == id {
				return c
			}
		}
	case slot != "":
		return at.slots[slot]
	case name == "" && len(at.calls) > 0:
		return at.calls[len(at.calls)-1]
	}
	return nil
}

// calls announces a call. One without an index has its place.
func (p *pass) calls(at *choice, slot, id, name string) *tool {
	if slot == "" {
		slot = strconv.Itoa(len(at.calls))
	}
	c := &tool{id: id, name: name, slot: slot}
	at.calls = append(at.calls, c)
	at.slots[slot] = c
	p.at.calls[id] = append(p.at.calls[id], new(bool))
	p.emit(spec.Event{Kind: spec.CallOpen, Message: at.message, Slot: slot, Call: id, Name: name})
	return c
}

// arguments are the text of a fragment; some producers give the value.
func arguments(function scan.Value) string {
	v := function.Get("arguments")
	if v.Kind() == '{' {
		return v.Compact()
	}
	return textOf(v)
}

// finished ends a choice. One that stopped by itself is complete, and its calls wait
// for the client; without calls its turn ends.
func (p *pass) finished(at *choice, reason string) {
	if at.over {
		return
	}
	at.over = true
	switch reason {
	case "length", "content_filter", "error", "insufficient_system_resource":
		p.cut(at, reason)
		p.endTurn(spec.Event{Status: spec.Incomplete, StopReason: reason})
		return
	}
	p.emit(spec.Event{Kind: spec.MessageClose, Message: at.message, StopReason: reason})
	for _, c := range at.calls {
		p.emit(spec.Event{Kind: spec.Wait, Call: c.id})
	}
	if len(at.calls) == 0 {
		p.endTurn(spec.Event{StopReason: reason})
	}
}

// cut ends a message that stopped at a limit: its last call is cut, if it has one.
func (p *pass) cut(at *choice, reason string) {
	if len(at.calls) > 0 {
		p.emit(spec.Event{Kind: spec.UsageReport, Message: at.message, StopReason: reason})
		return
	}
	p.emit(spec.Event{Kind: spec.MessageClose, Message: at.message, StopReason: reason})
}

// chatUsage is the figure of a chunk, or of its choice: the usage, else that which
// Groq puts into an object of its own.
func chatUsage(u, groq scan.Value) *spec.Usage {
	if u.None() {
		u = groq.Get("usage")
	}
	if u.Kind() != '{' {
		return nil
	}
	in, _ := u.Get("prompt_tokens").Int()
	out, _ := u.Get("completion_tokens").Int()
	if total, ok := u.Get("total_tokens").Int(); ok {
		out = max(out, total-in) // some count reasoning in the total alone
	}
	return &spec.Usage{Input: in, Output: out}
}

// chatAsked reads a request: results of tools, and what the user says behind the
// last thing that the model said.
func (p *pass) chatAsked(list []scan.Value) {
	p.at.chat = nil
	var prompts []string
	left, history := map[string]int{}, map[string]bool{}
	for _, v := range list {
		for call := range v.Get("tool_calls").Elements() {
			history[textOf(call.Get("id"))] = true
		}
	}
	var results []spec.Event
	for _, v := range slices.Backward(list) {
		id := textOf(v.Get("tool_call_id"))
		if textOf(v.Get("role")) == "tool" && p.answers(id, left, history) {
			results = append(results, spec.Event{Kind: spec.CallDone, Call: id, Result: []byte(v.Get("content"))})
		}
	}
	for _, v := range list {
		switch textOf(v.Get("role")) {
		case "user":
			prompts = append(prompts, prompt(v.Get("content")))
		case "assistant":
			prompts = prompts[:0]
		}
	}
	slices.Reverse(results)
	p.gives(newestFirst(results), prompts)
}
