package runner

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// DefaultCases is the number of generated cases of a run. If a candidate answers two
// hundred a second, they take about ten seconds.
const DefaultCases = 2000

// The default budget of restarts. Timeouts are few because each takes long.
const (
	DefaultDeaths   = 25
	DefaultTimeouts = 3
)

// Options say how to run a plan. Only Budget can change verdicts.
type Options struct {
	// Jobs is how many candidates work at once.
	Jobs int
	// Budget, if positive, is the time after which no further case starts. If cases
	// fail, a part of it is left for their diagnosis, and a part for their attribution.
	Budget time.Duration
	// Deaths and Timeouts are how many of each a run survives, counted in case
	// order; later cases do not run.
	Deaths, Timeouts int
	// Accepted are deviations that belong to the reference: what they explain names
	// them. Those that show in no case are left out when failures are attributed. They
	// compose.
	Accepted []deviation.Deviation
	// Judged, if not nil, is told of each case that is to be attributed when all cases
	// are judged, in case order: its verdict stands, its findings are missing.
	Judged func(report.Case) error
	// Progress, if not nil, is called with each case that a phase is done with, by one
	// goroutine at a time.
	Progress func(Progress)
	// Retries is how often a failing case is asked again, alone in a fresh process. If it
	// passes once, it is flaky.
	Retries int
	// Save keeps the replay file of a failing case and returns its name; nil
	// keeps none.
	Save func(replay.Archive) (string, error)
	// Replays, if positive, is how many files are kept for a rule and verdict. After
	// that, only a case that shows the rule better than those leaves one.
	Replays int
}

// Run runs the plan's cases and hands each result to emit, once. It has three phases:
//
//  1. It judges all cases. Those that pass are handed over, in case order.
//  2. It asks the others again, if Options.Retries says so. Those that pass then are
//     handed over as flaky.
//  3. It diagnoses the answers to what is left, and attributes these: to the deviations
//     that explain them, or else to the rules that a reduction leaves. They are handed
//     over in case order.
//
// The footer says how far it got. The error is a failure of quock itself. The end of
// the context ends the run; cases judged before it are still handed over.
func Run(ctx context.Context, p *plan.Plan, s candidate.Starter, l *candidate.Limits, o Options, emit func(report.Case) error) (report.Footer, error) {
	r := &run{plan: p, starter: s, limits: l, options: o, emit: emit, deviations: o.Accepted}
	r.footer.Verdicts, r.known, r.kept, r.states.sure = map[spec.Verdict]int{}, ask.BaseRules{}, replayFiles{}, replayFiles{}
	r.began = time.Now()
	err := r.judgeAll(ctx)
	if err == nil {
		err = r.retryAll(ctx)
	}
	if err == nil {
		r.diagnose(ctx)
		err = r.attributeAll(ctx)
	}
	r.conclude(ctx)
	r.explained.report(r.footer.Diagnosis)
	if d := r.footer.Diagnosis; d != nil {
		r.attributed.report(d.Clusters)
	}
	return r.footer, err
}

// A run is the state of Run. Workers put cases to the candidate; only what sorts their
// outcomes touches the rest.
type run struct {
	plan    *plan.Plan
	starter candidate.Starter
	limits  *candidate.Limits
	options Options
	emit    func(report.Case) error
	capped  atomic.Bool // nothing more is to be asked, only listed
	fails   atomic.Bool // a case fails

	plain sync.WaitGroup // cases without faults whose attribution is under way
	kept  replayFiles    // what has a replay file
	known ask.BaseRules  // what they showed; complete when plain is done

	usual usual // what is known before that, for distilled cases

	failures   []outcome             // what is to be attributed, in case order
	unanswered []outcome             // timeouts, which may be retried
	deviations []deviation.Deviation // what is set aside
	named      []deviation.Deviation // what the diagnosis names
	diagnosis  diagnosis             // what the candidate answered
	explained  explanation           // how much that explains
	attributed clusterRules          // the rules that are attributed where nothing explains it

	states states // what is known of state that is kept between runs

	failed int // cases, for the progress

	began            time.Time
	footer           report.Footer
	deaths, timeouts int
}

