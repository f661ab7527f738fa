package attribute

import (
	"context"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// cut finds the first record after which the candidate differs, and cuts the case
// after it, if the candidate still differs there when nothing follows.
func (j *Attributor) cut(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	if t.Case.Adapts != nil {
		return j.cutAdapted(ctx, t)
	}
	t, err := j.firstDifference(ctx, t)
	if err != nil {
		return nil, err
	}
	at := t.Observed[t.First()].Position
	if at < 1 || at >= len(t.Case.Records) {
		return t, nil
	}
	short, err := plan.Shorten(t.Case, at)
	if err != nil {
		return t, nil // it cannot be told shorter
	}
	cut, err := j.Try(ctx, short)
	if err != nil {
		return nil, err
	}
	if i := cut.First(); i >= 0 && cut.Observed[i].Position == at {
		return cut, nil
	}
	return t, nil
}

// firstDifference narrows the range between the last position that agreed and the
// first that did not.
func (j *Attributor) firstDifference(ctx context.Context, t *ask.Trial) (*ask.Trial, error) {
	for range 16 { // more records than a case may have
		from, to := t.Gap()
		between := plan.Span(from, to, t.Case.MostPositions())
		if len(between) == 0 {
			break
		}
		closer := *t.Case
		closer.Observe, closer.Reducing = between, true
		if to <= len(t.Case.Records) {
			closer.Observe = append(closer.Observe, to)
		}
		found, err := j.Try(ctx, &closer)
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
