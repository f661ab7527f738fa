package terminal

import "io"

// LiveLine is the last line of a terminal that is written to.
func LiveLine(to io.Writer) *Line { return &Line{to: to, live: true} }

// Now lets the next read be shown.
func (r *CountedReader) Now() { r.next = r.next.Add(-2 * refresh) }
