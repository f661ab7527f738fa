// Package ids replaces the ids of an event or of a transcript.
//
// Goals: one place knows where ids stand, and in which session they count. Non-goals:
// choosing the new ids; positions, such as slots and record numbers.
package ids

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A Class says what an id names.
type Class uint8

// The classes of ids.
const (
	_ Class = iota
	Sessions
	Calls
	Messages
	Turns
	Events
	Waits
	classes
)

var classNames = [classes]string{
	Sessions: "session", Calls: "call", Messages: "message", Turns: "turn", Events: "event", Waits: "wait",
}

// String returns what ids of the class name.
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
		return fmt.Errorf("ids: no class of ids %q", b)
	}
	*c = Class(at)
	return nil
}

// A Map returns the id that replaces one of a class. session is the session that
// the id stands in, by its old id.
type Map func(c Class, session, id string) string

// namespace is the prefix of a session that is a path of tool runs. The segments of
// the path are names.
const namespace = "tools:"

// Session replaces a session's id, or the segments of its path.
func (m Map) Session(id string) string {
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

// Event replaces every id of an event in place. It copies what the event points to
// first.
func (m Map) Event(e *spec.Event) {
	in, parent := e.Session, e.Parent.ID
	e.ID, e.Wait = m(Events, in, e.ID), m(Waits, in, e.Wait)
	if !e.Global {
		e.Session = m.Session(in)
	}
	if e.Parent.OK {
		e.Parent.ID = m.Session(parent)
	}
	if e.ParentCall.OK {
		e.ParentCall.ID = m(Calls, parent, e.ParentCall.ID)
	}
	e.Turn, e.Message, e.Call = m(Turns, in, e.Turn), m(Messages, in, e.Message), m(Calls, in, e.Call)
	e.Retracts = slices.Clone(e.Retracts)
	for i := range e.Retracts {
		e.Retracts[i] = m(Events, in, e.Retracts[i])
	}
	e.Log, e.Messages = m.log(in, e.Log), slices.Clone(e.Messages)
	for i := range e.Messages {
		s := &e.Messages[i]
		s.Message, s.Parts = m(Messages, in, s.Message), slices.Clone(s.Parts)
		for j := range s.Parts {
			s.Parts[j].Call = m(Calls, in, s.Parts[j].Call)
		}
	}
}

func (m Map) log(in string, from []spec.LogEntry) []spec.LogEntry {
	log := slices.Clone(from)
	for i := range log {
		log[i].ID = m(Calls, in, log[i].ID)
	}
	return log
}

// Transcript returns a copy with every id replaced.
func (m Map) Transcript(t *spec.Transcript) spec.Transcript {
	out := *t
	out.Sessions = slices.Clone(t.Sessions)
	for i := range out.Sessions {
		m.session(&out.Sessions[i])
	}
	out.Active = slices.Clone(t.Active)
	for i := range out.Active {
		a := &out.Active[i]
		a.Session, a.Call = m.Session(a.Session), m(Calls, a.Session, a.Call)
	}
	out.Agents = slices.Clone(t.Agents)
	for i := range out.Agents {
		a := &out.Agents[i]
		a.Call, a.Log = m(Calls, a.Parent, a.Call), m.log(a.Parent, a.Log)
		a.Session, a.Parent = pointed(a.Session, m.Session), m.Session(a.Parent)
	}
	out.Anomalies = slices.Clone(t.Anomalies)
	for i := range out.Anomalies {
		out.Anomalies[i].Session = m.Session(out.Anomalies[i].Session)
	}
	return out
}

func (m Map) session(s *spec.Session) {
	in := s.ID
	call := func(id string) string { return m(Calls, in, id) }
	s.ParentCall = pointed(s.ParentCall, call)
	s.ID, s.Parent = m.Session(in), pointed(s.Parent, m.Session)
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

func (m Map) calls(in string, from []spec.Call) []spec.Call {
	calls := slices.Clone(from)
	for i := range calls {
		calls[i].ID, calls[i].Child = m(Calls, in, calls[i].ID), pointed(calls[i].Child, m.Session)
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

// Texts replaces sub-sessions that the arguments and results of an event's calls name,
// in place. It copies what the event points to first. known are the sub-sessions.
func (m Map) Texts(e *spec.Event, known []string) {
	if len(known) == 0 {
		return
	}
	r := m.quoted(known)
	e.Args, e.Result = r.Replace(e.Args), replaced(r, e.Result)
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		s := &e.Messages[i]
		s.Parts = slices.Clone(s.Parts)
		for j := range s.Parts {
			p := &s.Parts[j]
			p.Args, p.Result = r.Replace(p.Args), replaced(r, p.Result)
		}
	}
}

// quoted replaces sessions where they stand as strings of JSON, or of JSON in a string.
func (m Map) quoted(sessions []string) *strings.Replacer {
	var pairs []string
	for _, id := range sessions {
		to := m.Session(id)
		pairs = append(pairs, `"`+id+`"`, `"`+to+`"`, `\"`+id+`\"`, `\"`+to+`\"`)
	}
	return strings.NewReplacer(pairs...)
}

func replaced(r *strings.Replacer, value []byte) []byte {
	if value == nil {
		return nil
	}
	return []byte(r.Replace(string(value)))
}

// Silent are the sub-sessions that events open, where a dialect shows no more of them
// than that they are: calls about them name them in their texts.
func Silent(f *spec.Features, events []spec.Event) []string {
	if len(f.Agents) == 0 {
		return nil
	}
	var all []string
	for i := range events {
		if e := &events[i]; e.Kind == spec.SessionOpen && e.Parent.OK && !slices.Contains(all, e.Session) {
			all = append(all, e.Session)
		}
	}
	return all
}
