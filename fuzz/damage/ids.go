package damage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Class is what an id names.
type Class uint8

// The classes of ids.
const (
	_ Class = iota
	Sessions
	Calls
	Messages
	Turns
	EventIDs
	Waits
	classes
)

var classNames = [classes]string{
	Sessions: "session", Calls: "call", Messages: "message", Turns: "turn", EventIDs: "event", Waits: "wait",
}

// String is what ids of the class name.
func (c Class) String() string {
	if c == 0 || c >= classes {
		return fmt.Sprintf("class(%d)", uint8(c))
	}
	return classNames[c]
}

// MarshalText writes the class's name; none is empty.
func (c Class) MarshalText() ([]byte, error) {
	if c == 0 {
		return nil, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads a class's name; an unknown name is an error.
func (c *Class) UnmarshalText(b []byte) error {
	at := slices.Index(classNames[:], string(b))
	if at < 0 {
		return fmt.Errorf("damage: no class of ids %q", b)
	}
	*c = Class(at)
	return nil
}

// A mapper gives the id to put for one of a class, in a session.
type mapper func(c Class, session, id string) string

// namespace marks a session that is a path of tool runs, whose segments are
// names.
const namespace = "tools:"

// sessions puts a session's id, or the segments of its path, through the mapper.
func (m mapper) session(id string) string {
	if !strings.HasPrefix(id, namespace) {
		return m(Sessions, id, id)
	}
	segments := strings.Split(id, "|")
	for i, segment := range segments {
		if task, is := strings.CutPrefix(segment, namespace); is {
			segments[i] = namespace + m(Sessions, id, task)
		}
	}
	return strings.Join(segments, "|")
}

// event puts every id of an event through the mapper. What the event points to
// is copied first.
func (m mapper) event(e *spec.Event) {
	in := e.Session
	e.ID, e.Wait = m(EventIDs, in, e.ID), m(Waits, in, e.Wait)
	if e.ParentCall.OK {
		e.ParentCall.ID = m(Calls, e.Parent.ID, e.ParentCall.ID)
	}
	if e.Parent.OK {
		e.Parent.ID = m.session(e.Parent.ID)
	}
	if !e.Global {
		e.Session = m.session(in)
	}
	e.Turn, e.Message, e.Call = m(Turns, in, e.Turn), m(Messages, in, e.Message), m(Calls, in, e.Call)
	e.Retracts = slices.Clone(e.Retracts)
	for i := range e.Retracts {
		e.Retracts[i] = m(EventIDs, in, e.Retracts[i])
	}
	e.Log = m.log(in, e.Log)
	m.snapshots(in, e)
}

func (m mapper) log(in string, from []spec.LogEntry) []spec.LogEntry {
	log := slices.Clone(from)
	for i := range log {
		log[i].ID = m(Calls, in, log[i].ID)
	}
	return log
}

func (m mapper) snapshots(in string, e *spec.Event) {
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		s := &e.Messages[i]
		s.Message = m(Messages, in, s.Message)
		s.Parts = slices.Clone(s.Parts)
		for j := range s.Parts {
			s.Parts[j].Call = m(Calls, in, s.Parts[j].Call)
		}
	}
}

// transcript is a copy with every id put through the mapper.
func (m mapper) transcript(t *spec.Transcript) spec.Transcript {
	out := *t
	out.Sessions = slices.Clone(t.Sessions)
	for i := range out.Sessions {
		m.sessionOf(&out.Sessions[i])
	}
	out.Active = slices.Clone(t.Active)
	for i := range out.Active {
		a := &out.Active[i]
		a.Session, a.Call = m.session(a.Session), m(Calls, a.Session, a.Call)
	}
	out.Agents = slices.Clone(t.Agents)
	for i := range out.Agents {
		a := &out.Agents[i]
		a.Call, a.Log = m(Calls, a.Parent, a.Call), m.log(a.Parent, a.Log)
		a.Session, a.Parent = pointed(a.Session, m.session), m.session(a.Parent)
	}
	out.Anomalies = slices.Clone(t.Anomalies)
	for i := range out.Anomalies {
		out.Anomalies[i].Session = m.session(out.Anomalies[i].Session)
	}
	return out
}

func (m mapper) sessionOf(s *spec.Session) {
	in := s.ID
	call := func(id string) string { return m(Calls, in, id) }
	s.ParentCall = pointed(s.ParentCall, call)
	s.ID, s.Parent = m.session(in), pointed(s.Parent, m.session)
	s.Messages = slices.Clone(s.Messages)
	for i := range s.Messages {
		one := &s.Messages[i]
		one.ID, one.Calls = m(Messages, in, one.ID), m.calls(in, one.Calls)
	}
	s.Held, s.Abandoned = m.calls(in, s.Held), m.calls(in, s.Abandoned)
	s.Orphans = slices.Clone(s.Orphans)
	for i := range s.Orphans {
		s.Orphans[i].ID = call(s.Orphans[i].ID)
	}
}

func (m mapper) calls(in string, from []spec.Call) []spec.Call {
	calls := slices.Clone(from)
	for i := range calls {
		calls[i].ID, calls[i].Child = m(Calls, in, calls[i].ID), pointed(calls[i].Child, m.session)
	}
	return calls
}

func pointed(id *string, to func(string) string) *string {
	if id == nil {
		return nil
	}
	other := to(*id)
	return &other
}
