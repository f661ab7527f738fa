package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// exercised returns the subject with only those faults whose rules its stream
// still exercises. A smaller stream may have lost the effect of a fault and
// still contain what the fault touched. Such a fault would be blamed wrongly.
func (r *Reader) exercised(s *shrink.Subject) shrink.Subject {
	left := *s
	left.Faults = slices.DeleteFunc(slices.Clone(s.Faults), func(h spec.Fault) bool {
		return !trial.Exercises(s.Stream, r.Policies, h.Rule)
	})
	return left
}

// ways returns the signatures with which the candidate fails on a stream,
// without those that are set aside.
func (r *Reader) ways(s *shrink.Subject) []shrink.Signature {
	return slices.DeleteFunc(r.Judge(s), r.aside)
}

func (r *Reader) aside(s shrink.Signature) bool { return r.Aside != nil && r.Aside(s) }

// attributed returns the subject with the faults that are to blame, and the
// signatures with which the candidate fails on it. If the candidate fails
// without faults only, the subject has none.
func (r *Reader) attributed(s *shrink.Subject) (shrink.Subject, []shrink.Signature) {
	left := r.exercised(s)
	ways := r.ways(&left)
	if len(ways) == 0 && len(left.Faults) > 0 {
		left.Faults = nil
		ways = r.ways(&left)
	}
	return left, ways
}
