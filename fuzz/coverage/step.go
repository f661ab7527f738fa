package coverage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// Shown is one step of a stream: what an event is, and what it finds.
type Shown struct {
	Symbol   Symbol
	Found    follow.Found
	Stage    Stage
	Relation SessionRelation
	Session  follow.Key // valid until the next step; 0 for none
}

// A SessionRelation is that of the session that speaks to the one that spoke before.
type SessionRelation uint8

// The relations. An event without a session changes nobody's.
const (
	SameSession SessionRelation = iota
	BehindParent
	BehindChild
	BehindSibling
	BehindOther
	Relations // how many relations there are
)

var relationNames = [Relations]string{"itself", "its parent", "its child", "a sibling", "another session"}

// String says whom the session speaks behind.
func (r SessionRelation) String() string { return relationNames[r] }

// Depth is how deep a session is among its parents.
type Depth uint8

// The roles.
const (
	Root   Depth = iota
	Child        // a root's sub-session
	Deep         // a sub-session's sub-session
	Nobody       // the event has no session
	Depths       // how many there are
)

// How many names, and bytes of them, Steps knows at once.
const (
	mostNames = 1 << 15
	mostBytes = 4 << 20
)

// Steps finds the steps of a stream. Its memory does not grow with the stream.
// It serves one stream at a time; use NewSteps.
type Steps struct {
	f      spec.Features
	follow *follow.Follower
	before follow.Key // the session that spoke before, 0 for none
}

// NewSteps returns the beginning of streams with these features.
func NewSteps(f spec.Features) *Steps {
	t := &Steps{f: f}
	t.follow = follow.New(&t.f)
	t.follow.Bound(mostNames, mostBytes, func(gone follow.Key) {
		if gone == t.before {
			t.before = 0
		}
	})
	return t
}

// Reset begins another stream.
func (t *Steps) Reset() {
	t.follow.Clear()
	t.before = 0
}

// Next takes in the next event, of which it keeps nothing but copies of ids.
func (t *Steps) Next(e *spec.Event) Shown {
	k := t.follow.Keys(e)
	step := Shown{Symbol: SymbolOf(e), Session: k.Session}
	step.Found, _ = t.follow.Find(e, k)
	step.Stage = stageOf(e, step.Found)
	t.follow.Take(e, k, 0)
	if k.Session == 0 {
		return step
	}
	if t.before != 0 && t.before != k.Session {
		step.Relation = t.related(k.Session)
	}
	t.before = k.Session
	return step
}

func (t *Steps) related(now follow.Key) SessionRelation {
	switch parent := t.follow.Parent(now); {
	case parent == t.before:
		return BehindParent
	case t.follow.Parent(t.before) == now:
		return BehindChild
	case parent != 0 && parent == t.follow.Parent(t.before):
		return BehindSibling
	}
	return BehindOther
}

// Depth is that of a step's session, as far as it is known.
func (t *Steps) Depth(session follow.Key) Depth {
	if session == 0 {
		return Nobody
	}
	switch parent := t.follow.Parent(session); {
	case parent == 0:
		return Root
	case t.follow.Parent(parent) == 0:
		return Child
	}
	return Deep
}

// Calls is how many calls of a step's session have no result yet.
func (t *Steps) Calls(session follow.Key) int {
	if session == 0 {
		return 0
	}
	return t.follow.OpenCalls(session)
}

// Others is how many sessions beside a step's have an open turn.
func (t *Steps) Others(session follow.Key) int {
	if session == 0 {
		return t.follow.Busy()
	}
	return t.follow.Busy() - min(1, len(t.follow.Turns(session)))
}
