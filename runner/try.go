package runner

import (
	"context"
	"errors"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Try runs one case once on a fresh candidate, and ends the candidate. The error is a
// failure of quock itself, or a *candidate.HandshakeError.
func Try(ctx context.Context, s candidate.Starter, l *candidate.Limits, c *plan.Case) (*ask.Trial, error) {
	worker := candidate.NewWorker(s, l)
	defer worker.Close()
	j, err := attribute.New(ctx, worker, 1)
	if err != nil {
		return nil, err
	}
	if j.Capabilities.Adapter != (c.Adapts != nil) {
		return nil, &candidate.HandshakeError{Err: errors.New("the case is for another role than the candidate's")}
	}
	t, err := retry(ctx, j, c)
	if err != nil || !t.Verdict.Blames() || c.Asked != nil {
		return t, err
	}
	j.MatchMutants(t)
	findings := attribute.Findings(t, j.Capabilities.Of(t).Observes)
	if c.Transport != nil {
		findings = []spec.Finding{attribute.TransportFinding(t)}
	}
	for _, f := range findings {
		if f.Rule != "" {
			t.Blamed = append(t.Blamed, f.Rule)
		}
	}
	t.ReadsAs = readsAs(t, j.Capabilities, t.Blamed...)
	return t, nil
}

// retry puts a case to the candidate again, behind the runs before it: in its relation where it has one,
// so that the trial is that of the pair; one that is observed everywhere so that
// the first difference is found.
func retry(ctx context.Context, j *attribute.Attributor, c *plan.Case) (*ask.Trial, error) {
	for _, before := range c.Before {
		if _, err := j.Try(ctx, before); err != nil {
			return nil, err
		}
	}
	p := plan.AskedPair(c)
	switch {
	case p == nil && c.Reducing:
		return j.Closely(ctx, c)
	case p == nil:
		return j.Try(ctx, c)
	}
	h, err := j.Ask(ctx, p, p.Original)
	if err != nil {
		return nil, err
	}
	return h.Trial(j.Capabilities), nil
}
