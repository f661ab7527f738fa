package candidate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"syscall"
	"time"
)

// Errors of an exchange of lines. The child causes all but errStopped.
var (
	errSilent      = errors.New("no answer in time")
	errGone        = errors.New("closed its output")
	errUnsolicited = errors.New("a line that nothing asked for")
	errLineLimit   = errors.New("a line over the limit")
	errStopped     = errors.New("stopped")
)

// graceToQuit is how long a child may take to end after quit. graceToDrain is how
// long its last output is read after its death.
const (
	graceToQuit  = 2 * time.Second
	graceToDrain = 200 * time.Millisecond
)

// A process is a child in its own process group that gets one line at a time. If a
// line does not fit into the pipe, a goroutine writes the rest while the answer is
// read, so that the two processes cannot deadlock.
type process struct {
	cmd     *exec.Cmd
	mark    string
	in, out *os.File
	raw     syscall.RawConn // of in
	lines   *lineReader
	stderr  *tail
	until   time.Time     // when reading ends
	writing chan error    // the result of a line that is still being written
	stopped atomic.Bool   // the context has ended
	dead    atomic.Bool   // the child has ended
	reaped  chan struct{} // closed when nothing of the child is left
	forget  func() bool   // stops watching the context
}

// start runs the command until it is closed or killed. Its lines have at most limit
// bytes. The end of the context ends every exchange with it.
func start(ctx context.Context, args []string, dir string, env []string, limit int) (*process, error) {
	if err := Startable(); err != nil {
		return nil, &HandshakeError{Command: args, Err: err}
	}
	ends, err := openPipes()
	if err != nil {
		return nil, fmt.Errorf("opening pipes for %s: %w", args[0], err)
	}
	p := &process{mark: newMark(), in: ends.stdin, out: ends.stdout, reaped: make(chan struct{})}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Dir, p.cmd.Env = dir, append(slices.Clip(env), p.mark) // others start with the same environment
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = ends.childIn, ends.childOut, ends.childErr
	ownGroup(p.cmd)
	err = spawn(p.cmd)
	ends.closeChildEnds()
	if err != nil {
		ends.closeOurEnds()
		return nil, fmt.Errorf("starting %s: %w", args[0], err)
	}
	p.raw, _ = p.in.SyscallConn() // fails only for a closed file
	p.stderr, p.lines = newTail(ends.stderr), newLineReader(ends.stdout, limit)
	go p.reap()
	p.forget = context.AfterFunc(ctx, p.stop)
	return p, nil
}

// reap waits for the child, then kills whatever it left behind. Output from before
// its death can still be read for a moment.
func (p *process) reap() {
	_ = p.cmd.Wait()
	p.killAll()
	p.dead.Store(true)
	p.drain()
	close(p.reaped)
}

// drain ends the reading soon, even if another process still holds the pipe open.
func (p *process) drain() { _ = p.out.SetReadDeadline(time.Now().Add(graceToDrain)) }

// stop ends the current exchange and all later ones.
func (p *process) stop() {
	p.stopped.Store(true)
	_ = p.out.SetReadDeadline(time.Now())
	_ = p.in.SetWriteDeadline(time.Now())
}

// killAll kills the child, its group and, on Linux, every process with its mark, even
// outside the group.
func (p *process) killAll() {
	killGroup(p.cmd.Process.Pid)
	reap(p.mark)
}

// ask writes one line and returns the next one, both within limit. The bytes are
// valid until the next call.
func (p *process) ask(line []byte, limit time.Duration) ([]byte, error) {
	if p.lines.ahead() {
		text, err := p.lines.next()
		return text, errors.Join(errUnsolicited, err)
	}
	p.stderr.reset()
	return p.exchange(line, limit)
}

// exchange writes a line and returns the next one.
func (p *process) exchange(line []byte, limit time.Duration) ([]byte, error) {
	p.await(limit)
	if p.dead.Load() { // the deadline of reap may just have been overwritten
		p.drain()
	}
	if p.stopped.Load() {
		return nil, errStopped
	}
	if err := p.write(line, limit); err != nil {
		return nil, err
	}
	text, err := p.lines.next()
	switch {
	case err == nil:
		return text, nil
	case p.stopped.Load():
		return nil, errStopped
	case errors.Is(err, os.ErrDeadlineExceeded) && p.dead.Load():
		return text, errGone
	case errors.Is(err, os.ErrDeadlineExceeded):
		return text, errSilent
	}
	return text, err
}

// await lets a read wait for limit, and at most a sixteenth longer: to set the time anew for
// each of many short answers takes longer than to look whether it will do.
func (p *process) await(limit time.Duration) {
	now, spare := time.Now(), limit/16
	if left := p.until.Sub(now); left < limit || left > limit+spare {
		p.until = now.Add(limit + spare)
		_ = p.out.SetReadDeadline(p.until)
	}
}

// write writes what fits into the pipe at once, and leaves the rest to a goroutine.
// It is not an error that the child does not read this line: the missing answer will
// be. It is an error if the child has not read the line before.
func (p *process) write(line []byte, limit time.Duration) error {
	if p.writing != nil {
		if err := <-p.writing; err != nil {
			return fmt.Errorf("%w: it answers without reading", errSilent)
		}
		p.writing = nil
	}
	var n int
	var err error
	_ = p.raw.Write(func(fd uintptr) bool {
		n, err = writeNow(fd, line)
		return true
	})
	if n = max(n, 0); n == len(line) || err != nil && !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR) {
		return nil
	}
	rest := append([]byte(nil), line[n:]...)
	p.writing = make(chan error, 1)
	go func(done chan<- error) {
		_ = p.in.SetWriteDeadline(time.Now().Add(limit))
		_, err := p.in.Write(rest)
		done <- err
	}(p.writing)
	return nil
}

// close sends the quit line, kills the child if it does not end, and returns when
// nothing of it is left.
func (p *process) close(farewell []byte) {
	_ = p.in.SetWriteDeadline(time.Now().Add(graceToQuit))
	_, _ = p.in.Write(farewell)
	_ = p.in.Close()
	select {
	case <-p.reaped:
	case <-time.After(graceToQuit):
	}
	p.kill()
}

// kill ends the child at once and returns when nothing of it is left.
func (p *process) kill() {
	p.forget()
	select {
	case <-p.reaped: // and its group with it
	default: // reap ends what the child leaves behind
		killGroup(p.cmd.Process.Pid)
		_ = p.cmd.Process.Kill() // it may have left its group
	}
	_ = p.in.Close()
	<-p.reaped
	_ = p.out.Close()
	p.stderr.close()
}

// exit waits for the child's end and describes it: "exit status 1".
func (p *process) exit() string {
	select {
	case <-p.reaped:
	case <-time.After(graceToDrain):
		if !exiting(p.cmd.Process.Pid) {
			return "it still runs, but closed its output"
		}
		<-p.reaped // on a busy machine this may take a while
	}
	return p.cmd.ProcessState.String()
}

// stderrText returns the child's stderr since the last request, or its last bytes if it was
// long.
func (p *process) stderrText() string { return p.stderr.text() }
