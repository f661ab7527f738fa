package langgraph

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/langgraph/writing"
)

// New returns the codec of the dialect langgraph.
func New() wire.Codec { return codec{} }

type codec struct{}

// Name is "langgraph".
func (codec) Name() string { return reading.Name }

// Variants are js, python, both as Server-Sent Events, and those of protocol v3.
func (codec) Variants() []string {
	return []string{reading.JS, reading.Python, reading.JSSSE, reading.PythonSSE, reading.V3, reading.V3Lines, reading.V3Python, reading.V3Pieces}
}

// Features is the same for the variants of one protocol, but for names.
func (codec) Features(variant string) spec.Features {
	if variant == "" {
		variant = reading.JS
	}
	if reading.IsV3(variant) {
		return threadFeatures(variant)
	}
	return spec.Features{
		Dialect: reading.Name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, NextCloses: true, MessageEnd: true, UserMessages: true,
		Turns:     spec.TurnsRun,
		Preparing: true, ArgsDeltas: true, Slots: true, Packs: true, ArgsText: true, ErrorResults: true, NamelessRoot: true,
		ChildLink: true, ChildResult: true, Delegation: reading.Delegation,
		Waits: true, Snapshots: true, MessageUsage: true, StopReasons: true,
		Speakers: true, Errors: true, Duties: duties, Forms: writing.Forms(variant),
	}
}

// Framing is SSE for the variants named so, else lines.
func (codec) Framing(variant string) wire.Framing {
	if reading.IsSSE(variant) {
		return wire.SSE
	}
	return wire.Lines
}

// Mode is the mode of a record, in whichever shape it came.
func (codec) Mode(record []byte) string { return reading.Mode(record) }

// NewEncoder returns an encoder that writes the variant's records.
func (codec) NewEncoder(variant string) wire.Encoder { return writing.New(variant) }

// NewDecoder returns a decoder that takes undecidable records to be the
// variant's.
func (codec) NewDecoder(variant string) wire.Decoder { return reading.New(variant) }

// NewNodeDecoder returns a decoder to which a graph node is a session that speaks, as
// the policy workers has it (wire.NodeReader).
func (codec) NewNodeDecoder(variant string) wire.Decoder { return reading.NewNodes(variant) }
