package ask

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// heed applies what the transport of a case demands and leaves open:
//
//  1. A tail that came again and whose events have no ids: its meaning is not defined,
//     so nothing is compared. It is enough that the candidate answered.
//  2. A last record without its end: it may be left out, if that is reported, or
//     if the input broke off.
//  3. Bad lines: at least one is reported, where anomalies are observed.
func (t *Trial) heed(s *Sending, by Capabilities, got *probe.RunReply) error {
	observes := by.Live()
	if s == nil || t.Verdict == spec.RejectedWrongly {
		return nil
	}
	if s.ambiguous() {
		t.Verdict, t.Observed = spec.Pass, nil
		return nil
	}
	if s.Torn && t.Verdict == spec.Fail && (s.Cut || got.Rejected != nil || reports(got.Final, observes)) {
		if err := t.tornAway(s, by, got); err != nil {
			return err
		}
	}
	if n := len(t.Observed); s.Bad > 0 && got.Rejected == nil && observes.Has(spec.ObserveAnomalies) && n > 0 && t.Observed[n-1].Position == spec.AtEnd {
		last := &t.Observed[n-1]
		last.Differences = append(last.Differences, check.Unreported(got.Final)...)
		if len(last.Differences) > 0 {
			t.Verdict = spec.Fail
		}
	}
	return nil
}

// Short reports whether less arrives than the case has.
func (t *Trial) Short() bool { return t.Sent != nil && t.Sent.there() < len(t.Case.Records) }

// Arrived is the trial's case with those records that arrive.
func (t *Trial) Arrived() *plan.Case {
	if !t.Short() {
		return t.Case
	}
	c := *t.Case
	c.Records = c.Records[:t.Sent.there()]
	c.Stream.End = spec.Cut
	return &c
}

// ambiguous reports whether records come again that no id tells from new ones.
func (s *Sending) ambiguous() bool {
	return !s.text.IDs && slices.ContainsFunc(s.plan.Damage, func(d transport.Damage) bool { return d.Kind == transport.Replay })
}

func reports(t *spec.Transcript, observes spec.Parts) bool {
	return observes.Has(spec.ObserveAnomalies) && len(check.Unreported(t)) == 0
}

// tornAway compares with the stream without its last record.
func (t *Trial) tornAway(s *Sending, by Capabilities, got *probe.RunReply) error {
	short := s.upTo(t.Case, s.Complete)
	want, err := by.expect(short, nil)
	if err != nil {
		return err
	}
	other := *t
	other.Observed, other.Requested = nil, short.Observe
	other.compare(want, got, by.Live())
	if other.Verdict.Passed() {
		t.Verdict, t.Observed = other.Verdict, other.Observed
	}
	return nil
}

// MayRefuse reports whether the transport damaged the stream in a way that a
// reader may give it up for: the end of an input that broke off within a record
// is malformed, and what exceeds a limit is told so. A bad line is none: it
// costs that line only.
func (s *Sending) MayRefuse(r *probe.Rejected) bool {
	if s == nil {
		return false
	}
	if s.Cut && r.Reason == probe.Malformed && r.At > s.Complete {
		return true
	}
	return slices.ContainsFunc(s.plan.Damage, func(d transport.Damage) bool {
		beyond := d.Kind == transport.Giant || d.Kind == transport.Abyss
		at := min(d.Record+1, len(s.text.Records))
		return beyond && r.Reason == probe.Limit && (r.At == at || r.At > len(s.text.Records))
	})
}
