package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// retract removes what the named events, or the named message, contributed
// (repeat/retracted).
func (s *State) retract(e *spec.Event) {
	if ss := s.known(e); ss != nil && e.Message != "" {
		if m := ss.byMsg.get(e.Message); m != nil {
			s.sem.Retract(ss, m, func(*Part) bool { return true })
		}
	}
	for _, id := range e.Retracts {
		s.retractEvent(id)
	}
}

// retractEvent removes the parts that the event contributed, and messages that
// become empty.
func (s *State) retractEvent(id string) {
	for _, m := range s.contributed.of(id) {
		s.sem.Retract(m.session, m, func(p *Part) bool { return slices.Contains(p.from, id) })
	}
	delete(s.contributed.byEvent, id)
}

// contributions are the messages to which each event contributed parts. They are
// noted at every event, and looked for only where one is retracted.
type contributions struct {
	noted   []contribution // in the order of the stream, not yet in byEvent
	byEvent map[string][]*Message
}

type contribution struct {
	event string
	to    *Message
}

// of returns the messages to which an event contributed, each once where nothing
// else came between.
func (c *contributions) of(event string) []*Message {
	if c.byEvent == nil {
		c.byEvent = map[string][]*Message{}
	}
	for _, n := range c.noted {
		if all := c.byEvent[n.event]; len(all) == 0 || all[len(all)-1] != n.to {
			c.byEvent[n.event] = append(all, n.to)
		}
	}
	c.noted = c.noted[:0]
	return c.byEvent[event]
}

// brought records which event contributed to a part, if the dialect can retract
// events.
func (s *State) brought(m *Message, p *Part) {
	if p == nil || s.now == "" || !s.Features.Retracts || len(p.from) > 0 && p.from[len(p.from)-1] == s.now {
		return
	}
	p.from = push(p.from, s.now)
	s.contributed.noted = append(s.contributed.noted, contribution{s.now, m})
}

// retracted removes the retracted parts of a message, with their calls. A
// message without parts is removed too (repeat/retracted).
func retracted(ss *Session, m *Message, void func(*Part) bool) {
	m.Parts = slices.DeleteFunc(m.Parts, func(p *Part) bool {
		if !void(p) {
			return false
		}
		if p.Call != nil {
			ss.forget(p.Call)
		}
		if key := (block{p.Slot, p.Kind}); m.blocks.get(key) == p {
			m.blocks.delete(key)
		}
		return true
	})
	if len(m.Parts) > 0 {
		return
	}
	m.pending = nil
	ss.Messages = without(ss.Messages, m)
	if m.ID != "" && ss.byMsg.get(m.ID) == m {
		ss.byMsg.delete(m.ID)
	}
	ss.since = min(ss.since, len(ss.Messages))
}

// forget removes a call from its session.
func (ss *Session) forget(c *Call) {
	ss.Calls = without(ss.Calls, c)
	if ss.byCall.get(c.ID) == c {
		ss.byCall.set(c.ID, c.prev)
	}
	if c.prev == nil && ss.byCall.get(c.ID) == nil {
		ss.byCall.delete(c.ID)
	}
}

// without returns a list without one of its elements, which is usually near the
// end.
func without[T comparable](list []T, one T) []T {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == one {
			return slices.Delete(list, i, i+1)
		}
	}
	return list
}
