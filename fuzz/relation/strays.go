package relation

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// equalButStrays finds every difference except in the number of pieces of a
// stray text.
func equalButStrays(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
	a, b := joinStrays(original), joinStrays(changed)
	return equal(observes, &a, &b)
}

func joinStrays(t *spec.Transcript) spec.Transcript {
	out := *t
	out.Sessions = slices.Clone(t.Sessions)
	for i := range out.Sessions {
		if texts := out.Sessions[i].Unattributed; len(texts) > 1 {
			out.Sessions[i].Unattributed = []string{strings.Join(texts, "")}
		}
	}
	type report struct {
		kind    spec.AnomalyKind
		session string
	}
	seen := map[report]bool{}
	out.Anomalies = slices.DeleteFunc(slices.Clone(t.Anomalies), func(a spec.Anomaly) bool {
		r := report{a.Kind, a.Session}
		again := seen[r] && ofFragment(a.Kind)
		seen[r] = true
		return again
	})
	return out
}

func ofFragment(k spec.AnomalyKind) bool {
	return k == spec.LateFragment || k == spec.UnclaimedFragment || k == spec.AmbiguousFragment || k == spec.Unattributed
}
