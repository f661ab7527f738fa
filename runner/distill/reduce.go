package distill

import (
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
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

// attempts is how often a subject is reduced with few rules barred, at most.
const attempts = 3

// barring reduces a subject. That it comes to show no rule that it may not takes a
// run of most wrong models, so each step is asked only for those that it is likely to
// show: what half of it does, and then what came of an attempt does. The result is
// asked for all.
func (r *reduction) barring(s shrink.Subject) shrink.Subject {
	strict, spent := r.judge, 0
	strict.known = newKnown()
	defer func() { r.judge, r.runs = strict, r.runs+spent }()
	barred := behaviour.Rules(half(&s.Stream)).Minus(strict.may)
	for range attempts {
		r.judge = newJudge(strict.show, strict.may.Union(behaviour.AnyRule().Minus(barred)), strict.anew)
		r.judge.known = strict.known
		small := r.shrunk(s, false)
		more := behaviour.Rules(&small.Stream).Minus(strict.may)
		if more == (behaviour.Set{}) {
			if small = r.reduce(small, false); strict.holds(&small) {
				return small
			}
			more = behaviour.Rules(&small.Stream).Minus(strict.may)
		}
		barred, spent, r.runs = barred.Union(more), spent+r.runs, 0
	}
	r.judge = strict
	return r.reduce(s, false)
}

// half is the first half of a stream.
func half(s *spec.Stream) *spec.Stream {
	cut := *s
	cut.Events = s.Events[:len(s.Events)/2]
	return &cut
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
				smaller = leftIn(smaller, s.Events, out)
				return !r.over() && r.tried(spec.Stream{Features: s.Features, End: s.End, Events: smaller})
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
