package writing

import (
	"github.com/quock-dev/quock/spec"
)

// hang says on which record a record hangs, and remembers it as the latest of its
// session. What comes again hangs where it hung.
func (e *sessionEncoder) hang(r *keptRecord, events []spec.Event) {
	id := r.UUID
	parent, again := e.hung[id]
	if !again {
		parent = e.parent(r.scope, events)
		e.hung[id] = parent
	}
	if again && e.Forms.Has(copiedRecord) && len(e.hung)%2 == 0 {
		r.UUID, r.Copied, r.Caller = "copy-of-"+id, &original{Session: forked, Message: id}, ""
		e.copies[id] = r.UUID
		if parent != nil && e.copies[*parent] != "" {
			copied := e.copies[*parent]
			parent = &copied
		}
	}
	if r.Parent = parent; r.Logical != "" {
		r.Parent = nil
	}
	if !again && !r.Failed && !e.behind(r.scope, events) || e.leaves[r.scope] == id {
		e.leaves[r.scope] = r.UUID
	}
}

// forked is the session that a fork copies.
const forked = "00000000-0000-4000-8000-00000f0f0ded"

// parent is the record on which the first that is void hangs; that of the call of a result;
// else the session's latest. It is nil where there is none.
func (e *sessionEncoder) parent(scope string, events []spec.Event) *string {
	name := e.leaves[scope]
	for i := range events {
		switch ev := &events[i]; {
		case ev.Kind == spec.Retract && len(ev.Retracts) > 0:
			if on := e.hung[ev.Retracts[0]]; on != nil {
				name = *on
			}
		case ev.Kind == spec.CallDone:
			if caller := e.mirror.CallRecord(ev.Session, ev.Call); caller != "" {
				name = caller
			}
		}
	}
	if name == "" {
		return nil
	}
	return &name
}

// behind reports whether a record is the result of a call that another message came
// behind: nothing hangs on it, since that message is not before it.
func (e *sessionEncoder) behind(scope string, events []spec.Event) bool {
	done := &events[len(events)-1]
	return done.Kind == spec.CallDone && e.mirror.Passed(scope, done.Call)
}
