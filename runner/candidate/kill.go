package candidate

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/quock-dev/quock/spec/probe"
)

// ErrNoProcess means that a candidate is a value in this process, which cannot be
// killed.
var ErrNoProcess = errors.New("the candidate is no process")

// Kill sends a run and kills the candidate as soon as now returns true, or after
// its answer, whichever comes first. The answer is lost; unanswered reports whether
// the candidate died before it. Kill calls now in a loop without a pause, so it must be
// fast. The worker is empty afterwards. The error is ErrNoProcess, a failure of quock
// itself, or a *HandshakeError.
func (s *Worker) Kill(ctx context.Context, req *probe.RunRequest, now func() bool) (unanswered bool, err error) {
	s.limits.alone.RLock()
	defer s.limits.alone.RUnlock()
	c, err := s.Candidate(ctx)
	if err != nil {
		return false, err
	}
	victim, ok := c.conn.(*child)
	if !ok {
		return false, ErrNoProcess
	}
	defer s.Empty()
	req.Op = probe.OpRun
	return victim.kill(req, s.limits.answer(), now)
}

func (c *child) kill(req *probe.RunRequest, limit time.Duration, now func() bool) (unanswered bool, err error) {
	line, err := appendRun(nil, req, c.lines)
	if err != nil {
		return false, err
	}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		_, failed := c.process.ask(line, limit) // the answer is not needed
		unanswered = failed != nil
	}()
	for !now() && !closed(answered) {
		runtime.Gosched()
	}
	c.process.killAll()
	<-answered
	return unanswered, nil
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
