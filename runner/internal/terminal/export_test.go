package terminal

import (
	"io"
	"time"
)

// LiveLine is the last line of a terminal that is written to.
func LiveLine(to io.Writer) *Line { return &Line{to: to, live: true} }

// Now lets the next read be shown.
func (r *CountedReader) Now() { r.next = r.next.Add(-2 * refresh) }

// LiveBar is a bar on a terminal, PipedBar one elsewhere. Both show themselves only at
// a Tick.
func LiveBar(to io.Writer) *Bar { return &Bar{line: LiveLine(to), to: to, over: make(chan struct{})} }

func PipedBar(to io.Writer) *Bar { return &Bar{line: &Line{}, to: to, over: make(chan struct{})} }

// Tick shows the bar as it is after some time in its phase.
func (b *Bar) Tick(spent time.Duration) {
	b.mu.Lock()
	now := b.began.Add(spent)
	b.mu.Unlock()
	b.show(now)
}
