package ask

import (
	"errors"
	"fmt"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// An Expectation is what a case means at its observed positions.
type Expectation struct {
	Observations []spec.Transcript
	Final        spec.Transcript
	// Determined says of a generated case that its construction fixes the
	// outcome, at every position, and agrees with the model.
	Determined bool
	// Unseen says that the end is not for the candidate to see (see modes.go).
	Unseen bool
	// Deviating are the observations and, last, the end as the reference with the
	// deviations of the subject reads the case; nil without any.
	Deviating []spec.Transcript
	// Until is the number of the first record of which neither the format nor the
	// construction says what it means, 0 for none. Nothing is judged from there on.
	Until int
}

// judges reports whether what the case means at a position is certain.
func (e *Expectation) judges(position int) bool {
	return e.Until == 0 || position != spec.AtEnd && position < e.Until
}

// ErrDisagree means that the oracles disagree: a bug in quock.
var ErrDisagree = errors.New("the oracles disagree")

// Expect returns what the case means under the candidate's policies:
//
//  1. The model reads the decoded records.
//  2. For a generated case, the construction gives the expected outcome, as far as it
//     is determined. If the model differs, quock has a bug.
//  3. For a written case, the golden gives it, at the approved positions and under the
//     approved policies. If the model differs, quock has a bug. Under other policies
//     only the model decides, and so it does where nodes are sessions (plan.Case.Apart).
func Expect(c *plan.Case, p spec.Policies) (*Expectation, error) {
	e := expected(c, p)
	switch {
	case c.Apart:
	case c.Performed != nil:
		return e, e.confirm(c, p)
	case c.Written != nil && c.Written.Golden != nil && c.Written.Policies.Reading() == p.Reading():
		return e, e.approve(c)
	}
	return e, nil
}

// expected is what the model reads.
func expected(c *plan.Case, p spec.Policies) *Expectation {
	e := &Expectation{}
	e.Observations, e.Final = ModelAt(c.Stream, p, c.Observe)
	return e
}

// expect says what the case means to the candidate. The oracles are not compared again
// if they agreed before.
func (s Capabilities) expect(c *plan.Case, before *Before) (want *Expectation, err error) {
	if before == nil {
		want, err = Expect(c, s.Policies)
	} else {
		want = expected(c, s.Policies)
		want.Determined, want.Until = before.determined, before.until
	}
	if err == nil {
		want.Unseen = !s.seesEnd(c)
		if len(s.Deviations) > 0 {
			want.Deviating = Readings(&c.Stream, s.Policies, c.Observe, s.Deviations...)
		}
	}
	return want, err
}

// ModelAt runs the model and takes its transcript at each position and after the end.
func ModelAt(s spec.Stream, p spec.Policies, at []int) (observations []spec.Transcript, final spec.Transcript) {
	all := Readings(&s, p, at)
	return all[:len(at):len(at)], all[len(at)]
}

// Readings are the transcripts of the reference with deviations, of the model without
// any: at each position, and last after the end.
func Readings(s *spec.Stream, p spec.Policies, at []int, deviations ...deviation.Deviation) []spec.Transcript {
	all, reading := make([]spec.Transcript, 0, len(at)+1), deviation.Compose(deviations...).Read(s, p)
	for _, position := range at {
		reading.To(position)
		all = append(all, reading.Transcript())
	}
	reading.To(spec.AtEnd)
	return append(all, reading.Transcript())
}

// confirm compares the model with the construction; while a case is reduced only at
// the end of input, because it was compared everywhere before. Where the construction
// leaves the outcome open and a reader may refuse a record, the format gives that
// record no meaning: the model's way of reading on is one of several.
func (e *Expectation) confirm(c *plan.Case, p spec.Policies) error {
	e.Determined = true
	at := c.Observe
	if c.Reducing {
		at = nil
	}
	err := e.each(at, func(position int, have *spec.Transcript) error {
		want, ok := c.Performed.Expected(position, p)
		if !ok {
			e.Determined = false
			return nil
		}
		return agree(c, "construction", position, &want, have)
	})
	if !e.Determined {
		e.Until = c.Refusable()
	}
	return err
}

// approve holds the model against the golden.
func (e *Expectation) approve(c *plan.Case) error {
	return e.each(c.Observe, func(position int, have *spec.Transcript) error {
		want, ok := c.Written.Golden[position]
		if !ok {
			return nil
		}
		return agree(c, "golden", position, want, have)
	})
}

func (e *Expectation) each(at []int, do func(position int, have *spec.Transcript) error) error {
	for i, position := range at {
		if err := do(position, &e.Observations[i]); err != nil {
			return err
		}
	}
	return do(spec.AtEnd, &e.Final)
}

func agree(c *plan.Case, source string, position int, want, have *spec.Transcript) error {
	diffs := spec.Compare{Observes: spec.AllParts()}.Transcripts(want, have)
	if len(diffs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s, %s: the %s against the model: %s", ErrDisagree, c.Name, report.Place(position), source, diffs[0])
}
