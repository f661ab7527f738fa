package wrong

import (
	"bytes"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var account = []Mistake{
	{"usage-summed", "account/usage-once", rows("Z371"), "Cumulative figures are added up.", usageSummed},
	{"usage-of-all", "account/usage-once", rows("Z401"), "What sub-sessions used is added to their parent's.", usageOfAll},
	{"first-usage-stands", "account/usage-once", rows("Z373"), "The first figures stand.", firstUsageStands},
	{"silent-usage-dropped", "account/usage-once", rows("Z397"), "Figures of a model call that made no message are dropped.", silentUsageDropped},
	{"always-stop", "account/stop-reason", rows("Z377"), "Whatever the reason, it stopped.", alwaysStop},
	{"stop-reason-dropped", "account/stop-reason", rows("Z399"), "The reason is dropped.", stopReasonDropped},
	{"window-is-limit", "account/limit-is-a-state", rows("Z389"), "A report that names a window is a limit.", windowIsLimit},
	{"throttling-is-limit", "account/limit-is-a-state", nil, "A rejection without a window is a limit.", throttlingIsLimit},
	{"any-window-frees", "account/limit-is-a-state", nil, "Whatever is allowed ends the limit.", anyWindowFrees},
	{"every-error-ends", "account/error-kept", rows("Z387"), "Every error ends the turn.", takes("Fatal", "always")},
	{"error-is-nothing", "account/error-kept", rows("Z385"), "No error ends anything.", takes("Fatal", "never")},
	{"ends-current-turn", "account/own-turn", rows("Z462"), "A terminal event ends the turn that is open.", endsCurrentTurn},
	{"next-start-completes", "account/own-turn", rows("Z259"), "A turn that the next one's start ends is completed.", nextStartCompletes},
	{"end-is-success", "account/terminal-by-structure", rows("Z395"), "A terminal event means success.", takes("TurnStatus", "completed")},
	{"failed-is-completed", "account/outcome-distinct", rows("Z249"), "A run that failed completed.", failedIsCompleted},
	{"cancelled-is-failed", "account/outcome-distinct", rows("Z393"), "A run that was cancelled failed.", cancelledIsFailed},
	{"failed-is-denied", "account/outcome-distinct", nil, "A call that failed was denied.", failedIsDenied},
	{"denied-is-failed", "account/outcome-distinct", rows("Z405"), "A call that was denied failed.", deniedIsFailed},
	{"total-of-steps", "account/usage-once", nil, "The figures of the steps are added to the total that stands beside them.", totalOfSteps},
	{"words-decide", "account/outcome-distinct", rows("Y003"), "A result that speaks of an error is one.", wordsDecide},
}

func usageSummed(sem *model.Semantics, n *Count) {
	honest := sem.Usage
	sem.Usage = func(have **spec.Usage, e *spec.Event) {
		old := *have
		honest(have, e)
		if n.when(old != nil && e.Usage != nil) {
			*have = &spec.Usage{Input: old.Input + e.Usage.Input, Output: old.Output + e.Usage.Output}
		}
	}
}

func usageOfAll(sem *model.Semantics, n *Count) {
	honest, below := sem.Usage, map[string]spec.Usage{}
	root, seen := "", false
	sem.Usage = func(have **spec.Usage, e *spec.Event) {
		honest(have, e)
		if !seen {
			root, seen = e.Session, true
		}
		if e.Usage == nil {
			return
		}
		if e.Session != root {
			below[root] = spec.Usage{Input: below[root].Input + e.Usage.Input, Output: below[root].Output + e.Usage.Output}
			return
		}
		if more := below[root]; n.when(more != spec.Usage{}) {
			*have = &spec.Usage{Input: e.Usage.Input + more.Input, Output: e.Usage.Output + more.Output}
		}
	}
}

func firstUsageStands(sem *model.Semantics, n *Count) {
	honest := sem.Usage
	sem.Usage = func(have **spec.Usage, e *spec.Event) {
		if !n.when(*have != nil && e.Usage != nil && *e.Usage != **have) {
			honest(have, e)
		}
	}
}

func silentUsageDropped(sem *model.Semantics, n *Count) {
	sem.BillTurn = func(_ *model.Turn, e *spec.Event) { n.when(e.Usage != nil || e.StopReason != "") }
}

func reasons(wrong func(reason string) string) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.StopReason
		sem.StopReason = func(have, given string) string {
			reason := honest(have, given)
			if reason == "" {
				return answer(n, reason, reason)
			}
			return answer(n, reason, wrong(reason))
		}
	}
}

