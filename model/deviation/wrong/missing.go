package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var missing = []Mistake{
	{"abandoned-is-done", "missing/abandoned", rows("Z265"), "A call that nobody answered is done.", abandonedIsDone},
	{"abandoned-is-gone", "missing/abandoned", rows("Z043"), "A call that nobody answered disappears.", abandonedIsGone},
	{"open-for-ever", "missing/abandoned", rows("Z247"), "A call that nobody answered stays open.", openForEver},
	{"end-of-input-completes", "missing/every-prefix", rows("Z418"), "The end of input completes a turn.", takes("InputEnds", "completed")},
	{"end-is-awaited", "missing/every-prefix", nil, "A run without its end goes on.", endIsAwaited},
	{"cut-is-success", "missing/every-prefix", rows("Z369"), "A run without its end succeeded.", cutIsSuccess},
	{"late-result-revives", "missing/late-result", nil, "A late result makes its call done.", lateResultRevives},
	{"late-result-dropped", "missing/late-result", rows("Z199"), "A late result is dropped.", takes("Late", "nothing")},
	{"late-result-to-latest", "missing/late-result", nil, "A late call goes to the latest message, whatever its turn.", lateResultToLatest},
	{"late-text-decorates", "missing/late-fragment", rows("Z225"), "Late text is appended to the last message.", lateTextDecorates},
	{"late-text-dropped", "missing/late-fragment", nil, "Late text is dropped.", takes("LateText", "nothing")},
	{"orphan-dropped", "missing/orphan-result", nil, "A result for an unknown call is dropped.", takes("Orphan", "nothing")},
	{"orphan-makes-call", "missing/orphan-result", rows("Z229"), "A result for an unknown call makes a failed one.", orphanMakesCall},
	{"orphan-to-last-call", "missing/orphan-result", rows("Z267"), "A result for an unknown call goes to the last one.", orphanToLastCall},
	{"start-lost-dropped", "missing/start-lost", rows("Z231"), "A completion without its start is dropped.", takes("StartLost", "nothing")},
	{"start-lost-is-orphan", "missing/start-lost", nil, "Of a completion without its start the result alone is kept.", startLostOrphan},
	{"cut-calls-dropped", "missing/no-loss", rows("Z356"), "The end of input drops calls that are open.", cutCallsDropped},
	{"launched-is-over", "missing/background", rows("Z281"), "The result of a launch ends what it launched.", launchedIsOver},
	{"turn-end-stops-children", "missing/background", rows("Z245"), "The end of the root's turn ends every sub-session.", turnEndStopsChildren},
}

func abandonedIsDone(sem *model.Semantics, n *Count) {
	honest := sem.Abandon
	sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
		honest(s, ss, c, cancelled, input)
		if n.when(c.Status == spec.Abandoned) {
			c.Status = spec.Done
		}
	}
}

// drop removes a call from its session and message.
func drop(ss *model.Session, c *model.Call) {
	is := func(o *model.Call) bool { return o == c }
	ss.Calls, ss.Abandoned = slices.DeleteFunc(slices.Clone(ss.Calls), is), slices.DeleteFunc(ss.Abandoned, is)
	unhang(c)
}

// loses drops calls that are abandoned, at the end of input or before.
func loses(atInput bool) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Abandon
		sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
			honest(s, ss, c, cancelled, input)
			if n.when(input == atInput && c.Status == spec.Abandoned) {
				drop(ss, c)
			}
		}
	}
}

var (
	abandonedIsGone = loses(false)
	cutCallsDropped = loses(true)
)

func openForEver(sem *model.Semantics, n *Count) {
	sem.Abandon = func(_ *model.State, _ *model.Session, c *model.Call, _, _ bool) { n.when(c.Status != spec.Waiting) }
}

func cutIsSuccess(sem *model.Semantics, n *Count) {
	honest := sem.Outcome
	sem.Outcome = func(f *spec.Features, t *model.Turn) spec.Outcome {
		outcome := honest(f, t)
		if n.when(outcome == spec.OutcomeIncomplete) {
			return spec.OutcomeCompleted
		}
		return outcome
	}
}

var endIsAwaited = outcomes(spec.OutcomeIncomplete, spec.OutcomeOpen)

func lateResultRevives(sem *model.Semantics, n *Count) {
	honest := sem.Late
	sem.Late = func(s *model.State, ss *model.Session, c *model.Call, e *spec.Event) {
		honest(s, ss, c, e)
		if n.when(c.Status != spec.Done) {
			c.Status = spec.Done
		}
	}
}

func lateResultToLatest(sem *model.Semantics, n *Count) {
	honest := sem.AttachLate
	sem.AttachLate = func(s *model.State, ss *model.Session, c *model.Call) {
		m := spoken(ss, anyMessage)
		if !n.when(m != nil && m.Turn != c.Turn) {
			honest(s, ss, c)
			return
		}
		turn := c.Turn
		c.Turn = m.Turn
		honest(s, ss, c)
		c.Turn = turn
	}
}

func lateTextDecorates(sem *model.Semantics, n *Count) {
	honest := sem.LateText
	sem.LateText = func(s *model.State, ss *model.Session, e *spec.Event) {
		m := spoken(ss, anyMessage)
		if !n.when(m != nil) {
			honest(s, ss, e)
			return
		}
		say(m, e.Text)
	}
}

func orphanMakesCall(sem *model.Semantics, n *Count) {
	honest, own := sem.Orphan, sem.Attach
	sem.Orphan = func(s *model.State, ss *model.Session, e *spec.Event) {
		m := spoken(ss, anyMessage)
		if !n.when(m != nil) {
			honest(s, ss, e)
			return
		}
		c := &model.Call{ID: e.Call, Status: spec.Failed, Session: ss, Result: e.Result}
		ss.Calls = append(ss.Calls, c)
		own(m, c)
	}
}

func orphanToLastCall(sem *model.Semantics, n *Count) {
	honest := sem.Orphan
	sem.Orphan = func(s *model.State, ss *model.Session, e *spec.Event) {
		if !n.when(len(ss.Calls) > 0) {
			honest(s, ss, e)
			return
		}
		c := ss.Calls[len(ss.Calls)-1]
		c.Result, c.Status = e.Result, spec.Done
	}
}

// startLostOrphan keeps the result alone.
func startLostOrphan(sem *model.Semantics, n *Count) {
	orphan := sem.Orphan
	sem.StartLost = func(s *model.State, ss *model.Session, e *spec.Event) {
		n.when(true)
		orphan(s, ss, e)
	}
}

func launchedIsOver(sem *model.Semantics, n *Count) {
	honest := sem.EndsChild
	sem.EndsChild = func(f *spec.Features, c *model.Call) bool {
		return answer(n, honest(f, c), f.ChildResult && c.Child != nil && c.Child.Status == spec.Open)
	}
}

func turnEndStopsChildren(sem *model.Semantics, n *Count) {
	sem.TurnEnded = func(s *model.State, ss *model.Session) {
		for _, child := range s.Sessions {
			if n.when(!ss.Parent.OK && child.Parent.OK && child.Status == spec.Open) {
				child.Status = spec.Closed
				finish(child)
			}
		}
	}
}
