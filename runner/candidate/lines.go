package candidate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// A lineReader splits a child's output into lines. Its buffer holds at most one line
// up to the limit, and one read ahead.
type lineReader struct {
	file    *os.File
	limit   int
	buf     []byte // what was read and not given out is buf[start:]
	start   int
	scanned int // bytes of buf[start:] known to hold no line end
}

const readSize = 64 << 10

func newLineReader(f *os.File, limit int) *lineReader {
	return &lineReader{file: f, limit: limit, buf: make([]byte, 0, readSize)}
}

// ahead reports whether the buffer holds output that no request asked for.
func (r *lineReader) ahead() bool { return len(r.buf) > r.start }

// next returns the next line without its end; the bytes are valid until the next
// call. At the end of the output it returns the rest and errGone; for a line over the
// limit its beginning and errLineLimit; after a deadline os.ErrDeadlineExceeded.
func (r *lineReader) next() ([]byte, error) {
	for {
		rest := r.buf[r.start:]
		if end := bytes.IndexByte(rest[r.scanned:], '\n'); end >= 0 {
			end += r.scanned
			r.start, r.scanned = r.start+end+1, 0
			return rest[:end], nil
		}
		if r.scanned = len(rest); r.scanned > r.limit {
			return rest[:min(len(rest), 2*shown)], fmt.Errorf("%w of %d bytes", errLineLimit, r.limit)
		}
		if err := r.fill(); err != nil {
			return r.buf[r.start:], err
		}
	}
}

// fill reads once more, making room first.
func (r *lineReader) fill() error {
	if r.start == len(r.buf) {
		r.buf, r.start = r.buf[:0], 0
	} else if r.start > 0 && cap(r.buf)-len(r.buf) < readSize/2 {
		r.buf, r.start = r.buf[:copy(r.buf, r.buf[r.start:])], 0
	}
	if cap(r.buf) == len(r.buf) {
		r.buf = append(make([]byte, 0, 2*cap(r.buf)), r.buf...)
	}
	n, err := r.file.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	switch {
	case n > 0 || errors.Is(err, os.ErrDeadlineExceeded):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, os.ErrClosed):
		return errGone
	}
	return fmt.Errorf("%w: %w", errGone, err)
}
