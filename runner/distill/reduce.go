package distill

import (
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A reduction makes one stream small.
type reduction struct {
	judge *judge
	o     *Options
	runs  int // spent
}

// rounds is how often a reduction begins again on what it came to, at most.
const rounds = 6

// reduce is a subject as small as it gets: package shrink's work and few's, in
// turn until neither finds anything. Of whole records there is one round.
func (r *reduction) reduce(s shrink.Subject, records bool) shrink.Subject {
	if records {
		return r.shrunk(s, true)
	}
	for range rounds {
		before := len(s.Stream.Events)
		s = r.shrunk(s, false)
		s.Stream.Events = r.few(s.Stream)
		s.Stream.Events = r.frames(s.Stream)
		if len(s.Stream.Events) == before || r.over() {
			break
		}
	}
	return s
}

func (r *reduction) over() bool {
	return r.runs >= r.o.Runs || r.o.Stop != nil && r.o.Stop()
}

func (r *reduction) shrunk(s shrink.Subject, records bool) shrink.Subject {
	if r.over() {
		return s
	}
	result := shrink.Reduce(&s, held, shrink.Options{
		Judge: r.judge.signatures, Stop: r.o.Stop, Runs: r.o.Runs - r.runs, Records: records, Labels: true, Light: true,
	})
	r.runs += result.Runs
	return result.Subject
}

// mostFew is how many events may be left when this many are left out at once.
var mostFew = [...]int{1: 1 << 10, 2: 64, 3: 40, 4: 24}

// few leaves out any one, two, three or four events at once, whatever leans on
// them, as long as that is possible. Package shrink leaves out what belongs
// together; what does not may have to go at once, too.
func (r *reduction) few(s spec.Stream) []spec.Event {
	for again := true; again; {
		again = false
		for n := 1; n < len(mostFew) && !again && len(s.Events) <= mostFew[n]; n++ {
			smaller := make([]spec.Event, 0, len(s.Events))
			again = combinations(len(s.Events), n, func(out []int) bool {
				if r.over() || !r.judge.mayHold(&s, out) {
					return false
				}
				smaller = leftIn(smaller, s.Events, out)
				return r.tried(spec.Stream{Features: s.Features, End: s.End, Events: smaller})
			})
			if again {
				s.Events = smaller
			}
		}
	}
	return s.Events
}

// tried reports whether a stream is still what it has to be.
func (r *reduction) tried(s spec.Stream) bool {
	if len(s.Events) == 0 {
		return false
	}
	return r.judge.holds(&shrink.Subject{Stream: s})
}

// combinations calls do with each choice of n of the numbers below total, in
// order, until it returns true; false if it never does.
func combinations(total, n int, do func(chosen []int) bool) bool {
	chosen := make([]int, n)
	var from func(at, least int) bool
	from = func(at, least int) bool {
		if at == n {
			return do(chosen)
		}
		for i := least; i <= total-(n-at); i++ {
			chosen[at] = i
			if from(at+1, i+1) {
				return true
			}
		}
		return false
	}
	return from(0, 0)
}
