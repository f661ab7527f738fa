package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// retract removes what the named events, or the named message, brought in
// (repeat/retracted).
func (s *State) retract(e *spec.Event) {
	if ss := s.known(e); ss != nil && e.Message != "" {
		if m := ss.byMsg[e.Message]; m != nil {
			s.sem.Retract(ss, m, func(*Part) bool { return true })
		}
	}
	for _, id := range e.Retracts {
		s.retractEvent(id)
	}
}

// retractEvent removes the parts that the event brought in, and the messages
// that are empty then.
func (s *State) retractEvent(id string) {
	for _, ss := range s.Sessions {
		for _, m := range slices.Clone(ss.Messages) {
			hit := slices.ContainsFunc(m.Parts, func(p *Part) bool { return slices.Contains(p.from, id) })
			if hit {
				s.sem.Retract(ss, m, func(p *Part) bool { return slices.Contains(p.from, id) })
			}
		}
	}
}

// brought notes the event that brought a part in, where the dialect can
// declare it void.
func (s *State) brought(p *Part) {
	if p != nil && s.now != "" && s.Features.Retracts && !slices.Contains(p.from, s.now) {
		p.from = append(p.from, s.now)
	}
}

// retracted removes the parts of a message that are void, with their calls; a
// message without parts goes too (repeat/retracted).
func retracted(ss *Session, m *Message, void func(*Part) bool) {
	m.Parts = slices.DeleteFunc(m.Parts, func(p *Part) bool {
		if !void(p) {
			return false
		}
		if p.Call != nil {
			ss.forget(p.Call)
		}
		if key := (block{p.Slot, p.Kind}); m.blocks[key] == p {
			delete(m.blocks, key)
		}
		return true
	})
	if len(m.Parts) > 0 {
		return
	}
	m.pending = nil
	ss.Messages = slices.DeleteFunc(ss.Messages, func(o *Message) bool { return o == m })
	if m.ID != "" && ss.byMsg[m.ID] == m {
		delete(ss.byMsg, m.ID)
	}
	ss.since = min(ss.since, len(ss.Messages))
}

// forget removes a call from its session.
func (ss *Session) forget(c *Call) {
	ss.Calls = slices.DeleteFunc(ss.Calls, func(o *Call) bool { return o == c })
	if ss.byCall[c.ID] == c {
		ss.byCall[c.ID] = c.prev
	}
	if c.prev == nil && ss.byCall[c.ID] == nil {
		delete(ss.byCall, c.ID)
	}
}
