package spec

// A Stream is an ordered list of events in one dialect.
type Stream struct {
	Features Features
	Events   []Event
	// End is how the input ends.
	End Cause
	// Forms are those in which an encoder writes the events.
	Forms Forms
}

// Forms say how an encoder writes what its dialect can write in more than one way:
// bit n is the form that Features.Forms names at index n, taken wherever it can be.
// None is the plainest. A reader sees the same events.
type Forms uint64

// Has reports whether form n is taken.
func (f Forms) Has(n int) bool { return f>>n&1 != 0 }

// Records returns the number of the last record, which is the number of
// records in a stream that counts them from 1.
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
