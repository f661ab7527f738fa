package replay

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Read reads a replay file as a case, with the rules that failed. The error, an
// ErrNoReplay, says why a file cannot be run: it has another version, was cut short or
// changed, or is not a replay file.
func Read(text []byte) (*plan.Case, []string, error) {
	h, parts, err := open(text)
	if err != nil {
		return nil, nil, err
	}
	if h.Unbuilt != "" {
		return nil, nil, fmt.Errorf("%w: the case %s could not be built, and has no stream; %s", ErrNoReplay, h.Name, h.Unbuilt)
	}
	c, err := h.replayed(parts)
	if err != nil {
		return nil, nil, err
	}
	outcome, err := golden.Parse(parts[partExpected])
	if err != nil {
		return nil, nil, fmt.Errorf("%w: its part %s: %w", ErrNoReplay, partExpected, err)
	}
	c.Written.Golden = map[int]*spec.Transcript{spec.AtEnd: &outcome.Final}
	for i := range outcome.Observations {
		c.Written.Golden[outcome.Observations[i].At] = &outcome.Observations[i].Transcript
	}
	return c, h.Rules, nil
}

// replayed is the case of the header and the stream.
func (h *header) replayed(parts map[string][]byte) (*plan.Case, error) {
	codec, variant, err := plan.Lookup(h.Dialect)
	if err != nil {
		return nil, err
	}
	c := &plan.Case{
		Name: h.Name, Dialect: h.Dialect, Seed: h.Seed, Faults: h.Faults, Observe: h.Observe,
		Written: &plan.Written{Policies: h.Policies}, Covers: h.Covers, Adapts: h.Adapts, Transport: h.Transport, Asked: h.Asked, Deviation: h.Deviation,
	}
	if c.Records, err = h.records(parts[partStream]); err != nil {
		return nil, err
	}
	c.Stream, _ = wire.DecodeRecords(codec, variant, c.Records) // bad records may be what it is about
	c.Stream.End, c.Stream.Forms = h.End, h.Forms
	if len(h.Covers) > 0 {
		c.Written.Distilled, c.Written.Rule = true, h.Covers[0]
	}
	if err := h.runsBefore(c, parts); err != nil {
		return nil, err
	}
	if h.Asked == nil {
		return c, nil
	}
	return c, h.changes(c, parts[partChanged])
}

// runsBefore reads the runs that come before the case.
func (h *header) runsBefore(c *plan.Case, parts map[string][]byte) error {
	for _, p := range h.Before {
		own := header{Name: p.Name, Dialect: p.Dialect, Observe: p.Observe, End: p.End, Packed: p.Packed}
		before, err := own.replayed(map[string][]byte{partStream: parts[p.Part]})
		if err != nil {
			return err
		}
		before.Adapts = h.Adapts
		c.Before = append(c.Before, before)
	}
	return nil
}

// changes holds the changed stream of the file against the one that the relation
// makes here.
func (h *header) changes(c *plan.Case, part []byte) error {
	changed, err := h.records(part)
	if err != nil {
		return err
	}
	same := false
	if p := plan.AskedPair(c); p.Tellable() {
		made, _ := p.Changed()
		same = slices.EqualFunc(made.Records, changed, bytes.Equal)
	}
	if !same {
		return fmt.Errorf("%w of this version: its relation %s changes the stream in another way here", ErrNoReplay, h.Asked.Relation)
	}
	return nil
}
