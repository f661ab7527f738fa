package runner

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A caseJudge is the judge of one case of a run.
type caseJudge struct {
	*attribute.Attributor
	// named are the deviations of the diagnosis, with those that are guesses.
	named []deviation.Deviation
	// failed is how the case failed when it was judged; nil while it is judged.
	failed *outcome
}

// judgeCase runs a case and writes the outcome: the case is judged, or its failure
// attributed, if it was judged before. The error is a failure of quock itself or a
// *candidate.HandshakeError.
func (j *caseJudge) judgeCase(ctx context.Context, c *plan.Case, out *outcome) error {
	asked := plan.PairOf(c)
	if asked != nil {
		c = asked.Original
	}
	if asked == nil { // one who is asked twice gets both plainly
		c = j.Transported(c)
	}
	if j.Before != nil && c.Transport == nil { // else the answer may be that without it
		j.Before.Case = c
	}
	t, err := j.Try(ctx, c)
	if err != nil {
		return err
	}
	if t, err = j.Plainly(ctx, t); err != nil {
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
func (j *caseJudge) first(ctx context.Context, t *ask.Trial, asked *plan.CasePair, out *outcome) error {
	out.answered = answersOf(t, j.Capabilities)
	switch {
	case t.Verdict == spec.Timeout:
		return j.blame(ctx, t, out)
	case t.Verdict.Blames(), t.Deviates() && !j.explain(t, out):
		out.fails(t)
		out.given = t.Before(j.Capabilities)
	case !t.Deviates():
		return j.pass(ctx, t, asked, out)
	}
	return nil
}

// pass writes the outcome of a case that passes, and runs it in its relation.
func (j *caseJudge) pass(ctx context.Context, t *ask.Trial, asked *plan.CasePair, out *outcome) error {
	r := &out.record
	r.Rules = attribute.RuleVerdicts(t, j.Capabilities.Of(t), nil)
	if r.Verdict == spec.Pass && hidden(r.Rules) {
		r.Verdict = spec.NotObservable
	}
	if asked != nil && t.Verdict.Passed() {
		return j.relate(ctx, t, asked, out)
	}
	return nil
}

// blame attributes a failing trial. If that is not possible, the case is untestable.
func (j *caseJudge) blame(ctx context.Context, t *ask.Trial, out *outcome) error {
	found, err := j.Attribute(ctx, t)
	if err != nil {
		return err
	}
	r := &out.record
	r.Rules = attribute.RuleVerdicts(t, j.Capabilities.Of(t), found.Rules())
	if found == nil {
		r.Verdict, r.Twin = spec.Untestable, t.Case.Written.Twin.Name
		r.Detail = "its clean twin " + t.Case.Written.Twin.Name + " fails too, so nothing can be told"
		return nil
	}
	out.setAttribution(found, t.Case, j.Capabilities)
	return nil
}

// setAttribution writes an attribution of a case.
func (o *outcome) setAttribution(found *attribute.Attribution, whole *plan.Case, s ask.Capabilities) {
	o.record.Findings = found.Findings
	o.faults, o.doubtful, o.whole = found.Faults(), found.Doubtful, whole
	if !found.Doubtful { // else there is nothing to run again yet
		o.replay, o.example = replayLater(found, s), found.Trial
	}
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

// explain attributes a trial that the reference with the deviations answers entirely:
// to those deviations that show in it. It reports whether it did.
func (j *caseJudge) explain(t *ask.Trial, out *outcome) bool {
	found := j.Explained(t)
	if found == nil {
		return false
	}
	own := *t
	own.Verdict = spec.Fail
	out.record.Verdict = spec.Fail
	out.record.Rules = attribute.RuleVerdicts(&own, j.Capabilities.Of(t), found.Rules())
	if found.Trial = t; t.Deviates() {
		found.Trial = t.Against(nil, j.Capabilities.Live())
	}
	out.setAttribution(found, t.Case, j.Capabilities)
	out.faults = nil // they are set aside
	return true
}

// explainPair does so for a relation that does not hold, if the reference with the
// deviations answers both streams entirely.
func (j *caseJudge) explainPair(h *attribute.HeldPair, out *outcome) bool {
	if h.Verdict != spec.Fail || !h.Changed.Deviates() || h.Original.Deviates() && j.Explained(h.Original) == nil {
		return false
	}
	found := j.Explained(h.Changed)
	if found == nil {
		return false
	}
	r := &out.record
	r.Verdict, r.Findings = spec.Fail, found.Findings
	for i := range found.Findings {
		f := &found.Findings[i]
		f.Relation = h.Relation.Name
		r.Rules = slices.DeleteFunc(r.Rules, func(v report.RuleVerdict) bool { return v.Rule == f.Rule })
		if f.Rule != "" {
			r.Rules = append(r.Rules, report.RuleVerdict{Rule: f.Rule, Verdict: spec.Fail})
		}
	}
	report.SortRules(r.Rules)
	out.replay, out.example = replayLater(&attribute.Attribution{Trial: h.Original, Findings: found.Findings, Held: h}, j.Capabilities), h.Changed
	return true
}

// second attributes the failure of a case that was judged before.
func (j *caseJudge) second(ctx context.Context, t *ask.Trial, asked *plan.CasePair, out *outcome) error {
	switch was := j.failed.record.Verdict; {
	case j.failed.related && t.Verdict.Passed() && !t.Deviates():
		return j.pass(ctx, t, asked, out)
	case t.Verdict.Passed() && t.Deviates():
		if j.explain(t, out) {
			return nil
		}
		out.guessed = j.guess(t)
		j.Capabilities.Deviations = nil
		return j.blame(ctx, t.Against(nil, j.Capabilities.Live()), out)
	case t.Verdict != was || j.failed.related:
		out.doubt(j.failed, t.Verdict, t.Case)
		return nil
	}
	if t.Owed != nil && j.explain(t, out) {
		return nil
	}
	out.guessed = j.guess(t)
	return j.blame(ctx, t, out)
}

// guess returns which named deviations show in a trial that the reference with all of
// them answers entirely; none if some of them are no guess only, or if it does not.
func (j *caseJudge) guess(t *ask.Trial) []string {
	if len(j.named) == len(j.Capabilities.Deviations) {
		return nil
	}
	s := j.Capabilities
	s.Deviations = j.named
	return namesOf(attribute.ShowingIn(t, s))
}

// doubt writes the outcome of a case that ended otherwise when it was judged.
func (o *outcome) doubt(failed *outcome, now spec.Verdict, whole *plan.Case) {
	o.record, o.doubtful, o.whole, o.replay = failed.record, true, whole, nil
	o.record.Findings = []spec.Finding{attribute.Doubted(failed.unnamed, "once more in another process", now)}
	o.record.Rules = slices.Clone(o.bare.Rules)
	for i := range o.record.Rules {
		o.record.Rules[i].Verdict = spec.Untestable
	}
}
