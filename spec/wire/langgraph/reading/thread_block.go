package reading

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A block is one part of a message while it streams.
type block struct {
	kind  blockKind
	sofar []byte // its text or arguments so far
	high  string // the first half of a surrogate pair, whose second comes with the next fragment
	call  string
}

type blockKind uint8

const (
	blockOther blockKind = iota
	blockText
	blockThought
	blockCall
	blockMedia
	blockResult // of a call that the model's server ran
)

var blockKinds = map[string]blockKind{
	"text": blockText, "reasoning": blockThought,
	"tool_call_chunk": blockCall, "tool_call": blockCall, "invalid_tool_call": blockCall, "tool_use": blockCall,
	"input_json_delta": blockCall, "server_tool_call": blockCall, "server_tool_call_chunk": blockCall,
	"server_tool_result": blockResult,
	"image":              blockMedia, "audio": blockMedia, "video": blockMedia, "file": blockMedia,
}

func kindOf(content scan.Value) blockKind {
	kind, _ := content.Get("type").Text()
	return blockKinds[kind]
}

// blockStarts opens the block of a slot, which may have its first fragment.
func (s *speaking) blockStarts(content scan.Value) {
	b := &block{kind: kindOf(content)}
	if s.blocks == nil {
		s.blocks = map[string]*block{}
	}
	s.blocks[s.slot] = b
	switch b.kind {
	case blockText:
		s.words(b, spec.Plain, content.Get("text"))
	case blockThought:
		s.words(b, spec.Thought, content.Get("reasoning"))
	case blockCall:
		s.callStarts(b, content)
	case blockMedia:
		s.note(spec.NoteMedia)
	default:
		s.note(spec.NoteCustom)
	}
}

func (s *speaking) note(kind spec.Note) { s.d.note(s.session, kind, "") }

// words adds a fragment of text or thought.
func (s *speaking) words(b *block, form spec.Form, v scan.Value) {
	words := b.fragment(v)
	b.sofar = append(b.sofar, words...)
	s.say(spec.Event{Kind: spec.Text, Slot: s.slot, Form: form, Text: words})
}

// callStarts announces a call. Arguments that are a value are whole.
func (s *speaking) callStarts(b *block, content scan.Value) {
	c := parseCall(content)
	b.call = c.id
	e := spec.Event{Kind: spec.CallOpen, Slot: s.slot, Call: c.id, Name: c.name, Args: c.args, ArgsValue: c.value}
	if !c.value {
		e.Args = b.fragment(content.Get("args"))
		b.sofar = append(b.sofar, s.early[s.slot]...)
	}
	delete(s.early, s.slot)
	b.sofar = append(b.sofar, e.Args...)
	s.announced(c.id)
	s.say(e)
}

func (s *speaking) announced(call string) {
	s.announce(s.d.thread.branch(s.session), call)
}

// blockGrows adds what a delta says to the block of its slot.
func (s *speaking) blockGrows() {
	b := s.blocks[s.slot]
	if b == nil {
		b = &block{}
	}
	if s.data.Get("delta") == "" {
		s.slice(b, s.content())
		return
	}
	delta := s.d.inner.Read(s.data.Get("delta"))
	kind, _ := delta.Get("type").Text()
	switch kind {
	case "text-delta":
		s.words(b, spec.Plain, delta.Get("text"))
	case "reasoning-delta":
		s.words(b, spec.Thought, delta.Get("reasoning"))
	case "tool-call-delta":
		s.arguments(b, delta.Get("args"))
	case "block-delta":
		s.merge(b, delta.Get("fields"))
	case "data-delta":
		s.note(spec.NoteMedia)
	}
}

// slice adds the next piece of a block, as the first form of the protocol gave it.
func (s *speaking) slice(b *block, content scan.Value) {
	switch kindOf(content) {
	case blockText:
		s.words(b, spec.Plain, content.Get("text"))
	case blockThought:
		s.words(b, spec.Thought, content.Get("reasoning"))
	case blockCall:
		s.arguments(b, content.Get("args"))
	}
}

// arguments adds a fragment of arguments.
func (s *speaking) arguments(b *block, v scan.Value) {
	words := b.fragment(v)
	switch {
	case b.kind == blockCall:
		b.sofar = append(b.sofar, words...)
	case s.blocks[s.slot] == nil && !s.done:
		s.comesEarly(words)
	}
	s.say(spec.Event{Kind: spec.CallArgs, Slot: s.slot, Text: words})
}

// comesEarly keeps arguments whose block did not begin: what the block says so far
// has them.
func (s *speaking) comesEarly(words string) {
	if s.early == nil {
		s.early = map[string]string{}
	}
	s.early[s.slot] += words
}

