package agui

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The variants: how events are framed.
const (
	// SSE is the protocol's own transport, one event as the data of each
	// server-sent event.
	SSE = "sse"
	// Lines has one event a line, as recorders write them.
	Lines = "lines"
)

const name = "agui"

type codec struct{}

// New returns the codec. Its decoders read both variants' records.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{SSE, Lines} }

func (codec) Framing(variant string) wire.Framing {
	if variant == Lines {
		return wire.Lines
	}
	return wire.SSE
}

func (codec) Features(variant string) spec.Features { return features(variant) }

func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

func (codec) NewEncoder(variant string) wire.Encoder { return newEncoder(variant) }
