package distill

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/spec"
)

// ErrUnbroken means that a recording does not break a rule.
var ErrUnbroken = errors.New("the stream does not break it")

// CheckBreakable accepts only the rules for producers that are judged, and the kinds
// of anomaly that a stream of records can show.
func CheckBreakable(rule string) error {
	var all []string
	for _, kind := range spec.AnomalyKinds() {
		if kind != spec.BadRecord { // it has no events
			all = append(all, string(kind))
		}
	}
	if all = append(produce.Rules(), all...); slices.Contains(all, rule) {
		return nil
	}
	return fmt.Errorf("no rule for producers and no kind of anomaly is called %q; there are %s", rule, strings.Join(all, ", "))
}

// Breaks finds the first part of a recording that itself breaks a rule for producers,
// or shows a kind of anomaly, and makes it as small as possible. It also searches
// across segment boundaries, over at most widest events. Only the model judges.
//
// The error is ErrUnbroken, which lists what the recording does break, an error of
// CheckBreakable, or a failure of quock itself.
func Breaks(from *Recording, rule string, o Options) (*Distillate, error) {
	if err := CheckBreakable(rule); err != nil {
		return nil, err
	}
	f, err := formatOf(from.Dialect)
	if err != nil {
		return nil, err
	}
	b := &breaking{Search: Search{From: from, format: f}, rule: rule, options: o.withDefaults(), held: shrink.Signature{Rule: rule, Kind: "the stream breaks it"}}
	one, err := b.find()
	if err != nil {
		return nil, err
	}
	return b.reduce(one), nil
}

// A breaking is Breaks at work.
type breaking struct {
	Search
	rule    string
	options Options
	held    shrink.Signature
	runs    int      // spent
	seen    []string // all that is broken
}

// find is the first stretch that breaks the rule by itself. It may show what the
// whole does not, because it lacks what stands before it: it counts if it does so
// together with its neighbour, too.
func (b *breaking) find() (*Stretch, error) {
	for n := 1; ; n *= widened {
		all, count := b.all(stretched), 0
		if n > 1 {
			all = b.windows(n)
		}
		var before *Stretch
		for one, err := range all {
			if err != nil {
				return nil, fmt.Errorf("reading the recording: %w", err)
			}
			count++
			if b.shows(one) && (before == nil || b.shows(together([]*Stretch{before, one}))) {
				return one, nil
			}
			before = one
		}
		if count <= 1 || n*stretched >= widest {
			return nil, b.unbroken()
		}
	}
}

// shows reports whether a stretch breaks the rule, and takes note of all else
// that it breaks. Of one that was cut only what happens in it counts, not what its
// end leaves open.
func (b *breaking) shows(one *Stretch) bool {
	found := b.broken(one)
	for _, id := range found {
		if !slices.Contains(b.seen, id) {
			b.seen = append(b.seen, id)
		}
	}
	return slices.Contains(found, b.rule)
}

func (b *breaking) broken(one *Stretch) []string {
	s, _ := b.format.read(one.Records(), one.End)
	state := model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		state.Step(&s.Events[i])
	}
	if !one.cut {
		state.End(one.End)
	}
	t := state.Transcript()
	return slices.DeleteFunc(Broken(&s.Features, &t), func(id string) bool {
		return id == unclosed && one.cut || id == knownAgent && !one.strange(&s.Features, &t)
	})
}

// unclosed is the rule for producers that speaks of what the end leaves open, and
// knownAgent the one that speaks of what made a sub-session.
const (
	unclosed   = "produce/closed"
	knownAgent = "produce/known-agent"
)

// strange reports whether a stretch has a sub-session that nobody knows and that
// does not go on from before.
func (s *Stretch) strange(f *spec.Features, t *spec.Transcript) bool {
	before := map[string]bool{}
	for i := range s.prelude {
		before[s.prelude[i].Session] = true
	}
	return slices.ContainsFunc(produce.Breaches(*f, t), func(b produce.Breach) bool { return b.Rule == knownAgent && !before[b.Session] })
}

func (b *breaking) unbroken() error {
	if len(b.seen) == 0 {
		return fmt.Errorf("%w (%s), nor any other", ErrUnbroken, b.rule)
	}
	slices.Sort(b.seen)
	return fmt.Errorf("%w (%s); it shows %s", ErrUnbroken, b.rule, strings.Join(b.seen, ", "))
}

// reduce makes a stretch small: whole records first, then, if the stream still
// breaks the rule when it is written anew, events.
func (b *breaking) reduce(one *Stretch) *Distillate {
	d := &Distillate{Rule: b.rule, First: one.First, Last: one.Last, Holds: b.holds, Records: one.Records()}
	d.Stream, _ = b.format.read(d.Records, one.End)
	b.fewerRecords(d)
	whole := shrink.Subject{Stream: shrink.Bind(d.Stream, len(d.Records), false).Stream}
	if !b.holds(whole.Stream, nil) {
		return d
	}
	small := b.reduced(&whole, false, func(s *shrink.Subject) bool { return b.holds(s.Stream, nil) })
	d.Stream, _ = b.format.anew(small.Stream) // which holds
	d.Records = nil
	return d
}

// fewerRecords leaves out whole records. Those that say nothing may matter.
func (b *breaking) fewerRecords(d *Distillate) {
	for _, silent := range []bool{false, true} {
		bound := shrink.Bind(d.Stream, len(d.Records), silent)
		holds := func(s *shrink.Subject) bool { return b.holds(d.Stream, bound.Of(d.Records, s)) }
		small := b.reduced(&shrink.Subject{Stream: bound.Stream}, true, holds)
		if holds(small) {
			d.Records = bound.Of(d.Records, small)
			d.Stream, _ = b.format.read(d.Records, d.Stream.End)
			return
		}
	}
}

// reduced is the smallest subject that holds.
func (b *breaking) reduced(s *shrink.Subject, records bool, holds func(s *shrink.Subject) bool) *shrink.Subject {
	result := shrink.Reduce(s, b.held, shrink.Options{
		Judge: func(s *shrink.Subject) []shrink.Signature {
			if holds(s) {
				return []shrink.Signature{b.held}
			}
			return nil
		},
		Map: parallel.Map(b.options.Jobs), Width: b.options.Jobs, Records: records, Labels: true,
		Stop: b.options.Stop, Runs: max(1, b.options.Runs-b.runs),
	})
	b.runs += result.Runs
	return &result.Subject
}

// holds reports whether a form of what was found breaks the rule: its records, or
// where there are none its events once they are written.
func (b *breaking) holds(s spec.Stream, records [][]byte) bool {
	if records != nil {
		s, _ = b.format.read(records, s.End)
	} else if read, err := b.format.anew(s); err == nil {
		s = read
	} else {
		return false
	}
	t := model.Run(s, spec.Policies{})
	return slices.Contains(Broken(&s.Features, &t), b.rule)
}

// Broken are the rules for producers that a stream breaks which ends in a
// transcript, and the kinds of its anomalies; sorted, each once.
func Broken(f *spec.Features, final *spec.Transcript) []string {
	var all []string
	for _, breach := range produce.Breaches(*f, final) {
		all = append(all, breach.Rule)
	}
	for _, a := range final.Anomalies {
		all = append(all, string(a.Kind))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
