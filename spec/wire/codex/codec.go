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
		Executing: true, ArgsMarker: true, DoneCarries: true, ErrorResults: true, Greeting: true,
		Children: spec.ChildrenSilent, ChildEdges: true, ChildLink: true, LeavesOpen: true,
		TurnUsage: true, UsageIfDone: true,
		Notes: []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
		// Nothing follows the end of a turn, whose start is known by its own record
		// alone; a start names none; every event is its thread's, every result its
		// item's.
		Unsayable: []string{
			"late-result", "text-after-turn", "turn-end-late", "turn-start-lost", "started-twice", "no-session", "orphan-result",
		},
	}
}
