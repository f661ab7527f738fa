package runner

import (
	"context"

	"github.com/quock-dev/quock/spec"
)

// looked is how many positions are looked at between the last observation that
// agrees and the first that does not.
const looked = 128

// cut finds the first record after which the candidate differs and cuts the
// case behind it, if it still differs there when nothing follows.
func (j *judge) cut(ctx context.Context, t *Trial) (*Trial, error) {
	t, err := j.lookCloser(ctx, t)
	if err != nil {
		return nil, err
	}
	at := t.Sights[t.first()].Position
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
	if i := cut.first(); i >= 0 && cut.Sights[i].Position == at {
		return cut, nil
	}
	return t, nil
}

// lookCloser observes every position between the last that agreed and the
// first that did not.
func (j *judge) lookCloser(ctx context.Context, t *Trial) (*Trial, error) {
	i := t.first()
	from, to := 0, t.Sights[i].Position
	if i > 0 {
		from = t.Sights[i-1].Position
	}
	if to == atEnd {
		to = len(t.Case.Records) + 1
	}
	closer := *t.Case
	closer.Observe = span(from, to)
	if to <= len(t.Case.Records) {
		closer.Observe = append(closer.Observe, to)
	}
	if len(closer.Observe) == 0 {
		return t, nil
	}
	found, err := j.try(ctx, &closer)
	if err != nil {
		return nil, err
	}
	if found.first() < 0 || found.Verdict != spec.Fail {
		return t, nil
	}
	return found, nil
}

// span are the positions between two, thinned out where they are too many.
func span(from, to int) []int {
	var all []int
	step := max(1, (to-from)/looked)
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
	short.Observe = []int{at}
	short.Hazards = c.Hazards
	return short, nil
}
