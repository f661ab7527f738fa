package runner

import (
	"context"

	"github.com/quock-dev/quock/runner/plan"
)

// try sends the case to the candidate and checks what the candidate does after its
// answer. If the answer was right, a fault after it counts for this case. The error
// is a failure of quock itself, or a *candidate.HandshakeError if the candidate cannot
// be started any more.
func (j *judge) try(ctx context.Context, c *plan.Case) (*Trial, error) {
	t, err := j.put(ctx, c)
	if err != nil {
		return t, err
	}
	f, err := j.worker.Behind(ctx)
	if f != nil && t.Verdict.Passed() {
		t.Verdict, t.Detail, t.Stderr, t.Died, t.Observed = f.Verdict, f.Detail, f.Stderr, true, nil
	}
	return t, err
}