var (
	alwaysStop        = reasons(func(string) string { return "stop" })
	stopReasonDropped = reasons(func(string) string { return "" })
)

// limits applies a wrong reading of a limit after the honest one.
func limits(wrong func(before spec.Quota, q *spec.Quota, l *spec.Limit)) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Limit
		sem.Limit = func(q *spec.Quota, l *spec.Limit) {
			before := *q
			honest(q, l)
			right := *q
			if l != nil {
				wrong(before, q, l)
			}
			n.when(!sameQuota(*q, right))
		}
	}
}

func sameQuota(a, b spec.Quota) bool {
	if a.Window == nil || b.Window == nil {
		return a == b
	}
	return a.Limited == b.Limited && *a.Window == *b.Window
}

var (
	windowIsLimit = limits(func(_ spec.Quota, q *spec.Quota, l *spec.Limit) {
		if l.Window != "" {
			*q = spec.Quota{Limited: true, Window: &l.Window}
		}
	})

	throttlingIsLimit = limits(func(_ spec.Quota, q *spec.Quota, l *spec.Limit) {
		if l.Rejected {
			*q = spec.Quota{Limited: true, Window: &l.Window}
		}
	})

	anyWindowFrees = limits(func(_ spec.Quota, q *spec.Quota, l *spec.Limit) {
		if !l.Rejected {
			*q = spec.Quota{}
		}
	})
)

func endsCurrentTurn(sem *model.Semantics, n *Count) {
	honest := sem.OwnTurn
	sem.OwnTurn = func(ss *model.Session, e *spec.Event) int { return answer(n, honest(ss, e), openTurn(ss)) }
}

func nextStartCompletes(sem *model.Semantics, n *Count) {
	honest := sem.TurnStartEdge
	sem.TurnStartEdge = func(s *model.State, ss *model.Session, turn int) {
		honest(s, ss, turn)
		n.when(true)
		ss.Turns[turn].Status = spec.Completed
	}
}

func outcomes(from, to spec.Outcome) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Outcome
		sem.Outcome = func(f *spec.Features, t *model.Turn) spec.Outcome {
			return turned(n, honest(f, t), from, to)
		}
	}
}

var (
	failedIsCompleted = outcomes(spec.OutcomeFailed, spec.OutcomeCompleted)
	cancelledIsFailed = outcomes(spec.OutcomeCancelled, spec.OutcomeFailed)
)

// ends replaces one status of ended calls by another.
func ends(from, to spec.Status) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.ResultStatus
		sem.ResultStatus = func(e *spec.Event) spec.Status { return turned(n, honest(e), from, to) }
	}
}

var (
	deniedIsFailed = ends(spec.Denied, spec.Failed)
	failedIsDenied = ends(spec.Failed, spec.Denied)
)

func totalOfSteps(sem *model.Semantics, n *Count) {
	honest, steps := sem.Usage, map[string]spec.Usage{}
	sem.Usage = func(have **spec.Usage, e *spec.Event) {
		honest(have, e)
		switch {
		case e.Usage == nil:
		case e.Kind != spec.TurnEnd:
			steps[e.Session+"\x00"+e.Message] = *e.Usage
		default:
			total := *e.Usage
			for at, step := range steps {
				if strings.HasPrefix(at, e.Session+"\x00") {
					total.Input, total.Output = total.Input+step.Input, total.Output+step.Output
				}
			}
			if n.when(total != *e.Usage) {
				*have = &total
			}
		}
	}
}

func wordsDecide(sem *model.Semantics, n *Count) {
	honest := sem.ResultStatus
	sem.ResultStatus = func(e *spec.Event) spec.Status {
		if n.when(honest(e) == spec.Done && bytes.Contains(bytes.ToLower(e.Result), []byte("error"))) {
			return spec.Failed
		}
		return honest(e)
	}
}
