package check

import "github.com/quock-dev/quock/spec"

// The checks of family notify.
var notify = []Check{
	{"notify/lifecycle", lifecycle},
	{"notify/turn-end-clears", turnEndClears},
	{"notify/user-turn-clears", userTurnClears},
	{"notify/waiting", waiting},
	{"notify/no-revival", noRevival},
	{"notify/terminal-absorbs", terminalAbsorbs},
}

// ran reports whether some call was active at some time: it is active now, or
// it exists in any state.
func (e *Evidence) ran() bool { return e.anyActive() || e.anyCall(anything) }

// shown covers what the rules of this family are about: active calls, and the
// calls themselves. So a candidate that never saw the calls does not pass.
const shown = active | placement

// lifecycle: preparing, executing, gone.
func lifecycle(e *Evidence) Judgement { return e.judged(e.ran(), shown) }

// turnEndClears: nothing of an ended turn is active.
func turnEndClears(e *Evidence) Judgement { return e.judged(e.ran(), shown) }

// userTurnClears: nothing at all is active in the user's turn.
func userTurnClears(e *Evidence) Judgement { return e.judged(e.ran(), shown) }

// waiting: what waits, and nothing else, is shown as waiting and is not lost at the end.
func waiting(e *Evidence) Judgement {
	waits := func(a *spec.ActiveCall) bool { return a.Phase == spec.Waiting }
	either := anyOf(e.Want.Active, waits) || anyOf(e.Got.Active, waits)
	return e.judged(either || e.anyCall(is(spec.Waiting)), shown|callStatus|turns|outcome)
}

// noRevival: nothing late makes a finished call active.
func noRevival(e *Evidence) Judgement { return e.judged(e.ran(), shown|callStatus) }

// terminalAbsorbs: the first terminal state stands.
func terminalAbsorbs(e *Evidence) Judgement {
	over := e.anyCall(func(c *spec.Call) bool { return c.Status.Terminal() })
	return e.judged(over, callStatus|shown)
}
