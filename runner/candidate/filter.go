package candidate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Filter starts adapters that do not know the protocol. A filter is a program that
// reads the raw bytes of one stream from stdin and writes those of another to
// stdout. Each run is a process of its own. An exit code other than 0 is a crash.
type Filter struct {
	// Args are the program and its arguments.
	Args []string
	// Dir is the working folder, Env the environment. If empty or nil, they are those
	// of this process.
	Dir string
	Env []string
	// Hello is the answer to hello on behalf of the filter. Its intake is bytes.
	Hello probe.HelloReply
	// Output is the most that one run may write, in bytes; zero means
	// DefaultOutput.
	Output int
}

// DefaultOutput is the most that a filter may write for one stream.
const DefaultOutput = 64 << 20

// Start looks up the program. Each run starts a process.
func (f Filter) Start(ctx context.Context, _ *Limits) (*Candidate, error) {
	if len(f.Args) == 0 {
		return nil, &HandshakeError{Err: errors.New("no command given")}
	}
	if _, err := exec.LookPath(f.Args[0]); err != nil {
		return nil, Command{Args: f.Args}.blame(err)
	}
	if f.Output <= 0 {
		f.Output = DefaultOutput
	}
	if f.Env == nil {
		f.Env = os.Environ()
	}
	hello := f.Hello
	hello.Probe, hello.Role, hello.Intake = probe.Version, probe.Adapter, probe.IntakeBytes
	return introduced(&hello, &filter{ctx: ctx, Filter: f}), nil
}

// A filter is the connection to the processes of a Filter, one after the other.
type filter struct {
	Filter
	ctx    context.Context // ends every run
	stderr string
}

// run starts a process, writes the stream, and reads the output until the process
// has ended.
func (f *filter) run(req *probe.RunRequest, limit time.Duration) Answer {
	p, err := start(f.ctx, f.Args, f.Dir, f.Env, f.Output)
	if err != nil {
		return fault(spec.HarnessError, true, "%v", err)
	}
	deadline := time.Now().Add(limit)
	go p.pour(slices.Concat(chunks(req)...), deadline)
	out, err := p.drink(f.Output, deadline)
	if err == nil {
		err = p.leave(f.ctx, deadline)
	}
	f.stderr = p.stderrText()
	p.kill()
	return f.judge(p, out, err)
}

// judge classifies what came back.
func (f *filter) judge(p *process, out []byte, err error) Answer {
	var a Answer
	switch {
	case errors.Is(err, errStopped):
		a = fault(spec.NotRun, true, "%v", err)
	case errors.Is(err, errLineLimit):
		a = fault(spec.ProtocolError, true, "it wrote more than %d bytes for one stream, which began: %s", f.Output, excerpt(out))
	case errors.Is(err, errSilent):
		a = fault(spec.Timeout, true, "it did not end within its time limit; it wrote %d bytes", len(out))
	case err != nil:
		a = fault(spec.HarnessError, true, "reading what it wrote: %v", err)
	case !p.cmd.ProcessState.Success():
		a = fault(spec.Crash, false, "it ended with %s; it wrote %d bytes", p.cmd.ProcessState, len(out))
	default:
		return Answer{Reply: &probe.RunReply{Output: &probe.Output{Chunks: []probe.Chunk{out}}}}
	}
	a.Fault.Stderr = f.stderr
	return a
}

func chunks(req *probe.RunRequest) [][]byte {
	all := make([][]byte, len(req.Chunks))
	for i, c := range req.Chunks {
		all[i] = c
	}
	return all
}

func (f *filter) stderrText() string { return f.stderr }

// close does nothing: no process outlives its run.
func (f *filter) close(bool) {}

// pour writes the whole input and closes it. A child that does not read is not an
// error; its output is judged.
func (p *process) pour(input []byte, deadline time.Time) {
	_ = p.in.SetWriteDeadline(deadline)
	_, _ = p.in.Write(input)
	_ = p.in.Close()
}

// drink reads what the child writes until it closes its output, at most most
// bytes.
func (p *process) drink(most int, deadline time.Time) ([]byte, error) {
	_ = p.out.SetReadDeadline(deadline)
	if p.dead.Load() { // the deadline of reap may just have been overwritten
		p.drain()
	}
	var out []byte
	buf := make([]byte, readSize)
	for {
		if p.stopped.Load() {
			return out, errStopped
		}
		n, err := p.out.Read(buf)
		out = append(out, buf[:n]...)
		switch {
		case len(out) > most:
			return out, errLineLimit
		case err == nil:
		case p.stopped.Load():
			return out, errStopped
		case errors.Is(err, os.ErrDeadlineExceeded) && !p.dead.Load():
			return out, errSilent
		default: // it closed its output, or died while another process holds it open
			return out, nil
		}
	}
}

// leave waits for the child to end.
func (p *process) leave(ctx context.Context, deadline time.Time) error {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-p.reaped:
		return nil
	case <-ctx.Done():
		return errStopped
	case <-timer.C:
		return fmt.Errorf("%w: it closed its output and still runs", errSilent)
	}
}
