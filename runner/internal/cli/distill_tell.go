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

// A pulse tells a person who waits what is being done, in one line on a terminal
// that is written anew and gone in the end; nobody else. Several may use it.
type pulse struct {
	mu   sync.Mutex
	out  io.Writer
	live bool
	what string
	next time.Time // before it nothing is written
}

// beat is how long a line stands at least.
const beat = 200 * time.Millisecond

func newPulse(out io.Writer) *pulse {
	return &pulse{out: out, live: terminal(out), next: time.Now().Add(beat)}
}

// does says what is done from now on.
func (p *pulse) does(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what = what
	p.write(what)
}

// reads says how far a file was read; then it is worked on.
func (p *pulse) reads(at, size int64, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live || !ended && time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(beat)
	if ended {
		p.write(p.what + ": all is read, making it small")
		return
	}
	p.write(fmt.Sprintf("%s: %d of %d MB read", p.what, at>>20, size>>20))
}

func (p *pulse) write(line string) {
	if p.live {
		fmt.Fprintf(p.out, "\r\x1b[K%s", words.Line(line))
	}
}

// clear takes the line away.
func (p *pulse) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write("")
}

// A countedFile says how far it was read.
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

// A reportWriter is an output that remembers what went wrong with it, and takes the
// pulse's line away first.
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

// failed is what went wrong with the output.
func (r *reportWriter) failed() error {
	if r.err == nil {
		return nil
	}
	err := r.err
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return exit(exitIncomplete, fmt.Errorf("saying what was done, on standard output: %w", err))
}
