package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/runner/distill"
	fixture "github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/spec"
)

// BreaksOptions are the options of Breaks.
type BreaksOptions struct {
	// Jobs is how many readings are judged at once. Runs is the most readings of a
	// reduction; 0 means shrink.DefaultRuns.
	Jobs, Runs int
	// Stop, if not nil, ends the reduction with the smallest stream so far once it
	// is true.
	Stop func() bool
}

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
func Breaks(from *Recording, rule string, o BreaksOptions) (*distill.Distillate, error) {
	if err := CheckBreakable(rule); err != nil {
		return nil, err
	}
	codec, variant, err := formats{}.lookup(from.Dialect)
	if err != nil {
		return nil, err
	}
	b := &breaking{from: from, rule: rule, options: o, format: format{codec, variant, codec.Features(variant).Dialect}}
	part, err := b.find()
	if err != nil {
		return nil, err
	}
	return b.reduce(part)
}

// A breaking is Breaks at work.
type breaking struct {
	from    *Recording
	format  format
	rule    string
	options BreaksOptions
	seen    []string // all that is broken
}

// find is the first stretch that breaks the rule by itself. It may show what the
// whole does not, because it lacks what stands before it: it counts if it does so
// together with its neighbour, too.
func (b *breaking) find() (*stretch, error) {
	f := b.format.codec.Features(b.format.variant)
	s := &search{from: b.from, format: b.format}
	for n := 1; ; n *= widened {
		parts, count := s.all(stretched), 0
		if n > 1 {
			parts = s.windows(n)
		}
		var before *stretch
		for one, err := range parts {
			if err != nil {
				return nil, fmt.Errorf("reading the recording: %w", err)
			}
			count++
			if b.shows(&f, one) && (before == nil || b.shows(&f, together([]*stretch{before, one}))) {
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
func (b *breaking) shows(f *spec.Features, one *stretch) bool {
	found := b.broken(f, one)
	for _, id := range found {
		if !slices.Contains(b.seen, id) {
			b.seen = append(b.seen, id)
		}
	}
	return slices.Contains(found, b.rule)
}

func (b *breaking) broken(f *spec.Features, one *stretch) []string {
	c := one.caseOf("", b.format)
	state := model.New(*f, spec.Policies{})
	for i := range c.Stream.Events {
		state.Step(&c.Stream.Events[i])
	}
	if !one.cut {
		state.End(one.end)
	}
	t := state.Transcript()
	return slices.DeleteFunc(fixture.Breaks(f, &t), func(id string) bool {
		return id == unclosed && one.cut || id == knownAgent && !one.strange(f, &t)
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
func (s *stretch) strange(f *spec.Features, t *spec.Transcript) bool {
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

// reduce makes a part small: whole records first, then, if the stream still breaks
// the rule when it is written anew, events.
func (b *breaking) reduce(part *stretch) (*distill.Distillate, error) {
	c := part.caseOf(fmt.Sprintf("recorded/%d-%d", part.first, part.last), b.format)
	held := shrink.Signature{Rule: b.rule, Kind: "the stream breaks it"}
	r := &reduction{
		ctx: context.Background(), template: c, small: c, judge: b.judge(held),
		options: ShrinkOptions{Jobs: b.options.Jobs, Runs: b.options.Runs, Stop: b.options.Stop, Labels: true},
		out:     &Shrinking{Held: held},
	}
	if r.options.Runs <= 0 {
		r.options.Runs = shrink.DefaultRuns
	}
	r.records()
	r.events()
	d := &distill.Distillate{
		Stream: r.small.Stream, Rule: b.rule, Rules: fixture.Exercised(r.small.Stream, spec.Policies{}), Breaks: breaks(&r.small.Stream),
		Held: held, First: part.first, Last: part.last, Holds: b.holds,
	}
	if r.out.Anew != "" {
		d.Records = r.small.Records
	}
	return d, nil
}

// judge says whether a case breaks the rule.
func (b *breaking) judge(held shrink.Signature) func(c *Case) []shrink.Signature {
	return func(c *Case) []shrink.Signature {
		if slices.Contains(breaks(&c.Stream), b.rule) {
			return []shrink.Signature{held}
		}
		return nil
	}
}

// holds reports whether another form of what was found still breaks the rule, as
// it is read from its records.
func (b *breaking) holds(s spec.Stream, records [][]byte) bool {
	r := &reduction{template: &Case{Dialect: b.format.name, Stream: s}}
	if records != nil {
		c := r.template.retold(records, &shrink.Subject{})
		return slices.Contains(breaks(&c.Stream), b.rule)
	}
	c, err := r.anew(&shrink.Subject{Stream: s})
	return err == nil && slices.Contains(breaks(&c.Stream), b.rule)
}
