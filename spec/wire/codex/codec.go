package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const name = "codex"

type codec struct{}

// New returns the codec.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return nil }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

func (codec) NewEncoder(string) wire.Encoder { return newEncoder() }

// Features is the profile as data. An error event ends nothing, so Errors is not
// set.
func (codec) Features(string) spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Derived, AttachAtStart: true, WholeMessages: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true,
		Executing: true, ArgsMarker: true, DoneCarries: true,
		Children: spec.ChildrenSilent, ChildEdges: true, ChildLink: true,
		TurnUsage: true,
	}
}
