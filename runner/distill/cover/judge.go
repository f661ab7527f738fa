package cover

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
	// failed are streams that are known not to hold; nil for one whom several ask at
	// once, or who looks at more than the stream.
	failed map[[sha256.Size]byte]bool
	// askers are what is learned from judging, for one who judges at a time.
	askers sync.Pool
}

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

// holds asks the cheap questions first: what is shown as it stands, also of the
// rules that are lost soonest, then what is read of it once it is written, then all
// rules.
func (j *judge) holds(s *shrink.Subject) bool {
	a := j.askers.Get().(*behaviour.Asker)
	defer j.askers.Put(a)
	if !a.Steps(&s.Stream) {
		return false
	}
	if j.failed == nil {
		return j.rules(a, s)
	}
	sum := shrink.Sum(s)
	if !j.failed[sum] && j.rules(a, s) {
		return true
	}
	j.failed[sum] = true
	return false
}

func (j *judge) rules(a *behaviour.Asker, s *shrink.Subject) bool {
	if !a.Likely(&s.Stream) {
		return false
	}
	read, ok := j.anew(s)
	switch {
	case !ok:
		return false
	case read.End == s.Stream.End && reflect.DeepEqual(read.Events, s.Stream.Events):
		return a.Rest()
	}
	return a.Steps(&read) && a.Rules(&read)
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
