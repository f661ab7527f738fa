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
		Children: spec.ChildrenNone, NamelessRoot: true, Errors: true,
	}
	if variant == v4 {
		f.Dialect = name + ":" + v4
		f.MessageUsage, f.TurnUsage, f.StopReasons = true, true, true
		return f
	}
	f.TextSlots, f.ErrorResults, f.ErrorText = true, true, true
	f.Numbered, f.TurnStarts, f.TurnIDs = true, true, true
	f.Waits, f.Retracts, f.Metadata, f.Cancels = true, true, true, true
	return f
}
