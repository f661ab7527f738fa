package attribute

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// Plainly runs a failing case once more with one chunk for each record. If it passes,
// or fails less badly, the transport is the cause. Else only the plain failure counts.
func (j *Attributor) Plainly(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	if t.Case.Transport == nil || !t.Verdict.Blames() {
		return t, nil
	}
	plain, err := j.Try(ctx, t.Case.WithoutTransport())
	switch {
	case err != nil:
		return t, err
	case plain.Verdict == spec.Pass, plain.Verdict == spec.Fail && t.Verdict != spec.Fail:
		return t, nil
	}
	return plain, nil
}

// mostTransports is the most transports that a reduction tries.
const mostTransports = 400

// attributeTransport charges a trial that fails by its transport alone: with the
// rule that the least transport is about with which the case still fails in the
// same way, on as little of the case as shows it.
func (j *Attributor) attributeTransport(ctx context.Context, t *ask.Trial) (*Attribution, error) {
	text, err := j.Text(t.Case)
	if err != nil {
		return nil, err
	}
	if t.Verdict != spec.Timeout {
		if t, err = j.leastTransport(ctx, t, text); err == nil {
			t, err = j.leastCase(ctx, t)
		}
		if err != nil {
			return nil, err
		}
	}
	return &Attribution{Trial: t, Findings: []spec.Finding{TransportFinding(t)}}, nil
}

// leastTransport removes from the transport what is not needed to fail.
func (j *Attributor) leastTransport(ctx context.Context, t *ask.Trial, text transport.Text) (*ask.Trial, error) {
	for tries, again := 0, true; again && tries < mostTransports; {
		again = false
		for q := range text.Smaller(t.Case.Transport) {
			if q.IsPlain() { // known to pass
				continue
			}
			if tries++; tries > mostTransports {
				break
			}
			less, err := j.Try(ctx, t.Case.WithTransport(&q))
			if err != nil {
				return nil, err
			}
			if failsAs(less, t) {
				t, again = less, true
				break
			}
		}
	}
	return t, nil
}

// leastCase removes from the case what is not needed to fail with its transport and to
// pass without it: all faults together, and everything after some record.
func (j *Attributor) leastCase(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	c := t.Case
	if c.Performed == nil || c.Adapts != nil {
		return t, nil
	}
	if len(c.Faults) > 0 && len(c.Performed.Edits) == 0 {
		less, err := j.withoutFaults(c, plan.FaultIDs(c.Faults))
		if err == nil {
			if t, err = j.lessCase(ctx, t, less); err != nil {
				return nil, err
			}
		}
	}
	for from, to := 0, len(t.Case.Records); to-from > 1; {
		middle := (from + to) / 2
		short, err := plan.Shorten(t.Case, middle)
		if err != nil {
			from = middle // it cannot be told that short
			continue
		}
		short.Transport, short.Observe = t.Case.Transport, nil
		was := t
		if t, err = j.lessCase(ctx, t, short); err != nil {
			return nil, err
		}
		if t == was {
			from = middle
		} else {
			to = middle
		}
	}
	return t, nil
}

// withoutFaults is a generated case with faults performed away, in the same transport.
func (j *Attributor) withoutFaults(c *plan.Case, away []int) (*plan.Case, error) {
	codec, variant, err := plan.Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	less, err := plan.Generated(c.Name, codec, variant, c.Performed.Without(away...))
	if err != nil {
		return nil, err
	}
	less.Transport = c.Transport
	return less, nil
}

// lessCase is the trial of a smaller case, if that fails in the same way and
// passes plainly; else the trial.
func (j *Attributor) lessCase(ctx context.Context, t *ask.Trial, c *plan.Case) (*ask.Trial, error) {
	less, err := j.Try(ctx, c)
	if err != nil || !failsAs(less, t) {
		return t, err
	}
	plain, err := j.Try(ctx, c.WithoutTransport())
	if err != nil || plain.Verdict != spec.Pass {
		return t, err
	}
	return less, nil
}

// TransportRule is the rule that a trial breaks which fails by its transport, ""
// where none says what must hold: of what comes again without ids.
func TransportRule(t *ask.Trial) string {
	if t.Sent == nil || len(t.Sent.Rules()) == 0 {
		return ""
	}
	return t.Sent.Rules()[0]
}

// TransportFinding returns the finding of a trial that fails by its transport.
func TransportFinding(t *ask.Trial) spec.Finding {
	f := spec.Finding{
		Verdict: t.Verdict, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed, Faults: t.Case.Faults,
		Rule: TransportRule(t), Position: spec.AtEnd, Detail: "the bytes come so: " + t.Case.Transport.String() + ".\nWith one chunk a record the case passes.",
	}
	if t.Detail != "" {
		f.Detail = t.Detail + "\n" + f.Detail
	}
	if at := t.First(); at >= 0 {
		f.Position, f.Differences = t.Observed[at].Position, t.Observed[at].Differences
	}
	return f
}

// transportVerdicts are what a case that came in a transport says of the rules
// about that, if they are not attributed to it and its faults do not cover them.
func (w *ruleEvidence) transportVerdicts(attributed map[string]bool) []report.RuleVerdict {
	s := w.trial.Sent
	if s == nil || w.trial.Case.Transport == nil || len(w.trial.Observed) == 0 && w.trial.Verdict.Passed() {
		return nil // nothing was looked at
	}
	var all []report.RuleVerdict
	for _, id := range s.Rules() {
		if !attributed[id] && !slices.Contains(w.trial.Case.Rules(), id) {
			all = append(all, report.RuleVerdict{Rule: id, Verdict: w.verdict(id)})
		}
	}
	return all
}
