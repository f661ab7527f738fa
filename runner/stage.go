package runner

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
)

// A task is a planned case in a stage of a run.
type task struct {
	plan.Planned
	// seq is its place in the order in which outcomes are taken, from 0.
	seq int
	// before are the cases before it in its process, while it is judged.
	before []plan.Planned
	// failed is how it failed when it was judged, nil until it is judged.
	failed *outcome
}

// A stage puts tasks to the candidate, a block in each process.
type stage struct {
	starter candidate.Starter
	limits  *candidate.Limits
	// most is the largest number of tasks in a block.
	most int
	// ready waits until a block may start; false ends the stage.
	ready func(block []task) bool
	// do puts one task to the candidate.
	do func(ctx context.Context, worker *candidate.Worker, t task) outcome
	// met looks at an outcome as soon as it is there, take in order; one that is
	// dropped is not taken. seen, if not nil, is called for the progress.
	met  func(out *outcome)
	seen func(out *outcome)
	take func(out outcome) error
}

// run does the tasks with several workers and takes their outcomes in order. Outcomes
// behind a dropped one are taken at the end. The error is that of take, which ends the
// stage.
func (s *stage) run(ctx context.Context, jobs int, tasks iter.Seq[task]) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan outcome, 2*jobs)
	go s.work(work, max(1, jobs), tasks, results)
	waiting, next := map[int]outcome{}, 0
	var failed error
	for out := range results {
		if s.met != nil {
			s.met(&out)
		}
		if s.seen != nil {
			s.seen(&out)
		}
		waiting[out.seq] = out
		for failed == nil {
			out, ok := waiting[next]
			if !ok || out.dropped {
				break
			}
			delete(waiting, next)
			next++
			if failed = s.take(out); failed != nil {
				stop()
			}
		}
	}
	for n := next; failed == nil && len(waiting) > 0; n++ {
		if out, ok := waiting[n]; ok {
			delete(waiting, n)
			if !out.dropped {
				failed = s.take(out)
			}
		}
	}
	return failed
}

// work feeds the tasks to the workers and closes results when all is done.
func (s *stage) work(ctx context.Context, jobs int, tasks iter.Seq[task], results chan<- outcome) {
	defer close(results)
	feed := make(chan []task)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() { s.worker(ctx, feed, results) })
	}
	for block := range blocks(tasks, s.most) {
		if s.ready != nil && !s.ready(block) || !give(ctx, feed, block) {
			break
		}
	}
	close(feed)
	workers.Wait()
}

// give hands a block to a worker; false says that the stage was stopped.
func give(ctx context.Context, feed chan<- []task, block []task) bool {
	select {
	case feed <- block:
		return true
	case <-ctx.Done():
		return false
	}
}

// worker does each block in a process of its own.
func (s *stage) worker(ctx context.Context, feed <-chan []task, results chan<- outcome) {
	worker := candidate.NewWorker(s.starter, s.limits)
	for block := range feed {
		for i, t := range block {
			if t.failed == nil {
				for _, b := range block[:i] {
					t.before = append(t.before, b.Planned)
				}
			}
			began := time.Now()
			out := s.do(ctx, worker, t)
			out.took = time.Since(began)
			out.seq, out.planned, out.before, out.bare.Number = t.seq, t.Planned, t.before, t.Number
			results <- out
		}
		worker.Close()
	}
}

// blocks are the tasks that are done in one process, one block behind the other. All
// of a block wait for the same.
func blocks(tasks iter.Seq[task], most int) iter.Seq[[]task] {
	return func(yield func([]task) bool) {
		var block []task
		for t := range tasks {
			if n := len(block); n == most || n > 0 && (block[0].Plain != t.Plain || block[0].Distilled != t.Distilled) {
				if !yield(block) {
					return
				}
				block = nil
			}
			block = append(block, t)
		}
		if len(block) > 0 {
			yield(block)
		}
	}
}
