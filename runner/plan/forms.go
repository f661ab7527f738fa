package plan

import (
	"hash/fnv"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// upTo is the stream of the written case, cut after a record.
func (c *Case) upTo(record int) *Case {
	short, written := *c, *c.Written
	written.Golden = nil // it was approved for the whole stream
	short.Written = &written
	short.Records = c.Records[:record]
	short.Stream.Events = nil
	for _, e := range c.Stream.Events {
		if e.Record <= record {
			short.Stream.Events = append(short.Stream.Events, e)
		}
	}
	return &short
}

// CutAt is the case cut after a record, as a stream of its own.
func (c *Case) CutAt(at int) *Case {
	prefix := *c
	prefix.Observe = nil
	if at != spec.AtEnd {
		prefix.Records = c.Records[:at]
		prefix.Stream.Events = slices.DeleteFunc(slices.Clone(c.Stream.Events), func(e spec.Event) bool { return e.Record > at })
		prefix.Stream.End = spec.Cut
	}
	if c.Adapts.Filter {
		prefix.Stream.End = spec.EOF
	}
	if c.Written != nil && (at != spec.AtEnd || prefix.Stream.End != c.Stream.End) {
		written := *c.Written
		written.Golden = nil // it was approved for the whole stream
		prefix.Written = &written
	}
	return &prefix
}

// Prefixes are the observed positions at which some of the records have arrived, and
// not all.
func (c *Case) Prefixes() []int {
	return slices.DeleteFunc(slices.Clone(c.Observe), func(at int) bool { return at < 1 || at >= len(c.Records) })
}

// Observing returns the case observed at one more position.
func (c *Case) Observing(at int) *Case {
	seen := *c
	if !slices.Contains(c.Observe, at) {
		seen.Observe = append(slices.Clone(c.Observe), at)
		slices.Sort(seen.Observe)
	}
	return &seen
}

// ObservedByRecords chooses the observed positions by the records, not by the seed, so that a
// case that is made again is observed at the same positions.
func (c *Case) ObservedByRecords() *Case {
	own, h := *c, fnv.New64a()
	for _, record := range c.Records {
		h.Write(record)
	}
	own.Seed = h.Sum64()
	own.Observe, own.Seed = Positions(&own), c.Seed
	return &own
}

// MostPositions is how many positions the case is observed at, at most.
func (c *Case) MostPositions() int {
	return max(coarse, min(MostReduced, heavy/max(1, len(c.Records))))
}

// MostReduced is the most positions at which a case is observed while it is reduced, coarse
// the fewest, if it has as many. heavy is the most records in the transcripts of all
// positions together; above it there are fewer positions, since each one costs a
// transcript of everything before it.
const (
	MostReduced = 96
	coarse      = 6
	heavy       = 40_000
)

// Everywhere returns the case observed after each record, up to MostReduced positions, so
// that its failure does not depend on the positions. For an adapter each position is a
// stream of its own, so there are few, and none if only the end is observed.
func (c *Case) Everywhere() *Case {
	seen := *c
	if c.Adapts != nil {
		seen.Reducing = true
		if len(c.Observe) > 0 {
			seen.Observe = Span(0, len(c.Records), sparse)
		}
		return &seen
	}
	seen.Observe, seen.Reducing = Span(0, len(c.Records)+1, c.MostPositions()), true
	return &seen
}

// sparse is the largest number of prefixes that run while a case of an adapter is
// reduced.
const sparse = 6

// Span are the positions between two, both left out, thinned out to at most
// most.
func Span(from, to, most int) []int {
	var all []int
	step := max(1, (to-from-1+most-1)/most)
	for at := from + 1; at < to; at += step {
		all = append(all, at)
	}
	return all
}

// WithTransport returns the case in a transport; a plain one counts as none.
func (c *Case) WithTransport(p *transport.Plan) *Case {
	other := *c
	other.Transport = nil
	if !p.IsPlain() {
		other.Transport = p
	}
	return &other
}

// WithoutTransport returns the case with one chunk for each record.
func (c *Case) WithoutTransport() *Case { return c.WithTransport(&transport.Plan{}) }

// Shorten is the case up to a record, observed there.
func Shorten(c *Case, at int) (*Case, error) {
	if c.Performed == nil {
		short := c.upTo(at)
		short.Observe = []int{at}
		if c.Adapts != nil {
			short.Observe, short.Stream.End = nil, spec.Cut
		}
		return short, nil
	}
	codec, variant, err := Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	short, err := Generated(c.Name, codec, variant, c.Performed.Cut(at))
	if err != nil {
		return nil, err
	}
	short.Observe, short.Reducing = []int{at}, true
	short.Faults = c.Faults
	if short.Adapts = c.Adapts; c.Adapts != nil {
		short.Observe = nil
	}
	return short, nil
}

// WithRecords is the case with other records, decoded anew.
func (c *Case) WithRecords(records [][]byte, of *shrink.Subject) *Case {
	own := *c
	own.Records, own.Faults, own.Written = records, slices.Clone(of.Faults), &Written{}
	end, forms := c.Stream.End, c.Stream.Forms
	if codec, variant, err := Lookup(c.Dialect); err == nil {
		own.Stream, _ = wire.DecodeRecords(codec, variant, records)
	}
	own.Stream.End, own.Stream.Forms, own.Observe, own.Adapts = end, forms, nil, nil
	return &own
}
