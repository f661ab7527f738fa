// Package aisdk is the dialect of the AI SDK: the data stream protocol of version 4 and the UI message stream from version 5 on.
package aisdk

import (
	"github.com/quock-dev/quock/spec"
)

const name = "aisdk"

// The protocols.
const (
	v4 = "v4"
	v5 = "v5"
)

func features(variant string) spec.Features {
	f := spec.Features{
		Dialect: name + ":" + v5,
		Owner:   spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStops: true, Terminal: true,
		Preparing: true, ArgsDeltas: true, ArgsMarker: true,
		Notes: []spec.Note{spec.NoteCustom, spec.NoteMedia, spec.NoteUnknown},
		// The end of a turn names none; errors end it; an error's text, a denial
		// with a result and a call that comes with its first arguments are not on
		// the wire; texts name no message.
		Unsayable: []string{
			"turn-end-late", "turn-start-lost", "no-session", "error-not-fatal", "ends-failed", "refused", "first-carries",
			"open-together", "interrupted",
		},
		Children: spec.ChildrenNone, NamelessRoot: true, Errors: true,
	}
	if variant == v4 {
		f.Dialect = name + ":" + v4
		f.MessageUsage, f.TurnUsage, f.StopReasons = true, true, true
		f.Unsayable = append(f.Unsayable, "turn-end-lost", "progress-after", "late-text", "usage-again")
		return f
	}
	f.TextSlots, f.ErrorResults, f.ErrorText = true, true, true
	f.Numbered, f.TurnStarts, f.TurnIDs = true, true, true
	f.Waits, f.Retracts, f.Metadata, f.MetadataScoped, f.Cancels = true, true, true, true, true
	return f
}
