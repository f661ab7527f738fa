package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// A silentChild is a sub-session that says nothing, as it was first heard of: at a
// position, by a call.
type silentChild struct{ at, call int }

// silentChildren are those that were heard of.
func (v *view) silentChildren() []silentChild {
	var all []silentChild
	for i := range v.emitted {
		if s := &v.emitted[i]; s.Kind == script.SilentStarts && v.sc.Calls[s.Call].Agency == spec.AgentStarts {
			all = append(all, silentChild{i + 1, int(s.Call)})
		}
	}
	return all
}

// silentSession is such a sub-session: it has a parent, a call, and nothing in it.
func (v *view) silentSession(w silentChild) spec.Session {
	c := &v.sc.Calls[w.call]
	id := v.sc.CallID(w.call)
	status, _ := v.silentStatus(c.Silent)
	return spec.Session{ID: c.Silent, Parent: &v.sc.Sessions[c.Session].ID, ParentCall: &id, Agent: optional(c.Agent), Status: status}
}

// silentStatus is how the latest step about a sub-session says that it is.
func (v *view) silentStatus(id string) (status spec.Status, closed bool) {
	at := v.lastBefore(never, func(s *script.Emitted) bool {
		return (s.Kind == script.SilentStarts || s.Kind == script.SilentEnds) && v.sc.Calls[s.Call].Silent == id
	})
	switch s := v.at(at); {
	case s.Kind == script.SilentStarts:
		return spec.Open, false
	case v.sc.Calls[s.Call].SilentIs == "":
		return spec.Closed, true
	default:
		return v.sc.Calls[s.Call].SilentIs, true
	}
}

// storedSessions are a sub-session that its end alone shows and the one in it: each of
// a turn that is over.
func (v *view) storedSessions(at int) []spec.Session {
	parent, outer := &v.sc.Sessions[v.at(at).Session].ID, scenario.StoredID
	return []spec.Session{
		v.storedAs(scenario.StoredID, parent, scenario.StoredMessages),
		v.storedAs(scenario.StoredInner, &outer, scenario.StoredInnerMessages),
	}
}

func (v *view) storedAs(id string, parent *string, saved []spec.Snapshot) spec.Session {
	s := spec.Session{ID: id, Parent: parent, Status: spec.Closed, Turns: []spec.Turn{{Status: spec.Completed}}}
	for i := range saved {
		m := savedMessage(&saved[i], 0)
		if v.f.Numbered {
			m.ID = ""
		}
		s.Messages = append(s.Messages, m)
	}
	return s
}

// silentAnomalies are those of sub-sessions that should have ended.
func (v *view) silentAnomalies(all []spec.Anomaly) []spec.Anomaly {
	for _, w := range v.silentChildren() {
		id := v.sc.Calls[w.call].Silent
		if _, closed := v.silentStatus(id); v.ended && v.f.ChildEdges && !closed {
			all = append(all, spec.Anomaly{Kind: spec.NeverClosed, Session: id})
		}
	}
	return all
}
