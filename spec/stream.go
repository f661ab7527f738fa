package spec

// A Stream is an ordered list of events in one dialect.
type Stream struct {
	Features Features
	Events   []Event
	// End is how the input ends.
	End Cause
	// Forms are the forms in which an encoder writes the events.
	Forms Forms
}

// Forms selects how an encoder writes what its dialect can write in several
// ways. Bit n selects the form that Features.Forms names at index n, wherever
// it is possible. No bit gives the plainest form. A reader sees the same
// events.
type Forms uint64

// Has reports whether form n is selected.
func (f Forms) Has(n int) bool { return f>>n&1 != 0 }

// Records returns the number of the last record. It is the number of records,
// if the stream numbers them from 1.
func (s Stream) Records() int {
	n := 0
	for i := range s.Events {
		n = max(n, s.Events[i].Record)
	}
	return n
}

// AtEnd is the position after the end of input. Other positions count records from
// 1; 0 is before the first.
const AtEnd = -1

// Cause is how the input ended.
type Cause string

const (
	EOF Cause = "eof" // the producer closed the stream
	Cut Cause = "cut" // the transport broke
)
