package segment

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// Count numbers what a dialect only counts, over a whole stream.
func Count(f *spec.Features, events []spec.Event) {
	number(follow.NewNumbering[named](f), events)
}

// Sessions is how many sessions a cutter remembers.
func (c *Cutter) Sessions() int { return len(c.book.sessions) }

// Room is how many events fit in what a cutter keeps.
func (c *Cutter) Room() int { return cap(c.room) }
