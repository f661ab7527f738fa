package campaign

import (
	"errors"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A Reader connects a campaign to its candidate. Its functions may be called in
// parallel.
type Reader struct {
	// Try runs the candidate on a case once. The case is valid during the call.
	Try func(c *perform.Case) Attempt
	// Attribute finds what is to blame for a failing case. It returns false if the
	// case does not fail any more.
	Attribute func(c *perform.Case) (Attributed, bool)
	// Judge returns the signatures with which the candidate fails on a stream.
	Judge shrink.Judge
	// Aside, if not nil, reports whether a signature names a rule that does not
	// fail. Reductions do not preserve such signatures.
	Aside func(shrink.Signature) bool
	// Like, if not nil, returns the rules of the known mistakes that read a
	// stream in the same way as the candidate, the likeliest first.
	Like func(s *shrink.Subject) []string
	// File writes a finding: a name that depends on the text alone, and the text. The
	// error is ErrGone if the candidate does not fail in this way any more.
	File func(f *Finding) (name string, text []byte, err error)
	// Diagnose says how the candidate reads, by some cases and findings. It returns nil if
	// it was stopped. It is needed only where Options.Diagnose asks for it.
	Diagnose func(cases []*perform.Case, findings []FindingText) *Grouping
	// Know sets the deviations with these names aside: what the reference answers
	// with them is no failure for Judge and Attribute, and Attempt.Known for Try. It
	// is not called in parallel with another function.
	// Whoever calls a Doer calls it, see Unit.Known.
	Know func(deviations []string)
	// Policies are the policies that the candidate declared.
	Policies spec.Policies
}

// ErrGone means that a finding could not be reproduced.
var ErrGone = errors.New("the candidate does not fail in this way any more")

// A FindingText is the name of a finding and the text that File wrote.
type FindingText struct {
	Name string
	Text []byte
}

// An Attempt is the result of running the candidate on a case once.
type Attempt struct {
	Verdict spec.Verdict `json:"verdict"`
	// Symptoms describe the failure before its cause is known. Two cases that
	// fail alike have the same.
	Symptoms []shrink.Signature `json:"symptoms,omitempty"`
	// Known are the deviations that show, if the reference answers the whole case as
	// the candidate does with those that are set aside.
	Known []string `json:"-"`
	// Detail explains a verdict other than Pass and Fail.
	Detail string `json:"-"`
}

// as reports whether two attempts have the same result.
func (a *Attempt) as(other *Attempt) bool {
	return a.Verdict == other.Verdict && slices.Equal(a.Symptoms, other.Symptoms)
}

// An Attributed case is a failing case, restricted to the faults that the failure
// needs.
type Attributed struct {
	shrink.Subject
	// Signatures are the ways in which it fails.
	Signatures []shrink.Signature
	// Flaky says that the case is flaky: a retry had another result.
	Flaky bool
}

// repeats is how often a failing case is retried before its result counts.
const repeats = 2

// flaky retries a failing case. It returns the first attempt with another
// result, nil if all agree.
func (r *Reader) flaky(c *perform.Case, first *Attempt) *Attempt {
	for range repeats {
		if a := r.Try(c); !a.as(first) {
			return &a
		}
	}
	return nil
}

// diagnose names a finding by the known mistake that reads its stream in the
// same way, if there is one. A small stream may still contain a fault whose
// rule does not fail. If only wrong models of another rule read the stream in
// this way, the finding goes to that rule.
func (r *Reader) diagnose(f *Finding, ways []shrink.Signature) {
	if r.Like == nil {
		return
	}
	rules := r.Like(&f.Subject)
	if f.Diagnosed = len(rules) > 0; !f.Diagnosed || slices.Contains(rules, f.Rule) {
		return
	}
	named := func(s shrink.Signature) bool { return slices.Contains(rules, s.Rule) }
	if i := slices.IndexFunc(ways, named); i >= 0 {
		f.Signature = ways[i]
		return
	}
	f.Rule = rules[0]
}

// same reports whether two findings show one mistake: mutants of the same rule
// match both, and they share a difference, at whatever moment it appeared.
func (f *Filed) same(other *Filed) bool {
	if !f.Diagnosed || !other.Diagnosed || f.Rule != other.Rule {
		return false
	}
	known := append([]shrink.Signature{f.Signature}, f.Also...)
	return slices.ContainsFunc(append([]shrink.Signature{other.Signature}, other.Also...), func(s shrink.Signature) bool {
		return slices.ContainsFunc(known, func(k shrink.Signature) bool { return withoutMoment(k.Kind) == withoutMoment(s.Kind) })
	})
}

// withoutMoment is the kind without the moment at which it first appeared.
func withoutMoment(kind string) string {
	if _, what, ok := strings.Cut(kind, ": "); ok {
		return what
	}
	return kind
}
