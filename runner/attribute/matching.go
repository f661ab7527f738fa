package attribute

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// likened is the largest number of records of a stream on which wrong models are
// tried.
const likened = 64

// MatchingMutants returns the wrong models that read the trial's stream as the candidate
// does at each observed position; first those of the given rules.
func MatchingMutants(t *ask.Trial, observes spec.Parts, rules ...string) []deviation.Deviation {
	if t.Verdict != spec.Fail || t.First() < 0 || t.Case.Adapts != nil || len(t.Case.Records) > likened {
		return nil
	}
	var all []deviation.Deviation
	for _, m := range deviation.Models() {
		if t.AnswersAs(&t.Case.Stream, observes, m) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b deviation.Deviation) int {
		return rank(rules, a.Rule()) - rank(rules, b.Rule())
	})
	return all
}

// rank is the index of a rule among the rules, or their number if it is not there.
func rank(rules []string, rule string) int {
	if i := slices.Index(rules, rule); i >= 0 {
		return i
	}
	return len(rules)
}
