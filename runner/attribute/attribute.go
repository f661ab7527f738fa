package attribute

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Attribute determines which rules a failing trial breaks. A nil attribution means
// that this is unknown, because the clean twin fails too.
func (j *Attributor) Attribute(ctx context.Context, t *ask.Trial) (*Attribution, error) {
	if err := j.consider(t); err != nil {
		return nil, err
	}
	j.Only = &t.Surface
	defer func() { j.Only = nil }()
	if t.Verdict != spec.Timeout && !whollyExplained(t) {
		again, err := j.Try(ctx, t.Case)
		if err != nil {
			return nil, err
		}
		if again.Verdict != t.Verdict {
			return &Attribution{Trial: t, Findings: unrepeated(t, again), Doubtful: true}, nil
		}
	}
	if t.Case.Transport != nil {
		return j.attributeTransport(ctx, t)
	}
	if found := mistimed(t, j.Capabilities.Live()); found != nil {
		return found, nil
	}
	small, err := j.reduce(ctx, t)
	if err != nil || small == nil {
		return nil, err
	}
	if small, err = j.reduceForms(ctx, small); err != nil {
		return nil, err
	}
	if small.Verdict == spec.Fail && !whollyExplained(small) && small.Surface <= check.Reloaded {
		if small, err = j.cut(ctx, small); err != nil {
			return nil, err
		}
	}
	j.matchMutantsCut(small, t)
	return &Attribution{Trial: small, Findings: Findings(small, j.Capabilities.Of(small).Observes)}, nil
}

// unrepeated returns the finding of a flaky trial, whose second result differs. It
// charges no rule.
func unrepeated(t *ask.Trial, again *ask.Trial) []spec.Finding {
	return []spec.Finding{Doubted(Unnamed(t), "once more", again.Verdict)}
}

// Unnamed returns the finding of a trial without a rule.
func Unnamed(t *ask.Trial) spec.Finding {
	f := spec.Finding{
		Verdict: t.Verdict, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: spec.AtEnd, Faults: t.Case.Faults, Detail: t.Detail,
	}
	if at := t.First(); at >= 0 {
		f.Position, f.Consequences = t.Observed[at].Position, t.Observed[at].Differences
	}
	return f
}

// Doubted is a finding of a case that ended otherwise when it was put to the candidate
// again.
func Doubted(f spec.Finding, again string, v spec.Verdict) spec.Finding {
	return WithSentence(f, fmt.Sprintf("put to the candidate %s the case ends as %s, so no rule is charged", again, v))
}

// WithSentence is a finding with a further sentence.
func WithSentence(f spec.Finding, why string) spec.Finding {
	f.Detail = strings.TrimPrefix(f.Detail+"\n"+why, "\n")
	return f
}

// reduce removes from the case what is not needed to fail it with the same verdict.
// It does not run a timeout again, nor a failure that known faults without any fault
// explain.
func (j *Attributor) reduce(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	switch {
	case t.Verdict == spec.Timeout, whollyExplained(t):
		return t, nil
	case t.Case.Performed != nil:
		return j.reduceFaults(ctx, t)
	case t.Verdict.Unanswered(), t.Case.Written.Twin == nil:
		return t, nil
	}
	twin, err := j.Try(ctx, t.Case.Written.Twin)
	if err != nil || twin.Verdict != spec.Pass {
		return nil, err
	}
	return t, nil
}

// Findings attributes the trial's failure to rules:
//
//  1. The rules of the trial's faults fail. Left out are faults that are there only
//     because another fault needs them, rules that the candidate does not observe,
//     and rules whose sentence does not speak of the differences: such a fault only
//     builds the stream.
//  2. If there are none, or if the candidate gets the first difference wrong without
//     any fault too, the base rules of that difference fail.
//  3. If all differences are in sessions that the case's damage does not touch,
//     session/non-interference fails.
//  4. If nothing was observed, or the candidate did not answer, no rule fails.
//  5. If the candidate refuses the case in some forms of the wire alone, the rules fail
//     that say what these forms mean, and no other.
//  6. Else, if it refused a record that says nothing of the conversation, the rule of such
//     records fails, and no other: whichever fault brought the record.
//  7. Else, if it refuses such records on streams without any fault too, no rule fails.
//
// A distilled case has no faults. shownRules names the rules that replace those of
// step 1.
//
// Differences that no failed rule speaks of are consequences.
func Findings(t *ask.Trial, observes spec.Parts) []spec.Finding {
	base := spec.Finding{
		Verdict: t.Verdict, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: spec.AtEnd, Faults: t.Case.Faults, Detail: t.Detail,
	}
	if t.Verdict.Unanswered() {
		return []spec.Finding{base}
	}
	base = inForms(base, t)
	if at := t.First(); t.Case.Adapts != nil && at >= 0 {
		return adaptFindings(t, base, at, observes)
	}
	rules, at := FaultRules(t, observes), t.First()
	if at >= 0 && t.Case.Distilled() {
		rules = shownRules(t, at, observes)
	}
	if at >= 0 && !t.Case.Distilled() || at >= 0 && t.Observed[at].Surface.Kept() {
		rules = slices.DeleteFunc(rules, func(rule string) bool { return !covers(t, rule, at, observes) })
	}
	if at >= 0 {
		base.Position = t.Observed[at].Position
		if len(rules) == 0 || explained(t, at) {
			rules = check.Rules(t.Base(at, observes))
		} else if ChangesUnaffected(t, at, observes) {
			rules = []string{nonInterference}
		}
	}
	if of := formRules(t, observes); len(of) > 0 {
		rules = of
	} else if rule := refusedNote(t); rule != "" && check.Observable(rule, observes) {
		rules = []string{rule}
	} else if refusesAlways(t) {
		rules = nil
	}
	if len(rules) == 0 {
		return []spec.Finding{base}
	}
	var all []spec.Finding
	for _, rule := range rules {
		f := base
		f.Rule = rule
		if at >= 0 {
			f.Differences, f.Consequences = split(t, rule, at, observes)
		}
		all = append(all, f)
	}
	return all
}

