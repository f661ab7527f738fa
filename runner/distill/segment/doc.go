// Package segment cuts a long stream of events into segments that stand for
// themselves.
//
// A segment ends where nothing is open in any session: no turn, no call without
// a result, no sub-session. Its stream counts records, and what the dialect only
// counts, from the first again; in front of it stands what was said before and
// still matters (its prelude), so that a fresh reader makes of it what a reader
// of the whole makes of that part.
//
// Goals: one pass, cheap beside decoding; the same segments of the same events;
// bounded memory whatever the stream says, with a million sessions, parents that
// are each other's, a turn that never ends, calls that nobody answers.
//
// Non-goals: what a segment shows, and which are worth keeping; bytes; being
// exact where the stream itself is not: what refers to something that an earlier
// segment said (a late result, a replay) stands without it.
package segment

import "github.com/quock-dev/quock/spec"

// A Segment is a stretch of a stream.
type Segment struct {
	// Stream is what it says, the prelude included, its records numbered from 1
	// without gaps. Its end is that of the input in the last segment, spec.Cut
	// in one that was cut, else spec.EOF.
	Stream spec.Stream
	// First and Last are the records of the input that it begins and ends with.
	// Records without events stand in no segment.
	First, Last int
	// Prelude is how many of its own records stand in front of what was said
	// there.
	Prelude int
	// Cut says that it ends where something was open.
	Cut bool
}

// Options say where a stream is cut. Zero fields mean the defaults.
type Options struct {
	// Events is the most that a segment holds beside its prelude. A record of more
	// is a segment of its own.
	Events int
	// Bytes is the most that what is said in a segment weighs, about. A record of
	// more is a segment of its own.
	Bytes int
	// Join is what a segment holds at least, where the stream goes on for so long:
	// short stretches are joined. 1 joins none.
	Join int
}

// The defaults of Options.
const (
	DefaultEvents = 4096
	DefaultBytes  = 1 << 20
	DefaultJoin   = 256
)

func (o Options) withDefaults() Options {
	if o.Events <= 0 {
		o.Events = DefaultEvents
	}
	if o.Bytes <= 0 {
		o.Bytes = DefaultBytes
	}
	if o.Join <= 0 {
		o.Join = DefaultJoin
	}
	o.Join = min(o.Join, o.Events)
	return o
}
