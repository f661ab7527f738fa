package runner

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/internal/explain"
	"github.com/quock-dev/quock/spec"
)

// answered is what a candidate answered on a case, and whether that is wrong.
type answered struct {
	fit.Answered
	task  task
	fails bool
	// surface is where it fails; live if it does not.
	surface check.Surface
	hash    uint64
	// given is how it was answered, as an outcome has it.
	given *ask.Before
	// flaky says that the case did not fail again.
	flaky bool
}

// answersOf returns what the candidate answered on the case; nil if the fit has no use
// for it: an adapter's output, bytes that were damaged on their way, no answer, a load
// that is wrong behind another one or behind a kill.
func answersOf(t *ask.Trial, s ask.Capabilities) *answered {
	if s.Adapter || t.Case.Transport != nil || t.Verdict != spec.Pass && t.Verdict != spec.Fail {
		return nil
	}
	a := &answered{fails: t.Verdict == spec.Fail || t.Deviates(), Answered: *t.Answered(s)}
	if first := t.First(); first >= 0 && t.Observed[first].Surface.Kept() {
		if a.surface = t.Surface; t.Observed[first].Loaded == nil {
			return nil
		}
	}
	if len(a.At) == 0 {
		return nil
	}
	return a
}

// same reports whether both are the same answers.
func (a *answered) same(b *answered) bool {
	compare := spec.Compare{Observes: a.Observes}
	return slices.Equal(a.At, b.At) && slices.EqualFunc(a.Got, b.Got, func(x, y *spec.Transcript) bool { return !compare.Differ(x, y) })
}

// longestAlone is the most events of a stream that is explained alone. A short stream rarely
// tells one deviation from all others: what it reads as is a hint, not a proof.
const longestAlone = 2_000

// readsAs says in a line with which deviations the reference answers the trial's stream
// as the candidate does; "" if there are none. It prefers those that break one of the
// rules.
func readsAs(t *ask.Trial, s ask.Capabilities, rules ...string) string {
	a := answersOf(t, s)
	if a == nil || len(a.Stream.Events) > longestAlone {
		return ""
	}
	return explain.ButFor(explain.Alone(&a.Answered, explain.Preferred(rules)))
}
