package relation

import (
	"github.com/quock-dev/quock/spec"
)

// This file says which records of a stream may change places. Two records
// depend on each other if they share one of these:
//
//   - a session: that of each of their events;
//   - a spawn: the first record of a sub-session, and each record that links it to
//     a call, touch the parent too;
//   - a result that ends a sub-session, in dialects where results do, touches that
//     session;
//   - an id that is looked up across sessions: a wait's; an event's where events
//     can be replayed or retracted; a call's where calls are global;
//   - the limits, which belong to the stream and to no session;
//   - the order in which sessions without a parent first appear, because the first
//     is the root.
//
// A record with a global event, or one that restates a session, depends on all
// others. So does the edge of a run in dialects that emit nothing outside of
// runs.
//
// A swap of independent records does not change which records depend on each
// other. So all orders that keep dependent records in place read the same.

// touching lists what each record touches; nil means everything.
func touching(f *spec.Features, all []record) [][]string {
	t := toucher{f: f, parents: map[string]spec.Ref{}, children: map[[2]string][]string{}, begun: map[string]bool{}}
	for _, r := range all {
		for i := range r {
			t.learn(&r[i])
		}
	}
	touched := make([][]string, len(all))
	for i, r := range all {
		touched[i] = t.record(r)
	}
	return touched
}

type toucher struct {
	f        *spec.Features
	parents  map[string]spec.Ref
	children map[[2]string][]string // parent session and call -> sub-sessions
	begun    map[string]bool
}

// learn records the parent of a session.
func (t *toucher) learn(e *spec.Event) {
	if e.Global || e.NoSession {
		return
	}
	if e.Parent.OK && !t.parents[e.Session].OK {
		t.parents[e.Session] = e.Parent
	}
	if parent := t.parents[e.Session]; e.ParentCall.OK && parent.OK {
		key := [2]string{parent.ID, e.ParentCall.ID}
		t.children[key] = append(t.children[key], e.Session)
	}
}

// record lists what a record touches; nil means everything.
func (t *toucher) record(r record) []string {
	var touched []string
	for i := range r {
		if r[i].Global || r[i].Kind == spec.History || t.bounds(&r[i]) {
			return nil
		}
		touched = t.event(touched, &r[i])
	}
	return touched
}

// bounds reports whether an event begins or ends a run, in dialects that emit
// nothing outside of runs.
func (t *toucher) bounds(e *spec.Event) bool {
	return t.f.InRun && (e.Kind == spec.TurnStart || e.Kind == spec.TurnEnd) && !t.parents[e.Session].OK
}

func (t *toucher) event(touched []string, e *spec.Event) []string {
	touched = append(touched, "session "+e.Session)
	if !t.begun[e.Session] {
		t.begun[e.Session] = true
		if parent := t.parents[e.Session]; parent.OK {
			touched = append(touched, "session "+parent.ID)
		} else {
			touched = append(touched, "roots")
		}
	}
	if parent := t.parents[e.Session]; e.ParentCall.OK && parent.OK {
		touched = append(touched, "session "+parent.ID)
	}
	if e.Kind == spec.CallDone && t.f.ChildResult {
		for _, child := range t.children[[2]string{e.Session, e.Call}] {
			touched = append(touched, "session "+child)
		}
	}
	return t.ids(touched, e)
}

// ids adds the ids that are looked up across sessions.
func (t *toucher) ids(touched []string, e *spec.Event) []string {
	switch e.Kind {
	case spec.Wait:
		touched = append(touched, "wait "+e.Wait)
	case spec.LimitReport:
		touched = append(touched, "limits")
	}
	if e.ID != "" {
		touched = append(touched, "event "+e.ID)
	}
	for _, id := range e.Retracts {
		touched = append(touched, "event "+id)
	}
	if t.f.GlobalCallIDs {
		touched = t.calls(touched, e)
	}
	return touched
}

func (t *toucher) calls(touched []string, e *spec.Event) []string {
	if e.Call != "" {
		touched = append(touched, "call "+e.Call)
	}
	for i := range e.Messages {
		for _, p := range e.Messages[i].Parts {
			if p.Call != "" {
				touched = append(touched, "call "+p.Call)
			}
		}
	}
	return touched
}
