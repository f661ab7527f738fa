package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/quock-dev/quock/spec/words"
)

// A pulse shows progress in one line of a terminal. The line is rewritten, and
// cleared at the end. Elsewhere a pulse prints nothing. It is safe for concurrent
// use.
type pulse struct {
	mu   sync.Mutex
	out  io.Writer
	live bool
	what string
	next time.Time // no update before this time
}

// refresh is the shortest time between two updates of a line.
const refresh = 200 * time.Millisecond

func newPulse(out io.Writer) *pulse {
	return &pulse{out: out, live: terminal(out), next: time.Now().Add(refresh)}
}

// does sets what is being done from now on.
func (p *pulse) does(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what = what
	p.write(what)
}

// reads shows how far a file was read; ended means that it was read to its end.
func (p *pulse) reads(at, size int64, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live || !ended && time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(refresh)
	if ended {
		p.write(p.what + ": read to the end, making it small")
		return
	}
	p.write(fmt.Sprintf("%s: %d of %d MB read", p.what, at>>20, size>>20))
}

func (p *pulse) write(line string) {
	if p.live {
		fmt.Fprintf(p.out, "\r\x1b[K%s", words.Line(line))
	}
}

// clear removes the line.
func (p *pulse) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write("")
}

// A countedFile reports to a pulse how far it was read.
type countedFile struct {
	stoppable
	pulse    *pulse
	at, size int64
}

func counting(from stoppable, p *pulse) *countedFile {
	c := &countedFile{stoppable: from, pulse: p}
	if info, err := from.Stat(); err == nil {
		c.size = info.Size()
	}
	return c
}

// Read is io.Reader's.
func (c *countedFile) Read(p []byte) (int, error) {
	n, err := c.stoppable.Read(p)
	c.at += int64(n)
	c.pulse.reads(c.at, c.size, errors.Is(err, io.EOF))
	return n, err
}

// Seek is io.Seeker's.
func (c *countedFile) Seek(offset int64, whence int) (int64, error) {
	at, err := c.stoppable.Seek(offset, whence)
	c.at = at
	return at, err
}

// A reportWriter is an output that clears the pulse's line before it writes and
// remembers its first error.
type reportWriter struct {
	to    io.Writer
	pulse *pulse
	err   error
}

// Write is io.Writer's.
func (r *reportWriter) Write(p []byte) (int, error) {
	r.pulse.clear()
	n, err := r.to.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// failed returns the error of the output.
func (r *reportWriter) failed() error {
	if r.err == nil {
		return nil
	}
	err := r.err
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return exit(exitIncomplete, fmt.Errorf("writing the report to standard output: %w", err))
}
