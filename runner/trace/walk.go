package trace

import (
	"fmt"
	"io"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Walk is one pass over a recorded stream, record by record, that keeps
// nothing of it.
type Walk struct {
	// Reason says how the dialect, which Features name, is known.
	Reason   string
	Features spec.Features

	stream *stream
	form   form
	o      Options
	cause  spec.Cause
}

// Begin finds out how a stream is to be read, as Read does, and stands before
// its first record. Close it.
func Begin(from io.ReadSeeker, o Options) (*Walk, error) {
	s, err := openStream(from, o.Size)
	if err != nil {
		return nil, err
	}
	f, err := recognise(s, o)
	if err == nil {
		err = s.rewind()
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return &Walk{Reason: f.reason, Features: f.codec.Features(f.variant), stream: s, form: f, o: o, cause: spec.EOF}, nil
}

// Close ends the unpacking; the file stays open.
func (w *Walk) Close() { w.stream.close() }

// Each gives every record to do, once, until that fails. What do is given is
// valid while it runs. The error is do's, one of this package's, or what the
// reader failed with.
func (w *Walk) Each(do func(*wire.Batch) error) error {
	most := w.o.Records
	if most <= 0 {
		most = DefaultRecords
	}
	n := 0
	for batch, err := range wire.Decode(framed{w.form.codec, w.form.framing}, w.form.variant, w.stream, w.o.Limits) {
		if err == nil && batch.Record.Number > most {
			err = fmt.Errorf("more than %d records: %w", most, ErrRecords)
		}
		if err != nil {
			w.cause = spec.Cut
			return fmt.Errorf("behind record %d: %w", n, err)
		}
		n = batch.Record.Number
		w.cause = spec.EOF
		if batch.Problem != nil && batch.Problem.Reason == wire.Truncated {
			w.cause = spec.Cut
		}
		if err := do(&batch); err != nil {
			return err
		}
	}
	if n == 0 {
		return ErrEmpty
	}
	return nil
}

// Cause is how the stream ended, once Each has come to its end.
func (w *Walk) Cause() spec.Cause {
	if w.stream.torn {
		return spec.Cut
	}
	return w.cause
}