// merge replaces fields of a block. Arguments and texts are all so far, and only what
// is new of them is said; by the variant arguments are the next piece. A name
// without arguments announces the call again.
func (s *speaking) merge(b *block, fields scan.Value) {
	args, words, thought := fields.Get("args"), fields.Get("text"), fields.Get("reasoning")
	switch kind, _ := fields.Get("type").Text(); {
	case kind == "input_json_delta":
	case args.Kind() == '"' && s.d.thread.pieces:
		s.arguments(b, args)
	case args.Kind() == '"':
		s.grown(b, spec.Event{Kind: spec.CallArgs, Slot: s.slot}, args)
	case b.kind == blockCall && (word(fields.Get("name")) != "" || word(fields.Get("id")) != ""):
		s.say(spec.Event{Kind: spec.CallOpen, Slot: s.slot, Call: word(fields.Get("id")), Name: word(fields.Get("name"))})
	case words.Kind() == '"' && b.kind == blockText:
		s.grown(b, spec.Event{Kind: spec.Text, Slot: s.slot, Form: spec.Plain}, words)
	case thought.Kind() == '"' && b.kind == blockThought:
		s.grown(b, spec.Event{Kind: spec.Text, Slot: s.slot, Form: spec.Thought}, thought)
	}
}

// grown says what a text that is all so far adds. One that does not go on from the
// text before replaces it, if it is arguments.
func (s *speaking) grown(b *block, e spec.Event, all scan.Value) {
	b.high = ""
	now := b.fragment(all)
	b.high = ""
	rest, more := strings.CutPrefix(now, string(b.sofar))
	e.Text = rest
	if !more {
		e.Text, e.Restated = now, e.Kind == spec.CallArgs
	}
	b.sofar = append(b.sofar[:0], now...)
	s.say(e)
}

// fragment is the text of a fragment. It keeps the first half of a surrogate pair
// back until the second comes.
func (b *block) fragment(v scan.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	if b.high != "" {
		v = `"` + scan.Value(b.high) + v[1:]
		b.high = ""
	}
	if cut := len(v) - 1 - len(`\ud800`); cut > 0 && isHigh(string(v[cut:len(v)-1])) && !escaped(v[:cut]) {
		b.high = strings.Clone(string(v[cut : len(v)-1]))
		v = v[:cut] + `"`
	}
	return wire.Text(v)
}

// isHigh reports whether six bytes escape the first half of a surrogate pair.
func isHigh(s string) bool {
	return s[0] == '\\' && s[1] == 'u' && (s[2] == 'd' || s[2] == 'D') && strings.IndexByte("89abAB", s[3]) >= 0
}

// escaped reports whether the byte behind a text is escaped.
func escaped(before scan.Value) bool {
	n := 0
	for n < len(before) && before[len(before)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// blockEnds ends the block of a slot, and takes from its last record what the
// stream did not have. Without its start, that is all of it.
func (s *speaking) blockEnds(content scan.Value) {
	b := s.blocks[s.slot]
	if b == nil {
		s.blockStarts(content)
		if b = s.blocks[s.slot]; b.kind != blockCall && b.kind != blockResult {
			return
		}
	}
	switch b.kind {
	case blockText:
		s.wordsEnd(b, spec.TextPart, content.Get("text"))
	case blockThought:
		s.wordsEnd(b, spec.ThoughtPart, content.Get("reasoning"))
	case blockCall:
		s.callEnds(b, content)
	case blockResult:
		s.served(content)
	}
	b.high = ""
}

// wordsEnd confirms a text, or completes it.
func (s *speaking) wordsEnd(b *block, kind spec.PartKind, v scan.Value) {
	if whole := wire.Text(v); v.Kind() == '"' && whole != string(b.sofar) {
		part := spec.SnapshotPart{Kind: kind, Slot: s.slot, Text: whole}
		s.say(spec.Event{Kind: spec.MessageFull, Restated: true, Messages: []spec.Snapshot{
			{Message: s.message, Role: "assistant", Parts: []spec.SnapshotPart{part}},
		}})
		s.d.out[len(s.d.out)-1].Message = ""
		return
	}
	s.d.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Session: s.session, Message: s.message, Slot: s.slot})
}

// callEnds ends the arguments of a call. It gives them where the stream has others.
func (s *speaking) callEnds(b *block, content scan.Value) {
	c := parseCall(content)
	e := spec.Event{Kind: spec.ArgsEnd, Slot: s.slot, Call: c.id}
	if e.Call == "" {
		e.Call = b.call
	}
	switch {
	case !c.value && c.args != "" && c.args != string(b.sofar):
		e.Args = c.args
	case c.value && !sameValue(b.sofar, scan.Value(c.args)):
		e.Args, e.ArgsValue = c.args, true
	}
	s.say(e)
}

// served gives the result of a call that the model's server ran.
func (s *speaking) served(content scan.Value) {
	e := spec.Event{Kind: spec.CallDone, Session: s.session, Call: wire.Text(content.Get("tool_call_id"))}
	e.IsError = content.Get("status") == `"error"`
	if v := content.Get("output"); !v.None() {
		e.Result = json.RawMessage(v)
	}
	s.d.enter(s.session)
	s.d.say(e)
}
