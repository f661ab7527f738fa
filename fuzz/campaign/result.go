package campaign

import (
	"fmt"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A Result is what a unit gave. It is plain data.
type Result struct{ body results }

// results is what a result is as bytes. One of the parts is set.
type results struct {
	// Lost says why nobody could do the unit.
	Lost       string
	Tried      []tried
	Attributed *attribution
	Reduced    *reduced
	Diagnosis  *Grouping
}

// tried is the outcome of a case.
type tried struct {
	Attempt Attempt
	Gain    Gain
	// Hash is the hash of the case's interleaving.
	Hash uint64
	// Token reproduces the case. It is set only where the case may be kept.
	Token           string
	Records, Events int
}

// attribution says what is to blame for a failing case. Whole is the finding where it cannot be
// reduced: Flaky, or too slow, or without a signature.
type attribution struct {
	Signatures []shrink.Signature
	Subject    subject
	Whole      *made
}

// reduced is what a reduction found: a finding, and the other failures that it met.
type reduced struct {
	Made   made
	Others []other
}

type other struct {
	Signature shrink.Signature
	Subject   subject
}

// made is a finding with its stored form.
type made struct {
	Filed Filed
	Text  []byte
}

// Marshal returns the result as bytes.
func (r *Result) Marshal() []byte { return marshal(&r.body) }

// UnmarshalResult reads the bytes of a result. The error is ErrVersion or ErrForeign.
func UnmarshalResult(b []byte) (*Result, error) {
	r := &Result{}
	if err := unmarshal(b, &r.body); err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	return r, nil
}

// Lost returns the result of a unit that nobody can do. Its cases count as failures of
// quock itself, and the report says why.
func Lost(why string) *Result { return &Result{results{Lost: why}} }

// Untried returns the result of a unit that is left out because the campaign ends: its
// cases count as not run. It returns nil for other work than cases.
func Untried(u *Unit) *Result {
	if u.Cases() == 0 {
		return nil
	}
	r := &Result{results{Tried: make([]tried, u.Cases())}}
	for i := range r.body.Tried {
		r.body.Tried[i].Attempt.Verdict = spec.NotRun
	}
	return r
}

// Count returns how many cases of the result have a verdict.
func (r *Result) Count(v spec.Verdict) (n int) {
	for i := range r.body.Tried {
		n += flag(r.body.Tried[i].Attempt.Verdict == v)
	}
	return n
}

// fits reports as an error that a result is not of a unit.
func (r *Result) fits(u *Unit) error {
	b, w := &r.body, &u.work
	switch {
	case b.Lost != "", w.Diagnose != nil && b.Diagnosis != nil, w.Reduce != nil && b.Reduced != nil:
		return nil
	case w.Try != nil && len(b.Tried) == len(w.Try.Jobs), w.Attribute != nil && b.Attributed != nil:
		return nil
	}
	return fmt.Errorf("%w: a result of another unit", ErrForeign)
}
