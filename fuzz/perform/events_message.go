package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// message writes the events of messages and what is in them.
func (p *performer) message(s *script.Emitted, e *spec.Event) {
	if p.f.MessageIDs && s.Message != scenario.None && !whole(s.Kind) && !(p.f.Owner == spec.Derived && s.Call != scenario.None) {
		e.Message = p.sc.MessageID(int(s.Message))
	}
	switch s.Kind {
	case script.Retracts:
		p.retracts(s, e)
	case script.MessageStale:
		p.messageStale(s, e)
	case script.MessageOpens:
		e.Metadata = p.sc.MessageMeta(int(s.Message))
		e.Kind, e.Role, e.Agent = spec.MessageOpen, "assistant", p.sc.Agent(int(s.Message))
		if p.sc.Thinks(int(s.Message)) {
			e.Form = spec.Thought
		}
	case script.MessageUsage:
		p.messageUsage(s, e)
	case script.MessageEnds:
		p.messageEnds(s, e)
	case script.MessageWhole:
		p.restatedMessage(s, e)
	case script.ItemWhole:
		p.wholeItem(s, e)
	case script.TextBegins, script.TextPiece:
		if p.f.WholeMessages {
			p.textItem(s, e)
			return
		}
		p.emitText(s, e)
	case script.TextEnds:
		if e.Kind, e.Note = spec.NoteEvent, spec.NoteCustom; s.Item == scenario.None {
			e.Message = ""
		} else {
			e.Slot = p.sc.Slot(int(s.Item))
		}
	case script.AsideEdge:
		e.Kind, e.Note, e.Slot = spec.NoteEvent, spec.NoteCustom, p.sc.AsideSlot(int(s.Message))
	case script.AsideWhole:
		e.Kind, e.Note = spec.NoteEvent, spec.NoteUnknown
	default:
		p.call(s, e)
	}
}

// whole reports whether a step's message is in its snapshot.
func whole(k script.StepKind) bool {
	return k == script.MessageWhole || k == script.ItemWhole || k == script.MessageStale || k == script.Retracts
}

func (p *performer) messageUsage(s *script.Emitted, e *spec.Event) {
	m := &p.sc.Messages[s.Message]
	if s.Piece != scenario.None {
		early := scenario.Early(m.Usage)
		e.Kind, e.Usage = spec.UsageReport, &early
		return
	}
	e.Kind, e.Usage = spec.UsageReport, usage(&m.Usage)
	if !p.f.UsageFollows {
		e.StopReason = p.sc.MessageStop(int(s.Message))
	}
}

// messageEnds carries usage and stop reason, unless they were reported before.
func (p *performer) messageEnds(s *script.Emitted, e *spec.Event) {
	e.Kind = spec.MessageClose
	if p.f.Turns == spec.TurnsOverlap || p.sc.ReportsApart() {
		return
	}
	m := &p.sc.Messages[s.Message]
	if e.StopReason = p.sc.MessageStop(int(s.Message)); !p.f.UsageFollows {
		e.Usage = usage(&m.Usage)
	}
}

func (p *performer) emitText(s *script.Emitted, e *spec.Event) {
	it := &p.sc.Items[s.Item]
	m := &p.sc.Messages[it.Message]
	e.Kind, e.Form = spec.Text, form(it.Kind)
	if s.Kind == script.TextBegins || s.Piece <= 0 && !p.sc.Framed(it.Message) {
		e.Metadata = p.sc.ItemMeta(int(s.Item))
	}
	if s.Kind == script.TextPiece {
		e.Text = p.sc.Piece(int(s.Item), int(s.Piece))
	}
	if m.Slotted {
		e.Slot = p.sc.Slot(int(s.Item))
	}
	e.Agent = p.speaker(it.Message)
}

// speaker is the agent that each event of a message names, where it does.
func (p *performer) speaker(message int) string {
	if p.sc.Labelled() {
		return p.sc.Agent(message)
	}
	return ""
}

