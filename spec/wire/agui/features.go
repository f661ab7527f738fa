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
		GlobalCallIDs: true, ChildEdges: true, ChildLink: true, ChildStart: true, ChildEnd: true,
		Waits: true, Histories: true, TurnUsage: true, Speakers: true, Metadata: true, Cancels: true, Errors: true,
	}
}
