package relation

import (
	"github.com/quock-dev/quock/spec"
)

// Which records of a stream may change places. Two depend on each other if they
// touch one of these in common:
//
//   - a session: that of each of their events;
//   - a spawn: the first record of a sub-session, and each that links it to a
//     call, touch the parent too;
//   - a result that ends a sub-session, where the dialect says that it does,
//     touches that session;
//   - an id that is looked up across sessions: a wait's, an event's where they
//     can be replayed or retracted, a call's where calls are global;
//   - the limits, which are the stream's and no session's;
//   - the order in which sessions without a parent are first seen, as the first
//     is the root.
//
// A record with a global event, or one that restates a session, depends on all,
// and so does the edge of a run where nothing is said outside of one.
//
// Whether two depend on each other does not change when others change places,
// so that all orders in which dependent records keep theirs read the same.

// touching lists, for each record, what it touches; nil is everything.
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

// learn notes whose child a session is.
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

// record lists what a record touches; nil is everything.
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

// bounds reports whether an event begins or ends a run outside of which nothing
// is said.
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

// ids adds what is looked up across sessions.
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
