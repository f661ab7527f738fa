package check

import "github.com/quock-dev/quock/spec"

// The checks of family session.
var session = []Check{
	{"session/non-interference", nonInterference},
	{"session/scoped-ids", scopedIDs},
	{"session/reused-ids", reusedIDs},
	{"session/no-leak", noLeak},
	{"session/nested", nested},
	{"session/parallel", parallel},
	{"session/balanced", balanced},
	{"session/recorded", recorded},
	{"session/continued", continued},
	{"session/child-end-local", childEndLocal},
	{"session/unattributed", unattributedKept},
}

func (e *Evidence) several() bool { return len(e.Want.Sessions) > 1 }

// nonInterference: a session's transcript is a function of its own events.
func nonInterference(e *Evidence) Judgement {
	own := content | calls | turns | stopReason | usage | metadata | unattributed | orphans | active
	return e.judged(e.several() && (e.anyMessage(hasContent) || e.anyCall(anything)), own)
}

// scopedIDs: the same id in two sessions is two things.
func scopedIDs(e *Evidence) Judgement {
	return e.judged(e.several() && (e.anyCall(anything) || e.anyActive()), calls|messages|active)
}

// reusedIDs: a finished id that is used again is a new call.
func reusedIDs(e *Evidence) Judgement {
	return e.judged(e.anyCall(anything) || e.anyActive(), calls|active)
}

// noLeak: a sub-session's content is in no other session's messages.
func noLeak(e *Evidence) Judgement {
	return e.judged(e.several() && (e.anyMessage(hasContent) || e.anyCall(anything)), content|unattributed|placement)
}

// nested: each session under its true parent.
func nested(e *Evidence) Judgement {
	has := anyOf(e.Want.Sessions, func(s *spec.Session) bool { return s.Parent != nil })
	return e.judged(has, tree)
}

// parallel: siblings that run at once are told apart.
func parallel(e *Evidence) Judgement {
	return e.judged(e.several() && (e.anyMessage(hasContent) || e.anyCall(anything)), tree|content|calls|child|agents|active)
}

// balanced: an unbalanced edge is reported and swallows nothing.
func balanced(e *Evidence) Judgement {
	touched := e.anyMessage(hasContent) || e.anyCall(anything) || e.anyAnomaly(spec.UnbalancedClose, spec.NeverClosed)
	return e.judged(touched, content|calls|status|turns|anomaly, spec.UnbalancedClose, spec.NeverClosed)
}

// recorded: a finished sub-session is kept and linked, or its link reported.
func recorded(e *Evidence) Judgement {
	has := anyOf(e.Want.Sessions, func(s *spec.Session) bool { return s.Parent != nil })
	return e.judged(has, tree|status|child|agents|anomaly, spec.UnlinkedChild)
}

// continued: a start that is repeated goes on with the session.
func continued(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasContent) || e.anyCall(anything), content|placement|tree|status|turns)
}

// childEndLocal: the end of one session's turn changes no other session.
func childEndLocal(e *Evidence) Judgement {
	touched := e.several() && (e.anyMessage(hasContent) || e.anyCall(anything) || e.anyActive())
	return e.judged(touched, content|calls|active|turns|usage|stopReason)
}

// unattributedKept: what names no session is kept apart and reported.
func unattributedKept(e *Evidence) Judgement {
	touched := e.anyAnomaly(spec.Unattributed) || e.anyContent()
	return e.judged(touched, unattributed|content|tree|anomaly, spec.Unattributed)
}
