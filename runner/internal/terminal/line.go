package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/quock-dev/quock/spec/words"
)

// A Line is the last line of a terminal, which is rewritten. Elsewhere it is never
// written. It is safe for concurrent use.
type Line struct {
	mu   sync.Mutex
	to   io.Writer
	live bool
}

// NewLine returns the last line of an output. In a CI it is not written, even if that has
// a terminal.
func NewLine(to io.Writer) *Line {
	_, is := of(to)
	return &Line{to: to, live: is && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == ""}
}

// Live reports whether the line is written at all.
func (l *Line) Live() bool { return l.live }

// Show writes a text in place of what the line says. "" clears it.
func (l *Line) Show(text string) {
	if !l.live {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.to, "\r\x1b[K%s", words.Line(text))
}

// Above is an output to the same terminal that clears the line before each write
// and keeps its first error.
type Above struct {
	To   io.Writer
	Line *Line
	Err  error
}

// Write is io.Writer's.
func (a *Above) Write(p []byte) (int, error) {
	a.Line.Show("")
	n, err := a.To.Write(p)
	if a.Err == nil {
		a.Err = err
	}
	return n, err
}
