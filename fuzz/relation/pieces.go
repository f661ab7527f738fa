package relation

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// pieces turns a snapshot into the events with which a dialect streams it.
type pieces struct {
	rng  *rand.Rand
	f    *spec.Features
	e    *spec.Event
	snap *spec.Snapshot
	out  []spec.Event
}

func (p *pieces) events() []spec.Event {
	if p.f.Turns == spec.TurnsMarked {
		p.say(spec.Event{Kind: spec.MessageOpen, Role: p.snap.Role, Agent: p.snap.Agent, Metadata: p.snap.Metadata})
	}
	for i := range p.snap.Parts {
		if part := &p.snap.Parts[i]; part.Kind == spec.CallPart {
			p.call(i, part)
		} else {
			p.text(part)
		}
	}
	p.say(spec.Event{Kind: spec.MessageClose, StopReason: p.snap.StopReason, Usage: p.snap.Usage})
	return p.out
}

// say adds an event of the message.
func (p *pieces) say(e spec.Event) {
	e.ID, e.Session, e.Parent, e.Message = p.e.ID, p.e.Session, p.e.Parent, p.snap.Message
	p.out = append(p.out, e)
}

// speaker returns the agent that each piece names, in dialects where no event
// opens the message.
func (p *pieces) speaker() string {
	if p.f.Turns == spec.TurnsMarked {
		return ""
	}
	return p.snap.Agent
}

func (p *pieces) text(part *spec.SnapshotPart) {
	form := spec.Plain
	if part.Kind == spec.ThoughtPart {
		form = spec.Thought
	}
	meta := part.Metadata
	for _, text := range p.cut(part.Text) {
		p.say(spec.Event{Kind: spec.Text, Slot: part.Slot, Form: form, Text: text, Agent: p.speaker(), Metadata: meta})
		meta = nil
	}
}

func (p *pieces) call(i int, part *spec.SnapshotPart) {
	slot := part.Slot
	if slot == "" {
		slot = strconv.Itoa(i)
	}
	p.say(spec.Event{Kind: spec.CallOpen, Slot: slot, Call: part.Call, Name: part.Name, Agent: p.speaker(), Metadata: part.Metadata})
	if part.Args != "" {
		for _, text := range p.cut(part.Args) {
			p.say(spec.Event{Kind: spec.CallArgs, Slot: slot, Text: text})
		}
	}
	if p.f.ArgsMarker {
		p.say(spec.Event{Kind: spec.ArgsEnd, Slot: slot, Call: part.Call})
	}
}

// cut cuts a text into one to four pieces.
func (p *pieces) cut(text string) []string {
	var pieces []string
	from := 0
	for _, at := range characters(text) {
		if at == len(text) || len(pieces) < 3 && p.rng.IntN(8) == 0 {
			pieces = append(pieces, text[from:at])
			from = at
		}
	}
	return pieces
}

// compact returns the compact form of a JSON text. ok is false for other text.
func compact(text string) (string, bool) {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text, false
	}
	return b.String(), true
}

// equalAsValues finds every difference except in the formatting of JSON
// arguments.
func equalAsValues(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
	want := *original
	want.Sessions = slices.Clone(original.Sessions)
	for i := range want.Sessions {
		s := &want.Sessions[i]
		s.Messages = slices.Clone(s.Messages)
		for j := range s.Messages {
			s.Messages[j].Calls = asValues(s.Messages[j].Calls)
		}
	}
	return equal(observes, &want, changed)
}

func asValues(calls []spec.Call) []spec.Call {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].ArgsValue = json.Valid([]byte(calls[i].Args))
	}
	return calls
}
