package candidate

import (
	"context"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Worker holds one candidate at a time and starts another when that
// one dies. Workers of the same candidate share a Starter and Limits. A Worker serves one
// caller at a time.
type Worker struct {
	starter Starter
	limits  *Limits
	sitting *Candidate
	last    *probe.RunRequest // the last run that it answered; nil after Behind
}

// NewWorker returns an empty worker.
func NewWorker(s Starter, l *Limits) *Worker { return &Worker{starter: s, limits: l} }

// Candidate returns the candidate, and starts one if the worker is empty.
func (s *Worker) Candidate(ctx context.Context) (*Candidate, error) {
	if s.sitting != nil {
		return s.sitting, nil
	}
	c, err := s.starter.Start(ctx, s.limits)
	if err != nil {
		return nil, err
	}
	s.sitting = c
	return c, nil
}

// Run sends one run. After a timeout it sends the run once more, alone, to a fresh
// process and with more time; the second answer counts. The error is a failure of
// quock itself, or a *HandshakeError if the candidate cannot be started any more.
func (s *Worker) Run(ctx context.Context, req *probe.RunRequest) (Answer, error) {
	limit := s.limits.first()
	s.limits.alone.RLock()
	a, err := s.ask(ctx, req, limit)
	s.limits.alone.RUnlock()
	if err != nil || a.Fault == nil || a.Fault.Verdict != spec.Timeout {
		return a, err
	}
	s.limits.alone.Lock()
	defer s.limits.alone.Unlock()
	return s.ask(ctx, req, max(confirming*limit, s.limits.answer()))
}

func (s *Worker) ask(ctx context.Context, req *probe.RunRequest, limit time.Duration) (Answer, error) {
	c, err := s.Candidate(ctx)
	if err != nil {
		return Answer{}, err
	}
	began := time.Now()
	a := c.Run(req, limit)
	s.last = nil
	if a.Fault == nil {
		s.last = req
		s.limits.observe(time.Since(began))
	} else if a.Fault.Dead {
		s.sitting.Kill()
		s.sitting = nil
	}
	return a, nil
}

// Stderr returns the candidate's stderr of the last run. If the run ended the
// candidate, the Fault has its stderr instead.
func (s *Worker) Stderr() string {
	if s.sitting == nil {
		return ""
	}
	return s.sitting.Stderr()
}

// Close empties the worker.
func (s *Worker) Close() {
	if s.sitting != nil {
		s.sitting.Close()
		s.sitting = nil
	}
}
