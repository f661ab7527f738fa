package check

import "github.com/quock-dev/quock/spec"

// The checks of family account.
var account = []Check{
	{"account/usage-once", usageOnce},
	{"account/stop-reason", stopReasonKept},
	{"account/limit-is-a-state", limitIsAState},
	{"account/error-kept", errorKept},
	{"account/own-turn", ownTurn},
	{"account/terminal-by-structure", terminalByStructure},
	{"account/outcome-distinct", outcomeDistinct},
}

// usageOnce: figures count once in their scope.
func usageOnce(e *Evidence) Judgement {
	counted := e.anyMessage(func(m *spec.Message) bool { return m.Usage != nil }) ||
		e.anySession(func(s *spec.Session) bool {
			return anyOf(s.Turns, func(t *spec.Turn) bool { return t.Usage != nil })
		})
	return e.judged(counted, usage)
}

// stopReasonKept: the stop reason survives.
func stopReasonKept(e *Evidence) Judgement {
	return e.judged(e.anyMessage(func(m *spec.Message) bool { return m.StopReason != nil }), stopReason)
}

// limitIsAState: a limit by structure alone; no limit counts only where the
// stream around it was understood.
func limitIsAState(e *Evidence) Judgement {
	return e.judged(e.Want.Quota.Limited || e.anyContent(), quota|messages|placement)
}

// errorKept: an error fails what it names and keeps what there is.
func errorKept(e *Evidence) Judgement {
	return e.judged(e.anySession(hasTurns) && e.anyContent(), turns|content|calls)
}

// ownTurn: a terminal event ends its own turn.
func ownTurn(e *Evidence) Judgement {
	return e.judged(e.anySession(hasTurns), turns|callStatus|complete)
}

// terminalByStructure: success by the structured fields.
func terminalByStructure(e *Evidence) Judgement {
	return e.judged(e.anySession(hasTurns), turns|outcome|callStatus)
}

// outcomeDistinct: each outcome stays what it is.
func outcomeDistinct(e *Evidence) Judgement {
	return e.judged(e.anySession(hasTurns), outcome|turns|callStatus|status)
}

func hasTurns(s *spec.Session) bool { return len(s.Turns) > 0 }
