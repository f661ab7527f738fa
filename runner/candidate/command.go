package candidate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Command starts candidates as child processes that speak the probe protocol.
type Command struct {
	// Args are the program and its arguments.
	Args []string
	// Dir is the working folder, Env the environment. If empty or nil, they are those
	// of this process.
	Dir string
	Env []string
	// Harness is the name of the harness in the handshake.
	Harness string
	// Lines are the limits of protocol lines; zero means the default.
	Lines probe.Limits
}

// Start starts a process and does the handshake. Its answer to hello must equal that
// of the first process with these limits; else the error is a *HandshakeError.
func (c Command) Start(ctx context.Context, limits *Limits) (*Candidate, error) {
	if c.Lines == (probe.Limits{}) {
		c.Lines = probe.DefaultLimits()
	}
	if len(c.Args) == 0 {
		return nil, &HandshakeError{Err: errors.New("no command given")}
	}
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	p, err := start(ctx, c.Args, c.Dir, env, c.Lines.Line)
	if err != nil {
		return nil, c.blame(err)
	}
	hello, err := c.greet(p, limits.Hello)
	if err == nil {
		err = limits.introduced(hello)
	}
	if err != nil {
		stderr := p.stderrText()
		p.kill()
		if errors.Is(err, errStopped) {
			return nil, fmt.Errorf("%w: %w", err, context.Cause(ctx))
		}
		return nil, &HandshakeError{Command: c.Args, Err: err, Stderr: stderr}
	}
	return introduced(hello, &child{process: p, contract: limits.contract(hello, c.Lines), lines: c.Lines}), nil
}

// blame returns whose fault it is that the command does not start. A program that
// does not exist is the user's.
func (c Command) blame(err error) error {
	var notFound *exec.Error
	var path *os.PathError
	if errors.As(err, &notFound) {
		return &HandshakeError{Command: c.Args, Err: fmt.Errorf("cannot be started: %w", notFound.Err)}
	}
	if errors.As(err, &path) {
		return &HandshakeError{Command: c.Args, Err: fmt.Errorf("cannot be started: %w", path.Err)}
	}
	return err
}

func (c Command) greet(p *process, limit time.Duration) (*probe.HelloReply, error) {
	line, err := probe.AppendLine(nil, probe.Hello{Op: probe.OpHello, Probe: probe.Version, Harness: c.Harness}, c.Lines)
	if err != nil {
		return nil, fmt.Errorf("writing hello: %w", err)
	}
	answer, err := p.ask(line, limit)
	switch {
	case errors.Is(err, errSilent):
		return nil, fmt.Errorf("did not answer hello within %s; flush its output after each answer, or give a slow start more time with --hello-timeout%s", limit, unfinished(answer))
	case errors.Is(err, errGone):
		return nil, fmt.Errorf("ended before it answered hello (%s)", p.exit())
	case err != nil:
		return nil, fmt.Errorf("hello: %w", err)
	}
	hello, bad := probe.ParseHelloReply(answer, c.Lines)
	if bad != nil {
		return nil, fmt.Errorf("its answer to hello: %w\nit was: %s", bad, excerpt(answer))
	}
	return hello, nil
}

// A child is the connection to a process.
type child struct {
	process  *process
	contract *probe.Contract
	lines    probe.Limits
	out      []byte
}

func (c *child) run(req *probe.RunRequest, limit time.Duration) Answer {
	line, err := appendRun(c.out[:0], req, c.lines)
	if err != nil {
		var over *probe.ProtocolError
		if errors.As(err, &over) {
			return fault(spec.Untestable, false, "the request is over a limit and was not sent: %s", over.What)
		}
		return fault(spec.HarnessError, false, "writing the request: %v", err)
	}
	c.out = line
	answer, err := c.process.ask(line, limit)
	a := c.judge(answer, err, func(line []byte) (Answer, *probe.ProtocolError) {
		reply, bad := c.contract.ParseRunReply(line, req)
		return replied(reply), bad
	})
	if a.Fault != nil {
		a.Fault.Stderr = c.stderrText()
	}
	return a
}

// replied returns the result of a run that was answered.
func replied(reply *probe.RunReply) Answer {
	if reply != nil && reply.Error != "" {
		return fault(spec.Crash, false, "it says that it failed: %s", reply.Error)
	}
	return Answer{Reply: reply}
}

func (c *child) stderrText() string { return c.process.stderrText() }

// judge classifies what came back; parse reads an answer.
func (c *child) judge(answer []byte, err error, parse func([]byte) (Answer, *probe.ProtocolError)) Answer {
	switch {
	case err == nil:
		a, bad := parse(answer)
		if bad != nil {
			return fault(spec.ProtocolError, true, "%s\nthe line was: %s", bad, excerpt(answer))
		}
		return a
	case errors.Is(err, errStopped):
		return fault(spec.NotRun, true, "%v", err)
	case errors.Is(err, errSilent):
		return fault(spec.Timeout, true, "no answer within its time limit%s", unfinished(answer))
	case errors.Is(err, errLineLimit), errors.Is(err, errUnsolicited):
		return fault(spec.ProtocolError, true, "%v: %s", err, excerpt(answer))
	case len(answer) > 0:
		return fault(spec.Crash, true, "it died in the middle of its answer (%s)", c.process.exit())
	}
	return fault(spec.Crash, true, "it died without an answer (%s)", c.process.exit())
}

func (c *child) close(politely bool) {
	if !politely {
		c.process.kill()
		return
	}
	farewell, _ := probe.AppendLine(nil, probe.Quit{Op: probe.OpQuit}, c.lines)
	c.process.close(farewell)
}
