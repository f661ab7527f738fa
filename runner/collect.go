package runner

import (
	"context"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// collect sorts the outcomes into case order. Cases judged after a dropped one are
// handed over at the end.
func (r *run) collect(ctx context.Context) error {
	waiting, next := map[int]outcome{}, 1
	var failed error
	for out := range r.results {
		r.learn(&out)
		waiting[out.bare.Number] = out
		for failed == nil {
			out, ok := waiting[next]
			if !ok || out.dropped {
				break
			}
			delete(waiting, next)
			next++
			if failed = r.take(ctx, out); failed != nil {
				r.stop()
			}
		}
	}
	for n := next; failed == nil && len(waiting) > 0; n++ {
		if out, ok := waiting[n]; ok {
			delete(waiting, n)
			if !out.dropped {
				failed = r.take(ctx, out)
			}
		}
	}
	r.conclude(ctx)
	r.footer.Diagnosis = r.diagnosis.explain()
	return failed
}

// learn records what the candidate gets wrong on generated cases without any fault. It
// ignores written cases, because one without a fault may still be unusual.
func (r *run) learn(out *outcome) {
	if !out.plain {
		return
	}
	for _, rule := range out.faults {
		r.known[rule] = true
	}
	r.plain.Done()
}

// take counts an outcome in case order, saves its replay file and hands it
// over.
func (r *run) take(ctx context.Context, out outcome) error {
	if out.err != nil && !r.capped.Load() {
		r.cap("the candidate cannot be started again: " + out.err.Error())
	}
	if r.capped.Load() {
		out.record, out.replay, out.died = out.bare, nil, false
		out.record.Detail = r.footer.Detail
	}
	r.confirmed(ctx, &out)
	r.save(&out)
	r.diagnosis.add(&out)
	r.footer.Cases++
	r.footer.Verdicts[out.record.Verdict.OrHarnessError()]++
	r.footer.Pair(out.record.Relation)
	if out.died {
		r.count(out.record.Verdict)
	}
	return r.emit(out.record.Bounded())
}

// save writes the replay file of a case, if the case leaves one. A write error does not
// end the run.
func (r *run) save(out *outcome) {
	about := out.record.Findings
	if out.record.Verdict.OrHarnessError() == spec.HarnessError {
		about = []spec.Finding{{Verdict: spec.HarnessError}}
	}
	if out.replay == nil || r.options.Save == nil || !r.kept.wants(about, r.options.Replays) {
		return
	}
	name, err := r.options.Save(*out.replay)
	if err != nil {
		r.footer.Lost(err)
		return
	}
	if len(out.record.Findings) == 0 {
		out.record.Replay = name
	}
	for i := range out.record.Findings {
		out.record.Findings[i].Replay = name
	}
	r.kept.put(about)
}

// count subtracts a death from the budget.
func (r *run) count(v spec.Verdict) {
	r.deaths++
	if v == spec.Timeout {
		r.timeouts++
	}
	switch {
	case r.timeouts >= r.options.Timeouts:
		r.cap("the candidate did not answer in time too often; see the flag --max-timeouts")
	case r.deaths >= r.options.Deaths:
		r.cap("the candidate had to be started again too often; see the flag --max-deaths")
	}
}

func (r *run) cap(detail string) {
	r.capped.Store(true)
	r.footer.Stopped, r.footer.Detail = report.Restarts, detail
}

// conclude notes why not every planned case was judged.
func (r *run) conclude(ctx context.Context) {
	switch {
	case ctx.Err() != nil:
		r.footer.Stopped = report.Interrupted
	case r.footer.Stopped == "" && r.options.Budget > 0 && r.footer.Cases < r.plan.Most():
		r.footer.Stopped = report.OutOfTime
	}
}
