package distill

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"sync"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
)

// held is the signature of what still shows its behaviours.
var held = shrink.Signature{Kind: "covers"}

// A judge says whether a stream still shows what it has to, and nothing that it
// may not.
type judge struct {
	show, may behaviour.Set
	// anew is what is read of a subject once it is written again; false where it
	// cannot be.
	anew func(s *shrink.Subject) (spec.Stream, bool)
	// known are streams that were judged before; nil for one whom several ask at once,
	// or who looks at more than the stream.
	known known
	// askers are what is learned from judging, for one who judges at a time.
	askers sync.Pool
}

// What is known of streams: false that they do not hold, true that they show what
// they have to, which does not depend on what they may show.
type known map[[sha256.Size]byte]bool

func newJudge(show, may behaviour.Set, anew func(s *shrink.Subject) (spec.Stream, bool)) *judge {
	j := &judge{show: show, may: may, anew: anew}
	j.askers.New = func() any { return behaviour.NewAsker(show, may) }
	return j
}

// signatures are the answer that package shrink asks for.
func (j *judge) signatures(s *shrink.Subject) []shrink.Signature {
	if j.holds(s) {
		return []shrink.Signature{held}
	}
	return nil
}

// holds asks the cheap questions first: what is shown as it stands, then what is
// known of it, then its rules.
func (j *judge) holds(s *shrink.Subject) bool {
	a := j.askers.Get().(*behaviour.Asker)
	defer j.askers.Put(a)
	if !a.Steps(&s.Stream) {
		return false
	}
	if j.known == nil {
		return j.rules(a, s, false)
	}
	sum := shrink.Sum(s)
	shows, met := j.known[sum]
	if !met || shows {
		j.known[sum] = j.rules(a, s, shows)
	}
	return j.known[sum]
}

// rules asks first for the rules that are lost soonest, as the stream stands, then
// for all, as it is read once it is written. Those that it has to show may be known.
func (j *judge) rules(a *behaviour.Asker, s *shrink.Subject, known bool) bool {
	r := behaviour.Read(&s.Stream)
	if !known && !a.Likely(r) {
		return false
	}
	read, ok := j.anew(s)
	if !ok {
		return false
	}
	needs := a.Rest
	if read.End != s.Stream.End || !reflect.DeepEqual(read.Events, s.Stream.Events) {
		if !a.Steps(&read) {
			return false
		}
		r, needs = behaviour.Read(&read), a.Needs
	}
	return !a.Bars(r) && (known || needs(r)) // Bars takes fewer runs of the model
}

// numbered are events whose records count from 1 without gaps.
func numbered(events []spec.Event, without []int) []spec.Event {
	return leftIn(make([]spec.Event, 0, len(events)), events, without)
}

// leftIn is numbered, in the memory of out.
func leftIn(out, events []spec.Event, without []int) []spec.Event {
	out = out[:0]
	n, last := 0, 0
	for i := range events {
		if slices.Contains(without, i) {
			continue
		}
		e := events[i]
		if n == 0 || e.Record != last {
			n, last = n+1, e.Record
		}
		e.Record = n
		out = append(out, e)
	}
	return out
}
