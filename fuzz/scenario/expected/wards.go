package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// A ward is a sub-session that says nothing, as it was first heard of: at a
// position, by a call.
type ward struct{ at, call int }

// wards are those that were heard of.
func (v *view) wards() []ward {
	var all []ward
	for i := range v.emitted {
		if s := &v.emitted[i]; s.Kind == script.WardStarts && v.sc.Calls[s.Call].Agency == spec.AgentStarts {
			all = append(all, ward{i + 1, int(s.Call)})
		}
	}
	return all
}

// wardSession is such a sub-session: it has a parent, a call, and nothing in it.
func (v *view) wardSession(w ward) spec.Session {
	c := &v.sc.Calls[w.call]
	id := v.sc.CallID(w.call)
	status, _ := v.wardStatus(c.Ward)
	return spec.Session{ID: c.Ward, Parent: &v.sc.Sessions[c.Session].ID, ParentCall: &id, Agent: optional(c.Agent), Status: status}
}

// wardStatus is how the latest step about a sub-session says that it is.
func (v *view) wardStatus(id string) (status spec.Status, closed bool) {
	at := v.lastBefore(never, func(s *script.Emitted) bool {
		return (s.Kind == script.WardStarts || s.Kind == script.WardEnds) && v.sc.Calls[s.Call].Ward == id
	})
	switch s := v.at(at); {
	case s.Kind == script.WardStarts:
		return spec.Open, false
	case v.sc.Calls[s.Call].WardIs == "":
		return spec.Closed, true
	default:
		return v.sc.Calls[s.Call].WardIs, true
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

func (v *view) storedAs(id string, parent *string, said []spec.Snapshot) spec.Session {
	s := spec.Session{ID: id, Parent: parent, Status: spec.Closed, Turns: []spec.Turn{{Status: spec.Completed}}}
	for i := range said {
		m := toldAs(&said[i], 0)
		if v.f.Numbered {
			m.ID = ""
		}
		s.Messages = append(s.Messages, m)
	}
	return s
}

// wardAnomalies are those of sub-sessions that should have ended.
func (v *view) wardAnomalies(all []spec.Anomaly) []spec.Anomaly {
	for _, w := range v.wards() {
		id := v.sc.Calls[w.call].Ward
		if _, closed := v.wardStatus(id); v.ended && v.f.ChildEdges && !closed {
			all = append(all, spec.Anomaly{Kind: spec.NeverClosed, Session: id})
		}
	}
	return all
}
