package runner

import (
	"context"
	"iter"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// judgeAll judges all planned cases. Those that fail are kept for their attribution.
func (r *run) judgeAll(ctx context.Context) error {
	s := &stage{
		starter: r.starter, limits: r.limits, most: blockOf,
		ready: func([]task) bool { return !r.late(Judging) },
		do: func(ctx context.Context, worker *candidate.Worker, t task) outcome {
			if len(t.before) > 0 && r.late(Judging) {
				return outcome{dropped: true}
			}
			out := r.one(ctx, worker, t)
			if out.failing {
				r.fails.Store(true)
			}
			return out
		},
		seen: r.enter(Judging, r.plan.Most()),
		take: func(out outcome) error { return r.judged(ctx, out) },
	}
	return s.run(ctx, r.options.Jobs, planned(r.plan.Cases()))
}

// planned are the tasks of judging.
func planned(cases iter.Seq[plan.Planned]) iter.Seq[task] {
	return func(yield func(task) bool) {
		seq := 0
		for c := range cases {
			if !yield(task{Planned: c, seq: seq}) {
				return
			}
			seq++
		}
	}
}

// judged counts an outcome in case order. It hands over what is not to be attributed.
func (r *run) judged(ctx context.Context, out outcome) error {
	if out.err != nil && !r.capped.Load() {
		r.cap("the candidate cannot be started again: " + out.err.Error())
	}
	if r.capped.Load() {
		out = outcome{planned: out.planned, bare: out.bare, record: out.bare}
		out.record.Detail = r.footer.Detail
	}
	if out.died {
		r.count(out.record.Verdict)
	}
	r.diagnosis.add(&out)
	out.wrong = out.answered != nil && out.answered.fails
	if r.options.Retries > 0 && out.record.Verdict == spec.Timeout {
		r.unanswered = append(r.unanswered, out)
		return nil
	}
	if !out.failing {
		return r.take(ctx, out)
	}
	if out.answered = nil; len(r.failures) >= mostGiven {
		out.given = nil
	}
	r.failures = append(r.failures, out)
	if r.options.Judged == nil {
		return nil
	}
	return r.options.Judged(out.record.Bounded())
}

// take saves the replay file of an outcome and hands it over.
func (r *run) take(ctx context.Context, out outcome) error {
	r.confirmed(ctx, &out)
	r.save(&out)
	r.footer.Cases++
	r.footer.Verdicts[out.record.Verdict.OrHarnessError()]++
	r.footer.Pair(out.record.Relation)
	r.explained.add(&out)
	r.attributed.add(&out)
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
	file, err := out.replay(true)
	if file == nil && err == nil {
		return
	}
	var name string
	if err == nil {
		name, err = r.options.Save(*file)
	}
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
	if out.example != nil {
		out.record.Example = exampleOf(out.example)
		out.record.Example.Replay = name
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