func form(k spec.PartKind) spec.Form {
	if k == spec.ThoughtPart {
		return spec.Thought
	}
	return spec.Plain
}

// restatedMessage restates a message, or emits it at once.
func (p *performer) restatedMessage(s *script.Emitted, e *spec.Event) {
	m := &p.sc.Messages[s.Message]
	e.Kind, e.Complete, e.Restated = spec.MessageFull, p.sc.WholeEnds(), m.Mode != scenario.Whole
	from := len(p.parts)
	for j := m.Items.From; j < m.Items.To; j++ {
		if p.sc.Items[j].Holds(p.sc.On()) {
			p.parts = append(p.parts, p.part(j))
		}
	}
	e.Messages = p.one(p.snapshot(s), from)
}

// messageStale restates a message's first text as it was after its first piece.
func (p *performer) messageStale(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Restated = spec.MessageFull, true
	from, first := len(p.parts), p.sc.Messages[s.Message].Items.From
	if p.sc.Items[first].Holds(p.sc.On()) {
		part := p.part(first)
		part.Text = p.sc.Piece(first, 0)
		p.parts = append(p.parts, part)
	}
	e.Messages = p.one(p.snapshot(s), from)
}

// retracts declares void the records that emitted a message.
func (p *performer) retracts(s *script.Emitted, e *spec.Event) {
	e.Kind = spec.Retract
	if !p.f.EventIDs {
		e.Message = p.sc.MessageID(int(s.Message))
		return
	}
	for i := range p.emitted {
		o := &p.emitted[i]
		if o.Message != s.Message || o.Kind == script.Retracts || o.Kind == script.Repeats {
			continue
		}
		if id := script.EventID(o); len(e.Retracts) == 0 || e.Retracts[len(e.Retracts)-1] != id {
			e.Retracts = append(e.Retracts, id)
		}
	}
}

// textItem emits a text that is a message.
func (p *performer) textItem(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Complete = spec.MessageFull, true
	from := len(p.parts)
	p.parts = append(p.parts, p.part(int(s.Item)))
	e.Messages = p.one(spec.Snapshot{Role: "assistant"}, from)
}

// wholeItem emits a message's one item as a frame.
func (p *performer) wholeItem(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Restated = spec.MessageFull, p.sc.Messages[s.Message].Mode == scenario.Both
	from := len(p.parts)
	p.parts = append(p.parts, p.part(int(s.Item)))
	e.Messages = p.one(p.snapshot(s), from)
}

func (p *performer) snapshot(s *script.Emitted) spec.Snapshot {
	m := &p.sc.Messages[s.Message]
	snap := spec.Snapshot{Message: p.sc.MessageID(int(s.Message)), Role: "assistant", Agent: p.sc.Agent(int(s.Message))}
	snap.Metadata = p.sc.MessageMeta(int(s.Message))
	switch {
	case p.sc.Precedes(int(s.Item)):
		early := scenario.Early(m.Usage)
		snap.Usage = &early
	case m.Mode == scenario.Whole, p.f.Kept:
		snap.StopReason, snap.Usage = m.Stop, usage(&m.Usage)
	}
	return snap
}

func (p *performer) part(j int) spec.SnapshotPart {
	it := &p.sc.Items[j]
	part := spec.SnapshotPart{Kind: it.Kind, Text: it.Text, Metadata: p.sc.ItemMeta(j)}
	if p.sc.Messages[it.Message].Slotted {
		part.Slot = p.sc.Slot(j)
	}
	if it.Call != scenario.None {
		part.Call, part.Name = p.sc.CallID(it.Call), p.sc.CallName(it.Call)
		p.partArgs(it.Call, &part)
	}
	return part
}

// partArgs gives the arguments as the value that a snapshot carries; text that
// is no JSON as it is.
func (p *performer) partArgs(call int, part *spec.SnapshotPart) {
	args, value := p.sc.SnapshotArgs(call)
	part.Args, part.ArgsValue, part.Invalid = args, value, !value && args != "" && !p.sc.TextBlocks(call)
}
