package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// Reader is the oracle in the form that a campaign needs.
func (o *Pool) Reader(ctx context.Context) campaign.Reader {
	return campaign.Reader{
		Try: func(p *perform.Case) campaign.Attempt {
			a := o.Try(ctx, p)
			return campaign.Attempt{Verdict: a.Verdict, Symptoms: a.Symptoms, Detail: a.Detail, Known: a.Known}
		},
		Attribute: func(p *perform.Case) (campaign.Attributed, bool) {
			c, fails := o.Attribute(ctx, p)
			if !fails {
				return campaign.Attributed{}, false
			}
			return campaign.Attributed{Subject: c.Subject, Signatures: c.Signatures, Flaky: c.Flaky}, true
		},
		Know:  func(deviations []string) { o.Know(ctx, deviations) },
		Judge: o.Judge(ctx),
		Like:  o.Like(ctx),
		File:  func(f *campaign.Finding) (string, []byte, error) { return o.file(ctx, f) },
		Diagnose: func(cases []*perform.Case, findings []campaign.FindingText) *campaign.Grouping {
			return o.diagnose(ctx, cases, findings)
		},
		Aside: func(s shrink.Signature) bool { return strings.HasPrefix(s.Kind, attribute.Aside) },
	}
}

// file makes the replay file of a campaign's finding.
func (o *Pool) file(ctx context.Context, f *campaign.Finding) (name string, text []byte, err error) {
	var file replay.Archive
	gone := false
	err = o.with(ctx, func(j *attribute.Attributor) error {
		found, err := o.found(ctx, j, f)
		if gone = errors.Is(err, campaign.ErrGone); gone { // the candidate's fault, and none of the pool's
			return nil
		}
		if err == nil {
			file, err = newReplay(found, j.Capabilities)
		}
		return err
	})
	if gone {
		err = campaign.ErrGone
	}
	if err != nil {
		return "", nil, fmt.Errorf("writing down what case %d shows: %w", f.Case, err)
	}
	return file.Name, file.Text, nil
}

// Report is the bug report of a case on which we failed in a campaign, by what the
// campaign says of it: its token, a colon and what went wrong.
func (o *Pool) Report(ctx context.Context, problem string) (replay.Archive, error) {
	token, why, _ := strings.Cut(problem, ": ")
	t, err := perform.ParseToken(token)
	if err != nil {
		return replay.Archive{}, fmt.Errorf("reporting %q: %w", token, err)
	}
	codec, variant, err := plan.Lookup(t.Dialect)
	if err != nil {
		return replay.Archive{}, err
	}
	var file *replay.Archive
	err = o.with(ctx, func(j *attribute.Attributor) error {
		c, err := o.caseOf(t.Case(codec.Features(variant)))
		if err == nil {
			file, err = replay.Bug(ctx, j, c, nil, why)
		}
		return err
	})
	if err != nil {
		return replay.Archive{}, fmt.Errorf("writing the bug report of %s: %w", token, err)
	}
	return *file, nil
}

// found returns a campaign's finding as a charge.
func (o *Pool) found(ctx context.Context, j *attribute.Attributor, f *campaign.Finding) (*attribute.Attribution, error) {
	if f.Whole {
		return o.unreduced(f)
	}
	c, err := o.encodedCase(&f.Subject)
	if err != nil {
		return nil, err
	}
	t, err := j.Closely(ctx, c)
	if err != nil {
		return nil, err
	}
	observes := j.Capabilities.Of(t).Observes
	if !slices.Contains(attribute.Signatures(t, observes), f.Held) {
		return nil, campaign.ErrGone
	}
	return &attribute.Attribution{
		Trial:    t,
		Findings: attributedTo(t, f.Rule, observes),
		Shrunk: &attribute.Shrunk{
			Records: f.Records, Events: f.Events, Runs: f.Runs, Stopped: f.Stopped,
			Signature: f.Signature, Free: f.Free, Also: f.Also, Token: f.Token.String(),
		},
	}, nil
}

// attributedTo is the trial's finding of a rule; of one that no fault of it bears,
// with all that differs.
func attributedTo(t *ask.Trial, rule string, observes spec.Parts) []spec.Finding {
	all := attribute.Findings(t, observes)
	own := slices.DeleteFunc(slices.Clone(all), func(g spec.Finding) bool { return g.Rule != rule })
	if len(own) > 0 || len(all) == 0 {
		return own
	}
	f := all[0]
	f.Rule, f.Consequences = rule, nil
	if at := t.First(); at >= 0 {
		f.Differences = t.Observed[at].Differences
	}
	return []spec.Finding{f}
}

// unreduced returns a case that is kept unreduced, with its result. It is not run
// again: it takes too long, or is flaky.
func (o *Pool) unreduced(f *campaign.Finding) (*attribute.Attribution, error) {
	codec, variant, err := plan.Lookup(f.Token.Dialect)
	if err != nil {
		return nil, err
	}
	c, err := o.caseOf(f.Token.Case(codec.Features(variant)))
	if err != nil {
		return nil, err
	}
	t := &ask.Trial{Case: c, Verdict: f.First.Verdict, Detail: f.First.Detail}
	if f.Second != nil {
		t.Detail = strings.TrimSpace(t.Detail + "\nit does not end in the same way each time, so no rule is charged\nfirst: " + ended(f.First) + "\nthen:  " + ended(f.Second))
	}
	finding := spec.Finding{
		Verdict: t.Verdict, Case: c.Name, Dialect: c.Dialect, Seed: c.Seed,
		Position: spec.AtEnd, Faults: c.Faults, Detail: t.Detail,
	}
	return &attribute.Attribution{Trial: t, Findings: []spec.Finding{finding}}, nil
}

// ended describes how an attempt ended.
func ended(a *campaign.Attempt) string {
	words := a.Verdict.String()
	for _, s := range a.Symptoms {
		words += "; " + strings.TrimSpace(s.Rule+" "+s.Kind)
	}
	return words
}
