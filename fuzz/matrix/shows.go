package matrix

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A Showing is a written case on which a deviation shows.
type Showing struct {
	// Case is the name of the case, Stream what it means.
	Case   string
	Stream spec.Stream
	// Position is the first position at which the deviation shows, and
	// Differences is what shows there: wanted is what the reference answers.
	Position    int
	Differences []spec.Difference
}

// Shows returns the written case with the fewest records on which the deviation
// shows, of those about the rule that it breaks if there are any; nil if there
// is none, and for one that is no change of the reference.
func Shows(d deviation.Deviation) (*Showing, error) {
	if !d.Fits() {
		return nil, nil
	}
	read, err := readable()
	if err != nil {
		return nil, err
	}
	cases := slices.Clone(read)
	elsewhere := func(c *readableCase) int {
		if c.Rule == d.Rule() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(cases, func(a, b readableCase) int {
		return cmp.Or(cmp.Compare(elsewhere(&a), elsewhere(&b)), cmp.Compare(len(a.Records), len(b.Records)))
	})
	for i := range cases {
		c := &cases[i]
		if at, diffs := departs(d, &c.stream, c.Policies); len(diffs) > 0 {
			return &Showing{Case: c.Name, Stream: c.stream, Position: at, Differences: diffs}, nil
		}
	}
	return nil, nil
}

// A readableCase is a written case with what its records mean.
type readableCase struct {
	fixtures.Case
	stream spec.Stream
}

// readable decodes the written streams once.
var readable = sync.OnceValues(func() (all []readableCase, err error) {
	cases, err := fixtures.Streams()
	if err != nil {
		return nil, fmt.Errorf("reading the written cases: %w", err)
	}
	for _, c := range cases {
		if c.Kind != fixtures.Stream {
			continue
		}
		codec, variant, err := dialects.Lookup(c.Dialect)
		if err != nil {
			return nil, fmt.Errorf("written case %s: %w", c.Name, err)
		}
		stream, _ := wire.DecodeRecords(codec, variant, c.Records) // some cases contain bad records on purpose
		stream.End = c.End
		all = append(all, readableCase{c, stream})
	}
	return all, nil
})

// departs returns the first position at which the reference with the deviation
// answers otherwise, with the differences.
func departs(d deviation.Deviation, s *spec.Stream, p spec.Policies) (int, []spec.Difference) {
	right, wrong := deviation.Compose().Read(s, p), deviation.Compose(d).Read(s, p)
	for n := range s.Records() + 1 {
		at := n + 1
		if n == s.Records() {
			at = spec.AtEnd
		}
		right.To(at)
		wrong.To(at)
		want, got, parts := right.Transcript(), wrong.Loaded(), spec.AllParts()
		if d.Stores() {
			want, got = spec.Stored(&s.Features, &want, &got)
			parts = spec.StoredParts(parts)
		}
		if diffs := (spec.Compare{Observes: parts}).Transcripts(&want, &got); len(diffs) > 0 {
			return at, diffs
		}
	}
	return 0, nil
}
