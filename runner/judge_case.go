package runner

import (
	"context"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

func newJudge(ctx context.Context, worker *candidate.Worker, number int) (*judge, error) {
	c, err := worker.Candidate(ctx)
	if err != nil {
		return nil, err
	}
	return &judge{worker: worker, subject: subjectOf(c), number: int64(number)}, nil
}

// judgeCase runs a case, attributes its failure, and writes the outcome. The error is a
// failure of quock itself or a *candidate.HandshakeError.
func (j *judge) judgeCase(ctx context.Context, c *Case, out *outcome) error {
	asked := j.pairOf(c)
	if asked != nil {
		c = asked.original
	}
	if asked == nil { // one who is asked twice gets both plainly
		c = j.transported(c)
	}
	t, err := j.try(ctx, c)
	if err != nil {
		return err
	}
	if t, err = j.plainly(ctx, t); err != nil {
		return err
	}
	out.died = t.Died
	if t.Verdict == spec.NotRun {
		out.dropped = true
		return nil
	}
	out.record = out.bare
	r := &out.record
	r.Verdict, r.Detail, r.Undetermined = t.Verdict, t.Detail, t.Undetermined
	out.answered = t.answered(j.subject)
	charged := map[string]bool{}
	if t.Verdict.Blames() {
		r.Stderr = t.Stderr
		if err := j.blame(ctx, t, out, charged); err != nil {
			return err
		}
		if ctx.Err() != nil { // what it is charged with may be too much
			out.dropped = true
			return nil
		}
	}
	r.Rules = t.ruleVerdicts(j.subject.of(t), charged)
	if r.Verdict == spec.Pass && hidden(r.Rules) {
		r.Verdict = spec.NotObservable
	}
	if asked != nil && t.Verdict.Passed() {
		return j.relate(ctx, t, asked, out)
	}
	return nil
}

// blame attributes a failing trial. If that is not possible, the case is untestable.
func (j *judge) blame(ctx context.Context, t *Trial, out *outcome, charged map[string]bool) error {
	found, err := j.attribute(ctx, t)
	switch {
	case err != nil:
		return err
	case found == nil:
		out.record.Verdict, out.record.Twin = spec.Untestable, t.Case.Written.Twin.Name
		out.record.Detail = "its clean twin " + t.Case.Written.Twin.Name + " fails too, so nothing can be told"
		return nil
	}
	out.record.Findings = found.findings
	out.faults, out.doubtful, out.whole = found.faults(), found.doubtful, t.Case
	for _, f := range found.findings {
		if f.Rule != "" {
			charged[f.Rule] = true
		}
	}
	if found.doubtful { // there is nothing to run again yet
		return nil
	}
	replay, err := newReplay(found, j.subject)
	if err != nil {
		return err
	}
	out.replay = &replay
	return nil
}

// hidden reports whether a case bears rules and the candidate observes none of
// them.
func hidden(rules []report.RuleVerdict) bool {
	for _, r := range rules {
		if r.Verdict != spec.NotObservable {
			return false
		}
	}
	return len(rules) > 0
}

// bareRecord is the record of a case that was not run, for whatever reason.
func bareRecord(number int, c *Case, v spec.Verdict) report.Case {
	r := report.Case{
		Number: number, Name: c.Name, Dialect: c.Dialect, Seed: c.Seed,
		Records: len(c.Records), Verdict: v,
	}
	for _, id := range c.rules() {
		r.Rules = append(r.Rules, report.RuleVerdict{Rule: id, Verdict: v})
	}
	report.SortRules(r.Rules)
	return r
}
