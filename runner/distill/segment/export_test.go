package segment

import "github.com/quock-dev/quock/spec"

// Count numbers what a dialect only counts, over a whole stream.
func Count(f *spec.Features, events []spec.Event) {
	var c counter
	c.begin(f)
	c.number(events)
}

// Sessions is how many sessions a cutter remembers.
func (c *Cutter) Sessions() int { return len(c.book.sessions) }

// Room is how many events fit in what a cutter keeps.
func (c *Cutter) Room() int { return cap(c.room) }
