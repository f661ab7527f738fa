package attribute

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// Explained returns the attribution of a trial to the deviations that show in it; nil
// if the reference with the deviations answers otherwise anywhere.
func (j *Attributor) Explained(t *ask.Trial) *Attribution {
	found := &Attribution{Trial: t}
	for _, d := range departures(t.Answered(j.Capabilities), j.Capabilities.Deviations) {
		found.Findings = append(found.Findings, j.shown(t, &d)...)
	}
	if len(found.Findings) == 0 {
		return nil
	}
	return found
}

// A departure is where a deviation first shows in a trial: the reference with all
// deviations answers as the candidate does, and otherwise without this one.
type departure struct {
	deviation.Deviation
	asked         *fit.Answered
	at            int // the index of the position
	without, with *spec.Transcript
}

// evidence is what the deviation changes where it first shows.
func (d *departure) evidence() *check.Evidence {
	e := &check.Evidence{
		Features: d.asked.Stream.Features, Observes: d.asked.Parts(d.at),
		Want: d.without, Got: d.with, Position: d.asked.At[d.at],
	}
	if d.Stores() {
		w, g := d.asked.Owed(e.Position, d.without, d.with)
		e.Want, e.Got, e.Whole, e.Surface = &w, &g, d.without, check.Reloaded
	}
	return e
}

// Showing returns the deviations that show in a case; none if the reference with all of
// them does not answer everywhere as the candidate does.
func Showing(asked *fit.Answered, of []deviation.Deviation) (all []deviation.Deviation) {
	for _, d := range departures(asked, of) {
		all = append(all, d.Deviation)
	}
	return all
}

// ShowingIn is Showing for a trial and what is set aside.
func ShowingIn(t *ask.Trial, s ask.Capabilities) []deviation.Deviation {
	return Showing(t.Answered(s), s.Deviations)
}

// departures returns where each deviation shows, as Showing does. What counts its
// departures shows nowhere before the first of them.
func departures(asked *fit.Answered, of []deviation.Deviation) (all []departure) {
	composed, counts, first := deviation.Compose(), make([]deviation.Count, len(of)), make([]int, len(of))
	for i, d := range of {
		composed.Add(d, &counts[i])
	}
	var with []*spec.Transcript
	for at, answer := range asked.Answers(composed) {
		if asked.Differ(at, answer, asked.Got[at]) {
			return nil
		}
		with = append(with, answer)
		for i, d := range of {
			if d.Counts() && counts[i].Triggered == 0 {
				first[i] = at + 1
			}
		}
	}
	for i, d := range of {
		if first[i] == len(with) {
			continue
		}
		rest := deviation.Compose(slices.Delete(slices.Clone(of), i, i+1)...)
		for at, without := range asked.AnswersFrom(first[i], rest) {
			if asked.Differ(at, without, with[at]) {
				all = append(all, departure{d, asked, at, without, with[at]})
				break
			}
		}
	}
	return all
}

// shown are the findings of a deviation that shows. What may be a choice says so. A habit
// charges no rule, nor does what breaks none that the candidate can be held to.
func (j *Attributor) shown(t *ask.Trial, d *departure) []spec.Finding {
	f := spec.Finding{
		Verdict: spec.Fail, Deviation: d.Name, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: d.asked.At[d.at], Faults: t.Case.Faults,
	}
	e := d.evidence()
	f.Differences = e.Differences()
	if d.Kind == deviation.Habit {
		f.Habit = d.Sentence
		return []spec.Finding{f}
	}
	f.Detail = d.Sentence
	if d.Choice != "" {
		f.Detail += " It may, if it declares " + d.Choice + "."
	}
	if d.Stores() { // where it was loaded stands first
		f.Detail = t.Detail + "\n" + f.Detail
	}
	rules := j.broken(t, &d.Deviation, e)
	if len(rules) == 0 {
		return []spec.Finding{f}
	}
	var all []spec.Finding
	for _, rule := range rules {
		f.Rule = rule
		all = append(all, f)
	}
	return all
}

// broken are the rules that a case is charged with for a deviation. Of those that the
// deviation breaks, that the candidate can be held to and that the dialect has:
//
//  1. Those of the case's faults that speak of what it changes there.
//  2. Else the base rules of what it changes there.
//  3. Else the first.
func (j *Attributor) broken(t *ask.Trial, d *deviation.Deviation, e *check.Evidence) []string {
	able := slices.DeleteFunc(slices.Clone(d.Rules), func(rule string) bool {
		c, checked := check.ByRule(rule)
		return !check.Observable(rule, j.Capabilities.Observes) || checked && !c.Applies(e.Features)
	})
	base := assigned(e)
	var rules []string
	for _, rule := range t.Case.Rules() {
		c, checked := check.ByRule(rule)
		if !slices.Contains(able, rule) || !checked {
			continue
		}
		about := t.Case.FaultsOf(rule)
		if e.Surface.Kept() { // what a store loses may be in any session
			about = append(about, spec.Fault{Rule: rule})
		}
		for _, h := range about {
			if e.Fault = h; speaksOf(c, e, base) && !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	if len(rules) == 0 {
		for _, rule := range check.Rules(base) {
			if slices.Contains(able, rule) {
				rules = append(rules, rule)
			}
		}
	}
	if len(rules) == 0 && len(able) > 0 {
		rules = able[:1]
	}
	return rules
}

// speaksOf reports whether the sentence of a fault's rule speaks of what changes, as covers
// does.
func speaksOf(c check.Check, e *check.Evidence, base []check.Assignment) bool {
	if e.Surface.Kept() {
		return len(c.Judge(e).Differences) > 0
	}
	return len(c.Covers(e, base)) > 0
}

// assigned gives each difference of the evidence its base rule.
func assigned(e *check.Evidence) []check.Assignment {
	if e.Surface.Kept() {
		return check.Stored(e)
	}
	return check.Base(e, e.Differences())
}
