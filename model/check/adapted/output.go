package adapted

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Reading is a stream and the result of reading it.
type Reading struct {
	Stream spec.Stream
	// Means is the transcript after the end.
	Means *spec.Transcript
	// Unread lists the records that could not be read, in order.
	Unread []Unread
}

// An Unread is a record that could not be read.
type Unread struct {
	Record int
	Why    string
}

// An Output is what is known of an adapter's output beside its transcript.
type Output struct {
	Shared Shared
	// Input is the meaning of the input, before it was restricted.
	Input *spec.Transcript
	// Names maps the input's sessions to their names in the restricted
	// transcripts. Sessions that the output cannot represent are missing.
	Names map[string]string
	// Breaches are the faults of the output alone.
	Breaches []spec.Difference
}

// Compare restricts the meanings of an adapter's input and output to what both
// dialects express. Faults of the input do not count in the output, if the
// output stays within the dialect.
func (s *Shared) Compare(in, out *Reading) (want, got *spec.Transcript, o *Output) {
	want, got = s.Restrict(in.Means, out.Means)
	o = &Output{Shared: *s, Input: in.Means, Names: s.names(in.Means), Breaches: out.breaches()}
	if s.Same {
		o.Breaches = without(o.Breaches, in.breaches())
	}
	o.Breaches = append(o.Breaches, s.ending(in.Means, out.Means)...)
	return want, got, o
}

// without removes from breaches one for each equal one in others, wherever it
// is.
func without(breaches, others []spec.Difference) []spec.Difference {
	left := map[[3]string]int{}
	key := func(d *spec.Difference) [3]string { return [3]string{d.Session, d.Want, d.Got} }
	for i := range others {
		left[key(&others[i])]++
	}
	return slices.DeleteFunc(breaches, func(d spec.Difference) bool {
		left[key(&d)]--
		return left[key(&d)] >= 0
	})
}

// ending compares the end of an output with the end of its input. An input that
// broke off, failed or was cancelled must not end in success, and the output
// must represent that end if the dialect can. Nothing follows the last terminal
// event.
func (s *Shared) ending(in, out *spec.Transcript) []spec.Difference {
	f := &s.Out
	var found []spec.Difference
	ended := in.Outcome
	dead := isDead(in.Outcome) && isDead(s.outcomeOf(in))
	switch {
	case dead && out.Outcome == spec.OutcomeCompleted:
		found = append(found, breach(0, "", "an error or abort, because the input is "+string(ended), "an end in success"))
	case limited(in) && limited(out):
	case dead && !s.Same && out.Outcome == spec.OutcomeIncomplete && f.Terminal && (f.Errors || f.Cancels):
		found = append(found, breach(0, "", "an error or abort, because the input is "+string(ended), "no end at all"))
	}
	if n, m := rootTurns(in), rootTurns(out); f.Terminal && m > max(n, 1) {
		found = append(found, breach(0, "", fmt.Sprintf("nothing behind the end: the input has %s", words.Counted(n, "turn")), words.Counted(m, "turn")))
	}
	return found
}

// limited reports whether the last turn ended by itself at a limit, and says at which.
func limited(t *spec.Transcript) bool {
	n := rootTurns(t)
	if n == 0 {
		return false
	}
	return atLimit(t.Root().Turns[n-1])
}

// anyLimited reports whether a turn of the root did.
func anyLimited(t *spec.Transcript) bool {
	return rootTurns(t) > 0 && slices.ContainsFunc(t.Root().Turns, atLimit)
}

func atLimit(t spec.Turn) bool { return t.Status == spec.Incomplete && t.StopReason != nil }

func isDead(o spec.Outcome) bool {
	return o == spec.OutcomeIncomplete || o == spec.OutcomeFailed || o == spec.OutcomeCancelled
}

func rootTurns(t *spec.Transcript) int {
	if root := t.Root(); root != nil {
		return len(root.Turns)
	}
	return 0
}

// breach returns a fault at a record of the output, 0 for all of it, as a
// difference between what the dialect demands and the actual content.
func breach(record int, session, asked, seen string) spec.Difference {
	path := "output"
	if record > 0 {
		path = fmt.Sprintf("output[%d]", record)
	}
	quote := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	return spec.Difference{
		Path: path, Kind: spec.Changed, Part: spec.ObserveMessages, Session: session,
		Want: quote(asked), Got: quote(seen),
	}
}

// breaches returns the faults of a stream by the obligations of its dialect's
// producers: readers know each record; a message is opened once, before its
// contents; a call is announced once in its message, before its arguments and
// result; nothing is emitted for an ended item; one terminal event ends a turn;
// metadata has the form that readers demand.
func (r *Reading) breaches() []spec.Difference {
	p := &proof{f: &r.Stream.Features, messages: map[[2]string]*proven{}, calls: map[[2]string]*proven{}, turns: map[string]*proven{}, begun: map[[3]string]bool{}, ended: map[[3]string]bool{}}
	for _, u := range r.Unread {
		p.found = append(p.found, breach(u.Record, "", "a record of "+p.f.Dialect, u.Why))
	}
	for i := range r.Stream.Events {
		e := &r.Stream.Events[i]
		p.repeats = i+1 < len(r.Stream.Events) && repeatsCall(e, &r.Stream.Events[i+1])
		p.event(e)
	}
	for _, a := range r.Means.Anomalies {
		if asked, ok := anomalous[a.Kind]; ok {
			p.found = append(p.found, breach(a.At, a.Session, asked, a.Detail))
		}
	}
	slices.SortStableFunc(p.found, func(a, b spec.Difference) int { return recordOf(&a) - recordOf(&b) })
	return p.found
}

// repeatsCall reports whether an announcement belongs to a record that ends the
// call's arguments. Such a record may name the call again.
func repeatsCall(e, next *spec.Event) bool {
	return e.Kind == spec.CallOpen && next.Kind == spec.ArgsEnd && next.Record == e.Record && next.Call == e.Call
}

func recordOf(d *spec.Difference) int {
	n := 0
	_, _ = fmt.Sscanf(d.Path, "output[%d]", &n) // a path without a record gives 0
	return n
}

// anomalous maps the anomalies that only the model sees to the breached
// obligation.
var anomalous = map[spec.AnomalyKind]string{
	spec.UnclaimedFragment: "a fragment of a call that is open",
	spec.AmbiguousFragment: "a fragment that one call alone can claim",
	spec.UnbalancedClose:   "the end of a session that is open",
	spec.NeverClosed:       "an end for each session",
	spec.Unattributed:      "a record that names its session",
	spec.StartLost:         "a completion behind its start",
}
