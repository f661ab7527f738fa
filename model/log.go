package model

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// toolLog processes a tool log of a run. A log that comes before its call waits
// for it.
func (s *State) toolLog(e *spec.Event) {
	ss := s.session(e)
	c := s.sem.LogRun(ss, e)
	if c == nil {
		if ss.logs == nil {
			ss.logs = map[string][]spec.Event{}
		}
		ss.logs[e.Call] = append(ss.logs[e.Call], *e)
		return
	}
	s.growLog(c, e)
}

func (s *State) growLog(c *Call, e *spec.Event) {
	if !c.logs {
		c.logs, c.Log = true, s.sem.LogBegin(s, c, nil)
	}
	c.Log = s.sem.LogGrow(c.Log, e)
	if most, err := strconv.Atoi(s.Policies.LogCap); err == nil {
		s.sem.LogKeep(s, c, most)
	}
}

// claimLog gives a new call the logs that waited for it.
func (s *State) claimLog(c *Call) {
	for _, e := range c.Session.logs[c.ID] {
		s.growLog(c, &e)
	}
	delete(c.Session.logs, c.ID)
}

// continueLog gives a call's run the log of the earlier run whose sub-session
// it continues, if it does.
func (s *State) continueLog(c *Call, child *Session) {
	if child.by == nil || child.by == c {
		return
	}
	own := spec.Event{Log: c.Log}
	c.logs = true
	c.Log = s.sem.LogGrow(s.sem.LogBegin(s, c, child.by), &own)
}

// logRun returns the newest call of the event's session with its id.
func logRun(ss *Session, e *spec.Event) *Call { return ss.byCall.get(e.Call) }

// growLog adds the entries whose ids are new, in their order. A complete log
// replaces the old one.
func growLog(have []spec.LogEntry, e *spec.Event) []spec.LogEntry {
	grown := slices.Clone(have)
	if e.Complete {
		grown = nil
	}
	for _, entry := range e.Log {
		known := func(have spec.LogEntry) bool { return have.ID == entry.ID }
		if !slices.ContainsFunc(grown, known) {
			grown = append(grown, entry)
		}
	}
	return grown
}

// keepLatest cuts the log of one run to its latest entries.
func keepLatest(_ *State, c *Call, most int) {
	if over := len(c.Log) - most; over > 0 {
		c.Log = slices.Delete(c.Log, 0, over)
	}
}

// beginLog returns the initial log: empty for a new run, the log so far for a
// continued one.
func beginLog(_ *State, _, before *Call) []spec.LogEntry {
	if before == nil {
		return nil
	}
	return before.Log
}
