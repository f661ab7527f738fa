package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"

	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// openCase opens a stream as open does. If the file holds a case, openCase returns
// the case's stream as if it had been recorded, and sets its dialect and its end in
// the options.
func (c console) openCase(ctx context.Context, place trace.Place, o *trace.Options) (*os.File, error) {
	if place.Dir != "" || place.Stream == "-" {
		return c.open(ctx, place.Stream, o.Size)
	}
	m, err := written(place.Stream)
	switch {
	case err != nil:
		return nil, err
	case m == nil:
		return c.open(ctx, place.Stream, o.Size)
	}
	text, err := m.bytes()
	if err != nil {
		return nil, err
	}
	if o.Dialect == "" {
		o.Dialect = m.Dialect
	}
	o.End = m.Case.Stream.End
	return spool(ctx, bytes.NewReader(text), o.Size)
}

// bytes returns the case's records in the framing of its dialect. In a framing of
// lines, a malformed record gets a line of its own.
func (m *material) bytes() ([]byte, error) {
	codec, variant, err := dialects.Lookup(m.Dialect)
	if err != nil {
		return nil, err
	}
	framing := codec.Framing(variant)
	if framing == wire.Document {
		return wire.AppendAll(nil, framing, m.Case.Records)
	}
	var all []byte
	for i, record := range m.Case.Records {
		text, err := wire.Append(nil, framing, record)
		switch {
		case err != nil && framing != wire.Lines:
			return nil, fmt.Errorf("record %d: %w", i+1, err)
		case err != nil:
			text = append(lineEnds.ReplaceAll(record, []byte(" ")), '\n')
		}
		all = append(all, text...)
	}
	return all, nil
}

var lineEnds = regexp.MustCompile(`[\r\n]`)
