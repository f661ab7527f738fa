package runner

import (
	"context"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A judge says of cases which rules a candidate breaks in them. It serves one caller.
type judge struct {
	ask.Driver
	// usual finds out, for a distilled case, what the candidate gets wrong on every
	// stream of a dialect. It may be nil.
	usual func(dialect string) (ask.BaseRules, error)
	// named are the deviations of the diagnosis, with those that are guesses.
	named []deviation.Deviation
	// failed is how the case failed when it was judged; nil while it is judged.
	failed *outcome
}

// newJudge starts the worker's candidate if it does not run.
func newJudge(ctx context.Context, worker *candidate.Worker, number int) (*judge, error) {
	c, err := worker.Candidate(ctx)
	if err != nil {
		return nil, err
	}
	return &judge{Driver: ask.Driver{Worker: worker, Capabilities: ask.CapabilitiesOf(c), Number: int64(number)}}, nil
}

// judgeCase runs a case and writes the outcome: the case is judged, or its failure
// attributed, if it was judged before. The error is a failure of quock itself or a
// *candidate.HandshakeError.
func (j *judge) judgeCase(ctx context.Context, c *plan.Case, out *outcome) error {
	asked := plan.PairOf(c)
	if asked != nil {
		c = asked.Original
	}
	if asked == nil { // one who is asked twice gets both plainly
		c = j.Transported(c)
	}
	t, err := j.Try(ctx, c)
	if err != nil {
		return err
	}
	if t, err = j.plainly(ctx, t); err != nil {
		return err
	}
	out.died = t.Died
	if t.Verdict == spec.NotRun || ctx.Err() != nil {
		out.dropped = true
		return nil
	}
	out.record = out.bare
	r := &out.record
	r.Verdict, r.Detail, r.Undetermined, r.Stderr = t.Verdict, t.Detail, t.Undetermined, t.Stderr
	if !t.Verdict.Blames() {
		r.Stderr = ""
	}
	if j.failed == nil {
		err = j.first(ctx, t, asked, out)
	} else {
		err = j.second(ctx, t, asked, out)
	}
	if ctx.Err() != nil && !out.failing && out.record.Verdict.Blames() { // what it is charged with may be too much
		out.dropped = true
	}
	return err
}

// first judges a trial. A failure is not attributed yet, except where attribution
// would ask the candidate nothing: it did not answer in time, or what is accepted
// explains it.
func (j *judge) first(ctx context.Context, t *ask.Trial, asked *plan.CasePair, out *outcome) error {
	out.answered = answersOf(t, j.Capabilities)
	switch {
	case t.Verdict == spec.Timeout:
		return j.blame(ctx, t, out)
	case t.Verdict.Blames(), t.Deviates() && !j.explain(t, out):
		out.fails(t)
	case !t.Deviates():
		return j.pass(ctx, t, asked, out)
	}
	return nil
}

// pass writes the outcome of a case that passes, and runs it in its relation.
func (j *judge) pass(ctx context.Context, t *ask.Trial, asked *plan.CasePair, out *outcome) error {
	r := &out.record
	r.Rules = ruleVerdicts(t, j.Capabilities.Of(t), nil)
	if r.Verdict == spec.Pass && hidden(r.Rules) {
		r.Verdict = spec.NotObservable
	}
	if asked != nil && t.Verdict.Passed() {
		return j.relate(ctx, t, asked, out)
	}
	return nil
}

// blame attributes a failing trial. If that is not possible, the case is untestable.
func (j *judge) blame(ctx context.Context, t *ask.Trial, out *outcome) error {
	found, err := j.attribute(ctx, t)
	if err != nil {
		return err
	}
	r := &out.record
	r.Rules = ruleVerdicts(t, j.Capabilities.Of(t), found.charged())
	if found == nil {
		r.Verdict, r.Twin = spec.Untestable, t.Case.Written.Twin.Name
		r.Detail = "its clean twin " + t.Case.Written.Twin.Name + " fails too, so nothing can be told"
		return nil
	}
	out.charge(found, t.Case, j.Capabilities)
	return nil
}

// charge writes an attribution of a case.
func (o *outcome) charge(found *attribution, whole *plan.Case, s ask.Capabilities) {
	o.record.Findings = found.findings
	o.faults, o.doubtful, o.whole = found.faults(), found.doubtful, whole
	if !found.doubtful { // else there is nothing to run again yet
		o.replay, o.example = replayLater(found, s), found.trial
	}
}

// charged are the rules of an attribution; none of nil.
func (c *attribution) charged() map[string]bool {
	rules := map[string]bool{}
	if c == nil {
		return rules
	}
	for _, f := range c.findings {
		if f.Rule != "" {
			rules[f.Rule] = true
		}
	}
	return rules
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
func bareRecord(number int, c *plan.Case, v spec.Verdict) report.Case {
	r := report.Case{
		Number: number, Name: c.Name, Dialect: c.Dialect, Seed: c.Seed,
		Records: len(c.Records), Verdict: v,
	}
	for _, id := range c.Rules() {
		r.Rules = append(r.Rules, report.RuleVerdict{Rule: id, Verdict: v})
	}
	report.SortRules(r.Rules)
	return r
}
