package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

func (v *view) turnOf(t int) spec.Turn {
	turn := spec.Turn{Status: v.turnStatus(v, t), Usage: v.turnUsage(t)}
	if v.endCounts(t) {
		_, failure, stop := v.sc.Ending(t)
		turn.StopReason, turn.Error = optional(stop), optional(failure)
	}
	if e := v.edges[t]; e.at != never && e.how == byError {
		turn.Error = optional(scenario.FatalText)
	}
	if v.f.Owner == spec.Derived {
		v.homelessUsage(t, &turn)
	}
	return turn
}

// turnUsage is what the end of a turn said that it used, or a record of its own
// before.
func (v *view) turnUsage(t int) *spec.Usage {
	reported := v.endCounts(t)
	if v.f.UsageApart {
		reported = v.ofTurn(script.TurnUsed, t) < v.edges[t].at
	}
	if u := v.sc.TurnUsage(t); u != nil && reported {
		return usageOf(*u)
	}
	return nil
}

// endCounts reports whether a turn's own end was emitted and found it open, or lost.
func (v *view) endCounts(t int) bool {
	e := v.edges[t]
	return v.endOf(t) != never && e.at != never && (e.how == byEnd || e.how == byLoss)
}

// turnStatus is how a turn stands: by its edge, a late end after a lost one, or
// the end of the input.
func turnStatus(v *view, t int) spec.Status {
	switch e := v.edges[t]; {
	case e.at == never:
		return v.openTurn(t)
	case e.how == byEnd:
		status, _, _ := v.sc.Ending(t)
		return completedUnless(status)
	case e.how == byLoss && v.endOf(t) != never:
		return spec.Completed
	case e.how == byLoss:
		return spec.Incomplete
	case e.how == byCancel:
		return spec.Cancelled
	case e.how == byError:
		return spec.Failed
	case e.how == byResult:
		return v.answered(t)
	}
	return spec.Completed
}

func completedUnless(s spec.Status) spec.Status {
	if s == "" {
		return spec.Completed
	}
	return s
}

// answered is how a sub-session's turn ends by its call's result.
func (v *view) answered(t int) spec.Status {
	if v.sc.CallFailed(v.sc.Turns[t].By) {
		return spec.Failed
	}
	return spec.Completed
}

// openTurn is the status of a turn without an edge.
func (v *view) openTurn(t int) spec.Status {
	switch {
	case v.pausedTurn(t), v.ended && v.pending():
		return spec.Waiting
	case !v.ended:
		return spec.Open
	case v.cause == spec.Cut || v.f.Turns != spec.TurnsRun:
		return spec.Incomplete
	case v.anythingOpen(t):
		return spec.Incomplete
	}
	return spec.Completed
}

// anythingOpen reports whether a message or call of a turn is open, the end of
// the input aside.
func (v *view) anythingOpen(t int) bool {
	for m := v.sc.Turns[t].Messages.From; m < v.sc.Turns[t].Messages.To; m++ {
		if v.openedAt(m) != never && v.closes[m].at == never {
			return true
		}
	}
	for c := range v.sc.Calls {
		if v.sc.Calls[c].Turn == t && v.announced(c) != never && v.doneAt(c) == never {
			return true
		}
	}
	return false
}

// outcome is open until the end of the input, then read off the root's last
// turn.
func (v *view) outcome() spec.Outcome {
	if !v.ended {
		return spec.OutcomeOpen
	}
	turns := v.turns(0)
	if len(turns) == 0 {
		return v.outcomeOf(spec.Incomplete, spec.OutcomeUnknown)
	}
	return v.outcomeOf(turns[len(turns)-1].Status, spec.OutcomeIncomplete)
}

func (v *view) outcomeOf(s spec.Status, otherwise spec.Outcome) spec.Outcome {
	switch {
	case s == spec.Completed && !v.f.Terminal:
		return spec.OutcomeUnknown
	case s == spec.Waiting:
		return spec.OutcomeInterrupted
	case s == spec.Incomplete && v.f.Terminal:
		return spec.OutcomeIncomplete
	case s == spec.Incomplete:
		return otherwise
	}
	return spec.Outcome(s)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func usageOf(u spec.Usage) *spec.Usage {
	if u == (spec.Usage{}) {
		return nil
	}
	return &u
}
