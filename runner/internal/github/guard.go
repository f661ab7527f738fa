package github

import (
	"bytes"
	"io"
	"regexp"

	"github.com/quock-dev/quock/spec/words"
)

// A Guard keeps what is written through it from being a workflow command: GitHub obeys
// every line of a step's output that looks like one, whoever wrote it. Lines are written
// when they are whole; the end of the output needs Flush. It is not for several
// goroutines at once.
type Guard struct {
	*words.Lines
	to io.Writer
	on bool
}

// NewGuard returns a Guard to to. Elsewhere than in a step of a workflow it writes
// everything as it is.
func NewGuard(to io.Writer) *Guard {
	return &Guard{Lines: words.NewLines(to, harmless), to: to, on: Running()}
}

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
	return g.Lines.Write(text)
}

func harmless(text []byte) []byte {
	text = command.ReplaceAll(text, []byte(`$1\x3a:`))
	return bytes.ReplaceAll(text, older, []byte(`##\u005b`))
}