// refusedNote is the rule that says of a refused record that it is fatal to no reader; ""
// if the candidate refused none, or one that is more than notes. A note may end what
// streamed before it, where its dialect has chunks and no ends.
func refusedNote(t *ask.Trial) (rule string) {
	for _, e := range t.Case.Stream.Events {
		switch {
		case e.Record != t.Refused || t.Refused == 0:
		case e.Kind == spec.MessageClose, e.Kind == spec.ArgsEnd:
		case e.Kind != spec.NoteEvent || e.Note == spec.NoteBoundary:
			return ""
		case e.Note == spec.NoteUnknown:
			rule = "wire/unknown-skipped"
		default:
			rule = cmp.Or(rule, "noise/transparent")
		}
	}
	return rule
}

// FaultRules are the rules of the faults that no other fault needs.
func FaultRules(t *ask.Trial, observes spec.Parts) []string {
	needed := map[int]bool{}
	for _, h := range t.Case.Faults {
		for _, id := range h.Needs {
			needed[id] = true
		}
	}
	own := plan.Case{Faults: slices.DeleteFunc(slices.Clone(t.Case.Faults), func(h spec.Fault) bool { return needed[h.ID] })}
	return slices.DeleteFunc(own.Rules(), func(id string) bool { return !check.Observable(id, observes) })
}

// split divides the differences of an observation into those that the rule speaks
// of and the others. A rule that speaks of none of them gets all, because the case
// fails only with its fault.
func split(t *ask.Trial, rule string, at int, observes spec.Parts) (about, others []spec.Difference) {
	mine := spokenOf(t, rule, at, observes)
	for _, d := range t.Observed[at].Differences {
		if mine[d.Path] {
			about = append(about, d)
		} else {
			others = append(others, d)
		}
	}
	if len(about) == 0 {
		return others, nil
	}
	return about, others
}

// spokenOf are the paths of the differences that the rule speaks of: by its check if
// a fault covers it, else as a base rule.
func spokenOf(t *ask.Trial, rule string, at int, observes spec.Parts) map[string]bool {
	mine := map[string]bool{}
	add := func(all []spec.Difference) {
		for _, d := range all {
			mine[d.Path] = true
		}
	}
	c, checked := check.ByRule(rule)
	for _, h := range t.Case.FaultsOf(rule) {
		if checked {
			add(c.Judge(t.Evidence(at, h, observes)).Differences)
		}
	}
	for _, b := range t.Base(at, observes) {
		if b.Rule == rule && !slices.Contains(t.Case.Rules(), rule) {
			add([]spec.Difference{b.Difference})
		}
	}
	return mine
}

// concerns reports whether the rule speaks of any difference of an observation, in
// any session.
func concerns(t *ask.Trial, rule string, at int, observes spec.Parts) bool {
	c, checked := check.ByRule(rule)
	return checked && len(c.Judge(t.Evidence(at, spec.Fault{Rule: rule}, observes)).Differences) > 0
}

// besides reports whether the rule's sentence speaks of anything besides sessions that
// a store lost as a whole; true if there are none.
func besides(t *ask.Trial, rule string, at int, observes spec.Parts) bool {
	lost := map[string]bool{}
	for _, d := range t.Observed[at].Differences {
		if d.Part == spec.ObserveSessions && d.Kind == spec.Missing && d.Field() == "" {
			lost[d.Session] = true
		}
	}
	c, _ := check.ByRule(rule)
	speaks := c.Covers(t.Evidence(at, spec.Fault{Rule: rule}, observes), t.Base(at, observes))
	return len(lost) == 0 || slices.ContainsFunc(speaks, func(d spec.Difference) bool {
		return !lost[d.Session] || d.Part == spec.ObserveSessions
	})
}

// covers reports whether the sentence of a fault's rule speaks of what differs at an
// observation. If it speaks of nothing in the session of the fault, any session
// counts. A rule that says that something changes nothing gives way to base rules that
// the candidate breaks on streams without faults.
func covers(t *ask.Trial, rule string, at int, observes spec.Parts) bool {
	if t.Observed[at].Surface.Kept() {
		return concerns(t, rule, at, observes) && besides(t, rule, at, observes)
	}
	c, checked := check.ByRule(rule)
	if !checked {
		return false
	}
	all := t.Base(at, observes)
	if c.OfAnything() && t.Known.Cover(all) {
		return false
	}
	for _, h := range append(t.Case.FaultsOf(rule), spec.Fault{Rule: rule}) {
		if len(c.Covers(t.Evidence(at, h, observes), all)) > 0 {
			return true
		}
	}
	return false
}

// nonInterference is charged if damage to some sessions changes others.
const nonInterference = "session/non-interference"

// ChangesUnaffected reports whether all differences of an observation are in sessions that the
// damage, without which nothing would, does not touch.
func ChangesUnaffected(t *ask.Trial, at int, observes spec.Parts) bool {
	if !t.Case.Damaged() || !check.Observable(nonInterference, observes) {
		return false
	}
	ids, err := t.Case.Unaffected()
	if err != nil || len(ids) == 0 {
		return false
	}
	theirs := spec.PartsOf(spec.ObserveSessions, spec.ObserveTurns, spec.ObserveMessages, spec.ObserveCalls)
	for _, d := range t.Observed[at].Differences {
		if !theirs.Has(d.Part) || !slices.Contains(ids, d.Session) {
			return false
		}
	}
	return true
}
