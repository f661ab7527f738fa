package candidate

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Value starts candidates that are Go values in this process. Requests and answers
// are encoded as for a child, so answers are checked in the same way and share no
// memory with the harness. A panic is a crash. A value that does not answer in time
// cannot be killed; it is left running.
type Value struct {
	// New makes the value of one candidate.
	New func() probe.Candidate
}

// Start makes a value and does the handshake.
func (v Value) Start(ctx context.Context, l *Limits) (*Candidate, error) {
	value, limits := v.New(), probe.DefaultLimits()
	line, err := probe.AppendLine(nil, value.Hello(), limits)
	if err != nil {
		return nil, &HandshakeError{Err: fmt.Errorf("writing its hello: %w", err)}
	}
	hello, bad := probe.ParseHelloReply(line, limits)
	if bad != nil {
		return nil, &HandshakeError{Err: fmt.Errorf("its hello: %w", bad)}
	}
	return introduced(hello, &inside{ctx, value, l.contract(hello, limits), limits}), nil
}

// inside is the connection to a Go value.
type inside struct {
	ctx      context.Context // ends every run
	value    probe.Candidate
	contract *probe.Contract
	limits   probe.Limits
}

func (c *inside) run(req *probe.RunRequest, limit time.Duration) Answer {
	line, err := probe.AppendLine(nil, req, c.limits)
	if err != nil {
		return fault(spec.Untestable, false, "the request is over a limit and was not sent: %v", err)
	}
	copied, bad := probe.ParseRequest(line, c.limits)
	if bad != nil {
		return fault(spec.HarnessError, false, "the request is wrong: %v", bad)
	}
	answered := make(chan Answer, 1)
	go func() { answered <- c.ask(copied.Run, req) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case a := <-answered:
		return a
	case <-timer.C:
		return fault(spec.Timeout, true, "no answer within its time limit")
	case <-c.ctx.Done():
		return fault(spec.NotRun, true, "%v", errStopped)
	}
}

func (c *inside) ask(copied, req *probe.RunRequest) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			a = fault(spec.Crash, true, "it panicked: %v%s", r, panicked())
		}
	}()
	reply, err := c.value.Run(copied)
	if err != nil {
		return fault(spec.Crash, false, "it says that it failed: %v", err)
	}
	if reply == nil {
		return fault(spec.ProtocolError, false, "its answer: %v", probe.ErrNoReply)
	}
	reply.ID = req.ID
	line, err := probe.AppendReply(nil, c.value, reply, c.limits)
	if err != nil {
		return fault(spec.ProtocolError, false, "its answer: %v", err)
	}
	checked, bad := c.contract.ParseRunReply(line, req)
	if bad != nil {
		return fault(spec.ProtocolError, false, "its answer: %s", bad)
	}
	return Answer{Reply: checked}
}

// deepest is how many functions are named of those that panicked. Those of ours that
// call a candidate are not among them.
const (
	deepest = 5
	module  = "github.com/quock-dev/quock/"
)

// panicked lists the functions in which a recovered panic arose, the innermost first.
func panicked() string {
	var b strings.Builder
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for shown, more := 0, true; more && shown < deepest; {
		var f runtime.Frame
		f, more = frames.Next()
		own := strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, module+"runner/candidate.") || strings.HasPrefix(f.Function, module+"spec/probe.")
		if shown > 0 && own {
			break
		}
		if !own {
			shown++
			fmt.Fprintf(&b, "\nat %s (%s:%d)", f.Function, filepath.Base(f.File), f.Line)
		}
	}
	return b.String()
}

func (c *inside) stderrText() string { return "" }

func (c *inside) close(bool) {}
