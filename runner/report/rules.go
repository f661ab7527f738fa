package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// SortRules sorts rule verdicts by id.
func SortRules(rules []RuleVerdict) {
	slices.SortFunc(rules, func(a, b RuleVerdict) int { return strings.Compare(a.Rule, b.Rule) })
}

// A RuleSummary is the result of a run for one rule.
type RuleSummary struct {
	Rule string
	// Verdict is the worst verdict that blames the candidate; else Pass, if a case
	// passed; else the verdict that kept the rule from being judged.
	Verdict spec.Verdict
	// Counts are the cases by verdict.
	Counts map[spec.Verdict]int
	// Known are how many failures are listed, by verdict.
	Known map[spec.Verdict]int
}

// Listed reports whether the rule fails and all its failures are known.
func (s *RuleSummary) Listed() bool {
	for v, n := range s.Counts {
		if v.Blames() && n > s.Known[v] {
			return false
		}
	}
	return s.Verdict.Blames()
}

// weights orders the verdicts of a rule's cases. The first that occurs is the
// rule's verdict.
var weights = []spec.Verdict{
	spec.Fail, spec.RejectedWrongly, spec.Crash, spec.Timeout, spec.ProtocolError,
	spec.Pass, spec.Flaky, spec.HarnessError, spec.Untestable, spec.NotRun, spec.NotObservable, spec.NotClaimed,
}

// Rules summarises the cases by rule, in order of ids.
func Rules(cases []Case) []RuleSummary { return rulesOf(cases, nil) }

func rulesOf(cases []Case, known Known) []RuleSummary {
	byRule := map[string]*RuleSummary{}
	for i := range cases {
		for _, r := range cases[i].Rules {
			s := byRule[r.Rule]
			if s == nil {
				s = &RuleSummary{Rule: r.Rule, Counts: map[spec.Verdict]int{}, Known: map[spec.Verdict]int{}}
				byRule[r.Rule] = s
			}
			s.Counts[r.Verdict.OrHarnessError()]++
			if !r.Verdict.Blames() {
				continue
			}
			if len(known.issues(&cases[i], r.Verdict, r.Rule)) > 0 {
				s.Known[r.Verdict]++
			}
		}
	}
	all := make([]RuleSummary, 0, len(byRule))
	for _, s := range byRule {
		s.Verdict = s.weightiest()
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b RuleSummary) int { return cmp.Compare(a.Rule, b.Rule) })
	return all
}

func (s *RuleSummary) weightiest() spec.Verdict {
	for _, v := range weights {
		if s.Counts[v] > 0 {
			return v
		}
	}
	return spec.HarnessError
}
