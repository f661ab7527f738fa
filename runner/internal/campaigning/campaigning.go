package campaigning

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// DefaultSaving is the default of Options.Saving.
const DefaultSaving = 2 * time.Second

// Options are the parameters and limits of a campaign.
type Options struct {
	Params campaign.Params
	// Policies are the candidate's policies.
	Policies spec.Policies
	// Cases is how many cases there are.
	Cases uint64
	// Workers returns who does the work; nil for so many processes of the candidate as Jobs
	// says. They call done for each unit whose result is there, in parallel if they like.
	Workers func(done func(*campaign.Unit)) campaign.Workers
	Jobs    int
	// Budget, if positive, is the time after which the campaign ends, from its first
	// case on.
	Budget time.Duration
	// Timeouts is how many timeouts end the campaign.
	Timeouts int
	// Saving is the time between checkpoints; 0 means DefaultSaving.
	Saving time.Duration
	// Metrics, if not "", is the loopback address at which the status is served. Watched, if
	// not nil, is told before the first case who knows the status.
	Metrics string
	Watched func(Watcher)
	// Progress, if not nil, is called with the progress.
	Progress func(*campaign.Progress)
}

// An Outcome is the result of a campaign.
type Outcome struct {
	Report *campaign.Report
	End    campaign.End
	// Resumed means that the folder already held part of the campaign.
	Resumed bool
	// BugReport is the file, among the findings, of the first failure of ours; "" if
	// there is none. Unreported says why it could not be written.
	BugReport  string
	Unreported error
}

// Run runs or resumes a campaign in a folder. The plan must have one dialect. Where the
// options name workers, a candidate is started here for a bug report at most. The error is a
// failure of quock itself, a *candidate.HandshakeError, or the reason why the folder's campaign
// cannot be resumed.
func Run(ctx context.Context, f *Folder, p *plan.Plan, s candidate.Starter, l *candidate.Limits, o Options) (*Outcome, error) {
	features, err := p.Features()
	if err != nil {
		return nil, err
	}
	h := &running{ctx: ctx, folder: f, options: &o}
	engine, resumed, err := h.engine(campaign.Options{
		Cases: o.Cases, Timeouts: o.Timeouts, Store: f, Due: h.due, Progress: h.progress, Diagnose: true,
	})
	if err != nil {
		return nil, err
	}
	within, free := ctx, func() {}
	if o.Workers != nil {
		h.workers = o.Workers(h.done)
	} else {
		worker, err := newWorker(ctx, &features, p, s, l, o.Policies, o.Jobs)
		if err != nil {
			return nil, err
		}
		defer worker.Close()
		h.workers = &local{worker: worker, width: max(1, o.Jobs), timeouts: o.Timeouts, done: h.done}
	}
	engine.Workers = h
	if o.Metrics != "" {
		_, end, err := Expose(o.Metrics, h)
		if err != nil {
			return nil, err
		}
		defer end()
	}
	if o.Watched != nil {
		o.Watched(h)
	}
	defer f.forget()
	defer h.reportEach()()
	if o.Budget > 0 {
		within, free = context.WithTimeout(ctx, o.Budget)
	}
	defer free()
	end, err := engine.Run(ctx, within)
	out := &Outcome{Report: engine.Report(), End: end, Resumed: resumed}
	if problem := out.Report.Problem; problem != "" && err == nil && ctx.Err() == nil {
		out.BugReport, out.Unreported = h.report(problem, p, s, l)
	}
	return out, err
}

// report keeps the bug report of a failure of ours.
func (h *running) report(problem string, p *plan.Plan, s candidate.Starter, l *candidate.Limits) (name string, err error) {
	pool, err := runner.NewPool(h.ctx, p, s, l, 1)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	replay, err := pool.Report(h.ctx, problem)
	if err != nil {
		return "", err
	}
	return replay.Name, h.folder.Finding(replay.Name, replay.Text)
}

// A running campaign is one call of Run.
type running struct {
	ctx     context.Context
	folder  *Folder
	options *Options
	saved   time.Time
	workers campaign.Workers

	// mu guards what follows: the last progress, the status by it, when and at which case
	// this run began, the units it did, its present step, and when the status was told.
	mu       sync.Mutex
	last     campaign.Progress
	stood    Status
	began    time.Time
	before   uint64
	units    int
	step     StepStatus
	reported time.Time
}

// progress tells how far the campaign is after a round.
func (h *running) progress(p *campaign.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = *p
	h.stands(p)
	h.publish()
	if h.options.Progress != nil {
		h.options.Progress(p)
	}
}

// Do has the workers do a step, and tells what it is.
func (h *running) Do(ctx context.Context, step int, units []*campaign.Unit, blobs campaign.Blobs) ([]*campaign.Result, error) {
	h.mu.Lock()
	h.step = StepStatus{What: units[0].What(), Of: len(units)} // a step has a unit
	h.mu.Unlock()
	return h.workers.Do(ctx, step, units, blobs)
}

// done tells that a unit was done.
func (h *running) done(u *campaign.Unit) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last.Tried += uint64(u.Cases())
	h.stood.Tried, h.units = h.last.Tried, h.units+1
	h.step.Done++
	h.publish()
	if h.options.Progress != nil {
		h.options.Progress(&h.last)
	}
}

// engine returns a new campaign, or the folder's campaign at its checkpoint.
func (h *running) engine(o campaign.Options) (*campaign.Engine, bool, error) {
	kept, begun, err := h.folder.Kept()
	if err != nil {
		return nil, false, err
	}
	if !begun {
		return campaign.New(h.options.Params, o), false, h.folder.Continue(0)
	}
	e, n, err := campaign.Resume(h.options.Params, kept, o)
	if err != nil {
		return nil, false, fmt.Errorf("folder %s: %w; take another one with --dir, or remove it", h.folder.path, err)
	}
	return e, true, h.folder.Continue(n)
}

// due reports whether a checkpoint is due.
func (h *running) due() bool {
	if time.Since(h.saved) < cmp.Or(h.options.Saving, DefaultSaving) {
		return false
	}
	h.saved = time.Now()
	return true
}
