package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// relate runs a pair whose original passed, and attributes a relation that does
// not hold.
func (j *judge) relate(ctx context.Context, original *ask.Trial, p *plan.CasePair, out *outcome) error {
	h, err := j.hold(ctx, p, original)
	if err != nil {
		return err
	}
	if h.verdict == spec.NotRun || ctx.Err() != nil {
		out.dropped = true
		return nil
	}
	r := &out.record
	r.Relation = report.Relation{Name: p.Relation.Name, Verdict: h.verdict}
	switch {
	case h.verdict == spec.HarnessError:
		r.Verdict, r.Detail, out.held = h.verdict, h.detail, h
	case h.verdict.Blames():
		out.died = out.died || h.changed.Died
		if j.failed == nil && h.verdict != spec.Timeout {
			out.broken(h, h.unnamed(""))
			out.failing, out.related, out.unnamed = true, true, out.record.Findings[0]
			out.record.Findings = nil
			return nil
		}
		return j.unheld(ctx, h, out)
	case j.failed != nil:
		out.doubt(j.failed, h.verdict, original.Case)
	}
	return nil
}

// unheld attributes a relation that did not hold, if it fails a second time.
func (j *judge) unheld(ctx context.Context, h *held, out *outcome) error {
	own := *h.original.Case
	own.Asked = &plan.Asked{Relation: h.Relation.Name, Seed: h.Seed}
	out.whole = &own
	if j.explainPair(h, out) {
		return nil
	}
	if h.verdict != spec.Timeout { // one is confirmed before it counts
		if _, err := j.read(ctx, h.CasePair.Changed); err != nil { // so that what alternates does not alternate with pairs
			return err
		}
		again, err := j.again(ctx, h)
		if err != nil {
			return err
		}
		if again.verdict != h.verdict {
			out.broken(h, h.unrepeated(again))
			out.doubtful = true
			return nil
		}
		if h, err = j.plainer(ctx, h); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		out.dropped = true
		return nil
	}
	if j.usual != nil {
		known, err := j.usual(h.changed.Case.Dialect)
		if err != nil {
			return err
		}
		h.changed.Known = known
	}
	found := h.finding(j.Capabilities)
	out.broken(h, found)
	out.replay = replayLater(&attribution{trial: h.original, findings: []spec.Finding{found}, held: h}, j.Capabilities)
	return nil
}

// again runs both sides of the pair once more.
func (j *judge) again(ctx context.Context, h *held) (*held, error) {
	return j.ask(ctx, h.CasePair, h.original.Case)
}

// ask runs both sides of a pair. If the original fails, the pair proves nothing.
func (j *judge) ask(ctx context.Context, p *plan.CasePair, original *plan.Case) (*held, error) {
	t, err := j.read(ctx, original)
	if err != nil {
		return nil, err
	}
	if !t.Verdict.Passed() {
		return &held{CasePair: p, original: t, verdict: spec.Untestable, detail: "the original does not pass: " + t.Verdict.String()}, nil
	}
	return j.hold(ctx, p, t)
}

// plainer removes the faults that the pair does not need: all at once if possible,
// else one by one, dependents first.
func (j *judge) plainer(ctx context.Context, h *held) (*held, error) {
	left := plan.FaultIDs(h.original.Case.Faults)
	less, err := j.without(ctx, h, left)
	if err != nil || less != nil {
		return or(less, h), err
	}
	for i := len(left) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(h.original.Case.Faults, func(fault spec.Fault) bool { return fault.ID == left[i] }) {
			continue // it went with another
		}
		if less, err = j.without(ctx, h, left[i:i+1]); err != nil {
			return nil, err
		}
		h = or(less, h)
	}
	return h, nil
}

func or(h, otherwise *held) *held {
	if h != nil {
		return h
	}
	return otherwise
}

// without runs the pair of the case without some of its faults. It returns nil if
// that pair holds, or if its stream cannot be made.
func (j *judge) without(ctx context.Context, h *held, away []int) (*held, error) {
	c := h.original.Case
	if len(away) == 0 {
		return nil, nil
	}
	codec, variant, err := plan.Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	less, err := plan.Generated(c.Name, codec, variant, c.Performed.Without(away...))
	if err != nil {
		return nil, nil // it cannot be told then
	}
	p := plan.NewPair(h.Relation, less, h.Seed)
	if p == nil || p.Refused != nil {
		return nil, nil
	}
	p.Original.Reducing = true
	found, err := j.ask(ctx, p, p.Original)
	if err != nil || found.verdict != h.verdict {
		return nil, err
	}
	return found, nil
}

