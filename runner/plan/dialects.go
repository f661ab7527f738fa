package plan

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

// Lookup finds a codec by the name of a dialect, with or without a variant.
func Lookup(dialect string) (wire.Codec, string, error) {
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrDialect, err)
	}
	return codec, variant, nil
}

// Framing is that of a dialect which lookup knows.
func Framing(dialect string) wire.Framing {
	codec, variant, err := Lookup(dialect)
	if err != nil {
		return wire.Lines
	}
	return codec.Framing(variant)
}

// A Dialect is one of the dialects in one variant.
type Dialect struct {
	Codec   wire.Codec
	Variant string
	Name    string // "langgraph:python"
}

// Features are those of the dialect in this variant.
func (f *Dialect) Features() spec.Features { return f.Codec.Features(f.Variant) }

// ReadBy reports whether the candidate reads the dialect. One with a wire of its own it
// has to name whole.
func (f *Dialect) ReadBy(hello *probe.HelloReply) bool {
	return slices.Contains(hello.Dialects, f.Name) || hello.Reads(f.Name) && !f.Features().Apart
}

// Expand lists the variants that a name means: one variant, or with a bare name all of
// them that have no other wire (spec.Features.Apart) and of which streams are generated.
// Where there are none, it is all of them.
func Expand(dialect string) ([]Dialect, error) {
	codec, variant, err := Lookup(dialect)
	if err != nil {
		return nil, err
	}
	if dialect != codec.Name() || len(codec.Variants()) == 0 {
		return []Dialect{{codec, variant, codec.Features(variant).Dialect}}, nil
	}
	var all, meant []Dialect
	for i, v := range codec.Variants() {
		if i == 0 && codec.Features("").Dialect == dialect {
			v = "" // the default has the bare name
		}
		features := codec.Features(v)
		all = append(all, Dialect{codec, v, features.Dialect})
		if !features.Apart && !features.ReadOnly {
			meant = append(meant, all[i])
		}
	}
	if len(meant) == 0 {
		return all, nil
	}
	return meant, nil
}
