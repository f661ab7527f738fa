package trace

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

// named returns the form of a stream whose dialect is given. With a bare name the
// variant is detected from the content. The error is ErrOther if the dialect
// understands next to none of the first records and another dialect is sure of
// them, or if the stream has a known other format that looks like the dialect.
func named(s *stream, o Options, likely wire.Framing) (form, error) {
	codec, variant, err := dialects.Lookup(o.Dialect)
	if err != nil {
		return form{}, fmt.Errorf("%w: %w", ErrDialect, err)
	}
	f := form{codec: codec, variant: variant, framing: codec.Framing(variant), reason: "as asked for"}
	if f.framing == wire.Lines || f.framing == wire.SSE { // records of these are often kept in the other
		f.framing = likely
	}
	understood, other := false, ""
	for _, style := range inOrder(likely) {
		records, _, err := sample(s, style.framing, o.Limits)
		if err != nil {
			return form{}, err
		}
		if format := dialects.Unread(records); format != nil {
			return f, fmt.Errorf("%w: not %s, but %s", ErrOther, o.Dialect, format.Name)
		}
		score, why := codec.Sniff(records)
		f.why = append(f.why, fmt.Sprintf("as %s, %s: %s %d: %s", style.name, words.Counted(len(records), "record"), codec.Name(), score, why))
		if score >= dialects.Sure {
			f.framing = style.framing
			f.refine(o.Dialect, records)
			return f, nil
		}
		understood = understood || f.understands(records)
		if other == "" {
			other = looksLike(records)
		}
	}
	if !understood && other != "" {
		return f, fmt.Errorf("%w: not %s, but %s by its looks", ErrOther, o.Dialect, other)
	}
	return f, nil
}

// understands reports whether at least a quarter of the records mean more than a
// note in the form's dialect. Several dialects share kinds such as error.
func (f *form) understands(records [][]byte) bool {
	stream, _ := wire.DecodeRecords(f.codec, f.variant, records)
	n, last := 0, 0
	for _, e := range stream.Events {
		if e.Kind != spec.NoteEvent && e.Record != last {
			n, last = n+1, e.Record
		}
	}
	return n > 0 && 4*n >= len(records)
}

// looksLike returns the dialect that is sure of the records; "" if none is.
func looksLike(records [][]byte) string {
	if len(records) == 0 {
		return ""
	}
	codec, variant, _ := dialects.Detect(records)
	if codec == nil {
		return ""
	}
	return codec.Features(variant).Dialect
}

// refine detects the variant of a dialect that was given by its bare name.
func (f *form) refine(asked string, records [][]byte) {
	sniffer, ok := f.codec.(wire.VariantSniffer)
	if !ok || asked != f.codec.Name() {
		return
	}
	variant, why := sniffer.SniffVariant(records)
	if variant != "" {
		f.variant, f.reason = variant, f.reason+"; "+variant+": "+why
	}
}
