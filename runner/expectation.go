package runner

import (
	"errors"
	"fmt"

	"github.com/quock-dev/quock/model"
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
}

// errOracles means that the oracles disagree: a bug in quock.
var errOracles = errors.New("the oracles disagree")

// expect returns what the case means under the candidate's policies:
//
//  1. The model reads the decoded records.
//  2. For a generated case, the construction gives the expected outcome, as far as it
//     is determined. If the model differs, quock has a bug.
//  3. For a written case, the golden gives it, at the approved positions and under the
//     approved policies. If the model differs, quock has a bug. Under other policies
//     only the model decides.
func (c *Case) expect(p spec.Policies) (*Expectation, error) {
	e := &Expectation{}
	e.Observations, e.Final = modelAt(c.Stream, p, c.Observe)
	switch {
	case c.Performed != nil:
		return e, e.confirm(c, p)
	case c.Written != nil && c.Written.Golden != nil && c.Written.Policies.Reading() == p.Reading():
		return e, e.approve(c)
	}
	return e, nil
}

// expect says what the case means to the candidate.
func (s subject) expect(c *Case) (*Expectation, error) {
	want, err := c.expect(s.policies)
	if err == nil {
		want.Unseen = !s.seesEnd(c)
	}
	return want, err
}

// modelAt runs the model and takes its transcript at each position and after
// the end.
func modelAt(s spec.Stream, p spec.Policies, at []int) (observations []spec.Transcript, final spec.Transcript) {
	state, next := model.New(s.Features, p), 0
	upTo := func(record int) {
		for ; next < len(s.Events) && s.Events[next].Record <= record; next++ {
			state.Step(&s.Events[next])
		}
	}
	for _, position := range at {
		upTo(position)
		observations = append(observations, state.Transcript())
	}
	upTo(s.Records())
	state.End(s.End)
	return observations, state.Transcript()
}

// confirm holds the model against the construction; while a case is reduced
// only at the end of input, because it was held against it everywhere before.
func (e *Expectation) confirm(c *Case, p spec.Policies) error {
	e.Determined = true
	at := c.Observe
	if c.reducing {
		at = nil
	}
	return e.each(at, func(position int, have *spec.Transcript) error {
		want, ok := c.Performed.Expected(position, p)
		if !ok {
			e.Determined = false
			return nil
		}
		return agree(c, "construction", position, &want, have)
	})
}

// approve holds the model against the golden.
func (e *Expectation) approve(c *Case) error {
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

func agree(c *Case, oracle string, position int, want, have *spec.Transcript) error {
	diffs := spec.Compare{Observes: spec.AllParts()}.Transcripts(want, have)
	if len(diffs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s, %s: the %s against the model: %s", errOracles, c.Name, report.Place(position), oracle, diffs[0])
}
