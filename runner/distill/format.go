package distill

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A format writes events as records of one dialect and variant, and reads them.
type format struct {
	codec   wire.Codec
	variant string
}

func formatOf(dialect string) (format, error) {
	codec, variant, err := dialects.Lookup(dialect)
	return format{codec, variant}, err
}

func (f format) features() spec.Features { return f.codec.Features(f.variant) }

func (f format) write(s spec.Stream) ([][]byte, error) {
	return wire.EncodeStream(f.codec, f.variant, s)
}

// read is what records say. An error tells the first that cannot be read; the
// stream is what the others say.
func (f format) read(records [][]byte, end spec.Cause) (spec.Stream, error) {
	s, problems := wire.DecodeRecords(f.codec, f.variant, records)
	s.End = end
	if len(problems) > 0 {
		return s, fmt.Errorf("reading what was written: %s", &problems[0])
	}
	return s, nil
}

// anew is a stream as it is read once it is written.
func (f format) anew(s spec.Stream) (spec.Stream, error) {
	return wire.Anew(f.codec, f.variant, s)
}
