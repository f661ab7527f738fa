package probe

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A Reader cuts a conversation into lines. It never holds more than one line of
// the limit.
type Reader struct {
	r      *bufio.Reader
	limits Limits
	line   int
	buf    []byte
}

// NewReader reads lines of r.
func NewReader(r io.Reader, l Limits) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 64<<10), limits: l}
}

// Next returns the next line that is not blank, without its end; the bytes hold
// until the following call. A line over the limit is a *ProtocolError, is
// skipped, and reading goes on behind it. The end of input is io.EOF, also
// behind a last line without an end, which is delivered first.
func (r *Reader) Next() ([]byte, error) {
	for {
		r.line++
		line, err := r.read()
		if line = bytes.TrimSpace(line); len(line) > 0 || err != nil {
			return line, err
		}
	}
}

func (r *Reader) read() ([]byte, error) {
	r.buf = r.buf[:0]
	for {
		piece, err := r.r.ReadSlice('\n')
		if len(r.buf)+len(piece) > r.limits.Line+1 {
			return nil, r.skip(err)
		}
		r.buf = append(r.buf, piece...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(r.buf) > 0:
			return r.buf, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		default:
			return nil, fmt.Errorf("read line %d: %w", r.line, err)
		}
	}
}

// skip reads past the end of a line that is too long.
func (r *Reader) skip(err error) error {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.r.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read line %d: %w", r.line, err)
	}
	long := r.limits.tooLong(int64(r.limits.Line))
	long.Line = r.line
	return long
}
