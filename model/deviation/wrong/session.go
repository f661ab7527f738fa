package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var session = []Mistake{
	{"held-anywhere", "session/non-interference", nil, "A message takes the calls that other sessions hold.", heldAnywhere},
	{"start-ends-others", "session/non-interference", rows("Z133"), "The message that a session opens closes those of the others.", startEndsOthers},
	{"results-anywhere", "session/scoped-ids", rows("Z169"), "A result belongs to the first open call of its id in any session.", resultsAnywhere},
	{"announced-anywhere", "session/scoped-ids", rows("Z137"), "A call whose id another session has is taken for a duplicate.", announcedAnywhere},
	{"finished-id-is-old", "session/reused-ids", rows("Z107"), "An id whose call is finished is that call.", finishedIDIsOld},
	{"id-for-ever", "session/reused-ids", rows("Z105"), "An id means one call in all turns.", takes("NewAgain", "never")},
	{"selected-again-is-new", "session/reused-ids", nil, "A selection of an open id again is a new call.", takes("NewAgain", "always")},
	{"child-speaks-in-parent", "session/no-leak", rows("Z119"), "What a sub-session says is its parent's.", childSpeaksInParent},
	{"child-calls-in-parent", "session/no-leak", rows("Z091"), "What a sub-session calls is its parent's.", childCallsInParent},
	{"children-of-root", "session/nested", rows("Z141"), "Each sub-session is the root's.", flat},
	{"parent-unknown", "session/nested", rows("Z069"), "No session has a parent.", parentUnknown},
	{"first-call-unlinked", "session/parallel", rows("Z139"), "A sub-session belongs to the first call that has none yet.", firstCallUnlinked},
	{"last-call-made-it", "session/parallel", rows("Z121"), "A sub-session belongs to the call seen last.", lastCallMadeIt},
	{"stray-close-unreported", "session/balanced", nil, "An end without a start is passed over in silence.", takes("Unbalanced", "nothing")},
	{"stray-close-ends-first", "session/balanced", rows("Z163"), "An end without a start ends the first session.", strayCloseEndsFirst},
	{"never-closed-unreported", "session/balanced", nil, "A sub-session that never ends is not reported.", takes("NeverClosed", "nothing")},
	{"unlinked-unreported", "session/recorded", nil, "A sub-session without a link is not reported.", takes("Unlinked", "nothing")},
	{"child-unlinked", "session/recorded", rows("Z143"), "A sub-session is kept without its link.", childUnlinked},
	{"start-resets", "session/continued", rows("Z456"), "A start of a known session begins a fresh transcript.", startResets},
	{"stays-closed", "session/continued", rows("Z261"), "A session that ended is not opened again.", staysClosed},
	{"resume-appends", "session/continued", rows("Z304"), "What a session restates is added to what was there.", resumeAppends},
	{"child-ends-all", "session/child-end-local", rows("Z159"), "The end of a sub-session's turn ends every turn.", childEndsAll},
	{"child-stops-calls", "session/child-end-local", rows("Z151"), "The end of a sub-session's turn clears what is active anywhere.", childStopsCalls},
	{"nameless-dropped", "session/unattributed", rows("Z161"), "An event without a session is dropped.", takes("Nameless", "nothing")},
	{"nameless-guessed", "session/unattributed", rows("Z175"), "An event without a session is the one's that spoke last.", namelessGuessed},
}

func heldAnywhere(sem *model.Semantics, n *Count) {
	honest := sem.TakeHeld
	sem.TakeHeld = func(s *model.State, ss *model.Session, m *model.Message) {
		for _, other := range s.Sessions {
			if n.when(other != ss && len(other.Held) > 0) {
				for _, c := range other.Held {
					c.Message = m
					m.Parts = append(m.Parts, &model.Part{Kind: spec.CallPart, Call: c})
				}
				other.Held = nil
			}
		}
		honest(s, ss, m)
	}
}

func startEndsOthers(sem *model.Semantics, n *Count) {
	honest := sem.NextMessage
	sem.NextMessage = func(s *model.State, ss *model.Session) {
		for _, other := range s.Sessions {
			m := spoken(other, isOpen)
			if n.when(other != ss && m != nil) {
				m.Open, m.Complete = false, true
			}
		}
		honest(s, ss)
	}
}

var resultsAnywhere = results(func(s *model.State, _ *model.Session, e *spec.Event, c *model.Call) *model.Call {
	for _, ss := range s.Sessions {
		if d := lastCall(ss.Calls, func(d *model.Call) bool { return d.ID == e.Call && running(d) }); d != nil && e.Call != "" {
			return d
		}
	}
	return c
})

var (
	announcedAnywhere = announces(func(s *model.State, ss *model.Session, _ *model.Message, e *spec.Event) *model.Call {
		for _, other := range s.Sessions {
			if d := lastCall(other.Calls, func(d *model.Call) bool { return d.ID == e.Call }); d != nil && other != ss && e.Call != "" {
				return d
			}
		}
		return nil
	})

	finishedIDIsOld = announces(func(_ *model.State, ss *model.Session, _ *model.Message, e *spec.Event) *model.Call {
		return lastCall(ss.Calls, func(d *model.Call) bool { return e.Call != "" && d.ID == e.Call && !running(d) })
	})
)

// leaks moves the events for which ok holds to the parent of their session.
func leaks(ok func(e *spec.Event) bool) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest, parents := sem.Scope, map[string]spec.Ref{}
		sem.Scope = func(e *spec.Event) string {
			if e.Parent.OK && !parents[e.Session].OK {
				parents[e.Session] = e.Parent
			}
			if p := parents[e.Session]; n.when(p.OK && ok(e)) {
				return p.ID
			}
			return honest(e)
		}
	}
}

var (
	childSpeaksInParent = leaks(func(e *spec.Event) bool { return e.Kind == spec.Text || e.Kind == spec.MessageFull })

	childCallsInParent = leaks(func(e *spec.Event) bool {
		switch e.Kind {
		case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallDone:
			return true
		}
		return false
	})
)

func flat(sem *model.Semantics, n *Count) {
	honest := sem.Parent
	sem.Parent = func(s *model.State, e *spec.Event) spec.Ref {
		parent := honest(s, e)
		if parent.OK && len(s.Sessions) > 0 {
			return answer(n, parent, spec.To(s.Sessions[0].ID))
		}
		return parent
	}
}

func parentUnknown(sem *model.Semantics, n *Count) {
	honest := sem.Parent
	sem.Parent = func(s *model.State, e *spec.Event) spec.Ref { return answer(n, honest(s, e), spec.Ref{}) }
}

// links replaces which call a sub-session is linked to.
func links(wrong func(parent *model.Session, c *model.Call) *model.Call) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.LinkedCall
		sem.LinkedCall = func(parent *model.Session, id string) *model.Call {
			c := honest(parent, id)
			return answer(n, c, wrong(parent, c))
		}
	}
}

var (
	childUnlinked = links(func(*model.Session, *model.Call) *model.Call { return nil })

	firstCallUnlinked = links(func(parent *model.Session, c *model.Call) *model.Call {
		if c == nil {
			return nil
		}
		return firstCall(parent.Calls, func(d *model.Call) bool { return d.Child == nil && d.Name == c.Name })
	})

	lastCallMadeIt = links(func(parent *model.Session, c *model.Call) *model.Call {
		if c == nil {
			return nil
		}
		return parent.Calls[len(parent.Calls)-1]
	})
)
