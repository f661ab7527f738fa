package codex

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A layer is who a line is for: most is said twice.
type layer uint8

const (
	_        layer = iota
	toModel        // response items
	toReader       // events
)

// An echo is what the lines right before said in one layer, which the other may
// repeat now: without ids only neighbours pair.
type echo struct {
	record int // of the last of them
	layer  layer
	kind   spec.PartKind
	named  bool // by ids
	texts  []string
}

// words is a text or thought, of several parts perhaps, unless the other layer has
// said it.
func (p *pass) words(by layer, kind spec.PartKind, id string, texts []string) func(*pass) {
	return func(*pass) {
		if p.again(by, kind, id, texts) {
			p.silent()
			return
		}
		l := p.log
		if kind == spec.TextPart {
			l.spoken = true
		}
		p.goesOn(kind)
		var parts []spec.SnapshotPart
		for _, text := range texts {
			parts = append(parts, spec.SnapshotPart{Kind: kind, Slot: l.next(), Text: text})
		}
		p.part(parts...)
	}
}

// again reports whether a line repeats what the other layer said: by its id, if
// both have one, else if it follows at once and has the same words.
func (p *pass) again(by layer, kind spec.PartKind, id string, texts []string) bool {
	l := p.log
	if id != "" && l.stated[id] {
		return true
	}
	l.know(id)
	e := &l.echo
	if e.record != p.Number-1 || e.kind != kind {
		*e = echo{}
	}
	e.record = p.Number
	linked := e.named && id != ""
	if e.layer != by && !linked && len(texts) <= len(e.texts) && slices.Equal(texts, e.texts[:len(texts)]) {
		e.texts = e.texts[len(texts):]
		return true
	}
	if e.layer != by {
		*e = echo{record: p.Number, layer: by}
	}
	e.kind, e.named = kind, id != ""
	for _, text := range texts {
		e.texts = append(e.texts, strings.Clone(text))
	}
	return false
}

func (l *log) know(id string) {
	if id != "" {
		l.stated[strings.Clone(id)] = true
	}
}

// goesOn finds the message of a response that goes on with a part: words begin a
// message where the one before has words or calls.
func (p *pass) goesOn(kind spec.PartKind) {
	l := p.log
	if l.message == "" || kind == spec.TextPart && (l.worded || l.called) {
		l.messages++
		l.response = response{message: strconv.Itoa(l.messages)}
		l.unbilled = l.message
	}
	l.worded = l.worded || kind == spec.TextPart
	l.called = l.called || kind == spec.CallPart
}

// next is the position of the message's next part.
func (l *log) next() string {
	l.slot++
	return strconv.Itoa(l.slot - 1)
}

func (p *pass) part(parts ...spec.SnapshotPart) {
	snapshot := spec.Snapshot{Message: p.log.message, Role: "assistant", Parts: parts}
	p.write(spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{snapshot}})
}

// responseItem reads what is sent to the model, or came from it.
func (p *pass) responseItem() func(*pass) {
	kind := p.Must("payload.type", p.item.Get("type"))
	switch kind {
	case "message":
		return p.responseMessage()
	case "reasoning":
		return p.reasoned()
	case "function_call":
		return p.calls(p.Must("payload.name", p.item.Get("name")), p.Must("payload.arguments", p.item.Get("arguments")), false)
	case "custom_tool_call":
		return p.calls(p.Must("payload.name", p.item.Get("name")), compact(p.item.Get("input")), true)
	case "local_shell_call":
		return p.calls("local_shell", compact(p.item.Get("action")), true)
	case "tool_search_call":
		return p.calls("tool_search", compact(p.item.Get("arguments")), true)
	case "web_search_call":
		return p.searched(p.item.Get("action"))
	case "function_call_output", "custom_tool_call_output", "tool_search_output", "local_shell_call_output":
		return p.output()
	case "ghost_snapshot", "compaction", "compaction_summary", "context_compaction":
		return (*pass).silent
	}
	return (*pass).unheard
}

// responseMessage reads a message of the model. What the user says comes to the
// model among much else, and is read from the other layer.
func (p *pass) responseMessage() func(*pass) {
	role := p.Must("payload.role", p.item.Get("role"))
	texts := p.texts("content")
	switch {
	case role == "developer" || role == "system":
		text := strings.Join(texts, "")
		return func(*pass) { p.write(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: text}) }
	case role != "assistant":
		return (*pass).silent
	}
	if summary, _ := p.Get("metadata").Get("compaction_output").Bool(); summary {
		return (*pass).silent
	}
	return p.itemSays(toModel, spec.TextPart, []string{strings.Join(texts, "")})
}

// reasoned reads a thought: its summary, else what it says in full.
func (p *pass) reasoned() func(*pass) {
	texts := p.texts("summary")
	if len(texts) == 0 {
		texts = p.texts("content")
	}
	if len(texts) == 0 {
		return (*pass).silent
	}
	return p.itemSays(toModel, spec.ThoughtPart, texts)
}

func (p *pass) itemSays(by layer, kind spec.PartKind, texts []string) func(*pass) {
	return p.words(by, kind, p.TextOf("id", p.item.Get("id")), texts)
}

// texts are those of a list of blocks, or of strings.
func (p *pass) texts(key string) []string {
	var all []string
	for block := range p.List(key, p.item.Get(key)).Elements() {
		for _, v := range []scan.Value{block, block.Get("text"), block.Get("refusal")} {
			if text, ok := v.Text(); ok {
				all = append(all, text)
			}
		}
	}
	return all
}

func compact(v scan.Value) string {
	if v.None() {
		return ""
	}
	return v.Compact()
}
