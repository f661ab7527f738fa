package runner

import (
	"context"

	"github.com/quock-dev/quock/spec"
)

// dense is the most positions at which a case is observed while it is reduced, coarse
// the fewest, if it has as many. heavy is the most records in the transcripts of all
// positions together; above it there are fewer positions, since each one costs a
// transcript of everything before it.
const (
	dense  = 96
	coarse = 6
	heavy  = 40_000
)

// looks is how many positions the case is observed at, at most.
func (c *Case) looks() int {
	return max(coarse, min(dense, heavy/max(1, len(c.Records))))
}

// everywhere returns the case observed after each record, up to dense positions, so
// that its failure does not depend on the positions. For an adapter each position is a
// stream of its own, so there are few, and none if only the end is observed.
func (c *Case) everywhere() *Case {
	seen := *c
	if c.Adapts != nil {
		seen.reducing = true
		if len(c.Observe) > 0 {
			seen.Observe = span(0, len(c.Records), sparse)
		}
		return &seen
	}
	seen.Observe, seen.reducing = span(0, len(c.Records)+1, c.looks()), true
	return &seen
}

// cut finds the first record after which the candidate differs, and cuts the case
// after it, if the candidate still differs there when nothing follows.
func (j *judge) cut(ctx context.Context, t *Trial) (*Trial, error) {
	if t.Case.Adapts != nil {
		return j.cutAdapted(ctx, t)
	}
	t, err := j.firstDifference(ctx, t)
	if err != nil {
		return nil, err
	}
	at := t.Observed[t.first()].Position
	if at < 1 || at >= len(t.Case.Records) {
		return t, nil
	}
	short, err := j.shorten(t.Case, at)
	if err != nil {
		return t, nil // it cannot be told shorter
	}
	cut, err := j.try(ctx, short)
	if err != nil {
		return nil, err
	}
	if i := cut.first(); i >= 0 && cut.Observed[i].Position == at {
		return cut, nil
	}
	return t, nil
}

// firstDifference narrows the range between the last position that agreed and the
// first that did not.
func (j *judge) firstDifference(ctx context.Context, t *Trial) (*Trial, error) {
	for range 16 { // more records than a case may have
		from, to := t.gap()
		between := span(from, to, t.Case.looks())
		if len(between) == 0 {
			break
		}
		closer := *t.Case
		closer.Observe, closer.reducing = between, true
		if to <= len(t.Case.Records) {
			closer.Observe = append(closer.Observe, to)
		}
		found, err := j.try(ctx, &closer)
		if err != nil {
			return nil, err
		}
		if found.Verdict != spec.Fail {
			break // it answers otherwise every time
		}
		t = found
	}
	return t, nil
}

// gap are the last position that agreed and the first that did not; the end of
// input stands behind the last record.
func (t *Trial) gap() (from, to int) {
	i := t.first()
	if i > 0 && t.Observed[i-1].Surface == t.Observed[i].Surface {
		from = t.Observed[i-1].Position
	}
	if to = t.Observed[i].Position; to == spec.AtEnd {
		to = len(t.Case.Records) + 1
	}
	return from, to
}

// span are the positions between two, both left out, thinned out to at most
// most.
func span(from, to, most int) []int {
	var all []int
	step := max(1, (to-from-1+most-1)/most)
	for at := from + 1; at < to; at += step {
		all = append(all, at)
	}
	return all
}

// shorten is the case up to a record, observed there.
func (j *judge) shorten(c *Case, at int) (*Case, error) {
	if c.Performed == nil {
		short := c.upTo(at)
		short.Observe = []int{at}
		if c.Adapts != nil {
			short.Observe, short.Stream.End = nil, spec.Cut
		}
		return short, nil
	}
	codec, variant, err := j.formats.lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	short, err := generated(c.Name, codec, variant, c.Performed.Cut(at))
	if err != nil {
		return nil, err
	}
	short.Observe, short.reducing = []int{at}, true
	short.Faults = c.Faults
	if short.Adapts = c.Adapts; c.Adapts != nil {
		short.Observe = nil
	}
	return short, nil
}
