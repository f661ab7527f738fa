package terminal

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/quock-dev/quock/spec/words"
)

// A Wrapper breaks the lines that are written through it where they are too long. What
// is left of a line goes on below it, four columns further in, so that it cannot be
// taken for a line of its own. A tab is four columns. It is not for several goroutines
// at once.
type Wrapper struct {
	*words.Lines
	columns int
}

// NewWrapper returns a Wrapper to to, for lines of at most so many columns, and of 40
// if that is less.
func NewWrapper(to io.Writer, columns int) *Wrapper {
	w := &Wrapper{columns: max(columns, 40)}
	w.Lines = words.NewLines(to, w.wrapped)
	return w
}

// wrapped breaks lines.
func (w *Wrapper) wrapped(lines []byte) (all []byte) {
	for line := range bytes.Lines(lines) {
		all = w.wrap(all, strings.TrimSuffix(string(line), "\n"))
	}
	if !bytes.HasSuffix(lines, []byte("\n")) {
		all = all[:len(all)-1]
	}
	return all
}

// wrap appends one line, in as many as it needs.
func (w *Wrapper) wrap(to []byte, line string) []byte {
	line = strings.ReplaceAll(line, "\t", "    ")
	indent := len(line) - len(strings.TrimLeft(line, " "))
	margin, room := "", w.columns
	for len(line) > room { // no text has more columns than bytes
		head := head(line, room, max(indent, w.columns/2-len(margin)))
		if len(head) == len(line) {
			break
		}
		to = append(append(append(to, margin...), strings.TrimRight(head, " ")...), '\n')
		line = strings.TrimLeft(line[len(head):], " ")
		if margin == "" {
			margin = strings.Repeat(" ", min(indent+4, w.columns/2))
			room, indent = w.columns-len(margin), 0
		}
	}
	return append(append(append(to, margin...), line...), '\n')
}

// head returns the beginning of a line that fits: up to the last space behind a byte, if
// there is one. It is not empty.
func head(line string, columns, behind int) string {
	peek := line
	if most := 8 * columns; len(line) > most { // a giant line is not measured again and again
		for !utf8.RuneStart(line[most]) {
			most--
		}
		peek = line[:most]
	}
	head := (&runewidth.Condition{StrictEmojiNeutral: true}).Truncate(peek, columns, "")
	space := strings.LastIndexByte(head, ' ')
	switch {
	case len(head) == len(line), head != "" && line[len(head)] == ' ':
		return head
	case head == "":
		return peek
	case space > behind:
		return head[:space]
	}
	return head
}
