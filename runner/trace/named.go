package trace

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// named is the form of a stream whose dialect is given. A bare name leaves the
// variant to be told by content.
func named(s *stream, o Options, likely wire.Framing) (form, error) {
	codec, variant, err := dialects.Lookup(o.Dialect)
	if err != nil {
		return form{}, fmt.Errorf("%w: %w", ErrDialect, err)
	}
	f := form{codec: codec, variant: variant, framing: codec.Framing(variant), reason: "as asked for"}
	if f.framing == wire.Lines || f.framing == wire.SSE { // records of these are often kept in the other
		f.framing = likely
	}
	for _, style := range inOrder(likely) {
		records, _, err := sample(s, style.framing, o.Limits)
		if err != nil {
			return form{}, err
		}
		score, why := codec.Sniff(records)
		f.why = append(f.why, fmt.Sprintf("as %s, %s: %s %d: %s", style.name, counted(len(records), "record"), codec.Name(), score, why))
		if score >= dialects.Sure {
			f.framing = style.framing
			f.refine(o.Dialect, records)
			return f, nil
		}
	}
	return f, nil
}

// refine tells the variant of a dialect that was given by its bare name.
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