// finding names the first rule of the relation whose check finds fault with how
// the changed stream was read; if there is none, the first rule that the candidate
// observes.
func (h *held) finding(s ask.Capabilities) spec.Finding {
	f := spec.Finding{
		Rule: h.rule(s), Verdict: h.verdict, Relation: h.Relation.Name, Case: h.original.Case.Name, Dialect: h.original.Case.Dialect,
		Seed: h.original.Case.Seed, Position: spec.AtEnd, Faults: h.original.Case.Faults, Differences: h.differences,
		Detail: "the stream is read right, and otherwise once it is changed by the relation " + h.Relation.Name,
	}
	if h.verdict == spec.Fail {
		f.Position = h.Match.Pairs[h.at].Changed
		f.Detail += fmt.Sprintf(": %s; expected is what it read before", h.place())
	} else if h.detail != "" {
		f.Detail += ":\n" + h.detail
	}
	return f
}

// rule is the rule that a relation which does not hold is charged with:
//
//  1. The base rules of the first differences, if the candidate breaks all of them on
//     streams without faults too.
//  2. The first rule of the relation whose check speaks of these differences.
//  3. If there is none, the base rule.
//
// A candidate that did not answer is charged with none.
func (h *held) rule(s ask.Capabilities) string {
	if h.verdict.Unanswered() {
		return ""
	}
	var able []string
	for _, rule := range h.Relation.Rules {
		c, checked := check.ByRule(rule)
		if check.Observable(rule, s.Observes) && (!checked || c.Applies(h.changed.Case.Stream.Features)) {
			able = append(able, rule)
		}
	}
	differences := h.base()
	base := check.Rules(differences)
	if len(base) > 0 && h.changed.Known.Cover(differences) {
		return base[0]
	}
	for _, rule := range able {
		if h.speaks(rule, s.Observes) {
			return rule
		}
	}
	if len(able) > 0 && len(base) > 0 {
		return base[0]
	}
	return append(able, h.Relation.Rules[0])[0]
}

// base are the differences of the two readings with their base rules.
func (h *held) base() []check.Assignment {
	if h.verdict != spec.Fail {
		return nil
	}
	p := h.Match.Pairs[h.at]
	before, after := live(h.original, p.Original), live(h.changed, p.Changed)
	return check.Base(&check.Evidence{Features: h.changed.Case.Stream.Features, Want: before.Got, Got: after.Got}, h.differences)
}

// speaks reports whether the rule's check finds fault with the changed stream's
// transcript, where the two transcripts first differ.
func (h *held) speaks(rule string, observes spec.Parts) bool {
	if h.verdict != spec.Fail {
		return false
	}
	at := h.Match.Pairs[h.at].Changed
	i := slices.IndexFunc(h.changed.Observed, func(s ask.Observed) bool { return s.Position == at })
	return concerns(h.changed, rule, i, observes)
}

// unrepeated is the finding of a pair whose second run had another result. It
// names no rule.
func (h *held) unrepeated(again *held) spec.Finding {
	outcome := "the two are read alike"
	if again.verdict != spec.Pass {
		outcome = "they end as " + again.verdict.String()
	}
	return h.unnamed(fmt.Sprintf("\nput to the candidate once more %s, so no rule is charged", outcome))
}

// unnamed is the finding of a pair without a rule.
func (h *held) unnamed(why string) spec.Finding {
	f := h.finding(ask.Capabilities{})
	f.Rule, f.Consequences, f.Differences = "", f.Differences, nil
	f.Detail += why
	return f
}

// broken adds a broken relation to the log entry of a case that otherwise passed.
func (o *outcome) broken(h *held, f spec.Finding) {
	r := &o.record
	r.Verdict, r.Findings = h.verdict, []spec.Finding{f}
	if h.changed != nil {
		r.Stderr = h.changed.Stderr
	}
	if f.Rule == "" {
		return
	}
	r.Rules = slices.DeleteFunc(r.Rules, func(v report.RuleVerdict) bool { return v.Rule == f.Rule })
	r.Rules = append(r.Rules, report.RuleVerdict{Rule: f.Rule, Verdict: f.Verdict})
	report.SortRules(r.Rules)
}

// trial is the pair's result: the original's trial if that fails by itself, else
// one with the place where the two transcripts first differ.
func (h *held) trial(s ask.Capabilities) *ask.Trial {
	if h.changed == nil {
		return h.original
	}
	t := &ask.Trial{Case: h.original.Case, Verdict: h.verdict, Detail: h.detail, Stderr: h.changed.Stderr, Died: h.changed.Died}
	if !h.verdict.Blames() {
		return t
	}
	f := h.finding(s)
	t.Detail = f.Detail
	if h.verdict == spec.Fail {
		t.Observed = []ask.Observed{{Position: f.Position, Differences: f.Differences}}
	}
	return t
}

// shown returns the original's positions that the pair compares.
func (h *held) shown() []int {
	return plan.BeforeEnd(h.Match.Positions(func(p *relation.Pair) int { return p.Original }))
}
