package candidate

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
)

// stderrKept is how many bytes of a child's stderr are kept for a case. stderrDrained
// is how many are read at once when a case ends.
const (
	stderrKept    = 16 << 10
	stderrDrained = 1 << 20
)

// A tail keeps the last bytes of a child's stderr. A goroutine reads all the time, so
// that the child never blocks. text also reads what is still in the pipe, so that it
// returns everything that the child wrote before its answer.
type tail struct {
	file *os.File
	raw  syscall.RawConn
	done chan struct{}

	mu      sync.Mutex
	kept    []byte
	dropped int
	buf     [8 << 10]byte
}

func newTail(f *os.File) *tail {
	t := &tail{file: f, done: make(chan struct{})}
	t.raw, _ = f.SyscallConn() // fails only for a closed file
	go t.run()
	return t
}

// run reads whenever there is something to read. The callback reads under the lock
// and never waits while it holds it.
func (t *tail) run() {
	defer close(t.done)
	for {
		more := false
		err := t.raw.Read(func(fd uintptr) bool {
			n, err := t.take(fd)
			more = n > 0
			return more || !errors.Is(err, syscall.EAGAIN)
		})
		if err != nil || !more {
			return
		}
	}
}

// take reads once, without waiting.
func (t *tail) take(fd uintptr) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, err := readNow(fd, t.buf[:])
	if n > 0 {
		t.keep(t.buf[:n])
	}
	return n, err
}

func (t *tail) keep(b []byte) {
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - stderrKept; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.dropped += over
	}
}

// drain reads what is still in the pipe.
func (t *tail) drain() {
	_ = t.raw.Control(func(fd uintptr) {
		for total := 0; total < stderrDrained; {
			n, err := t.take(fd)
			if n <= 0 || err != nil {
				return
			}
			total += n
		}
	})
}

// text returns what was written since reset.
func (t *tail) text() string {
	t.drain()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dropped > 0 {
		return fmt.Sprintf("… (%d bytes before this)\n%s", t.dropped, t.kept)
	}
	return string(t.kept)
}

// reset forgets what was written so far.
func (t *tail) reset() {
	t.drain()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept, t.dropped = t.kept[:0], 0
}

func (t *tail) close() {
	_ = t.file.Close()
	<-t.done
}
