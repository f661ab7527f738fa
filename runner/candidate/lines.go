package candidate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A lineReader reads the lines of a child's stdout in its own goroutine, one
// ahead, and stops at the first fault: the end, or a line over the limit.
type lineReader struct {
	file  *os.File
	limit int
	next  chan line
	quit  chan struct{}
	done  chan struct{}
}

func newLineReader(f *os.File, limit int) *lineReader {
	r := &lineReader{
		file: f, limit: limit,
		next: make(chan line, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go r.run()
	return r
}

func (r *lineReader) run() {
	defer close(r.done)
	buffered := bufio.NewReaderSize(r.file, 64<<10)
	for {
		text, err := r.read(buffered)
		select {
		case r.next <- line{text, err}:
		case <-r.quit:
			return
		}
		if err != nil {
			return
		}
	}
}

// read returns the next line without its end. The end of the output in the
// middle of a line gives what there was, and errGone.
func (r *lineReader) read(b *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		piece, err := b.ReadSlice('\n')
		text = append(text, piece...)
		switch {
		case len(text) > r.limit+1:
			return text[:min(len(text), 256)], fmt.Errorf("%w of %d bytes", errLineLimit, r.limit)
		case err == nil:
			return text[:len(text)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, os.ErrClosed):
			return text, errGone
		default:
			return text, fmt.Errorf("%w: %w", errGone, err)
		}
	}
}

// pending returns a line that has come already, if one has.
func (r *lineReader) pending() (line, bool) {
	select {
	case got := <-r.next:
		return got, true
	default:
		return line{}, false
	}
}

// stopAfter ends the reading after the given time at the latest, even where
// somebody still holds the other end of the pipe open.
func (r *lineReader) stopAfter(d time.Duration) {
	_ = r.file.SetReadDeadline(time.Now().Add(d))
}

// close ends the reading now.
func (r *lineReader) close() {
	close(r.quit)
	_ = r.file.Close()
	<-r.done
}
