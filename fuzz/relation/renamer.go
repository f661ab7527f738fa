package relation

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A renamer applies one function to every id of an event or a transcript.
type renamer struct {
	one   func(string) string
	turns bool
	// session replaces one for session ids; call and message do so for call and
	// message ids.
	session, call, message func(string) string
}

// namespace is the prefix of a session that is a path of tool runs.
const namespace = "tools:"

// sessionID renames a session, a namespace segment by segment.
func (r *renamer) sessionID(id string) string {
	one := or(r.session, r.one)
	if !strings.HasPrefix(id, namespace) {
		return one(id)
	}
	segments := strings.Split(id, "|")
	for i, segment := range segments {
		if task, is := strings.CutPrefix(segment, namespace); is {
			segments[i] = namespace + one(task)
		}
	}
	return strings.Join(segments, "|")
}

func (r *renamer) callID(id string) string    { return or(r.call, r.one)(id) }
func (r *renamer) messageID(id string) string { return or(r.message, r.one)(id) }

func or(f, otherwise func(string) string) func(string) string {
	if f != nil {
		return f
	}
	return otherwise
}

// event renames in place. It copies what the event points to first.
func (r *renamer) event(e *spec.Event) {
	e.ID, e.Wait = r.one(e.ID), r.one(e.Wait)
	if !e.Global {
		e.Session = r.sessionID(e.Session)
	}
	if e.Parent.OK {
		e.Parent.ID = r.sessionID(e.Parent.ID)
	}
	if e.ParentCall.OK {
		e.ParentCall.ID = r.callID(e.ParentCall.ID)
	}
	if r.turns {
		e.Turn = r.one(e.Turn)
	}
	e.Message, e.Call = r.messageID(e.Message), r.callID(e.Call)
	if len(e.Retracts) > 0 {
		e.Retracts = slices.Clone(e.Retracts)
		for i := range e.Retracts {
			e.Retracts[i] = r.one(e.Retracts[i])
		}
	}
	e.Log = r.log(e.Log)
	r.snapshots(e)
}

func (r *renamer) log(from []spec.LogEntry) []spec.LogEntry {
	log := slices.Clone(from)
	for i := range log {
		log[i].ID = r.callID(log[i].ID)
	}
	return log
}

func (r *renamer) snapshots(e *spec.Event) {
	if len(e.Messages) == 0 {
		return
	}
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		m := &e.Messages[i]
		m.Message = r.messageID(m.Message)
		m.Parts = slices.Clone(m.Parts)
		for j := range m.Parts {
			m.Parts[j].Call = r.callID(m.Parts[j].Call)
		}
	}
}

// transcript returns a renamed copy.
func (r *renamer) transcript(t *spec.Transcript) spec.Transcript {
	out := *t
	out.Sessions = slices.Clone(t.Sessions)
	for i := range out.Sessions {
		r.sessionOf(&out.Sessions[i])
	}
	out.Active = slices.Clone(t.Active)
	for i := range out.Active {
		a := &out.Active[i]
		a.Session, a.Call = r.sessionID(a.Session), r.callID(a.Call)
	}
	out.Agents = slices.Clone(t.Agents)
	for i := range out.Agents {
		r.agent(&out.Agents[i])
	}
	out.Anomalies = slices.Clone(t.Anomalies)
	for i := range out.Anomalies {
		out.Anomalies[i].Session = r.sessionID(out.Anomalies[i].Session)
	}
	return out
}

func (r *renamer) sessionOf(s *spec.Session) {
	s.ID, s.Parent, s.ParentCall = r.sessionID(s.ID), pointed(s.Parent, r.sessionID), pointed(s.ParentCall, r.callID)
	s.Messages = slices.Clone(s.Messages)
	for i := range s.Messages {
		m := &s.Messages[i]
		m.ID, m.Calls = r.messageID(m.ID), r.calls(m.Calls)
	}
	s.Held, s.Abandoned = r.calls(s.Held), r.calls(s.Abandoned)
	s.Orphans = slices.Clone(s.Orphans)
	for i := range s.Orphans {
		s.Orphans[i].ID = r.callID(s.Orphans[i].ID)
	}
}

func (r *renamer) calls(from []spec.Call) []spec.Call {
	calls := slices.Clone(from)
	for i := range calls {
		calls[i].ID, calls[i].Child = r.callID(calls[i].ID), pointed(calls[i].Child, r.sessionID)
	}
	return calls
}

func (r *renamer) agent(a *spec.AgentRun) {
	a.Session, a.Call, a.Parent = pointed(a.Session, r.sessionID), r.callID(a.Call), r.sessionID(a.Parent)
	a.Log = r.log(a.Log)
}

func pointed(id *string, rename func(string) string) *string {
	if id == nil {
		return nil
	}
	to := rename(*id)
	return &to
}

// The kinds of things that a name can stand for.
const (
	SessionName = 's'
	MessageName = 'm'
	CallName    = 'c'
	OtherName   = 'e' // a turn, event or wait
)

// A Renamer renames the ids in streams of one dialect. It keeps what is not a
// name there: numbers that the codec assigns, slots, the root "", and the
// prefix of a session that is a namespace.
type Renamer struct{ r renamer }

// NewRenamer returns a Renamer that replaces each name by to(what, id). what
// says what the name stands for at that place. One name can stand for several
// things and should get the same result for all. to is not called for "".
func NewRenamer(f *spec.Features, to func(what byte, id string) string) Renamer {
	as := func(what byte) func(string) string {
		return func(id string) string {
			if id == "" {
				return ""
			}
			return to(what, id)
		}
	}
	r := renamer{
		one: as(OtherName), turns: f.TurnIDs,
		session: as(SessionName), call: as(CallName), message: as(MessageName),
	}
	if f.Numbered {
		r.message = func(id string) string { return id }
	}
	return Renamer{r}
}

// Event renames in place. It copies what the event points to first.
func (n Renamer) Event(e *spec.Event) { n.r.event(e) }

// Fault renames what a fault touches, in place.
func (n Renamer) Fault(h *spec.Fault) {
	if h.Session.OK {
		h.Session.ID = n.r.sessionID(h.Session.ID)
	}
	h.Message, h.Call = n.r.messageID(h.Message), n.r.callID(h.Call)
}
