package expected

import (
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
