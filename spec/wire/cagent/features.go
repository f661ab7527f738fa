// Package cagent is the dialect of the cagent (docker-agent) runtime.
package cagent

import (
	"github.com/quock-dev/quock/spec"
)

const name = "cagent"

// The shapes of the wire, and of a stored session.
const (
	d0      = "d0"
	d1      = "d1"
	d2      = "d2"
	session = "session"
)

func features(variant string) spec.Features {
	if variant == "" {
		variant = d1
	}
	f := spec.Features{
		Dialect: name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, Numbered: true, MessageEnd: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true,
		Preparing: true, Executing: true,
		ArgsDeltas: true, ArgsCumulative: variant != d2, ArgsMarker: true, StartEndsArgs: true, ArgsText: true, TextResults: true, ErrorResults: true,
		Nested: true, ChildStart: true, ChildEdges: true,
		Delegation: spec.Delegation{Tool: "transfer_task", Argument: "agent"},
		Waits:      true, Retracts: true, TurnUsage: true, UsageApart: true, Speakers: true, Errors: true,
	}
	if variant == session {
		return stored(f)
	}
	f.TurnStops = variant == d2
	return f
}

// stored are the features of a persisted session, which has whole messages only.
func stored(f spec.Features) spec.Features {
	f.Histories, f.WholeMessages, f.ArgsDeltas, f.ArgsCumulative = true, true, false, false
	return f
}
