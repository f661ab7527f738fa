package adapted

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// A proof follows a stream and collects the breached obligations of its
// producer.
type proof struct {
	f     *spec.Features
	found []spec.Difference

	messages map[[2]string]*proven // by session and id
	calls    map[[2]string]*proven // the newest with an id
	turns    map[string]*proven    // by session
	begun    map[[3]string]bool    // texts by session, message and slot
	ended    map[[3]string]bool
	repeats  bool // the announcement belongs to a record that ends a call's arguments
}

// A proven is the state of a message, call or turn so far.
type proven struct {
	message     string // of a call
	whole, over bool   // arguments ended; ended
	hasContent  bool   // a turn that has content
}

// owes records a breach at an event, unless ok.
func (p *proof) owes(e *spec.Event, ok bool, asked, seen string) {
	if !ok {
		p.found = append(p.found, breach(e.Record, e.Session, asked, seen))
	}
}

func (p *proof) event(e *spec.Event) {
	if e.Kind != spec.NoteEvent && e.Kind != spec.MessageOpen && e.Kind != spec.MessageClose && e.Kind != spec.MessageFull {
		p.scoped(e)
	}
	switch e.Kind {
	case spec.NoteEvent:
		if e.Note == spec.NoteCustom && e.Slot != "" { // the end of a text
			p.ended[textOf(e)] = true
		}
		p.owes(e, e.Note != spec.NoteUnknown, "a record of a kind that readers know", "a record of unknown kind")
	case spec.TurnStart, spec.TurnEnd:
		p.turn(e)
	case spec.MessageOpen, spec.MessageClose, spec.Text:
		p.message(e)
	case spec.MessageFull:
		p.full(e)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		p.call(e)
	}
}

// scoped checks metadata against the form that readers demand.
func (p *proof) scoped(e *spec.Event) {
	if !p.f.MetadataScoped || len(e.Metadata) == 0 {
		return
	}
	var members map[string]map[string]json.RawMessage
	p.owes(e, json.Unmarshal(e.Metadata, &members) == nil && !hasNull(members),
		"metadata that is an object of objects", "metadata "+string(e.Metadata))
}

func hasNull(members map[string]map[string]json.RawMessage) bool {
	for _, m := range members {
		if m == nil {
			return true
		}
	}
	return false
}

func (p *proof) turn(e *spec.Event) {
	t := p.turns[e.Session]
	if t == nil || e.Kind == spec.TurnStart {
		t = &proven{hasContent: true}
		p.turns[e.Session] = t
	}
	if e.Kind == spec.TurnEnd {
		p.owes(e, !t.over || t.hasContent, "one terminal event", "another terminal event")
		t.over, t.hasContent = true, false
	}
}

// content records that a session's turn has content.
func (p *proof) content(session string) {
	if t := p.turns[session]; t != nil && !p.f.TurnStarts {
		t.hasContent = true
	}
}

func (p *proof) message(e *spec.Event) {
	p.content(e.Session)
	if e.Message == "" {
		return
	}
	key := [2]string{e.Session, e.Message}
	m := p.messages[key]
	known := m != nil
	if !known {
		m = &proven{}
		p.messages[key] = m
	}
	switch e.Kind {
	case spec.MessageOpen:
		p.owes(e, !known || !p.f.MessageStart, "a message id that was not used", "message "+e.Message+" opened again")
	case spec.MessageClose:
		p.owes(e, known || !p.f.MessageStart, "the end of a message that was opened", "the end of message "+e.Message)
		p.owes(e, !m.over || !p.f.MessageStart, "one end of a message", "another end of message "+e.Message)
		m.over = true
	default:
		p.owes(e, known || !p.f.MessageStart, "text of a message that was opened", "text of message "+e.Message)
		p.owes(e, !m.over || e.Text == "", "text of a message that is open", "text of message "+e.Message+", which has ended")
		p.text(e)
	}
}

// text checks a text with its own start and end. The start is a fragment
// without text, the end is a note.
func (p *proof) text(e *spec.Event) {
	if e.Slot == "" || !p.f.TextSlots {
		return
	}
	key := textOf(e)
	p.owes(e, e.Text == "" || p.begun[key], "text of a part that was begun", "text of part "+e.Slot)
	p.owes(e, e.Text == "" || !p.ended[key], "text of a part that is open", "text of part "+e.Slot+", which has ended")
	p.begun[key] = true
}

func textOf(e *spec.Event) [3]string { return [3]string{e.Session, e.Message, e.Slot} }

// full processes a whole message with its calls.
func (p *proof) full(e *spec.Event) {
	p.content(e.Session)
	for i := range e.Messages {
		s := &e.Messages[i]
		if key := [2]string{e.Session, s.Message}; p.messages[key] == nil {
			p.messages[key] = &proven{}
		}
		for j := range s.Parts {
			p.begun[[3]string{e.Session, s.Message, s.Parts[j].Slot}] = true
			key := [2]string{e.Session, s.Parts[j].Call}
			if c := p.calls[key]; s.Parts[j].Kind == spec.CallPart && (c == nil || c.message != s.Message && c.over) {
				p.calls[key] = &proven{message: s.Message}
			}
		}
	}
}

func (p *proof) call(e *spec.Event) {
	p.content(e.Session)
	if e.Call == "" {
		return
	}
	key := [2]string{e.Session, e.Call}
	c := p.calls[key]
	if e.Kind == spec.CallOpen || c == nil && e.Kind == spec.CallStart {
		p.announced(e, c)
		if c == nil || c.message != e.Message {
			p.calls[key] = &proven{message: e.Message}
		}
		return
	}
	if c == nil {
		p.owes(e, e.Kind == spec.CallDone && p.f.DoneCarries, "a call that was announced", "something of call "+e.Call)
		c = &proven{message: e.Message}
		p.calls[key] = c
	}
	p.goesOn(e, c)
}

// announced checks an announcement against earlier uses of its id.
func (p *proof) announced(e *spec.Event, c *proven) {
	switch {
	case c == nil || e.Restated || p.repeats && c.message == e.Message:
	case c.message != e.Message:
		p.owes(e, c.over, "an id that no open call has", "call "+e.Call+" announced in two messages")
	default:
		p.owes(e, p.f.Slots && !c.whole && !c.over, "one announcement of a call in its message", "call "+e.Call+" announced again")
	}
}

// goesOn checks arguments, progress and results against what came before.
func (p *proof) goesOn(e *spec.Event, c *proven) {
	switch e.Kind {
	case spec.CallArgs:
		p.owes(e, !c.whole && !c.over || e.Text == "", "arguments of a call whose arguments are open", "arguments of call "+e.Call)
	case spec.ArgsEnd:
		p.owes(e, !c.whole && !c.over, "one end of a call's arguments, before its result", "the end of the arguments of call "+e.Call)
		c.whole = true
	case spec.CallDone:
		p.owes(e, !c.over || e.Restated, "one result of a call", "another result of call "+e.Call)
		c.over, c.whole = true, true
	default:
		p.owes(e, !c.over, "a call that is not over", "call "+e.Call)
	}
}
