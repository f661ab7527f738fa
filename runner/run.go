package runner

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// The default budget of restarts. Timeouts are few because each takes long.
const (
	DefaultDeaths   = 25
	DefaultTimeouts = 3
)

// Options say how to run a plan. Only Budget can change verdicts.
type Options struct {
	// Jobs is how many candidates work at once.
	Jobs int
	// Budget, if positive, is the time after which no further case starts.
	Budget time.Duration
	// Deaths and Timeouts are how many of each a run survives, counted in case
	// order; later cases do not run.
	Deaths, Timeouts int
	// Save keeps the replay file of a failing case and returns its name; nil
	// keeps none.
	Save func(Replay) (string, error)
	// Replays, if positive, is how many files are kept for a rule and verdict. After
	// that, only a case that shows the rule better than those leaves one.
	Replays int
}

// Run runs the plan's cases and hands each result to emit, in case order. The footer
// says how far it got. The error is a failure of quock itself. The end of the context
// ends the run; cases judged before it are still handed over.
func Run(ctx context.Context, p *Plan, s candidate.Starter, l *candidate.Limits, o Options, emit func(report.Case) error) (report.Footer, error) {
	r := &run{plan: p, starter: s, limits: l, options: o, emit: emit, results: make(chan outcome, 2*o.Jobs)}
	r.footer.Verdicts, r.known, r.kept, r.states.sure = map[spec.Verdict]int{}, faults{}, shelf{}, shelf{}
	r.began = time.Now()
	work, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	go r.work(work)
	err := r.collect(ctx)
	return r.footer, err
}

// A run is the state of Run. The workers fill results; collect alone touches
// the rest.
type run struct {
	plan    *Plan
	starter candidate.Starter
	limits  *candidate.Limits
	options Options
	emit    func(report.Case) error
	stop    func()
	results chan outcome
	capped  atomic.Bool // nothing more is to be asked, only listed

	plain sync.WaitGroup // cases without faults that are under way
	kept  shelf          // what has a replay file
	known faults         // what they showed; complete when plain is done

	usual usual // what is known before that, for distilled cases

	diagnosis diagnosis // what the candidate answered; collect's alone

	states states // what is known of state that is kept between runs; collect's alone

	began            time.Time
	footer           report.Footer
	deaths, timeouts int
}

// An outcome is a worker's result for one case.
type outcome struct {
	record report.Case
	// bare is the record had the case not been run.
	bare report.Case
	died bool
	// dropped says that the case was stopped before it was judged.
	dropped bool
	replay  *Replay
	// err says that the candidate cannot be started any more.
	err error
	// plain says that the case has no fault.
	plain bool
	// faults are the base rules that it shows to be broken.
	faults []string
	// held is the relation in which we failed, nil for none.
	held *held
	// whole is the failing case as it was put, doubtful says that it did not fail
	// again, before are the cases that came before it in its process.
	whole    *Case
	doubtful bool
	before   []Planned
	// answered is what the candidate answered, for the diagnosis; nil for nothing.
	answered *answered
}

// work feeds the planned cases to the workers, in blocks, and closes results when
// all is done.
func (r *run) work(ctx context.Context) {
	defer close(r.results)
	feed := make(chan []Planned)
	var workers sync.WaitGroup
	for range max(1, r.options.Jobs) {
		workers.Go(func() { r.worker(ctx, feed) })
	}
	for block := range blocks(r.plan.Cases()) {
		if r.late() || !r.feed(ctx, feed, block) {
			break
		}
	}
	close(feed)
	workers.Wait()
}

// late reports whether the time budget is used up.
func (r *run) late() bool {
	return r.options.Budget > 0 && time.Since(r.began) > r.options.Budget
}

// blocks are the cases that are asked in one process, one block behind the other.
// All of a block wait for the same.
func blocks(cases iter.Seq[Planned]) iter.Seq[[]Planned] {
	return func(yield func([]Planned) bool) {
		var block []Planned
		for c := range cases {
			if n := len(block); n == blockOf || n > 0 && (block[0].Plain != c.Plain || block[0].Distilled != c.Distilled) {
				if !yield(block) {
					return
				}
				block = nil
			}
			block = append(block, c)
		}
		if len(block) > 0 {
			yield(block)
		}
	}
}

// feed hands a block to a worker. One with faults waits until all without are
// done, a distilled one for none; false says that the run was stopped.
func (r *run) feed(ctx context.Context, feed chan<- []Planned, block []Planned) bool {
	switch {
	case block[0].Plain:
		r.plain.Add(len(block))
	case !block[0].Distilled:
		r.plain.Wait()
	}
	select {
	case feed <- block:
		return true
	case <-ctx.Done():
		return false
	}
}

// worker asks each block in a process of its own, and in another one what its
// failing cases are reduced by.
func (r *run) worker(ctx context.Context, feed <-chan []Planned) {
	worker, other := candidate.NewWorker(r.starter, r.limits), candidate.NewWorker(r.starter, r.limits)
	for block := range feed {
		for i, planned := range block {
			out := outcome{bare: report.Case{Number: planned.Number}, dropped: true}
			if i == 0 || !r.late() {
				out = r.one(ctx, worker, other, planned)
			}
			out.plain, out.before = planned.Plain, block[:i]
			r.results <- out
		}
		worker.Close()
		other.Close()
	}
}

// one builds a case, puts it to the candidate, and charges it if it fails.
func (r *run) one(ctx context.Context, worker, other *candidate.Worker, planned Planned) outcome {
	c, err := planned.build()
	if err != nil {
		record := report.Case{Number: planned.Number, Name: planned.Name, Verdict: spec.HarnessError, Detail: err.Error()}
		return outcome{record: record, bare: record, replay: unbuiltReport(err)}
	}
	out := outcome{bare: bareRecord(planned.Number, c, spec.NotRun)}
	switch {
	case planned.Unclaimed:
		out.record = bareRecord(planned.Number, c, spec.NotClaimed)
		return out
	case r.capped.Load():
		out.record = out.bare
		return out
	}
	j, err := newJudge(ctx, worker, planned.Number)
	if err == nil {
		j.elsewhere = other
		if planned.Distilled || planned.Plain { // plain cases may be under way
			j.usual = func(dialect string) (faults, error) { return r.usual.faults(ctx, r, dialect) }
		} else {
			j.known = r.known
		}
		err = j.judgeCase(ctx, c, &out)
	}
	out = out.after(ctx, err)
	if out.err == nil && !out.dropped && out.record.Verdict.OrHarnessError() == spec.HarnessError {
		out.report(ctx, j, c)
	}
	return out
}

// report makes the bug report of a case on which we failed.
func (o *outcome) report(ctx context.Context, j *judge, c *Case) {
	if o.held != nil {
		c = o.held.pair.original
	}
	replay, err := j.bugReport(ctx, c, o.held, o.record.Detail)
	if err != nil {
		o.record.Detail += "\n" + err.Error()
	}
	o.replay = replay
}

// after takes in how judging ended.
func (o outcome) after(ctx context.Context, err error) outcome {
	var gone *candidate.HandshakeError
	switch {
	case o.dropped || err != nil && ctx.Err() != nil:
		o.dropped = true
	case errors.As(err, &gone):
		o.err = err
	case err != nil:
		o.record = o.bare
		o.record.Verdict, o.record.Detail = spec.HarnessError, err.Error()
	}
	return o
}
