package attribute

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// RuleVerdicts returns the verdict of the trial on each rule that its case tests or that
// is attributed to it. For one rule:
//
//  1. attributed: the trial's verdict.
//  2. The candidate does not observe what the rule is about: not observable.
//  3. The candidate gave no transcripts: untestable.
//  4. Each of the rule's faults is touched by an observation; no observation
//     differs in what the rule and the fault are about, or lacks a session,
//     turn, message or call; and every trivial candidate would have failed: pass.
//     For a distilled case, which has no faults, the whole stream takes the place
//     of the rule's fault; also, some wrong model of the rule must fail at the
//     observed positions.
//     Where a deviation that is set aside shows, and content is missing because of it, or
//     something as a whole that the rule is about, the stream must still ask: a wrong
//     model of the rule must fail behind the deviation, too.
//  5. Else untestable: another failure hides it, or the case is too small to show
//     it.
func RuleVerdicts(t *ask.Trial, s ask.Capabilities, attributed map[string]bool) []report.RuleVerdict {
	var all []report.RuleVerdict
	w := &ruleEvidence{trial: t, trivial: trivialAnswers{trial: t, observes: s.Observes, policies: s.Policies}}
	w.behind = newBehind(t, s.Observes, nil)
	for i := range t.Observed {
		w.evidence = append(w.evidence, t.Evidence(i, spec.Fault{}, s.Observes))
	}
	if t.Deviates() {
		honest := t.Against(nil, s.Live())
		w.behind = newBehind(t, s.Observes, s.Deviations)
		w.plain = &ruleEvidence{trial: honest}
		for i := range honest.Observed {
			w.plain.evidence = append(w.plain.evidence, honest.Evidence(i, spec.Fault{}, s.Observes))
		}
	}
	for _, id := range t.Case.Rules() {
		if attributed[id] {
			continue
		}
		v := report.RuleVerdict{Rule: id, Verdict: w.verdict(id)}
		if v.Verdict.Passed() && (t.Short() || t.Until > 0) {
			v.Verdict = spec.Untestable // what it is about may not have come, or not be judged
		}
		all = append(all, v)
	}
	for _, id := range w.unasked() {
		if !attributed[id] {
			all = append(all, report.RuleVerdict{Rule: id, Verdict: w.verdict(id)})
		}
	}
	all = append(all, w.transportVerdicts(attributed)...)
	for id := range attributed {
		all = append(all, report.RuleVerdict{Rule: id, Verdict: t.Verdict})
	}
	s.ThroughModes(t, all)
	report.SortRules(all)
	return all
}

// A ruleEvidence says for each rule what a trial shows.
type ruleEvidence struct {
	trial    *ask.Trial
	evidence []*check.Evidence // by observation
	plain    *ruleEvidence     // without deviations, nil if none shows
	behind   *behind           // nothing is set aside if no deviation shows
	trivial  trivialAnswers
}

func (w *ruleEvidence) verdict(id string) spec.Verdict {
	c, checked := check.ByRule(id)
	switch {
	case !check.Observable(id, w.trivial.observes):
		return spec.NotObservable
	case !checked || len(w.evidence) == 0 || w.trial.Lacks() || !c.Applies(w.trial.Case.Stream.Features):
		return spec.Untestable
	case w.trial.Case.Adapts != nil && slices.Contains(check.AdapterRules(), id):
		if !w.holds(c, spec.Fault{}) {
			return spec.Untestable
		}
		return spec.Pass
	}
	for _, h := range w.faults(id) {
		if !w.holds(c, h) || !w.trivial.brokenByAll(c, h) || w.hides(c, h) {
			return spec.Untestable
		}
	}
	if slices.Contains(w.trial.Case.Covers, id) && !c.OfStores() && !w.behind.exposes(c, spec.Fault{Rule: id}) {
		return spec.Untestable
	}
	return spec.Pass
}

// holds reports whether what the fault touches was seen, and was everywhere
// as the rule asks.
func (w *ruleEvidence) holds(c check.Check, h spec.Fault) bool {
	touched := false
	for _, e := range w.evidence {
		if !c.LooksAt(e.Surface) {
			continue
		}
		e.Fault = h
		j := c.Judge(e)
		if len(j.Differences) > 0 {
			return false
		}
		touched = touched || j.Touched
	}
	return touched
}

// hides reports whether the deviations that are set aside hide how the candidate treats
// what the rule and the fault are about.
func (w *ruleEvidence) hides(c check.Check, h spec.Fault) bool {
	return w.plain != nil && w.plain.misses(c, h) && !w.behind.exposes(c, h)
}

// misses reports whether content is missing, or something as a whole that the rule and
// the fault are about. There is one outcome: if it is wrong nothing of it is left.
func (w *ruleEvidence) misses(c check.Check, h spec.Fault) bool {
	return w.trial.Lacks() || slices.ContainsFunc(w.evidence, func(e *check.Evidence) bool {
		e.Fault = h
		return c.LooksAt(e.Surface) && slices.ContainsFunc(c.Judge(e).Differences, func(d spec.Difference) bool {
			return d.Kind == spec.Missing && d.Field() == "" || d.Part == spec.ObserveOutcome
		})
	})
}
