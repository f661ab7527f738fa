package runner

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// relate runs a pair whose original passed, and attributes a relation that does
// not hold.
func (j *caseJudge) relate(ctx context.Context, original *ask.Trial, p *plan.CasePair, out *outcome) error {
	h, err := j.Hold(ctx, p, original)
	if err != nil {
		return err
	}
	if h.Verdict == spec.NotRun || ctx.Err() != nil {
		out.dropped = true
		return nil
	}
	r := &out.record
	r.Relation = report.Relation{Name: p.Relation.Name, Verdict: h.Verdict}
	switch {
	case h.Verdict == spec.HarnessError:
		r.Verdict, r.Detail, out.held = h.Verdict, h.Detail, h
	case h.Verdict.Blames():
		out.died = out.died || h.Changed.Died
		if j.failed == nil && h.Verdict != spec.Timeout {
			out.broken(h, h.Unnamed(""))
			out.failing, out.related, out.unnamed = true, true, out.record.Findings[0]
			out.record.Findings = nil
			return nil
		}
		return j.unheld(ctx, h, out)
	case j.failed != nil:
		out.doubt(j.failed, h.Verdict, original.Case)
	}
	return nil
}

// unheld attributes a relation that did not hold, if it fails a second time.
func (j *caseJudge) unheld(ctx context.Context, h *attribute.HeldPair, out *outcome) error {
	own := *h.Original.Case
	own.Asked = &plan.Asked{Relation: h.Relation.Name, Seed: h.Seed}
	out.whole = &own
	if j.explainPair(h, out) {
		return nil
	}
	if h.Verdict != spec.Timeout { // one is confirmed before it counts
		changed, err := h.CasePair.Changed()
		if err != nil {
			return err
		}
		if _, err := j.Read(ctx, changed); err != nil { // so that what alternates does not alternate with pairs
			return err
		}
		again, err := j.Again(ctx, h)
		if err != nil {
			return err
		}
		if again.Verdict != h.Verdict {
			out.broken(h, h.Unrepeated(again))
			out.doubtful = true
			return nil
		}
		if h, err = j.Plainer(ctx, h); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		out.dropped = true
		return nil
	}
	if j.Usual != nil {
		known, err := j.Usual(h.Changed.Case.Dialect)
		if err != nil {
			return err
		}
		h.Changed.Known = known
	}
	found := h.Finding(j.Capabilities)
	out.broken(h, found)
	out.replay = replayLater(&attribute.Attribution{Trial: h.Original, Findings: []spec.Finding{found}, Held: h}, j.Capabilities)
	if h.Verdict.Unanswered() || h.Changed.First() >= 0 {
		out.example = h.Changed
	}
	return nil
}

// broken adds a broken relation to the log entry of a case that otherwise passed.
func (o *outcome) broken(h *attribute.HeldPair, f spec.Finding) {
	r := &o.record
	r.Verdict, r.Findings = h.Verdict, []spec.Finding{f}
	if h.Changed != nil {
		r.Stderr = h.Changed.Stderr
	}
	if f.Rule == "" {
		return
	}
	r.Rules = slices.DeleteFunc(r.Rules, func(v report.RuleVerdict) bool { return v.Rule == f.Rule })
	r.Rules = append(r.Rules, report.RuleVerdict{Rule: f.Rule, Verdict: f.Verdict})
	report.SortRules(r.Rules)
}
