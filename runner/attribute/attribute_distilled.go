package attribute

import (
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// The package's documentation says which rules a failing distilled case breaks.

// shownRules are the rules that a distilled case breaks by an observation's
// differences; none if the base rules fail instead.
func shownRules(t *ask.Trial, at int, observes spec.Parts) []string {
	shows := slices.DeleteFunc(t.Case.Shows(), func(rule string) bool { return !check.Observable(rule, observes) })
	if len(shows) > 0 && slices.Contains(t.Alike, shows[0]) {
		return shows
	}
	for _, rule := range t.Alike {
		if check.Observable(rule, observes) && concerns(t, rule, at, observes) {
			return []string{rule}
		}
	}
	if len(shows) > 0 && misreads(t, shows[0], at, observes) {
		return shows
	}
	return nil
}

// misreads reports whether the rule speaks of something that is present and wrong.
// Nearly every rule speaks of what is missing altogether, so that does not count.
func misreads(t *ask.Trial, rule string, at int, observes spec.Parts) bool {
	spoken := spokenOf(t, rule, at, observes)
	return slices.ContainsFunc(t.Observed[at].Differences, func(d spec.Difference) bool {
		return spoken[d.Path] && !(d.Kind == spec.Missing && ask.Content.Has(d.Part))
	})
}

// MatchMutants finds the wrong models that read a distilled case as the candidate does,
// among those of the rules that the case covers or shows.
func (j *Attributor) MatchMutants(t *ask.Trial) {
	if !t.Case.Distilled() {
		return
	}
	t.Alike = nil
	for _, m := range MatchingMutants(t, j.Capabilities.Of(t).Observes) {
		if len(t.Case.FaultsOf(m.Rule())) > 0 && !slices.Contains(t.Alike, m.Rule()) {
			t.Alike = append(t.Alike, m.Rule())
		}
	}
}

// matchMutantsCut does the same for a case that was cut. It prefers wrong models that also
// read the whole case as the candidate does.
func (j *Attributor) matchMutantsCut(small, whole *ask.Trial) {
	j.MatchMutants(whole)
	if len(whole.Alike) > 0 {
		small.Alike = whole.Alike
	} else {
		j.MatchMutants(small)
	}
}

// consider finds out what the candidate gets wrong on every stream in the dialect of
// a failing distilled case.
func (j *Attributor) consider(t *ask.Trial) error {
	if !t.Case.Distilled() || j.Usual == nil || t.Verdict != spec.Fail {
		return nil
	}
	known, err := j.Usual(t.Case.Dialect)
	j.Known, t.Known = known, known
	return err
}
