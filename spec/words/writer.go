package words

import (
	"io"
	"unicode/utf8"
)

// A Writer makes everything safe that is written through it, as Text does, so that
// no command can forget to. A rune that is cut between two writes is held back
// until it is whole; the end of the output needs Flush. It is not for several
// goroutines at once.
type Writer struct {
	to   io.Writer
	e    escaper
	rest []byte // the beginning of a rune
	buf  []byte
}

// NewWriter returns a Writer to to.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to, e: escaper{lines: true}} }

// Write writes text, safely. It never tells more bytes written than it was given.
func (w *Writer) Write(text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	if len(w.rest) == 0 && plain(text) {
		w.e.before = rune(text[len(text)-1])
		return w.to.Write(text)
	}
	all := append(w.rest, text...)
	whole := len(all) - cut(all)
	w.buf = w.e.all(w.buf[:0], all[:whole])
	w.rest = append(w.rest[:0:0], all[whole:]...)
	if _, err := w.to.Write(w.buf); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what is held back: bytes that became no rune.
func (w *Writer) Flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	_, err := w.to.Write(w.e.all(nil, w.rest))
	w.rest = nil
	return err
}

// cut is how many bytes at the end begin a rune that may still become whole.
func cut(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if end := text[len(text)-n:]; utf8.RuneStart(end[0]) {
			if utf8.FullRune(end) {
				return 0
			}
			return n
		}
	}
	return 0
}
