package trace

import (
	"bytes"
	"io"

	"github.com/quock-dev/quock/spec"
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
	o.Recording = nil // what is put to somebody else is what is there
	i, err := Open(from, o.kept())
	if err != nil {
		return nil, err
	}
	defer i.Close()
	t := &Records{Dialect: i.Dialect, Reason: i.Reason}
	for batch, err := range i.records() {
		switch {
		case err != nil:
			return nil, err
		case batch.Problem != nil:
			t.Bad++
		default:
			t.Records = append(t.Records, bytes.Clone(batch.Record.JSON))
		}
	}
	if t.End = i.Cause(); len(t.Records) == 0 {
		return nil, ErrEmpty
	}
	return t, nil
}
