package trace

import (
	"bytes"
	"io"

	"github.com/quock-dev/quock/spec"
)

// Records are the original records of a recorded stream, to send to a candidate.
type Records struct {
	// Dialect names dialect and variant; Reason says how they were determined.
	Dialect, Reason string
	// Records are the records as they were recorded, without their framing.
	Records [][]byte
	// Bad counts the places that cannot be read; they are left out.
	Bad int
	// End is how the stream ended.
	End spec.Cause
}

// Take reads the records of a stream. It detects and unpacks as Read does. The error
// wraps one of this package's, or is the reader's. With an error there are no
// records.
func Take(from io.ReadSeeker, o Options) (*Records, error) {
	o.Recording = nil // a candidate gets the stream alone
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
