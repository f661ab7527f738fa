package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var notify = []Mistake{
	{"never-executing", "notify/lifecycle", rows("Z271"), "A call that starts is still being prepared.", neverExecuting},
	{"only-executing", "notify/lifecycle", nil, "A call that is being prepared is not shown as active.", onlyExecuting},
	{"abandoned-is-active", "notify/turn-end-clears", rows("Z191"), "A call that its turn's end cleared is active.", abandonedIsActive},
	{"turn-end-ignored", "notify/turn-end-clears", rows("Z403"), "The end of a turn leaves its calls as they are.", turnEndIgnored},
	{"user-turn-ignored", "notify/user-turn-clears", nil, "The user's turn clears nothing.", takes("UserTurnClears", "never")},
	{"user-turn-root-only", "notify/user-turn-clears", nil, "The user's turn clears the root alone.", userTurnRootOnly},
	{"pause-completes", "notify/waiting", rows("Z227"), "A turn that waits is completed.", pauseCompletes},
	{"wait-unseen", "notify/waiting", rows("Z255"), "A call that waits is shown as it was.", takes("WaitCall", "nothing")},
	{"child-wait-unseen", "notify/waiting", rows("Z155"), "A call of a sub-session never waits.", childWaitUnseen},
	{"progress-revives", "notify/no-revival", rows("Z269"), "A sign of life of a finished call makes it active.", progressRevives},
	{"last-state-stands", "notify/terminal-absorbs", rows("Z300"), "The last of several results decides how the call ended.", lastStateStands},
	{"never-refined", "notify/terminal-absorbs", nil, "A list that knows better changes nothing.", neverRefined},
	{"clean-up-overrules", "notify/terminal-absorbs", rows("Y215"), "What gives up the open calls of a turn marks those that failed as well.", cleanUpOverrules},
	{"approval-unseen", "notify/waiting", nil, "A call that waits is waiting until its result, approved or not.", approvalUnseen},
	{"answered-waits-on", "notify/waiting", rows("Y101"), "The answer to a call that waits is joined to no call.", answeredWaitsOn},
}

func neverExecuting(sem *model.Semantics, n *Count) {
	sem.Start = func(c *model.Call) { n.when(running(c) && c.Status != spec.Executing) }
}

func onlyExecuting(sem *model.Semantics, n *Count) {
	honest := sem.Active
	sem.Active = func(c *model.Call) bool { return answer(n, honest(c), honest(c) && c.Status != spec.Preparing) }
}

func abandonedIsActive(sem *model.Semantics, n *Count) {
	honest := sem.Active
	sem.Active = func(c *model.Call) bool { return answer(n, honest(c), honest(c) || c.Status == spec.Abandoned) }
}

func turnEndIgnored(sem *model.Semantics, n *Count) {
	honest := sem.Abandon
	sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
		if !n.when(!input && c.Status != spec.Waiting) {
			honest(s, ss, c, cancelled, input)
		}
	}
}

func userTurnRootOnly(sem *model.Semantics, n *Count) {
	honest := sem.UserTurnClears
	sem.UserTurnClears = func(ss *model.Session) bool { return answer(n, honest(ss), !ss.Parent.OK) }
}

func pauseCompletes(sem *model.Semantics, n *Count) {
	sem.WaitTurn = func(t *model.Turn) {
		n.when(true)
		t.Status = spec.Completed
	}
}

func childWaitUnseen(sem *model.Semantics, n *Count) {
	honest := sem.WaitCall
	sem.WaitCall = func(c *model.Call) {
		if !n.when(c.Session.Parent.OK) {
			honest(c)
		}
	}
}

func progressRevives(sem *model.Semantics, n *Count) {
	sem.Progress = func(c *model.Call, _ *spec.Event) {
		if n.when(!running(c)) {
			c.Status = spec.Executing
		}
	}
}

func lastStateStands(sem *model.Semantics, n *Count) {
	honest, status := sem.Twice, sem.ResultStatus
	sem.Twice = func(s *model.State, c *model.Call, e *spec.Event) {
		honest(s, c, e)
		if n.when(status(e) != c.Status) {
			c.Status = status(e)
		}
	}
}

func neverRefined(sem *model.Semantics, n *Count) {
	honest := sem.Refine
	sem.Refine = func(c *model.Call, e *spec.Event) {
		refined := *c
		honest(&refined, e)
		n.when(refined.Status != c.Status)
	}
}

func cleanUpOverrules(sem *model.Semantics, n *Count) {
	honest := sem.Abandon
	sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
		honest(s, ss, c, cancelled, input)
		for _, d := range ss.Calls {
			if n.when(d.Turn == c.Turn && d.Status == spec.Failed) {
				d.Status = c.Status
			}
		}
	}
}

func approvalUnseen(sem *model.Semantics, n *Count) {
	honest := sem.Start
	sem.Start = func(c *model.Call) {
		if !n.when(c.Status == spec.Waiting) {
			honest(c)
		}
	}
}

func answeredWaitsOn(sem *model.Semantics, n *Count) {
	honest := sem.ResultCall
	sem.ResultCall = func(s *model.State, ss *model.Session, e *spec.Event) *model.Call {
		c := honest(s, ss, e)
		if n.when(c != nil && c.Status == spec.Waiting && e.Kind == spec.CallDone) {
			return nil
		}
		return c
	}
}
