package words

import (
	"bytes"
	"io"
)

// Lines hands on what is written through it in whole lines, as a function changes
// them. The end of the output needs Flush. It is not for several goroutines at once.
type Lines struct {
	to     io.Writer
	change func(lines []byte) []byte
	rest   []byte // the beginning of a line
}

// NewLines returns Lines to to. The function is given one line or more, the last without
// its end where the output ends so, and keeps nothing of them.
func NewLines(to io.Writer, change func(lines []byte) []byte) *Lines {
	return &Lines{to: to, change: change}
}

// Held reports whether the beginning of a line waits for its end.
func (l *Lines) Held() bool { return len(l.rest) > 0 }

// Write is io.Writer's. A line is written when it is whole.
func (l *Lines) Write(text []byte) (int, error) {
	l.rest = append(l.rest, text...)
	if bytes.IndexByte(text, '\n') < 0 {
		return len(text), nil
	}
	end := bytes.LastIndexByte(l.rest, '\n') + 1
	if _, err := l.to.Write(l.change(l.rest[:end])); err != nil {
		return 0, err
	}
	l.rest = append(l.rest[:0], l.rest[end:]...)
	return len(text), nil
}

// Flush writes what is left of a line.
func (l *Lines) Flush() error {
	if !l.Held() {
		return nil
	}
	_, err := l.to.Write(l.change(l.rest))
	l.rest = nil
	return err
}
