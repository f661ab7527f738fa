package attribute

import (
	"slices"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/spec"
)

// refusedKinds are the kinds of the events of the record that a candidate wrongly
// refused, each once; none if it refused none.
func refusedKinds(t *ask.Trial) (kinds []spec.Kind) {
	if t.Verdict != spec.RejectedWrongly || t.Refused == 0 {
		return nil
	}
	for i := range t.Case.Stream.Events {
		if e := &t.Case.Stream.Events[i]; e.Record == t.Refused && !slices.Contains(kinds, e.Kind) {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}

// refusesAlways reports whether a generated case was refused at a record with all that
// is in one that the candidate refuses without any fault, too. A fault that only brings
// such a record does not provoke the refusal.
func refusesAlways(t *ask.Trial) bool {
	return t.Case.Performed != nil && t.Known.Refuses(refusedKinds(t))
}
