package ask

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// adapt sends the case to an adapter: first each observed prefix, as a stream of its
// own that broke off, then the whole stream. The error is as try's.
func (j *Driver) adapt(ctx context.Context, c *plan.Case) (*Trial, error) {
	t := &Trial{Case: c, Verdict: spec.Pass}
	if c.Performed != nil || c.Distilled() {
		t.Known = j.Known
	}
	want, err := Expect(c, j.Capabilities.Policies)
	if err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	t.Undetermined, t.Until = c.Performed != nil && !want.Determined, want.Until
	if t.Sent, err = j.Sending(c); err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return t, nil
	}
	for _, at := range append(c.Prefixes(), spec.AtEnd) {
		if !j.Capabilities.seesEnd(c.CutAt(at)) {
			t.unseen = true
			continue
		}
		if !want.judges(at) {
			continue
		}
		if done, err := j.adaptUpTo(ctx, t, at); done || err != nil {
			return t, err
		}
	}
	t.unobserved()
	return t, nil
}

// adaptUpTo runs the adapter on a prefix, or on the whole, and records the
// observation. It returns true if the rest need not run.
func (j *Driver) adaptUpTo(ctx context.Context, t *Trial, at int) (done bool, err error) {
	prefix := t.Case.CutAt(at)
	req, err := j.Request(prefix)
	if err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return true, nil
	}
	answer, err := j.Worker.Run(ctx, req)
	if err != nil {
		return true, err
	}
	if f := answer.Fault; f != nil {
		t.Verdict, t.Detail, t.Died, t.Stderr = f.Verdict, f.Detail, f.Dead, f.Stderr
		return true, nil
	}
	if r := answer.Reply.Rejected; r != nil {
		t.refuse(r)
		return true, nil
	}
	if err := t.look(prefix, at, answer.Reply.Output, j.Capabilities.Policies); err != nil {
		t.Verdict, t.Detail = spec.HarnessError, err.Error()
		return true, nil
	}
	if !t.Verdict.Passed() {
		t.Stderr = j.Worker.Stderr()
	}
	return false, nil
}

// look adds the observation of an output, compared with its input.
func (t *Trial) look(prefix *plan.Case, at int, output *probe.Output, p spec.Policies) error {
	shared, err := t.Case.Shared()
	if err != nil {
		return err
	}
	out, written, err := readOutput(t.Case.Adapts.Out, output)
	if err != nil {
		return err
	}
	e := check.Adapting(&shared, reading(prefix.Stream, p), out, at)
	if anyLate(e.Adapted.Input) {
		strict := check.Adapting(&shared, reading(onTime(prefix.Stream, p), p), out, at)
		if len(differing(strict)) < len(differing(e)) {
			e = strict
		}
	}
	s := Observed{Position: at, Want: e.Want, Got: e.Got, Differences: differing(e), Evidence: e, Written: written}
	if len(s.Differences) > 0 {
		t.Verdict = spec.Fail
	}
	t.Observed = append(t.Observed, s)
	return nil
}

// differing is all that is wrong with an output: its breaches, and its differences
// from the meaning of its input.
func differing(e *check.Evidence) []spec.Difference {
	return slices.Concat(e.Adapted.Breaches, e.Differences())
}

// reading is a stream with its transcript.
func reading(s spec.Stream, p spec.Policies) *adapted.Reading {
	means := model.Run(s, p)
	return &adapted.Reading{Stream: s, Means: &means}
}

func anyLate(t *spec.Transcript) bool {
	return slices.ContainsFunc(t.Anomalies, func(a spec.Anomaly) bool { return a.Kind == spec.LateFragment })
}

// onTime returns the stream without fragments that came after the end of what they
// belong to. A reader may drop these if it reports them.
func onTime(s spec.Stream, p spec.Policies) spec.Stream {
	state, reported := model.New(s.Features, p), 0
	var kept []spec.Event
	for i := range s.Events {
		state.Step(&s.Events[i])
		n := reported
		reported = state.Reported(spec.LateFragment)
		if k := s.Events[i].Kind; reported > n && (k == spec.Text || k == spec.CallArgs) {
			continue
		}
		kept = append(kept, s.Events[i])
	}
	s.Events = kept
	return s
}
