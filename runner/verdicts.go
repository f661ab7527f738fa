package runner

import (
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// ruleVerdicts says what the trial means for each rule that its case bears or
// is charged with. Its procedure, for one rule:
//
//  1. charged: the trial's verdict.
//  2. The candidate does not observe what the rule is about: not observable.
//  3. The candidate gave no transcripts: untestable.
//  4. Each of the rule's hazards is touched by an observation, and no
//     observation differs in what the rule and the hazard are about, nor lacks
//     anything of the hazard's session (of any, where it names none): pass.
//  5. Else untestable: another failure hides it.
func (t *Trial) ruleVerdicts(observes spec.Parts, charged map[string]bool) []report.RuleVerdict {
	var all []report.RuleVerdict
	for _, id := range t.Case.rules() {
		if !charged[id] {
			all = append(all, report.RuleVerdict{Rule: id, Verdict: t.ruleVerdict(id, observes)})
		}
	}
	for id := range charged {
		all = append(all, report.RuleVerdict{Rule: id, Verdict: t.Verdict})
	}
	report.SortRules(all)
	return all
}

func (t *Trial) ruleVerdict(id string, observes spec.Parts) spec.Verdict {
	c, checked := check.ByRule(id)
	switch {
	case !observable(id, observes):
		return spec.NotObservable
	case !checked || len(t.Sights) == 0 || !c.Applies(t.Case.Stream.Features):
		return spec.Untestable
	}
	for _, h := range t.Case.Hazards {
		if h.Rule == id && !t.holds(c, h, observes) {
			return spec.Untestable
		}
	}
	return spec.Pass
}

// observable reports whether a candidate that observes those parts can be held
// to the rule.
func observable(id string, observes spec.Parts) bool {
	c, checked := check.ByRule(id)
	text, known := spec.RuleByID(id)
	return (!checked || c.Observable(observes)) && (!known || text.Observable(observes))
}

// holds reports whether what the hazard touches was seen, and was everywhere
// as the rule asks.
func (t *Trial) holds(c check.Check, h spec.Hazard, observes spec.Parts) bool {
	touched := false
	for i := range t.Sights {
		if t.Sights[i].lacks(h) {
			return false
		}
		j := c.Judge(t.evidence(i, h, observes))
		if len(j.Differences) > 0 {
			return false
		}
		touched = touched || j.Touched
	}
	return touched
}

// lacks reports whether a session, turn, message or call is missing where the
// hazard is.
func (s *Sight) lacks(h spec.Hazard) bool {
	content := spec.PartsOf(spec.ObserveSessions, spec.ObserveTurns, spec.ObserveMessages, spec.ObserveCalls)
	for _, d := range s.Differences {
		if d.Kind == spec.Missing && content.Has(d.Part) && (!h.Session.OK || d.Session == h.Session.ID) {
			return true
		}
	}
	return false
}

func (t *Trial) evidence(sight int, h spec.Hazard, observes spec.Parts) *check.Evidence {
	s := &t.Sights[sight]
	return &check.Evidence{
		Features: t.Case.Stream.Features, Observes: observes,
		Want: s.Want, Got: s.Got, Position: s.Position, Hazard: h,
	}
}
