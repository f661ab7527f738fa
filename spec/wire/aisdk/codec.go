package aisdk

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The variants.
const (
	// V5 is the UI message stream of version 5 and later, as server-sent events.
	V5 = "v5"
	// V5Lines is the same as it goes from function to function: one chunk a line.
	V5Lines = "v5-lines"
	// V4 is the data stream protocol of version 4.
	V4 = "v4"
)

const name = "aisdk"

type codec struct{}

// New returns the codec. Its decoders read every variant's records: a chunk, an
// event whose data is one, a coded line.
func New() wire.Codec { return codec{} }

// Name is "aisdk".
func (codec) Name() string { return name }

// Variants are both protocols, the newer one in two framings.
func (codec) Variants() []string { return []string{V5, V5Lines, V4} }

// Framing is server-sent events, lines or coded lines.
func (codec) Framing(variant string) wire.Framing {
	switch variant {
	case V4:
		return wire.Coded
	case V5Lines:
		return wire.Lines
	}
	return wire.SSE
}

// Features is what a variant marks and leaves open.
func (codec) Features(variant string) spec.Features { return features(variant) }

// NewDecoder returns a decoder; records tell the protocol themselves.
func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

// NewEncoder returns an encoder of the variant.
func (codec) NewEncoder(variant string) wire.Encoder {
	return newEncoder(variant)
}
