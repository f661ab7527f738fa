package runner

import (
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// ErrDialect means that a dialect is not known. ErrReadOnly means that no stream of it is
// generated, and none is at hand.
var (
	ErrDialect  = errors.New("unknown dialect")
	ErrReadOnly = dialects.ErrReadOnly
)

// lookup finds a codec by the name of a dialect, with or without a variant.
func lookup(dialect string) (wire.Codec, string, error) {
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrDialect, err)
	}
	return codec, variant, nil
}

// framing is that of a dialect which lookup knows.
func framing(dialect string) wire.Framing {
	codec, variant, err := lookup(dialect)
	if err != nil {
		return wire.Lines
	}
	return codec.Framing(variant)
}

// A format is one variant of one dialect.
type format struct {
	codec   wire.Codec
	variant string
	name    string // "langgraph:python"
}

// Features are those of the dialect in this variant.
func (f *format) Features() spec.Features { return f.codec.Features(f.variant) }

// readBy reports whether the candidate reads the format. One with a wire of its own it
// has to name whole.
func (f *format) readBy(hello *probe.HelloReply) bool {
	return slices.Contains(hello.Dialects, f.name) || hello.Reads(f.name) && !f.Features().Apart
}

// expand lists the formats that a name means: one variant, or with a bare name all of
// them that have no other wire (spec.Features.Apart) and of which streams are generated.
// Where there are none, it is all of them.
func expand(dialect string) ([]format, error) {
	codec, variant, err := lookup(dialect)
	if err != nil {
		return nil, err
	}
	if dialect != codec.Name() || len(codec.Variants()) == 0 {
		return []format{{codec, variant, codec.Features(variant).Dialect}}, nil
	}
	var all, meant []format
	for i, v := range codec.Variants() {
		if i == 0 && codec.Features("").Dialect == dialect {
			v = "" // the default has the bare name
		}
		features := codec.Features(v)
		all = append(all, format{codec, v, features.Dialect})
		if !features.Apart && !features.ReadOnly {
			meant = append(meant, all[i])
		}
	}
	if len(meant) == 0 {
		return all, nil
	}
	return meant, nil
}
