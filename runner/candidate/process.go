package candidate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// What can go wrong in an exchange of lines. All but errStopped is the child's
// doing.
var (
	errSilent      = errors.New("no answer in time")
	errGone        = errors.New("closed its output")
	errBefore      = errors.New("closed its output before it was asked")
	errUnsolicited = errors.New("a line that nothing asked for")
	errLineLimit   = errors.New("a line over the limit")
	errStopped     = errors.New("stopped")
)

// graceToQuit is how long a child may take to leave after quit, graceToDrain
// how long its last output is waited for after its death.
const (
	graceToQuit  = 2 * time.Second
	graceToDrain = 200 * time.Millisecond
)

// A process is a child in its own process group, spoken to in lines. One
// goroutine reads its stdout all the time, so that a request larger than the
// pipe cannot deadlock with an answer larger than the pipe.
type process struct {
	cmd    *exec.Cmd
	mark   string
	in     *os.File
	lines  *lineReader
	stderr *tail
	ended  chan struct{} // closed after the child is reaped and its group killed
}

// start runs the command, whose lines are at most limit bytes.
func start(args []string, dir string, env []string, limit int) (*process, error) {
	pipes, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("opening pipes for %s: %w", args[0], err)
	}
	p := &process{mark: newMark(), in: pipes.stdin, ended: make(chan struct{})}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Dir, p.cmd.Env = dir, append(env, p.mark)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = pipes.childIn, pipes.childOut, pipes.childErr
	ownGroup(p.cmd)
	err = p.cmd.Start()
	pipes.closeChildEnds()
	if err != nil {
		pipes.closeOurEnds()
		return nil, fmt.Errorf("starting %s: %w", args[0], err)
	}
	p.stderr = newTail(pipes.stderr)
	p.lines = newLineReader(pipes.stdout, limit)
	go p.reap()
	return p, nil
}

// reap waits for the child, then ends whatever it left behind. What it printed
// before it died can still be read, for a moment.
func (p *process) reap() {
	_ = p.cmd.Wait()
	p.killAll()
	p.lines.stopAfter(graceToDrain)
	close(p.ended)
}

// killAll ends the child, its group, and on Linux every process that bears its
// mark, wherever it has moved to.
func (p *process) killAll() {
	killGroup(p.cmd.Process.Pid)
	sweep(p.mark)
}

// ask writes one line and returns the next one, both within limit. The bytes
// belong to the caller.
func (p *process) ask(ctx context.Context, line []byte, limit time.Duration) ([]byte, error) {
	if got, early := p.lines.pending(); early {
		return got.text, got.early()
	}
	p.stderr.reset()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	if err := p.write(ctx, line, limit); err != nil {
		return nil, err
	}
	select {
	case got := <-p.lines.next:
		return got.text, got.err
	case <-timer.C:
		return nil, errSilent
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", errStopped, ctx.Err())
	}
}

// write sends the line. A child that no longer reads is no error yet: it may
// have answered, or its death will show.
func (p *process) write(ctx context.Context, line []byte, limit time.Duration) error {
	_ = p.in.SetWriteDeadline(time.Now().Add(limit))
	unblock := context.AfterFunc(ctx, func() { _ = p.in.SetWriteDeadline(time.Now()) })
	defer unblock()
	_, err := p.in.Write(line)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", errStopped, ctx.Err())
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: it does not read its input", errSilent)
	}
	return nil
}

// close lets the child leave after the farewell line, else kills it, and
// returns when nothing of it is left.
func (p *process) close(farewell []byte) {
	_ = p.in.SetWriteDeadline(time.Now().Add(graceToQuit))
	_, _ = p.in.Write(farewell)
	_ = p.in.Close()
	select {
	case <-p.ended:
	case <-time.After(graceToQuit):
	}
	p.kill()
}

// kill ends the child at once and returns when nothing of it is left.
func (p *process) kill() {
	p.killAll()
	_ = p.in.Close()
	<-p.ended
	p.lines.close()
	p.stderr.close()
}

// exit says how the child ended, once it has: "exit status 1".
func (p *process) exit() string {
	select {
	case <-p.ended:
		return p.cmd.ProcessState.String()
	case <-time.After(graceToDrain):
		return "it still runs, but closed its output"
	}
}

// said is what the child wrote to stderr since the last request, its last
// bytes if it was much.
func (p *process) said() string { return p.stderr.text() }

// A line is one line that a child printed, or why there is none.
type line struct {
	text []byte
	err  error
}

// early is the fault of a line that came before it was asked for.
func (l line) early() error {
	switch {
	case l.err == nil:
		return errUnsolicited
	case errors.Is(l.err, errGone):
		return errBefore
	}
	return l.err
}

// pipeEnds are the ends of the three pipes of a child.
type pipeEnds struct {
	childIn, stdin, stdout, childOut, stderr, childErr *os.File
}

func openPipes() (*pipeEnds, error) {
	e := &pipeEnds{}
	var errs [3]error
	e.childIn, e.stdin, errs[0] = os.Pipe()
	e.stdout, e.childOut, errs[1] = os.Pipe()
	e.stderr, e.childErr, errs[2] = os.Pipe()
	if err := errors.Join(errs[:]...); err != nil {
		e.closeChildEnds()
		e.closeOurEnds()
		return nil, err
	}
	return e, nil
}

func (e *pipeEnds) closeChildEnds() { closeAll(e.childIn, e.childOut, e.childErr) }
func (e *pipeEnds) closeOurEnds()   { closeAll(e.stdin, e.stdout, e.stderr) }

func closeAll(closers ...io.Closer) {
	for _, c := range closers {
		_ = c.Close() // a nil *os.File says so and does no harm
	}
}
