package github

import (
	"bytes"
	"io"
	"regexp"
)

// A Guard keeps what is written through it from being a workflow command: GitHub obeys
// every line of a step's output that looks like one, whoever wrote it. Lines are written
// when they are whole; the end of the output needs Flush. It is not for several
// goroutines at once.
type Guard struct {
	to   io.Writer
	on   bool
	rest []byte // the beginning of a line
}

// NewGuard returns a Guard to to. Elsewhere than in a step of a workflow it writes
// everything as it is.
func NewGuard(to io.Writer) *Guard { return &Guard{to: to, on: Running()} }

// The two forms of commands: at the beginning of a line, and the older one anywhere in
// it. What replaces the latter is the same text within JSON.
var (
	command = regexp.MustCompile(`(?m)^([ \t]*)::`)
	older   = []byte("##[")
)

// Write is io.Writer's.
func (g *Guard) Write(text []byte) (int, error) {
	if !g.on {
		return g.to.Write(text)
	}
	g.rest = append(g.rest, text...)
	end := bytes.LastIndexByte(g.rest, '\n') + 1
	whole := harmless(g.rest[:end])
	g.rest = append(g.rest[:0:0], g.rest[end:]...)
	if _, err := g.to.Write(whole); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what is left of a line.
func (g *Guard) Flush() error {
	if len(g.rest) == 0 {
		return nil
	}
	_, err := g.to.Write(harmless(g.rest))
	g.rest = nil
	return err
}

func harmless(text []byte) []byte {
	text = command.ReplaceAll(text, []byte(`$1\x3a:`))
	return bytes.ReplaceAll(text, older, []byte(`##\u005b`))
}
