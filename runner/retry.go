package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// mostBehind is how often a case that passes alone is asked behind what came before it
// in its process. One that fails each time depends on that, and is not flaky.
const mostBehind = 2

// retryAll asks each failing case again, alone in a fresh process, up to Options.Retries
// times. One that passes once is flaky and handed over; the others go on to their
// attribution. A candidate that keeps state between runs also passes alone, each time:
// its cases are no flaky ones.
func (r *run) retryAll(ctx context.Context) error {
	if r.options.Retries == 0 {
		return nil
	}
	all := slices.Concat(r.failures, r.unanswered)
	flaky := map[int]bool{} // by number
	s := &stage{
		starter: r.starter, limits: r.limits, most: 1,
		do:   r.retry,
		seen: r.enter(Retrying, len(all)),
		take: func(out outcome) error {
			if out.record.Verdict != spec.Flaky {
				return nil
			}
			flaky[out.planned.Number] = true
			return r.take(ctx, out)
		},
	}
	err := s.run(ctx, r.options.Jobs, failing(all))
	r.failures = slices.DeleteFunc(r.failures, func(out outcome) bool { return flaky[out.planned.Number] })
	r.diagnosis.failing.kept = slices.DeleteFunc(r.diagnosis.failing.kept, func(a *answered) bool { return flaky[a.task.Number] })
	r.diagnosis.failing.seen -= len(flaky)
	for i := range r.unanswered {
		if out := r.unanswered[i]; err == nil && !flaky[out.planned.Number] {
			err = r.take(ctx, out)
		}
	}
	return err
}

// retry asks one failing case again.
func (r *run) retry(ctx context.Context, worker *candidate.Worker, t task) outcome {
	for n := 1; n <= r.options.Retries && !r.late(Retrying) && !r.capped.Load() && ctx.Err() == nil; n++ {
		alone := r.afresh(ctx, worker, nil, t.Planned)
		if alone.err != nil || alone.dropped {
			break
		}
		if !alone.record.Verdict.Passed() || alone.failing {
			continue
		}
		if r.failsBehind(ctx, worker, t) {
			break
		}
		return t.failed.flaky(&alone, n)
	}
	return *t.failed
}

// failsBehind reports whether a case fails each time when it is asked behind the cases
// that came before it in its process.
func (r *run) failsBehind(ctx context.Context, worker *candidate.Worker, t task) bool {
	for range mostBehind {
		if len(t.before) == 0 {
			return false
		}
		if out := r.afresh(ctx, worker, t.before, t.Planned); out.err != nil || out.dropped || !out.failing && !out.record.Verdict.Blames() {
			return false
		}
	}
	return true
}

// afresh judges a case in a fresh process, behind others.
func (r *run) afresh(ctx context.Context, worker *candidate.Worker, before []plan.Planned, last plan.Planned) outcome {
	worker.Close()
	for _, b := range before {
		r.one(ctx, worker, task{Planned: b})
	}
	return r.one(ctx, worker, task{Planned: last})
}

// flaky is the outcome of a case that failed and passed at a retry.
func (o *outcome) flaky(passed *outcome, n int) outcome {
	own := *passed
	r := &own.record
	r.Detail = fmt.Sprintf("%s when it was first asked, pass at retry %d, alone in a fresh process", o.record.Verdict, n)
	if o.record.Detail != "" {
		r.Detail += "\n" + o.record.Detail
	}
	r.Verdict, r.Stderr = spec.Flaky, o.record.Stderr
	for i := range r.Rules {
		if r.Rules[i].Verdict.Passed() {
			r.Rules[i].Verdict = spec.Flaky
		}
	}
	return own
}
