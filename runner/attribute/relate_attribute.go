package attribute

import (
	"context"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Again runs both sides of the pair once more.
func (j *Attributor) Again(ctx context.Context, h *HeldPair) (*HeldPair, error) {
	return j.Ask(ctx, h.CasePair, h.Original.Case)
}

// Ask runs both sides of a pair. If the original fails, the pair proves nothing.
func (j *Attributor) Ask(ctx context.Context, p *plan.CasePair, original *plan.Case) (*HeldPair, error) {
	t, err := j.Read(ctx, original)
	if err != nil {
		return nil, err
	}
	if !t.Verdict.Passed() {
		return &HeldPair{CasePair: p, Original: t, Verdict: spec.Untestable, Detail: "the original does not pass: " + t.Verdict.String()}, nil
	}
	return j.Hold(ctx, p, t)
}

// Plainer removes the faults that the pair does not need: all at once if possible,
// else one by one, dependents first.
func (j *Attributor) Plainer(ctx context.Context, h *HeldPair) (*HeldPair, error) {
	left := plan.FaultIDs(h.Original.Case.Faults)
	less, err := j.without(ctx, h, left)
	if err != nil || less != nil {
		return or(less, h), err
	}
	for i := len(left) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(h.Original.Case.Faults, func(fault spec.Fault) bool { return fault.ID == left[i] }) {
			continue // it went with another
		}
		if less, err = j.without(ctx, h, left[i:i+1]); err != nil {
			return nil, err
		}
		h = or(less, h)
	}
	return h, nil
}

func or(h, otherwise *HeldPair) *HeldPair {
	if h != nil {
		return h
	}
	return otherwise
}

// without runs the pair of the case without some of its faults. It returns nil if
// that pair holds, or if its stream cannot be made.
func (j *Attributor) without(ctx context.Context, h *HeldPair, away []int) (*HeldPair, error) {
	c := h.Original.Case
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
	if !p.Tellable() {
		return nil, nil
	}
	p.Original.Reducing = true
	found, err := j.Ask(ctx, p, p.Original)
	if err != nil || found.Verdict != h.Verdict {
		return nil, err
	}
	return found, nil
}

// Finding names the first rule of the relation whose check finds fault with how
// the changed stream was read; if there is none, the first rule that the candidate
// observes.
func (h *HeldPair) Finding(s ask.Capabilities) spec.Finding {
	f := spec.Finding{
		Rule: h.rule(s), Verdict: h.Verdict, Relation: h.Relation.Name, Case: h.Original.Case.Name, Dialect: h.Original.Case.Dialect,
		Seed: h.Original.Case.Seed, Position: spec.AtEnd, Faults: h.Original.Case.Faults, Differences: h.differences,
		Detail: "the stream is read right, and otherwise once it is changed by the relation " + h.Relation.Name,
	}
	if h.Verdict == spec.Fail {
		f.Position = h.Match.Pairs[h.at].Changed
		f.Detail += fmt.Sprintf(": %s; expected is what it read before", h.place())
	} else if h.Detail != "" {
		f.Detail += ":\n" + h.Detail
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
// A refused record that says nothing of the conversation has a rule of its own.
// A candidate that did not answer is charged with none.
func (h *HeldPair) rule(s ask.Capabilities) string {
	if h.Verdict.Unanswered() {
		return ""
	}
	var able []string
	for _, rule := range h.Relation.Rules {
		c, checked := check.ByRule(rule)
		if check.Observable(rule, s.Observes) && (!checked || c.Applies(h.Changed.Case.Stream.Features)) {
			able = append(able, rule)
		}
	}
	if rule := refusedNote(h.Changed); rule != "" && check.Observable(rule, s.Observes) {
		return rule
	}
	differences := h.base()
	base := check.Rules(differences)
	if len(base) > 0 && h.Changed.Known.Cover(differences) {
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
func (h *HeldPair) base() []check.Assignment {
	if h.Verdict != spec.Fail {
		return nil
	}
	p := h.Match.Pairs[h.at]
	before, after := live(h.Original, p.Original), live(h.Changed, p.Changed)
	return check.Base(&check.Evidence{Features: h.Changed.Case.Stream.Features, Want: before.Got, Got: after.Got}, h.differences)
}

// speaks reports whether the rule's check finds fault with the changed stream's
// transcript, where the two transcripts first differ.
func (h *HeldPair) speaks(rule string, observes spec.Parts) bool {
	if h.Verdict != spec.Fail {
		return false
	}
	at := h.Match.Pairs[h.at].Changed
	i := slices.IndexFunc(h.Changed.Observed, func(s ask.Observed) bool { return s.Position == at })
	return concerns(h.Changed, rule, i, observes)
}

// Unrepeated is the finding of a pair whose second run had another result. It
// names no rule.
func (h *HeldPair) Unrepeated(again *HeldPair) spec.Finding {
	outcome := "the two are read alike"
	if again.Verdict != spec.Pass {
		outcome = "they end as " + again.Verdict.String()
	}
	return h.Unnamed(fmt.Sprintf("\nput to the candidate once more %s, so no rule is charged", outcome))
}

// Unnamed is the finding of a pair without a rule.
func (h *HeldPair) Unnamed(why string) spec.Finding {
	f := h.Finding(ask.Capabilities{})
	f.Rule, f.Consequences, f.Differences = "", f.Differences, nil
	f.Detail += why
	return f
}

// Trial is the pair's result: the original's trial if that fails by itself, else
// one with the place where the two transcripts first differ.
func (h *HeldPair) Trial(s ask.Capabilities) *ask.Trial {
	if h.Changed == nil {
		return h.Original
	}
	t := &ask.Trial{Case: h.Original.Case, Verdict: h.Verdict, Detail: h.Detail, Stderr: h.Changed.Stderr, Died: h.Changed.Died}
	if !h.Verdict.Blames() {
		return t
	}
	f := h.Finding(s)
	t.Detail = f.Detail
	if h.Verdict == spec.Fail {
		t.Observed = []ask.Observed{{Position: f.Position, Differences: f.Differences}}
	}
	return t
}

// Shown returns the original's positions that the pair compares.
func (h *HeldPair) Shown() []int {
	return plan.BeforeEnd(h.Match.Positions(func(p *relation.Pair) int { return p.Original }))
}
