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
	if turn.Status == spec.Failed && v.unended(t) == spec.Failed {
		turn.Error = optional(scenario.ErrorText)
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
		return incompleteUnless(v.unended(t))
	case e.how == byCancel:
		return spec.Cancelled
	case e.how == byError:
		return spec.Failed
	case e.how == byResult:
		return v.answered(t)
	}
	return spec.Completed
}

// unended is how a turn stands that has no end of its own since the dialect has none,
// once the next one began or the input ended whole: failed if an error is the latest
// in it, completed if an answer is and none of its calls is open; "" for all others.
func (v *view) unended(t int) spec.Status {
	edge := v.edges[t]
	ended := happens(edge.at) && edge.how == byLoss || edge.at == never && v.ended && v.cause != spec.Cut
	if v.f.Turns != spec.TurnsMarked || v.f.Terminal || !ended {
		return ""
	}
	latest := v.lastBefore(edge.at, func(s *script.Emitted) bool { return v.weighs(s, t) })
	if latest <= v.begins[t] {
		return spec.Incomplete
	}
	switch v.at(latest).Kind {
	case script.Errs:
		return spec.Failed
	case script.Prompted, script.CallEnds:
		return spec.Incomplete
	}
	for c := range v.sc.Calls {
		if v.sc.Calls[c].Turn == t && v.announced(c) < edge.at && v.doneAt(c) >= edge.at {
			return spec.Incomplete
		}
	}
	return spec.Completed
}

// weighs reports whether a step asks something in a turn, or answers it.
func (v *view) weighs(s *script.Emitted, t int) bool {
	switch s.Kind {
	case script.Errs:
		return int(s.Session) == v.sc.Turns[t].Session
	case script.Prompted:
		return int(s.Turn) == t
	case script.CallEnds:
		return int(s.Turn) == t && v.at(v.doneAt(int(s.Call))) == s
	}
	return int(s.Turn) == t && v.mentions(s)
}

func incompleteUnless(s spec.Status) spec.Status {
	if s == "" {
		return spec.Incomplete
	}
	return s
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
		return incompleteUnless(v.unended(t))
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
