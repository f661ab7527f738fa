package hunt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// DefaultSaving is the default of Options.Saving.
const DefaultSaving = 2 * time.Second

// Options are the parameters and limits of a campaign.
type Options struct {
	Params campaign.Params
	// Policies are the candidate's policies.
	Policies spec.Policies
	// Cases is how many cases there are over all shards.
	Cases uint64
	// Jobs is how many candidates work at once.
	Jobs int
	// Budget, if positive, is the time after which the campaign ends, from its first
	// case on.
	Budget time.Duration
	// Timeouts is how many timeouts end the campaign.
	Timeouts int
	// Saving is the time between checkpoints; 0 means DefaultSaving.
	Saving time.Duration
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

// Run runs or resumes a campaign in a folder. The plan must have one dialect. The
// error is a failure of quock itself, a *candidate.HandshakeError, or the reason why
// the folder's campaign cannot be resumed.
func Run(ctx context.Context, f *Folder, p *plan.Plan, s candidate.Starter, l *candidate.Limits, o Options) (*Outcome, error) {
	features, err := p.Features()
	if err != nil {
		return nil, err
	}
	h := &hunt{folder: f, options: &o}
	set := campaign.Options{
		Features: features, Cases: o.Cases, Timeouts: o.Timeouts, Store: h, Width: max(1, o.Jobs),
		Due: h.due, Progress: o.Progress, Stop: func() bool { return h.stop(ctx) },
	}
	set.Map = parallel.Workers(set.Width)
	engine, resumed, err := h.engine(set)
	if err != nil {
		return nil, err
	}
	if h.oracle, err = runner.NewPool(ctx, p, s, l, o.Jobs); err != nil {
		return nil, err
	}
	defer h.oracle.Close()
	h.ctx, engine.Reader = ctx, h.oracle.Reader(ctx)
	engine.Reader.Policies = o.Policies
	engine.Reader.Diagnose = h.diagnose
	h.began = time.Now()
	end, err := engine.Run()
	if broke := h.oracle.Err(); broke != nil && !errors.Is(broke, context.Canceled) {
		err = errors.Join(broke, err)
	}
	out := &Outcome{Report: engine.Report(), End: end, Resumed: resumed}
	if problem := out.Report.Problem; problem != "" && err == nil && ctx.Err() == nil {
		out.BugReport, out.Unreported = h.report(problem)
	}
	return out, err
}

// diagnose diagnoses the candidate by cases and by the findings with these names.
func (h *hunt) diagnose(cases []*perform.Case, findings []string) *campaign.Grouping {
	var filed []*plan.Case
	for _, name := range findings {
		text, err := h.folder.read(findingsFolder, name)
		if err != nil {
			continue // it shows no line then
		}
		if c, _, err := replay.Read(text); err == nil {
			filed = append(filed, c.Observed(name))
		}
	}
	return h.oracle.Diagnose(h.ctx, cases, filed)
}

// report keeps the bug report of a failure of ours.
func (h *hunt) report(problem string) (name string, err error) {
	replay, err := h.oracle.Report(h.ctx, problem)
	if err != nil {
		return "", err
	}
	return replay.Name, h.folder.Keep(replay.Name, replay.Text)
}

// A hunt is one run of a campaign.
type hunt struct {
	ctx     context.Context
	folder  *Folder
	oracle  *runner.Pool
	options *Options
	began   time.Time
	saved   time.Time
}

// engine returns a new campaign, or the folder's campaign at its checkpoint.
func (h *hunt) engine(o campaign.Options) (*campaign.Engine, bool, error) {
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

// stop reports whether the campaign must end.
func (h *hunt) stop(ctx context.Context) bool {
	return ctx.Err() != nil || h.oracle.Err() != nil || h.options.Budget > 0 && time.Since(h.began) > h.options.Budget
}

// due reports whether a checkpoint is due.
func (h *hunt) due() bool {
	if time.Since(h.saved) < cmp.Or(h.options.Saving, DefaultSaving) {
		return false
	}
	h.saved = time.Now()
	return true
}

// Entry writes a corpus entry.
func (h *hunt) Entry(name string, text []byte) error { return h.folder.Entry(name, text) }

// Log adds lines to the log.
func (h *hunt) Log(lines []byte) error { return h.folder.Log(lines) }

// Checkpoint writes the checkpoint.
func (h *hunt) Checkpoint(text []byte) error { return h.folder.Checkpoint(text) }

// Finding writes a finding as a replay file.
func (h *hunt) Finding(f *campaign.Finding) (name, sum string, err error) {
	replay, err := h.oracle.File(h.ctx, f)
	switch {
	case h.ctx.Err() != nil:
		return "", "", campaign.ErrStopped
	case err != nil:
		return "", "", err
	}
	return replay.Name, sumOf(replay.Text), h.folder.Keep(replay.Name, replay.Text)
}
