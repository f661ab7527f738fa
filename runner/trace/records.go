package trace

import (
	"bytes"
	"fmt"
	"io"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Records are a recorded stream's own records, to be put to somebody else.
type Records struct {
	// Dialect names dialect and variant, Reason says how that is known.
	Dialect, Reason string
	// Records are the records as they were recorded, without their framing.
	Records [][]byte
	// Bad counts the places that cannot be read; they are left out.
	Bad int
	// End is how the stream ended.
	End spec.Cause
}

// Take reads the records of a stream, found and unpacked as Read does it. The
// error is one of this package's, wrapped, or what the reader failed with: a
// stream that is not read to its end is not given at all.
func Take(from io.ReadSeeker, o Options) (*Records, error) {
	s, err := openStream(from, o.Size)
	if err != nil {
		return nil, err
	}
	defer s.close()
	f, err := recognise(s, o)
	if err == nil {
		err = s.rewind()
	}
	if err != nil {
		return nil, err
	}
	t := &Records{Dialect: f.codec.Features(f.variant).Dialect, Reason: f.reason, End: spec.EOF}
	if err := t.take(s, f, o); err != nil {
		return nil, err
	}
	if len(t.Records) == 0 {
		return nil, ErrEmpty
	}
	return t, nil
}

func (t *Records) take(s *stream, f form, o Options) error {
	most := o.Records
	if most <= 0 {
		most = DefaultRecords
	}
	reader := wire.NewReader(s, f.framing, o.Limits)
	for {
		record, problem, err := reader.Next()
		switch {
		case err == io.EOF:
			if s.torn {
				t.End = spec.Cut
			}
			return nil
		case err != nil:
			return fmt.Errorf("behind record %d: %w", len(t.Records), err)
		case record.Number > most:
			return fmt.Errorf("more than %d records: %w", most, ErrRecords)
		case problem != nil:
			t.Bad++
			if problem.Reason == wire.Truncated {
				t.End = spec.Cut
			}
		default:
			t.Records = append(t.Records, bytes.Clone(record.JSON))
		}
	}
}
