package acp

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const name = "acp"

// The variants.
const (
	V1 = "v1" // what agents speak
	V2 = "v2" // the draft
)

type codec struct{}

// New returns the codec.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{V1, V2} }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(variant string) wire.Decoder { return newDecoder(variant == V2) }

func (codec) NewEncoder(variant string) wire.Encoder { return wire.Unwritten(name + ":" + variant) }

// Features is the profile as data.
func (codec) Features(variant string) spec.Features {
	f := spec.Features{
		Dialect: name + ":" + V1, ReadOnly: true,
		Owner: spec.Derived, AttachAtStart: true, MessageIDs: true, NextCloses: true, Reopens: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, TurnStops: true, Terminal: true,
		Preparing: true, Executing: true, ArgsMarker: true, DoneCarries: true, ErrorResults: true,
		ChildStart: true, ChildEnd: true, ChildEdges: true,
		Delegation: spec.Delegation{Tool: "Agent", Aliases: []string{"Task"}, Argument: "subagent_type"},
		Waits:      true, WaitsUnnamed: true, ResultsGrow: true, TurnUsage: true, UsageIfDone: true,
		Notes:  []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteUnknown},
		Duties: duties,
	}
	if variant == V2 {
		f.Dialect = name + ":" + V2
	}
	return f
}
