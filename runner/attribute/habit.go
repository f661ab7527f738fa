package attribute

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// A habit is a mistake in how a candidate uses the probe contract. It shows on every
// stream, so Smoke says it in a sentence before what differs, and a run charges no rule
// with what it explains.

// Habit returns the sentence of the habit with which the candidate answers as it does
// at each position, "" for none. Its procedure:
//
//  1. It does not answer: what fails in it is caught, or waited for by nobody.
//  2. Each answer is that of the empty stream, although the stream says something.
//  3. A habit of the registry gives each answer: a lag, an end that is ignored.
//  4. The answers are those of the stream without one of its records.
func Habit(t *ask.Trial, observes spec.Parts) string {
	switch {
	case t.Verdict == spec.Timeout:
		return "It reads the request and never answers: an exception is swallowed, or nobody waits for what makes the answer."
	case t.Verdict != spec.Fail || t.Case.Adapts != nil:
		return ""
	}
	if timing := timing(t, observes, 1, "answers-lag", "end-ignored"); timing != "" {
		return timing
	}
	for record := 1; record <= len(t.Case.Records); record++ {
		less := t.Case.Stream
		less.Events = slices.DeleteFunc(slices.Clone(less.Events), func(e spec.Event) bool { return e.Record == record })
		if t.AnswersAs(&less, observes) {
			return fmt.Sprintf("Record %d is passed over in silence: perhaps an error in handling it is caught.", record)
		}
	}
	return ""
}

// timing returns the sentence of the habit that gives each answer at another time: of
// the empty stream, where that lacks so many words at least, or as one of these
// deviations.
func timing(t *ask.Trial, observes spec.Parts, least int, names ...string) string {
	nothing := spec.Stream{Features: t.Case.Stream.Features, End: t.Case.Stream.End}
	if words(t, observes) >= least && t.AnswersAs(&nothing, observes) {
		return "Each answer is of the empty stream: it answers before the records are handled. Wait for that (await) before you answer."
	}
	for _, name := range names {
		if d, known := deviation.ByName(name); known && t.AnswersAs(&t.Case.Stream, observes, d) {
			return d.Sentence
		}
	}
	return ""
}

// words counts the texts and calls of the stream that the candidate reports. Of a stream
// without, as one of thoughts, it may show nothing because one thing is missing.
func words(t *ask.Trial, observes spec.Parts) (n int) {
	readings := t.Readings(&t.Case.Stream)
	if len(readings) == 0 {
		return 0
	}
	for _, s := range readings[len(readings)-1].Sessions {
		for _, m := range s.Messages {
			for _, p := range m.Parts {
				if p.Kind == spec.TextPart && observes.Has(spec.ObserveMessages) || p.Kind == spec.CallPart && observes.Has(spec.ObserveCalls) {
					n++
				}
			}
		}
	}
	return n
}

// firm is the least number of positions that must differ before a run believes in a
// habit: a single rule may be broken in one or two.
const firm = 3

// several is the least number of words that must be missing before a run believes that
// a candidate does not wait: one may be of a kind that it does not show.
const several = 2

// mistimed returns the finding of a failing trial in which a habit of time gives each
// answer, nil for none.
func mistimed(t *ask.Trial, observes spec.Parts) *Attribution {
	wrong := 0
	for i := range t.Observed {
		if len(t.Observed[i].Differences) > 0 && t.Observed[i].Surface == check.Live {
			wrong++
		}
	}
	if t.Verdict != spec.Fail || t.Case.Adapts != nil || t.Case.Transport != nil || wrong < firm {
		return nil
	}
	habit := timing(t, observes, several, "answers-lag")
	if habit == "" {
		return nil
	}
	at := t.First()
	return &Attribution{Trial: t, Findings: []spec.Finding{{
		Verdict: t.Verdict, Habit: habit, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: t.Observed[at].Position, Differences: t.Observed[at].Differences,
	}}}
}
