package claudecode

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
	"github.com/quock-dev/quock/spec/wire/claudecode/writing"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The variants.
const (
	// Full has whole frames only.
	Full = reading.Full
	// Partial has stream_event frames too (--include-partial-messages).
	Partial = reading.Partial
	// Session is what the program keeps on disk.
	Session = reading.Session
)

type codec struct{}

// New returns the codec. Its decoders of the stream's variants are one; its encoders
// refuse stream events in the variant Full.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return reading.Name }

func (codec) Variants() []string { return []string{reading.Full, reading.Partial, reading.Session} }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(variant string) wire.Decoder {
	if variant == reading.Session {
		return reading.NewSession()
	}
	return reading.NewFrames()
}

func (codec) NewEncoder(variant string) wire.Encoder {
	return writing.New(variant)
}

// Features is what both streams have, and what partial messages add; session files
// are another wire.
func (codec) Features(variant string) spec.Features {
	if variant == reading.Session {
		return sessionFeatures
	}
	f := spec.Features{
		Dialect: reading.Name + ":" + reading.Full,
		Owner:   spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsOverlap, TurnStarts: true, TurnStops: true, Terminal: true,
		Preparing: true, ArgsMarker: true, ErrorResults: true, NamelessRoot: true, TextSlots: true,
		GlobalCallIDs: true, ChildStart: true, ChildEnd: true, ChildEdges: true, ChildLink: true, ChildResult: true, ChildrenInPart: true, Outlives: true,
		Delegation: delegation,
		EventIDs:   true, Asides: true, Serves: true, Retracts: true, Quota: true, TurnUsage: true, TurnCancels: true,
		Speakers: true, Metadata: true, Errors: true, Duties: duties, Forms: writing.Forms(reading.Full),
	}
	if variant != reading.Partial {
		return f
	}
	f.Dialect, f.Forms = reading.Name+":"+reading.Partial, writing.Forms(reading.Partial)
	f.MessageEnd, f.ArgsDeltas, f.Slots, f.ArgsText = true, true, true, true
	f.Snapshots, f.MessageUsage, f.StopReasons, f.MessageStart = true, true, true, true
	return f
}

var delegation = spec.Delegation{Tool: "Task", Aliases: []string{"Agent"}, Argument: "subagent_type"}

// sessionFeatures is what session files have. A prompt begins a turn, and nothing
// ends one.
var sessionFeatures = spec.Features{
	Dialect: reading.Name + ":" + reading.Session, Apart: true, Kept: true,
	Owner: spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true, UserMessages: true,
	Turns: spec.TurnsMarked, TurnStarts: true,
	Preparing: true, ArgsMarker: true, ErrorResults: true, NamelessRoot: true, TextSlots: true,
	GlobalCallIDs: true, ChildStart: true, ChildLink: true, Delegation: delegation,
	EventIDs: true, Asides: true, Serves: true, Retracts: true, MessageUsage: true, StopReasons: true,
	Speakers: true, Unsigned: true, Metadata: true, Cancels: true,
	Notes:  []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
	Duties: sessionDuties, Forms: writing.Forms(reading.Session),
	// A prompt's record starts its turn; a record names its session; no message names
	// an agent; a call is known by its block, and a block is whole.
	NotRepresentable: []string{"turn-start-lost", "started-twice", "no-session", "handoff", "selected-again", "open-together"},
}

// Version is the version of Claude Code, which the record that begins a run
// bears (format reference, section 3.1).
func (codec) Version(record []byte) string {
	if !bytes.Contains(record, []byte("claude_code_version")) {
		return ""
	}
	v, fault := scan.Parse(record, wire.MaxDepth)
	if fault != nil || v.Kind() != '{' {
		return ""
	}
	if subtype, _ := v.Get("subtype").Text(); subtype != "init" {
		return ""
	}
	version, _ := v.Get("claude_code_version").Text()
	return version
}

// Gather implements wire.Gatherer.
func (codec) Gather(files []wire.FolderFile) []wire.FileRun { return reading.Gather(files) }
