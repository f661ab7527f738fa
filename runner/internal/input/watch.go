package input

import (
	"context"
	"fmt"
	"io"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// A Watched is a stream that is read record by record.
type Watched struct {
	// About describes its origin.
	About    string
	Features spec.Features
	// Each calls a function with every batch, and stops at its error.
	Each func(func(*wire.Batch) error) error
	// Cause is how the input ended, known after Each. Close ends the reading.
	Cause func() spec.Cause
	Close func()
}

// Watch opens what a name means. A recorded stream is read in one pass; a case is in
// memory.
func Watch(ctx context.Context, in io.Reader, name string, o trace.Options) (*Watched, error) {
	m, err := Written(name)
	if err != nil {
		return nil, err
	}
	if m != nil {
		return watchCase(m)
	}
	return watchTrace(ctx, in, name, o)
}

func watchTrace(ctx context.Context, in io.Reader, name string, o trace.Options) (*Watched, error) {
	place, err := FindOne(name)
	if err != nil {
		return nil, err
	}
	file, err := OpenPlace(ctx, in, place, o.Size)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", words.Line(place.Name), err)
	}
	if place.Dir != "" {
		o.Recording = trace.LoadRecording(place.Dir)
	}
	from, err := trace.Open(Until(ctx, file), o)
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
	return &Watched{"trace " + words.Line(place.Name), from.Features, each, from.Cause, func() { from.Close(); file.Close() }}, nil
}

// watchCase reads the records of a case as a candidate gets them; its lines are its
// records.
func watchCase(m *Case) (*Watched, error) {
	codec, variant, err := dialects.Lookup(m.Dialect)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.About, err)
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
	return &Watched{m.About, codec.Features(variant), each, func() spec.Cause { return end }, func() {}}, nil
}
