package coverage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A Step is what an event is, and what it finds.
type Step struct {
	Symbol   Symbol
	Found    follow.Found
	Relation Relation
	Session  follow.Key // valid until the next step; 0 for none
}

// Relation is that of the session that speaks to the one that spoke before.
type Relation uint8

// The relations. An event without a session changes nobody's.
const (
	SameSession Relation = iota
	BehindParent
	BehindChild
	BehindSibling
	BehindOther
	Relations // how many there are
)

var relationNames = [Relations]string{"itself", "its parent", "its child", "a sibling", "another session"}

// String says whom the session speaks behind.
func (r Relation) String() string { return relationNames[r] }

// Role is how deep a session is among its parents.
type Role uint8

// The roles.
const (
	Root   Role = iota
	Child       // a root's sub-session
	Deep        // a sub-session's sub-session
	Nobody      // the event has no session
	Roles       // how many there are
)

// How many names, and bytes of them, a Tracker knows at once.
const (
	mostNames = 1 << 15
	mostBytes = 4 << 20
)

// A Tracker finds the steps of a stream. Its memory does not grow with the stream.
// It serves one stream at a time; use NewTracker.
type Tracker struct {
	f      spec.Features
	follow *follow.Follower
	before follow.Key // the session that spoke before, 0 for none
}

// NewTracker returns a tracker of streams with these features.
func NewTracker(f spec.Features) *Tracker {
	t := &Tracker{f: f}
	t.follow = follow.New(&t.f)
	t.follow.Bound(mostNames, mostBytes, func(gone follow.Key) {
		if gone == t.before {
			t.before = 0
		}
	})
	return t
}

// Reset begins another stream.
func (t *Tracker) Reset() {
	t.follow.Clear()
	t.before = 0
}

// Next takes in the next event, of which it keeps nothing but copies of ids.
func (t *Tracker) Next(e *spec.Event) Step {
	k := t.follow.Keys(e)
	step := Step{Symbol: SymbolOf(e), Session: k.Session}
	step.Found, _ = t.follow.Find(e, k)
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

func (t *Tracker) related(now follow.Key) Relation {
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

// Role is that of a step's session, as far as it is known.
func (t *Tracker) Role(session follow.Key) Role {
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
func (t *Tracker) Calls(session follow.Key) int {
	if session == 0 {
		return 0
	}
	return t.follow.OpenCalls(session)
}

// Others is how many sessions beside a step's have an open turn.
func (t *Tracker) Others(session follow.Key) int {
	if session == 0 {
		return t.follow.Busy()
	}
	return t.follow.Busy() - min(1, len(t.follow.Turns(session)))
}
