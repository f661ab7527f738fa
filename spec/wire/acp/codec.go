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

func (codec) NewEncoder(variant string) wire.Encoder {
	if variant == V2 {
		return wire.Unwritten(name + ":" + variant)
	}
	return newEncoder()
}

// Features is the profile as data.
func (codec) Features(variant string) spec.Features {
	f := spec.Features{
		Dialect: name + ":" + V1,
		Owner:   spec.Derived, AttachAtStart: true, MessageIDs: true, NextCloses: true, Reopens: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, TurnStops: true, StopsAlways: true, PromptOpens: true, Terminal: true,
		Preparing: true, Executing: true, ArgsMarker: true, DoneCarries: true, ErrorResults: true, ResultMembers: true,
		ChildStart: true, ChildEnd: true, ChildEdges: true,
		Delegation: spec.Delegation{Tool: "Agent", Aliases: []string{"Task"}, Argument: "subagent_type"},
		Waits:      true, WaitsUnnamed: true, ResultsGrow: true, TurnUsage: true, UsageIfDone: true, MediaInTurn: true,
		Notes:  []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteUnknown},
		Duties: duties, Forms: forms,
		// A call that is mentioned again is the same one until its turn ends, and one that
		// nobody heard of is made by any mention; every line names its session; turns
		// start and end with a request and its response. A tool says nothing itself, and
		// nobody is asked but for a call. No arguments are {}, which may have been said.
		NotRepresentable: []string{
			"selected-again", "started-again", "orphan-result", "no-session", "turn-start-lost", "turn-end-late", "started-twice",
			"many-in-one", "error-not-fatal", "own-content", "interrupted", "no-arguments",
		},
	}
	if variant == V2 {
		f.Dialect, f.ReadOnly, f.PromptOpens, f.Forms = name+":"+V2, true, false, nil
	}
	return f
}