// An outcome is a worker's result for one case.
type outcome struct {
	// seq is its place in the order in which outcomes are taken.
	seq    int
	record report.Case
	// bare is the record had the case not been run.
	bare report.Case
	died bool
	// took is how long the candidate was asked.
	took time.Duration
	// dropped says that the case was stopped before it was judged.
	dropped bool
	// replay makes the replay file, one to keep or one to read at once; nil for none.
	replay func(keep bool) (*replay.Archive, error)
	// example is the trial that the log shows, nil for none.
	example *ask.Trial
	// err says that the candidate cannot be started any more.
	err error
	// planned is the case; before are those that came before it in its process.
	planned plan.Planned
	before  []plan.Planned
	// faults are the base rules that it shows to be broken.
	faults []string
	// held is the relation in which we failed, nil for none.
	held *attribute.HeldPair
	// whole is the failing case as it was put, doubtful says that it did not fail
	// again.
	whole    *plan.Case
	doubtful bool
	// answered is what the candidate answered, for the diagnosis; nil for nothing.
	answered *answered
	// failing says that the case is still to be attributed. unnamed is its finding
	// until then. related says that only its relation fails.
	failing, related bool
	unnamed          spec.Finding
	// given is how the case was answered when it was judged; nil if it is to be asked
	// again.
	given *ask.Before
	// wrong says that the answer is wrong, and not only no answer or a relation.
	// guessed are the named deviations that explain it, where those that are set aside
	// do not.
	wrong   bool
	guessed []string
}

// late reports whether the time budget is used up: for judging and for the diagnosis,
// whether what is left of it is for what follows.
func (r *run) late(in Phase) bool {
	budget, spent := r.options.Budget, time.Since(r.began)
	switch {
	case in == Judging && r.fails.Load():
		budget -= budget / 3
	case in == Diagnosing:
		budget -= budget / 6
	}
	return r.options.Budget > 0 && spent > budget
}

// one builds a case and puts it to the candidate: to judge it, or, if it failed, to
// attribute that.
func (r *run) one(ctx context.Context, worker *candidate.Worker, t task) outcome {
	c, err := t.Build()
	if err != nil {
		record := report.Case{Number: t.Number, Name: t.Name, Verdict: spec.HarnessError, Detail: err.Error()}
		report := replay.Unbuilt(err)
		return outcome{record: record, bare: record, replay: func(bool) (*replay.Archive, error) { return report, nil }}
	}
	out := outcome{bare: bareRecord(t.Number, c, spec.NotRun)}
	switch {
	case t.Unclaimed:
		out.record = bareRecord(t.Number, c, spec.NotClaimed)
		return out
	case r.capped.Load() && t.failed == nil:
		out.record = out.bare
		return out
	}
	j, err := t.judge(ctx, worker)
	if err == nil {
		own := &caseJudge{Attributor: j}
		j.Capabilities.Deviations = r.deviations
		if t.failed != nil {
			r.attributes(ctx, own, t)
		}
		err = own.judgeCase(ctx, c, &out)
	}
	out = out.after(ctx, err)
	if out.err == nil && !out.dropped && out.record.Verdict.OrHarnessError() == spec.HarnessError {
		out.report(ctx, j, c)
	}
	return out
}

// judge is the attributor of the task's case.
func (t *task) judge(ctx context.Context, worker *candidate.Worker) (*attribute.Attributor, error) {
	if t.failed != nil && t.failed.given != nil {
		own := *t.failed.given
		return attribute.Resume(worker, t.Number, &own), nil
	}
	return attribute.New(ctx, worker, t.Number)
}

// report makes the bug report of a case on which we failed.
func (o *outcome) report(ctx context.Context, j *attribute.Attributor, c *plan.Case) {
	if o.held != nil {
		c = o.held.CasePair.Original
	}
	file, err := replay.Bug(ctx, j, c, o.held, o.record.Detail)
	if err != nil {
		o.record.Detail += "\n" + err.Error()
	}
	o.failing, o.replay = false, func(bool) (*replay.Archive, error) { return file, nil }
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
		o.record, o.failing = o.bare, false
		o.record.Verdict, o.record.Detail = spec.HarnessError, err.Error()
	}
	return o
}

// A Phase is what a run does with its cases.
type Phase string

// The phases of a run, in their order.
const (
	Judging     Phase = "judging"
	Retrying    Phase = "retrying"
	Diagnosing  Phase = "diagnosing"
	Attributing Phase = "attributing"
)

// Progress says how far a run has come, and which case was done last. It depends on the
// clock and on the order in which candidates answer: nothing that is repeatable may be
// made of it.
type Progress struct {
	Phase Phase
	// Done of Of cases went through the phase; Of is the most that it can be, and 0
	// while the answers are searched for deviations.
	Done, Of int
	// Failed is how many cases fail so far.
	Failed int
	// Number and Name are the case's, Took how long it took in this phase; none where
	// a phase begins.
	Number int
	Name   string
	Took   time.Duration
}

// enter begins a phase with so many cases. It returns what is called with each outcome.
func (r *run) enter(phase Phase, of int) func(*outcome) {
	if r.options.Progress == nil {
		return nil
	}
	p := Progress{Phase: phase, Of: of, Failed: r.failed}
	r.options.Progress(p)
	return func(out *outcome) {
		if phase == Judging && (out.failing || out.record.Verdict.Blames()) {
			r.failed++
		}
		p.Done, p.Failed = p.Done+1, r.failed
		p.Number, p.Name, p.Took = out.planned.Number, out.planned.Name, out.took
		r.options.Progress(p)
	}
}
