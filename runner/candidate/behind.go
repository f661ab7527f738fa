package candidate

import (
	"context"
	"errors"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// barriers is the first id of barriers. No caller uses ids from here on.
const barriers = 1 << 52

// Behind detects whether the candidate wrote more, ended or hung after its last
// answer. It sends an empty stream as a barrier: all output before the barrier's
// answer belongs to the last one, however slow the machine is. It returns nil if
// there is no fault, or if nothing ran since the last call. It cannot detect what
// the candidate does later, on a timer of its own. After a fault the worker is
// empty. The error is a failure of quock itself, or a *HandshakeError.
func (s *Worker) Behind(ctx context.Context) (*Fault, error) {
	last := s.last
	s.last = nil
	if s.sitting == nil || last == nil || s.limits.open.Load() {
		return nil, nil
	}
	s.limits.alone.RLock()
	defer s.limits.alone.RUnlock()
	found, err := s.barrier(ctx, last)
	if found == nil || found.Verdict == spec.NotRun || err != nil {
		return nil, err
	}
	// A candidate that cannot read an empty stream did nothing after its answer.
	first, err := s.barrier(ctx, last)
	if first != nil {
		s.limits.open.Store(true)
		return nil, err
	}
	s.Empty()
	return found, err
}

// barrier sends an empty stream of the last one's dialect, and kills a candidate that
// does not answer it. In a fresh process nothing comes before the barrier.
func (s *Worker) barrier(ctx context.Context, like *probe.RunRequest) (*Fault, error) {
	c, err := s.Candidate(ctx)
	if err != nil {
		return nil, err
	}
	asked, ok := c.conn.(*child)
	if !ok {
		return nil, nil
	}
	f := asked.barrier(&probe.RunRequest{
		Op: probe.OpRun, ID: barriers + s.limits.barriers.Add(1), Dialect: like.Dialect, Out: like.Out, End: like.End,
	}, s.limits.answer())
	if f != nil {
		f.Stderr, f.Dead = c.Stderr(), true
		s.Empty()
	}
	return f, nil
}

// barrier returns what came before the answer to an empty stream.
func (c *child) barrier(req *probe.RunRequest, limit time.Duration) *Fault {
	line, err := appendRun(nil, req, c.lines)
	if err != nil {
		return nil
	}
	answer, err := c.process.next(line, limit)
	behind := func(v spec.Verdict, format string, args ...any) *Fault {
		return fault(v, true, "behind its answer "+format, args...).Fault
	}
	switch {
	case errors.Is(err, errStopped):
		return fault(spec.NotRun, true, "%v", err).Fault
	case errors.Is(err, errSilent):
		return behind(spec.Timeout, "it does not answer any more: nothing within its time limit%s", unfinished(answer))
	case errors.Is(err, errGone):
		return behind(spec.Crash, "it ended (%s)%s", c.process.exit(), unfinished(answer))
	case err != nil:
		return behind(spec.ProtocolError, "it went on: %v: %s", err, excerpt(answer))
	}
	if _, bad := c.contract.ParseRunReply(answer, req); bad != nil {
		return behind(spec.ProtocolError, "it wrote a line that nothing asked for: %s", excerpt(answer))
	}
	return nil
}

// next is ask where what came before the question is no other fault than what
// comes before the answer: either is the next line. The stderr is kept.
func (p *process) next(line []byte, limit time.Duration) ([]byte, error) {
	if p.lines.ahead() {
		p.await(limit)
		return p.lines.next()
	}
	return p.exchange(line, limit)
}
