package cli

import (
	"context"
	"fmt"

	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// A watched is a stream that is drawn record by record.
type watched struct {
	about    string
	features spec.Features
	each     func(func(*wire.Batch) error) error
	cause    func() spec.Cause
	close    func()
}

// watch opens the argument FILE. A recorded stream is read in one pass while it is
// drawn; a case is in memory.
func (c console) watch(ctx context.Context, name string, f *showFlags) (*watched, error) {
	m, err := written(name)
	if err != nil {
		return nil, err
	}
	if m != nil {
		return ofCase(m)
	}
	return c.watchTrace(ctx, name, f)
}

func (c console) watchTrace(ctx context.Context, name string, f *showFlags) (*watched, error) {
	place, err := onePlace(name)
	if err != nil {
		return nil, err
	}
	file, err := c.open(ctx, place.Stream, f.Size)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", words.Line(place.Name), err)
	}
	if place.Dir != "" {
		f.Recording = trace.LoadRecording(place.Dir)
	}
	from, err := trace.Open(stoppable{ctx, file}, f.Options)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("trace %s: %w", words.Line(place.Name), err)
	}
	each := func(do func(*wire.Batch) error) error {
		for batch, err := range from.Batches() {
			if err == nil {
				err = do(&batch)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return &watched{"trace " + words.Line(place.Name), from.Features, each, from.Cause, func() { from.Close(); file.Close() }}, nil
}

// ofCase draws the records of a case as a candidate gets them; its lines are its
// records.
func ofCase(m *material) (*watched, error) {
	codec, variant, err := dialects.Lookup(m.Dialect)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.about, err)
	}
	records := m.Case.Records
	each := func(do func(*wire.Batch) error) error {
		decoder := codec.NewDecoder(variant)
		for i, record := range records {
			b := wire.Batch{Record: wire.Record{Number: i + 1, Line: i + 1, JSON: record}}
			b.Events, b.Problem = decoder.Decode(nil, record)
			if err := do(&b); err != nil {
				return err
			}
		}
		return nil
	}
	end := m.Case.Stream.End
	return &watched{m.about, codec.Features(variant), each, func() spec.Cause { return end }, func() {}}, nil
}
