package matrix

import (
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Written returns the hand-written stream cases.
func Written() ([]*trial.Subject, error) {
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
		stream, _ := wire.DecodeRecords(codec, variant, c.Records) // some cases contain bad records on purpose
		stream.End = c.End
		all = append(all, &trial.Subject{Stream: stream, Policies: c.Policies, Faults: c.Faults})
	}
	return all, nil
}
