package check

import "github.com/quock-dev/quock/spec"

// The checks of family missing.
var missing = []Check{
	{"missing/abandoned", abandoned},
	{"missing/every-prefix", everyPrefix},
	{"missing/late-result", lateResult},
	{"missing/late-fragment", lateFragment},
	{"missing/orphan-result", orphanResult},
	{"missing/start-lost", startLost},
	{"missing/no-loss", noLoss},
	{"missing/background", background},
}

// abandoned: an unanswered call is kept and marked.
func abandoned(e *Evidence) Judgement {
	return e.judged(e.anyCall(is(spec.Abandoned, spec.Cancelled)), callStatus|placement|active)
}

// everyPrefix: an end without the terminal event is no success.
func everyPrefix(e *Evidence) Judgement {
	return e.judged(e.Want.Outcome != "" && e.anyContent(), outcome|turns|messages|placement)
}

// lateResult: a late result goes to its own call in its own turn.
func lateResult(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasResult), result|placement|callStatus|anomaly, spec.LateResult)
}

// lateFragment: late text opens nothing and reaches no later turn.
func lateFragment(e *Evidence) Judgement {
	touched := e.anyMessage(hasContent) || e.anyAnomaly(spec.LateFragment)
	return e.judged(touched, content|args|unattributed|turns|anomaly, spec.LateFragment)
}

// orphanResult: a result of an unknown call is kept apart.
func orphanResult(e *Evidence) Judgement {
	kept := e.anySession(func(s *spec.Session) bool { return len(s.Orphans) > 0 })
	return e.judged(kept || e.anyCall(hasResult), orphans|messages|placement|result|anomaly, spec.OrphanResult)
}

// startLost: a completion alone makes the call.
func startLost(e *Evidence) Judgement {
	return e.judged(e.anyCall(anything), calls|anomaly, spec.StartLost)
}

// noLoss: what was received before a loss is still there.
func noLoss(e *Evidence) Judgement {
	return e.judged(e.anyContent(), content|calls)
}

// background: a terminal event does not end what runs in the background.
func background(e *Evidence) Judgement {
	return e.judged(e.several(), tree|status|content|calls|agents|turns)
}
