package claudecode

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The variants.
const (
	// Full has whole frames only.
	Full = "full"
	// Partial has stream_event frames too (--include-partial-messages).
	Partial = "partial"
)

const name = "claudecode"

type codec struct{}

// New returns the codec. Its decoders read both variants' records alike; its
// encoders refuse stream events in the variant Full.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{Full, Partial} }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(string) wire.Decoder { return newQuick() }

func (codec) NewEncoder(variant string) wire.Encoder {
	return newEncoder(variant)
}

// Features is what both variants have, and what partial messages add.
func (codec) Features(variant string) spec.Features {
	f := spec.Features{
		Dialect: name + ":" + Full,
		Owner:   spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsOverlap, TurnStarts: true, TurnStops: true, Terminal: true,
		Preparing: true, ArgsMarker: true, ErrorResults: true, NamelessRoot: true, TextSlots: true,
		GlobalCallIDs: true, ChildStart: true, ChildEnd: true, ChildEdges: true, ChildLink: true, ChildResult: true, Outlives: true,
		Delegation: spec.Delegation{Tool: "Task", Aliases: []string{"Agent"}, Argument: "subagent_type"},
		EventIDs:   true, Asides: true, Serves: true, Retracts: true, Quota: true, TurnUsage: true,
		Speakers: true, Metadata: true, Errors: true, Duties: duties, Forms: forms[:namelessDeltas],
	}
	if variant != Partial {
		return f
	}
	f.Dialect, f.Forms = name+":"+Partial, forms
	f.MessageEnd, f.ArgsDeltas, f.Slots, f.ArgsText = true, true, true, true
	f.Snapshots, f.MessageUsage, f.StopReasons, f.MessageStart = true, true, true, true
	return f
}

// The forms by number; forms names them, first those of both variants.
const (
	plainContent   = iota // a user's one text is the content, not a block
	errorLists            // a failed turn's text is in a list of errors
	namelessDeltas        // stream events do not name their message, as in older versions
)

var forms = []string{plainContent: "plain-content", errorLists: "error-lists", namelessDeltas: "nameless-deltas"}
