package candidate

import (
	"context"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A loader is a connection to a store, which keeps its state outside the process.
type loader interface {
	load(req *probe.LoadRequest, limit time.Duration) Answer
}

// Load asks a store what it persisted. The limit counts as in Run.
func (c *Candidate) Load(req *probe.LoadRequest, limit time.Duration) Answer {
	req.Op = probe.OpLoad
	store, ok := c.conn.(loader)
	if !ok {
		return fault(spec.HarnessError, false, "this kind of candidate keeps no store")
	}
	return store.load(req, limit)
}

// Load sends one load as Run sends a run. A timeout counts without confirmation.
func (s *Worker) Load(ctx context.Context, req *probe.LoadRequest) (Answer, error) {
	s.limits.alone.RLock()
	defer s.limits.alone.RUnlock()
	c, err := s.Candidate(ctx)
	if err != nil {
		return Answer{}, err
	}
	a := c.Load(req, confirming*s.limits.answer())
	if a.Fault != nil && a.Fault.Dead {
		s.Empty()
	}
	return a, nil
}

// Empty kills the worker's candidate. The next request starts another.
func (s *Worker) Empty() {
	if s.sitting != nil {
		s.sitting.Kill()
		s.sitting = nil
	}
}

func (c *child) load(req *probe.LoadRequest, limit time.Duration) Answer {
	line, err := probe.AppendLine(nil, req, c.lines)
	if err != nil {
		return fault(spec.HarnessError, false, "writing the request: %v", err)
	}
	answer, err := c.process.ask(line, limit)
	a := c.judge(answer, err, func(line []byte) (Answer, *probe.ProtocolError) {
		reply, bad := c.contract.ParseLoadReply(line, req)
		return loaded(reply), bad
	})
	if a.Fault != nil {
		a.Fault.Stderr = c.stderrText()
	}
	return a
}

// loaded returns the result of a load that was answered.
func loaded(reply *probe.LoadReply) Answer {
	if reply != nil && reply.Error != "" {
		return fault(spec.Crash, false, "it says that it failed to load: %s", reply.Error)
	}
	return Answer{Loaded: reply}
}

func (c *inside) load(req *probe.LoadRequest, _ time.Duration) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			a = fault(spec.Crash, true, "it panicked: %v", r)
		}
	}()
	store, ok := c.value.(probe.Loader)
	if !ok {
		return fault(spec.Crash, false, "it says that it failed to load: the candidate keeps no store")
	}
	reply, err := store.Load(req)
	if err != nil {
		return fault(spec.Crash, false, "it says that it failed to load: %v", err)
	}
	if reply == nil {
		return fault(spec.ProtocolError, false, "its answer: %v", probe.ErrNoReply)
	}
	reply.ID = req.ID
	line, err := probe.AppendLine(nil, reply, c.limits)
	if err != nil {
		return fault(spec.ProtocolError, false, "its answer: %v", err)
	}
	checked, bad := c.contract.ParseLoadReply(line, req)
	if bad != nil {
		return fault(spec.ProtocolError, false, "its answer: %s", bad)
	}
	return loaded(checked)
}
