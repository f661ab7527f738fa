package runner

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A habit is a mistake in how a candidate uses the probe contract. It shows on every
// stream, so Smoke says it in a sentence before what differs.

// habit returns the sentence of the habit with which the candidate answers as it does
// at each position, "" for none. Its procedure:
//
//  1. It does not answer: what fails in it is caught, or waited for by nobody.
//  2. Each answer is that of the empty stream, although the stream says something.
//  3. A habit of the registry gives each answer: a lag, an end that is ignored.
//  4. The answers are those of the stream without one of its records.
func (t *Trial) habit(observes spec.Parts) string {
	switch {
	case t.Verdict == spec.Timeout:
		return "It reads the request and never answers: an exception is swallowed, or nobody waits for what makes the answer."
	case t.Verdict != spec.Fail || t.Case.Adapts != nil:
		return ""
	}
	nothing := spec.Stream{Features: t.Case.Stream.Features, End: t.Case.Stream.End}
	if len(t.Case.Records) > 0 && t.answersAs(observes, func(at int) spec.Transcript { return t.readWith(&nothing, nil, at) }) {
		return "Each answer is of the empty stream: it answers before the records are handled. Wait for that (await) before you answer."
	}
	for _, name := range []string{"answers-lag", "end-ignored"} {
		if d, known := deviation.ByName(name); known && t.answersAs(observes, func(at int) spec.Transcript { return t.readWith(&t.Case.Stream, &d, at) }) {
			return d.Sentence
		}
	}
	for record := 1; record <= len(t.Case.Records); record++ {
		less := t.Case.Stream
		less.Events = slices.DeleteFunc(slices.Clone(less.Events), func(e spec.Event) bool { return e.Record == record })
		if t.answersAs(observes, func(at int) spec.Transcript { return t.readWith(&less, nil, at) }) {
			return fmt.Sprintf("Record %d is passed over in silence: perhaps an error in handling it is caught.", record)
		}
	}
	return ""
}

// answersAs reports whether the candidate gave these answers.
func (t *Trial) answersAs(observes spec.Parts, answer func(position int) spec.Transcript) bool {
	for i := range t.Observed {
		want := answer(t.Observed[i].Position)
		if (spec.Compare{Observes: observes}).Differ(&want, t.Observed[i].Got) {
			return false
		}
	}
	return len(t.Observed) > 0
}

// readWith is the transcript of a stream at a position, read with a deviation or with
// none.
func (t *Trial) readWith(s *spec.Stream, d *deviation.Deviation, position int) spec.Transcript {
	reading := deviation.Compose()
	if d != nil {
		reading.Add(*d, nil)
	}
	r := reading.Read(s, t.policies)
	r.To(position)
	return r.Transcript()
}
