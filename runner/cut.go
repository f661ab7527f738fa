package runner

import (
	"context"

	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

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
	short, err := plan.Shorten(t.Case, at)
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
		between := plan.Span(from, to, t.Case.MostPositions())
		if len(between) == 0 {
			break
		}
		closer := *t.Case
		closer.Observe, closer.Reducing = between, true
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
