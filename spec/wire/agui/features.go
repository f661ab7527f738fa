// Package agui is the dialect of the AG-UI event stream 1.0.
package agui

import (
	"github.com/quock-dev/quock/spec"
)

const name = "agui"

func features() spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, Terminal: true,
		Preparing: true, ArgsDeltas: true, ArgsMarker: true, ArgsText: true, TextResults: true, NamelessRoot: true,
		OneText: true, ThoughtsApart: true,
		Notes: []spec.Note{spec.NoteCustom, spec.NoteUnknown},
		Unsayable: []string{
			// A reader must reject what is open at the end of a run, what is closed or
			// announced twice, and a run in a run (rules R2 to R4, I1 and S2).
			"message-end-lost", "turn-end-lost", "turn-end-late", "turn-start-lost", "started-twice", "stray-close", "never-closed",
			"late-arguments", "late-text", "late-result", "selected-again", "name-again", "arguments-cut", "cancelled",
			// The wire has no place for them.
			"no-session", "error-not-fatal", "ends-failed", "refused", "first-carries", "progress-after", "interrupted", "asked",
		},
		GlobalCallIDs: true, ChildEdges: true, ChildLink: true, ChildStart: true, ChildEnd: true,
		Waits: true, Histories: true, TurnUsage: true, Speakers: true, Metadata: true, Cancels: true, Errors: true,
	}
}
