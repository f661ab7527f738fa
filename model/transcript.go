package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Transcript renders the state. It shares no memory with it.
func (s *State) Transcript() spec.Transcript {
	t := spec.Transcript{
		Outcome:   s.outcome(),
		Sessions:  make([]spec.Session, 0, len(s.Sessions)),
		Active:    s.active(),
		Agents:    s.agents(),
		Quota:     s.quota,
		Anomalies: slices.Clone(s.anomalies),
	}
	for _, ss := range s.Sessions {
		t.Sessions = append(t.Sessions, s.render(ss))
	}
	return t
}

// active lists the calls that prepare, run or wait (family notify).
func (s *State) active() []spec.ActiveCall {
	var active []spec.ActiveCall
	for _, ss := range s.Sessions {
		for _, c := range ss.Calls {
			if s.sem.Active(c) {
				active = append(active, spec.ActiveCall{Session: ss.ID, Call: c.ID, Name: c.Name, Phase: c.Status, At: c.At})
			}
		}
	}
	return active
}

func isActive(c *Call) bool { return !c.Status.Terminal() }

func (s *State) render(ss *Session) spec.Session {
	out := spec.Session{
		ID: ss.ID, Parent: refText(ss.Parent), ParentCall: refText(ss.ParentCall), Agent: text(ss.Agent),
		Status: ss.Status, At: ss.At, Orphans: slices.Clone(ss.Orphans), Unattributed: slices.Clone(ss.Unattributed),
		Held: s.renderCalls(ss.Held), Abandoned: s.renderCalls(ss.Abandoned),
	}
	out.Turns, out.Messages = room[spec.Turn](len(ss.Turns)), room[spec.Message](len(ss.Messages))
	for _, t := range ss.Turns {
		out.Turns = append(out.Turns, spec.Turn{Status: t.Status, StopReason: text(t.StopReason), Error: text(t.Error), Usage: t.Usage, At: t.At})
	}
	all := roomFor(ss.Messages)
	for _, m := range ss.Messages {
		out.Messages = append(out.Messages, s.renderMessage(m, &all))
	}
	return out
}

// An inside is the memory for what all messages of a session have in them.
type inside struct {
	parts   []spec.Part
	calls   []spec.Call
	indexes []int // of the calls in their messages
}

func roomFor(messages []*Message) inside {
	var parts, calls int
	for _, m := range messages {
		p, c := m.shown()
		parts, calls = parts+p, calls+c
	}
	return inside{room[spec.Part](parts), room[spec.Call](calls), room[int](calls)}
}

// since is what a list got from a length on, nil for nothing.
func since[T any](list []T, from int) []T {
	if len(list) == from {
		return nil
	}
	return slices.Clip(list[from:])
}

func (s *State) renderMessage(m *Message, all *inside) spec.Message {
	out := spec.Message{
		ID: m.ID, Turn: m.Turn, Role: m.Role, Agent: text(m.Agent), Complete: m.Complete,
		StopReason: text(m.StopReason), Usage: m.Usage, Metadata: slices.Clone(m.Metadata), At: m.At, Ended: m.endedWithCalls(),
	}
	if s.Features.Numbered {
		out.ID = ""
	}
	parts, calls := len(all.parts), len(all.calls)
	for _, p := range m.Parts {
		if p.empty() {
			continue
		}
		part := spec.Part{Kind: p.Kind, Text: string(p.Text), Metadata: slices.Clone(p.Metadata)}
		if p.Call != nil {
			all.indexes = append(all.indexes, len(all.calls)-calls)
			part.Call = &all.indexes[len(all.indexes)-1]
			all.calls = append(all.calls, s.renderCall(p.Call))
		}
		all.parts = append(all.parts, part)
	}
	out.Parts, out.Calls = since(all.parts, parts), since(all.calls, calls)
	return out
}

// endedWithCalls returns the record at which the message and all its calls had
// ended, 0 if the stream does not say so of each.
func (m *Message) endedWithCalls() int {
	at := m.Ended
	if !m.Complete || at == 0 {
		return 0
	}
	for _, p := range m.Parts {
		switch c := p.Call; {
		case c == nil:
		case c.Ended == 0:
			return 0
		default:
			at = max(at, c.Ended)
		}
	}
	return at
}

// shown counts the parts that are rendered, and the calls among them.
func (m *Message) shown() (parts, calls int) {
	for _, p := range m.Parts {
		if !p.empty() {
			parts++
		}
		if p.Call != nil {
			calls++
		}
	}
	return parts, calls
}

// empty reports whether a part has no content yet.
func (p *Part) empty() bool { return p.Call == nil && len(p.Text) == 0 && len(p.Metadata) == 0 }

// room returns an empty list with capacity n, nil for 0.
func room[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}

func (s *State) renderCalls(calls []*Call) []spec.Call {
	out := room[spec.Call](len(calls))
	for _, c := range calls {
		out = append(out, s.renderCall(c))
	}
	return out
}

// renderCall renders a call. Its arguments become a value if their bytes mean
// nothing.
func (s *State) renderCall(c *Call) spec.Call {
	out := spec.Call{
		ID: c.ID, Name: c.Name, Args: string(c.Args), ArgsValue: c.ArgsValue || !s.Features.ArgsText,
		ArgsOpen: !c.ArgsDone || c.malformed, Whole: c.whole, Status: c.Status,
		Result: slices.Clone(c.Result), IsError: c.IsError, Metadata: slices.Clone(c.Metadata), At: c.At,
	}
	if c.Child != nil {
		id := c.Child.ID
		out.Child = &id
	}
	return out
}

// text returns nil for the empty text.
func text(s string) *string {
	if s == "" {
		return nil
	}
	kept := s // so that nothing is allocated for none
	return &kept
}

func refText(r spec.Ref) *string {
	if !r.OK {
		return nil
	}
	id := r.ID
	return &id
}
