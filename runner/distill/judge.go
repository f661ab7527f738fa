package distill

import (
	"crypto/sha256"
	"errors"
	"reflect"
	"slices"
	"sync"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// held is the signature of what still shows its behaviours.
var held = shrink.Signature{Kind: "covers"}

// A judge says whether a stream still shows what it has to, and nothing that it
// may not.
type judge struct {
	show, may behaviour.Set
	// anew is what is read of a subject once it is written again; an error where it
	// cannot be.
	anew func(s *shrink.Subject) (spec.Stream, error)
	// known is what was found before; nil for one whom several ask at once, or who
	// looks at more than the stream.
	known *known
	// askers are what is learned from judging, for one who judges at a time.
	askers sync.Pool
}

// A known is what is known of streams, by their sums (shrink.Sums).
type known struct {
	// judged are whole streams, and whether they hold.
	judged map[sum]bool
	// unwritable are beginnings of streams whose last record cannot be written.
	unwritable map[sum]bool
}

type sum = [sha256.Size]byte

func newKnown() *known { return &known{judged: map[sum]bool{}, unwritable: map[sum]bool{}} }

// bad learns from an error which beginning of a stream cannot be written.
func (k *known) bad(sums []sum, err error) {
	var e *wire.EncodeError
	if errors.As(err, &e) {
		k.unwritable[sums[e.Record-1]] = true
	}
}

func newJudge(show, may behaviour.Set, anew func(s *shrink.Subject) (spec.Stream, error)) *judge {
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

// mayHold reports whether a stream without some of its events may hold, going by its steps.
func (j *judge) mayHold(s *spec.Stream, out []int) bool {
	a := j.askers.Get().(*behaviour.Asker)
	defer j.askers.Put(a)
	return a.StepsWithout(s, out)
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
		holds, _ := j.rules(a, s)
		return holds
	}
	sums := shrink.Sums(s)
	last := sums[len(sums)-1]
	if holds, met := j.known.judged[last]; met {
		return holds
	}
	if slices.ContainsFunc(sums, func(of sum) bool { return j.known.unwritable[of] }) {
		return false
	}
	holds, err := j.rules(a, s)
	j.known.judged[last] = holds
	j.known.bad(sums, err)
	return holds
}

// rules asks first for the rules that are lost soonest, as the stream stands, then
// for all, as it is read once it is written; the error is that it cannot be written.
func (j *judge) rules(a *behaviour.Asker, s *shrink.Subject) (holds bool, err error) {
	r := behaviour.Read(&s.Stream)
	if !a.Likely(r) {
		return false, nil
	}
	read, err := j.anew(s)
	if err != nil {
		return false, err
	}
	needs := a.Rest
	if read.End != s.Stream.End || !reflect.DeepEqual(read.Events, s.Stream.Events) {
		if !a.Steps(&read) {
			return false, nil
		}
		r, needs = behaviour.Read(&read), a.Needs
	}
	return !a.Bars(r) && needs(r), nil // Bars takes fewer runs of the model
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
