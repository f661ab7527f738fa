package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// bearing is a subject with those of its hazards whose rules its stream still puts
// to the test. What a hazard did may be gone from a smaller stream, while what it
// touched is still there; it would be charged to its rule for nothing.
func (r *Reader) bearing(s *shrink.Subject) shrink.Subject {
	left := *s
	left.Hazards = slices.DeleteFunc(slices.Clone(s.Hazards), func(h spec.Hazard) bool {
		return !trial.Exercises(s.Stream, r.Policies, h.Rule)
	})
	return left
}

// ways are the ways in which the candidate fails on a stream that are worth holding.
func (r *Reader) ways(s *shrink.Subject) []shrink.Signature {
	return slices.DeleteFunc(r.Judge(s), r.aside)
}

func (r *Reader) aside(s shrink.Signature) bool { return r.Aside != nil && r.Aside(s) }

// settled is a subject with the hazards that are to blame, and how the candidate
// fails on it; without any where none of them is.
func (r *Reader) settled(s *shrink.Subject) (shrink.Subject, []shrink.Signature) {
	left := r.bearing(s)
	ways := r.ways(&left)
	if len(ways) == 0 && len(left.Hazards) > 0 {
		left.Hazards = nil
		ways = r.ways(&left)
	}
	return left, ways
}
