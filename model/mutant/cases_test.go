package mutant_test

import (
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// written are the hand-written cases.
func written() ([]*trial.Subject, error) {
	cases, err := fixtures.Streams()
	if err != nil {
		return nil, fmt.Errorf("reading the written cases: %w", err)
	}
	var all []*trial.Subject
	for _, c := range cases {
		if c.Kind != fixtures.Stream {
			continue
		}
		codec, variant, err := dialects.Lookup(c.Dialect)
		if err != nil {
			return nil, fmt.Errorf("written case %s: %w", c.Name, err)
		}
		stream, _ := wire.DecodeRecords(codec, variant, c.Records) // some are about bad records
		stream.End = c.End
		all = append(all, &trial.Subject{Stream: stream, Policies: c.Policies, Hazards: c.Hazards})
	}
	return all, nil
}

// features are those of each dialect in each variant.
func features() []spec.Features {
	var all []spec.Features
	for _, c := range dialects.All() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			all = append(all, c.Features(v))
		}
	}
	return all
}

// A source generates cases, each good until the next.
type source struct{ perform.Generator }

// next is the case of a number in a dialect, clean and degraded in turns, under
// one policy after the other.
func (g *source) next(f *spec.Features, number uint64) *trial.Subject {
	c := g.Case(f, perform.Level(number%2), perform.CaseSeed(1, number))
	held := spec.PolicyValues()["held-attach"]
	return &trial.Subject{
		Stream: c.Stream, Hazards: c.Hazards,
		Policies: spec.Policies{HeldAttach: held[number/2%uint64(len(held))]},
	}
}
