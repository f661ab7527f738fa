package terminal

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// refresh is the shortest time between two updates of a line.
const refresh = 200 * time.Millisecond

// A CountedReader reads and shows on a line how far it has come. What it does may be set
// while it reads.
type CountedReader struct {
	mu   sync.Mutex
	from io.ReadSeeker
	line *Line
	// what and done are the texts while it reads, and at its end.
	what, done string
	at, size   int64
	next       time.Time // no update before this time
}

// NewCountedReader returns a reader of size bytes. While it reads the line says what it
// does, and how far it has come; at the end of the input it says done behind that.
func NewCountedReader(from io.ReadSeeker, size int64, line *Line, done string) *CountedReader {
	return &CountedReader{from: from, line: line, done: done, size: size, next: time.Now().Add(refresh)}
}

// Does says what is done with the bytes from now on.
func (r *CountedReader) Does(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.what = what
	r.line.Show(what)
}

// Read is io.Reader's.
func (r *CountedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at += int64(n)
	r.show(errors.Is(err, io.EOF))
	return n, err
}

// Seek is io.Seeker's.
func (r *CountedReader) Seek(offset int64, whence int) (int64, error) {
	at, err := r.from.Seek(offset, whence)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = at
	return at, err
}

func (r *CountedReader) show(ended bool) {
	if !r.line.Live() || !ended && time.Now().Before(r.next) {
		return
	}
	r.next = time.Now().Add(refresh)
	if ended {
		r.line.Show(r.what + r.done)
		return
	}
	r.line.Show(fmt.Sprintf("%s: %d of %d MB read", r.what, r.at>>20, r.size>>20))
}
