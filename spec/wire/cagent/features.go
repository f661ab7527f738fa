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
		Notes:     []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
		Unsayable: unsayable(),
		Nested:    true, ChildStart: true, ChildEdges: true,
		Delegation: spec.Delegation{Tool: "transfer_task", Argument: "agent"},
		Waits:      true, Retracts: true, TurnUsage: true, UsageApart: true, Speakers: true, Errors: true,
	}
	if variant == session {
		return stored(f)
	}
	f.TurnStops = variant == d2
	if variant != d2 {
		f.Unsayable = append(f.Unsayable, "progress-after", "empty-pieces")
	}
	return f
}

// unsayable are the hazards that the wire cannot say.
func unsayable() []string {
	return []string{
		// Messages and turns have no ids: what comes behind the end of one, or
		// without its start, is the next one's.
		"message-end-lost", "late-text", "open-together", "turn-start-lost", "turn-end-late", "started-twice",
		// Tool events name no session: they are the innermost run's.
		"late-result", "no-session", "orphan-result", "out-of-order", "result-across-messages", "result-between-frames",
		"equal-descriptions", "stray-close",
		// An id that is open is that call, and a result of an unknown call starts it.
		"clashing-id", "name-again", "selected-again",
		// Errors end a run, ends do not say why, and what is asked has no id.
		"error-not-fatal", "fatal-error", "ends-failed", "refused", "asked", "interrupted",
	}
}

// stored are the features of a persisted session, which has whole messages only.
func stored(f spec.Features) spec.Features {
	f.Histories, f.WholeMessages, f.ArgsDeltas, f.ArgsCumulative = true, true, false, false
	return f
}
