package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A Reader is the candidate, as far as a campaign has to do with it. All may be
// called at once.
type Reader struct {
	// Try puts a case to the candidate, once. The case is good during the call.
	Try func(c *perform.Case) Attempt
	// Charge finds out what is to blame for a case that fails; false where it does
	// not fail any more.
	Charge func(c *perform.Case) (Charged, bool)
	// Judge says how the candidate fails on a stream.
	Judge shrink.Judge
	// Aside, if not nil, reports whether a signature names a rule that is not what
	// fails; such ones are not held.
	Aside func(shrink.Signature) bool
	// Like, if not nil, gives the rules of the known mistakes that would read a
	// stream in the very same way as the candidate, the likeliest first.
	Like func(s *shrink.Subject) []string
	// Policies are those that the candidate took.
	Policies spec.Policies
}

// An Attempt is what came of a case that was put to the candidate once.
type Attempt struct {
	Verdict spec.Verdict `json:"verdict"`
	// Symptoms say how it failed, before it is known why: the same for two cases
	// that fail alike.
	Symptoms []shrink.Signature `json:"symptoms,omitempty"`
	// Detail is what a verdict other than Pass and Fail has to say.
	Detail string `json:"-"`
}

// as reports whether two attempts ended alike.
func (a *Attempt) as(other *Attempt) bool {
	return a.Verdict == other.Verdict && slices.Equal(a.Symptoms, other.Symptoms)
}

// A Charged case is one that fails, as far as it is needed.
type Charged struct {
	shrink.Subject
	// Signatures are the ways in which it fails.
	Signatures []shrink.Signature
	// Wavers says that the case ended otherwise when it was tried again.
	Wavers bool
}

// repeats is how often a case that fails is tried again before it is believed.
const repeats = 2

// wavering tries a case that failed again; the first attempt that ends otherwise
// is returned, nil for none.
func (r *Reader) wavering(c *perform.Case, first *Attempt) *Attempt {
	for range repeats {
		if a := r.Try(c); !a.as(first) {
			return &a
		}
	}
	return nil
}
