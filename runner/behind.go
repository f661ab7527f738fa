package runner

import "context"

// try puts the case to the candidate, and sees what it does behind its answer:
// where the answer was right, that is the case's fault. The error is ours, or a
// *candidate.HandshakeError where it cannot be started any more.
func (j *judge) try(ctx context.Context, c *Case) (*Trial, error) {
	t, err := j.put(ctx, c)
	if err != nil {
		return t, err
	}
	f, err := j.seat.Behind(ctx)
	if f != nil && t.Verdict.Passed() {
		t.Verdict, t.Detail, t.Stderr, t.Died, t.Sights = f.Verdict, f.Detail, f.Stderr, true, nil
	}
	return t, err
}
