package campaigning

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// A Worker does units of one campaign with some processes of a candidate. Its methods may be
// called in parallel.
type Worker struct {
	pool   *runner.Pool
	reader campaign.Reader
	doers  chan *campaign.Doer
	active atomic.Int64

	// mu is held by who changes known, and shared by who relies on it.
	mu    sync.RWMutex
	known []string
}

// NewWorker returns a worker with at most so many processes of a plan's candidate, which
// has one dialect and declared these policies. Once ctx is done it does nothing more. The
// error is a failure of quock itself, or a *candidate.HandshakeError. Close ends it.
func NewWorker(ctx context.Context, p *plan.Plan, s candidate.Starter, l *candidate.Limits, policies spec.Policies, jobs int) (*Worker, error) {
	features, err := p.Features()
	if err != nil {
		return nil, err
	}
	return newWorker(ctx, &features, p, s, l, policies, jobs)
}

func newWorker(ctx context.Context, f *spec.Features, p *plan.Plan, s candidate.Starter, l *candidate.Limits, policies spec.Policies, jobs int) (*Worker, error) {
	pool, err := runner.NewPool(ctx, p, s, l, jobs)
	if err != nil {
		return nil, err
	}
	w := &Worker{pool: pool, reader: pool.Reader(ctx), doers: make(chan *campaign.Doer, max(1, jobs))}
	w.reader.Policies = policies
	for range cap(w.doers) {
		w.doers <- &campaign.Doer{Features: *f, Reader: w.reader}
	}
	return w, nil
}

// Close ends the candidate's processes. It waits for the busy ones.
func (w *Worker) Close() { w.pool.Close() }

// Do does a unit. It waits while as many units are done as there are processes. Once ctx is
// done it returns its error. Another error is a failure of quock itself, a
// *candidate.HandshakeError if the candidate cannot be started any more, or says that the
// unit is of another campaign. After it the worker does nothing more.
func (w *Worker) Do(ctx context.Context, u *campaign.Unit, blobs campaign.Blobs) (*campaign.Result, error) {
	defer w.knowing(u.Known())()
	var d *campaign.Doer
	select {
	case d = <-w.doers:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { w.doers <- d }()
	d.Width = max(1, cap(w.doers)/int(w.active.Add(1)))
	d.Map = parallel.Map(d.Width)
	defer w.active.Add(-1)
	r, err := d.Do(ctx, u, blobs)
	if broke := w.pool.Err(); broke != nil && ctx.Err() == nil {
		return nil, broke
	}
	return r, err
}

// knowing sets deviations aside until the function that it returns is called. It waits for
// units that rely on others.
func (w *Worker) knowing(names []string) (release func()) {
	for {
		w.mu.RLock()
		if slices.Equal(w.known, names) {
			return w.mu.RUnlock
		}
		w.mu.RUnlock()
		w.mu.Lock()
		if !slices.Equal(w.known, names) {
			w.reader.Know(names)
			w.known = names
		}
		w.mu.Unlock()
	}
}

// local does the units of a campaign in this process.
type local struct {
	worker *Worker
	width  int
	// timeouts is how many end the campaign, slow how many there were.
	timeouts int
	slow     atomic.Int64
	// done is told each unit that was done.
	done func(*campaign.Unit)
}

// Do does the units. Once there were too many timeouts, the cases that are left are not
// tried.
func (l *local) Do(ctx context.Context, _ int, units []*campaign.Unit, blobs campaign.Blobs) ([]*campaign.Result, error) {
	results, errs := make([]*campaign.Result, len(units)), make([]error, len(units))
	var broken atomic.Bool
	parallel.Map(l.width)(len(units), func(i int) {
		u := units[i]
		if results[i] = l.late(u); results[i] != nil || ctx.Err() != nil || broken.Load() {
			return
		}
		if results[i], errs[i] = l.worker.Do(ctx, u, blobs); errs[i] != nil {
			broken.Store(true)
			return
		}
		l.slow.Add(int64(results[i].Count(spec.Timeout)))
		l.done(u)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return results, errors.Join(errs...)
}

// late returns the result of a unit that is not done any more; nil for the others.
func (l *local) late(u *campaign.Unit) *campaign.Result {
	if l.timeouts == 0 || l.slow.Load() < int64(l.timeouts) {
		return nil
	}
	return campaign.Untried(u)
}
