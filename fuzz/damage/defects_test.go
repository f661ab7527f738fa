package damage_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// defectsOf are what no transcript may have, whatever the stream was, after the
// record of a number (spec.AtEnd is after the end of input), one sentence each:
//
//   - the outcome is open until the end of input, and final after it;
//   - each status is a word of its place; after the end no turn is open, and no
//     call that does not wait;
//   - session ids are unique, and message ids within their session;
//   - a message is of a turn that its session has; its parts are texts, thoughts
//     and calls, and refer to its calls, each once, in order;
//   - held calls are over, abandoned ones abandoned or cancelled;
//   - only calls that are not over are active, each in a session that is there;
//     where calls are named by their messages it stands there with that status;
//   - children, and the parents and sessions of agents, are sessions that are
//     there;
//   - metadata are objects, results JSON values;
//   - anomalies are of the vocabulary, and stand at a record so far, or at the
//     end.
func defectsOf(f *spec.Features, t *spec.Transcript, record int) []string {
	c := checker{f: f, ended: record == spec.AtEnd, record: record, sessions: map[string]*spec.Session{}}
	c.sound((t.Outcome == spec.OutcomeOpen) != c.ended, "outcome %q", t.Outcome)
	for i := range t.Sessions {
		c.sound(c.sessions[t.Sessions[i].ID] == nil, "two sessions %s", strconv.Quote(t.Sessions[i].ID))
		c.sessions[t.Sessions[i].ID] = &t.Sessions[i]
	}
	for i := range t.Sessions {
		c.session(&t.Sessions[i])
	}
	for i := range t.Active {
		c.active(&t.Active[i])
	}
	for i := range t.Agents {
		c.agent(&t.Agents[i])
	}
	for i := range t.Anomalies {
		c.anomaly(&t.Anomalies[i])
	}
	return c.defects
}

type checker struct {
	f        *spec.Features
	ended    bool
	record   int
	sessions map[string]*spec.Session
	where    string
	defects  []string
}

// sound adds a defect unless all is well.
func (c *checker) sound(well bool, format string, args ...any) {
	if !well {
		c.defects = append(c.defects, c.where+fmt.Sprintf(format, args...))
	}
}

func (c *checker) word(s spec.Status, of ...spec.Status) {
	c.sound(slices.Contains(of, s), "status %q", s)
}

func (c *checker) session(s *spec.Session) {
	c.where = "session " + strconv.Quote(s.ID) + ": "
	c.word(s.Status, spec.Open, spec.Closed, spec.Failed)
	for i := range s.Turns {
		c.turn(&s.Turns[i])
	}
	seen := map[string]bool{}
	for i := range s.Messages {
		m := &s.Messages[i]
		c.sound(m.ID == "" || !seen[m.ID], "two messages %s", strconv.Quote(m.ID))
		seen[m.ID] = true
		c.message(s, m)
	}
	for i := range s.Held {
		c.sound(s.Held[i].Status.Terminal(), "held and %s", s.Held[i].Status)
		c.call(&s.Held[i])
	}
	for i := range s.Abandoned {
		c.word(s.Abandoned[i].Status, spec.Abandoned, spec.Cancelled)
		c.call(&s.Abandoned[i])
	}
	c.where = ""
}

func (c *checker) turn(t *spec.Turn) {
	c.word(t.Status, spec.Open, spec.Completed, spec.Failed, spec.Cancelled, spec.Waiting, spec.Incomplete)
	c.sound(!c.ended || t.Status != spec.Open, "a turn is open after the end")
}

func (c *checker) message(s *spec.Session, m *spec.Message) {
	c.sound(m.Turn >= 0 && m.Turn < len(s.Turns), "message of turn %d of %d", m.Turn, len(s.Turns))
	c.sound(m.Role == "user" || m.Role == "assistant", "role %q", m.Role)
	c.object(m.Metadata)
	next := 0
	for i := range m.Parts {
		p := &m.Parts[i]
		c.sound(slices.Contains([]spec.PartKind{spec.TextPart, spec.ThoughtPart, spec.CallPart}, p.Kind), "part of kind %q", p.Kind)
		c.sound((p.Kind == spec.CallPart) == (p.Call != nil), "a %s that refers to a call: %t", p.Kind, p.Call != nil)
		if p.Call != nil {
			c.sound(*p.Call == next, "part %d refers to call %d, not %d", i, *p.Call, next)
			next++
		}
		c.object(p.Metadata)
	}
	c.sound(next == len(m.Calls), "%d calls, %d of them parts", len(m.Calls), next)
	for i := range m.Calls {
		c.call(&m.Calls[i])
	}
}

func (c *checker) call(one *spec.Call) {
	c.word(one.Status, spec.Preparing, spec.Executing, spec.Waiting, spec.Done, spec.Failed, spec.Denied, spec.Cancelled, spec.Abandoned)
	c.sound(!c.ended || one.Status.Terminal() || one.Status == spec.Waiting, "a call is %s after the end", one.Status)
	c.sound(len(one.Result) == 0 || json.Valid(one.Result), "a result that is no JSON")
	c.sound(one.Child == nil || c.sessions[*one.Child] != nil, "a child that is not there")
	c.object(one.Metadata)
}

func (c *checker) object(metadata json.RawMessage) {
	var object map[string]json.RawMessage
	c.sound(len(metadata) == 0 || json.Unmarshal(metadata, &object) == nil, "metadata that are no object")
}

func (c *checker) active(a *spec.ActiveCall) {
	c.where = "active " + strconv.Quote(a.Call) + ": "
	c.word(a.Phase, spec.Preparing, spec.Executing, spec.Waiting)
	c.sound(!c.ended || a.Phase == spec.Waiting, "active after the end")
	s := c.sessions[a.Session]
	c.sound(s != nil, "in a session that is not there")
	if s != nil && c.f.Owner == spec.Named {
		c.sound(stands(s, a), "it stands on no message")
	}
	c.where = ""
}

// stands reports whether an active call stands on a message.
func stands(s *spec.Session, a *spec.ActiveCall) bool {
	return slices.ContainsFunc(s.Messages, func(m spec.Message) bool {
		return slices.ContainsFunc(m.Calls, func(c spec.Call) bool { return c.ID == a.Call && c.Status == a.Phase && c.Name == a.Name })
	})
}

func (c *checker) agent(a *spec.AgentRun) {
	c.where = "agent " + strconv.Quote(a.Name) + ": "
	c.word(a.Status, spec.Running, spec.Completed, spec.Failed)
	c.sound(a.Name != "", "no name")
	c.sound(c.sessions[a.Parent] != nil, "a parent that is not there")
	c.sound(a.Session == nil || c.sessions[*a.Session] != nil, "a session that is not there")
	c.where = ""
}

func (c *checker) anomaly(a *spec.Anomaly) {
	c.sound(slices.Contains(spec.AnomalyKinds(), a.Kind), "anomaly %q", a.Kind)
	c.sound(a.At >= 0 && (c.ended || a.At <= c.record), "anomaly at record %d, read so far %d", a.At, c.record)
}
