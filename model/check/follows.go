package check

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

const (
	structure = placement | messages
	inside    = text | partOrder | complete | speaker | stopReason | usage | metadata | args | callName | callStatus | result | child
	// disturbed are the aspects that a stray event may change in its session.
	disturbed = content | placement | args | callName | callStatus | result | orphans | turns | tree
)

// follows reports whether a difference follows from another one:
//
//  1. What stands within a session, turn, message or call that one side lacks.
//  2. All else in two sessions of which one shows the other's content.
//  3. The inside of messages and calls where messages or calls of the session are
//     misplaced, and the part that stands for a misplaced call.
//  4. The active call, the agent and the orphaned result of a call that is misread.
//  5. The status, the error, the figures and the active calls that follow from a
//     misread result or end.
//  6. A report in a session that is misread.
func (m *misreading) follows(d *spec.Difference) bool {
	a := aspectOf(d)
	switch {
	case m.leaks[d.Path] != "":
		return false
	case m.within(d), m.mixed[d.Session] && a&(outcome|quota) == 0:
		return true
	case a&inside != 0 && a&structure == 0:
		return m.sessions[d.Session]&structure != 0 || m.insideFollows(a, d)
	}
	return m.derived(a, d)
}

// insideFollows: the status of a call whose result or turn is misread, a link to a
// session that stands elsewhere, the agent of a session whose link is misread, and
// the figures of a turn whose end is misread.
func (m *misreading) insideFollows(a aspect, d *spec.Difference) bool {
	switch {
	case a == callStatus:
		return m.calls[at(d)]&result != 0 || m.endMisread(d.Session)
	case a == child:
		return m.moved(d)
	case a == speaker && d.Part == spec.ObserveSessions:
		return m.all&child != 0
	case d.Part == spec.ObserveTurns:
		return m.differs(d.Path[:strings.LastIndexByte(d.Path, '.')] + ".status")
	}
	return false
}

// endMisread reports whether the status of a turn of the session is misread.
func (m *misreading) endMisread(session string) bool {
	for i := range m.diffs {
		if d := &m.diffs[i]; d.Session == session && aspectOf(d) == turns && d.Field() == "status" {
			return true
		}
	}
	return false
}

func at(d *spec.Difference) [2]string { return [2]string{d.Session, d.Call} }

// derived is follows for the parts that are made from other parts.
func (m *misreading) derived(a aspect, d *spec.Difference) bool {
	switch a {
	case placement:
		return m.partOfCall(d) || strings.Contains(d.Path, ".abandoned[") && m.endMisread(d.Session)
	case active:
		return m.calls[at(d)]&(placement|callName|callStatus|result) != 0 || m.lacks(d.Session) || m.endMisread(d.Session)
	case agents:
		return m.agentFollows(d)
	case orphans:
		return d.Kind == spec.Extra && m.calls[[2]string{d.Session, orphanOf(d)}]&(result|placement|callStatus) != 0 && m.misreports(d.Session, spec.StartLost) == nil
	case unattributed:
		return m.misreports(d.Session, strayKinds...) != nil
	case turns:
		return m.turnFollows(d)
	case status:
		return m.sessions[d.Session]&turns != 0 || m.endedByCall(d.Session)
	case outcome:
		return m.all&turns != 0
	case tree:
		return d.Field() == "parent_call" && m.moved(d)
	case anomaly:
		return m.sessions[d.Session]&disturbed != 0 || m.lacks(d.Session) || mentions(d, []spec.AnomalyKind{spec.UnlinkedChild}) && m.all&(tree|child) != 0
	}
	return false
}

var strayKinds = []spec.AnomalyKind{spec.Unattributed, spec.LateFragment, spec.UnclaimedFragment, spec.AmbiguousFragment}

// within reports whether a whole item around the difference is missing or extra.
func (m *misreading) within(d *spec.Difference) bool {
	for i := range m.diffs {
		o := &m.diffs[i]
		if o.Kind == d.Kind && o.Field() == "" && len(o.Path) < len(d.Path) && strings.HasPrefix(d.Path, o.Path) {
			return true
		}
	}
	return false
}

// lacks reports whether one side lacks the session.
func (m *misreading) lacks(session string) bool {
	for i := range m.diffs {
		if d := &m.diffs[i]; d.Session == session && d.Part == spec.ObserveSessions && d.Field() == "" {
			return true
		}
	}
	return false
}

// partOfCall reports whether the difference is the part of a call that is misplaced
// itself.
func (m *misreading) partOfCall(d *spec.Difference) bool {
	if !strings.Contains(d.Path, ".parts[") {
		return false
	}
	for i := range m.diffs {
		if o := &m.diffs[i]; o.Session == d.Session && aspectOf(o) == placement && !strings.Contains(o.Path, ".parts[") {
			return true
		}
	}
	return false
}

func (m *misreading) agentFollows(d *spec.Difference) bool {
	if d.Field() == "session" {
		return m.all&(tree|child) != 0
	}
	return m.calls[at(d)]&(placement|args|callName|callStatus|result) != 0 || m.lacks(d.Session)
}

// turnFollows: a turn of messages that stand elsewhere, the error of a turn whose
// status is misread, and the turn of a child whose call is misread.
func (m *misreading) turnFollows(d *spec.Difference) bool {
	switch d.Field() {
	case "":
		return m.sessions[d.Session]&structure != 0
	case "error":
		return m.differs(strings.TrimSuffix(d.Path, ".error") + ".status")
	}
	return m.endedByCall(d.Session)
}

func (m *misreading) differs(path string) bool {
	for i := range m.diffs {
		if m.diffs[i].Path == path {
			return true
		}
	}
	return false
}

// endedByCall reports whether the call that made the session has a misread result
// or status. In some dialects its result ends the session.
func (m *misreading) endedByCall(session string) bool {
	if m.Want == nil {
		return false
	}
	for i := range m.Want.Sessions {
		s := &m.Want.Sessions[i]
		for _, c := range s.Calls() {
			if c.Child != nil && *c.Child == session && m.calls[[2]string{s.ID, c.ID}]&(callStatus|result) != 0 {
				return true
			}
		}
	}
	return false
}

// moved reports whether a link differs because the parent of its session does.
func (m *misreading) moved(d *spec.Difference) bool {
	for i := range m.diffs {
		o := &m.diffs[i]
		if o.Part != spec.ObserveSessions || o.Field() != "parent" && o.Field() != "" {
			continue
		}
		if o.Session == d.Session && aspectOf(d) == tree || aspectOf(d) == child && (unquoted(d.Want) == o.Session || unquoted(d.Got) == o.Session) {
			return true
		}
	}
	return false
}
