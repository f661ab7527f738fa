package ask

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// compare fills in the observations and the verdict. Deviations that are set aside
// explain a whole case or nothing in it: answers that are partly those of the reference
// with them and partly those without are compared with the latter.
func (t *Trial) compare(e *Expectation, got *probe.RunReply, observes spec.Parts) {
	if r := got.Rejected; r != nil && !t.illegal(r) && !t.Sent.MayRefuse(r) && !t.excused(r) {
		t.refuse(r)
		return
	}
	t.Verdict = spec.Pass
	compare, apart := spec.Compare{Observes: observes}, false
	add := func(position, i int, want, got *spec.Transcript) {
		if !e.judges(position) {
			return
		}
		s := Observed{Position: position, Want: want, Got: got, Differences: compare.Transcripts(want, got)}
		switch {
		case len(e.Deviating) == 0:
		case len(s.Differences) > 0:
			s.nearer(&e.Deviating[i], compare)
		default:
			apart = apart || compare.Differ(&e.Deviating[i], got)
		}
		if len(s.Differences) > 0 {
			t.Verdict = spec.Fail
		}
		t.Observed = append(t.Observed, s)
	}
	for i, position := range t.Requested[:len(got.Observations)] {
		add(position, i, &e.Observations[i], &got.Observations[i])
	}
	if got.Rejected == nil && !e.Unseen {
		add(spec.AtEnd, len(e.Deviating)-1, &e.Final, got.Final)
	}
	if apart && t.Verdict == spec.Pass && t.Deviates() {
		*t = *t.Against(nil, observes)
	}
}

// nearer takes what the reference with deviations answers as expected, if the answer
// is nearer to that.
func (s *Observed) nearer(deviating *spec.Transcript, compare spec.Compare) {
	if left := compare.Transcripts(deviating, s.Got); len(left) <= len(s.Differences) {
		s.plain = &Observed{Position: s.Position, Want: s.Want, Got: s.Got, Differences: s.Differences}
		s.Want, s.Differences, s.Deviates = deviating, left, len(left) == 0
	}
}

// illegal reports whether the format's own text calls the record fatal, or lets a
// reader reject it. A reader that refuses the stream there, or at the end of input,
// is right (produce/legal). What came before the record is compared as usual.
func (t *Trial) illegal(r *probe.Rejected) bool {
	return slices.ContainsFunc(t.Case.Violations(), func(v spec.Violation) bool {
		return v.Refused && (v.Record == r.At || r.At > len(t.Case.Records))
	})
}

// Against is the trial of the same answers with other deviations set aside.
func (t *Trial) Against(deviations []deviation.Deviation, observes spec.Parts) *Trial {
	own := *t
	own.Observed, own.Verdict = nil, spec.Pass
	if len(deviations) == 0 && t.Sent == nil && t.Deviates() { // it was compared with that, too
		own.Observed = slices.Clone(t.Observed)
		for i := range own.Observed {
			if plain := own.Observed[i].plain; plain != nil {
				own.Observed[i] = *plain
			}
			if len(own.Observed[i].Differences) > 0 {
				own.Verdict = spec.Fail
			}
		}
		return &own
	}
	at := make([]int, len(t.Observed))
	for i := range t.Observed {
		at[i] = t.Observed[i].Position
	}
	compare := spec.Compare{Observes: observes}
	for i, want := range t.Readings(&t.Arrived().Stream, deviations...) {
		o := Observed{Position: at[i], Want: &want, Got: t.Observed[i].Got}
		if o.Differences = compare.Transcripts(o.Want, o.Got); len(o.Differences) > 0 {
			own.Verdict = spec.Fail
		}
		own.Observed = append(own.Observed, o)
	}
	return &own
}

// Readings are what the reference with deviations answers on a stream, at the trial's
// positions.
func (t *Trial) Readings(s *spec.Stream, of ...deviation.Deviation) []spec.Transcript {
	reading, all := deviation.Compose(of...).Read(s, t.Policies), make([]spec.Transcript, len(t.Observed))
	for i := range t.Observed {
		reading.To(t.Observed[i].Position)
		all[i] = reading.Transcript()
	}
	return all
}

// AnswersAs reports whether the candidate answers everywhere as the reference with
// deviations does on a stream. What a store keeps is no answer.
func (t *Trial) AnswersAs(s *spec.Stream, observes spec.Parts, of ...deviation.Deviation) bool {
	if len(t.Observed) == 0 || slices.ContainsFunc(t.Observed, func(o Observed) bool { return o.Surface != check.Live }) {
		return false
	}
	for i, want := range t.Readings(s, of...) {
		if (spec.Compare{Observes: observes}).Differ(&want, t.Observed[i].Got) {
			return false
		}
	}
	return true
}

// Deviates reports whether the candidate answers anywhere as the reference does with
// the deviations, and not as it does without.
func (t *Trial) Deviates() bool {
	return slices.ContainsFunc(t.Observed, func(s Observed) bool { return s.Deviates })
}
