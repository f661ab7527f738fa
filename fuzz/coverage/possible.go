package coverage

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Possible reports whether a dialect can show a symbol, according to its features.
// Features may promise more than any producer emits, never less.
func (s Symbol) Possible(f *spec.Features) bool {
	if can, listed := showable[s]; listed {
		return can(f)
	}
	if s >= noteSystem && s <= noteUnknown {
		edge := s == noteCustom && f.TextSlots // of a text
		return edge || len(f.Notes) == 0 || slices.Contains(f.Notes, noteOf[s-noteSystem])
	}
	return true
}

// noteOf maps symbols to notes, from noteSystem on.
var noteOf = [...]spec.Note{
	spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteBoundary, spec.NoteUnknown,
}

// showable says what a dialect needs to show a symbol. Every dialect can show a
// symbol that is not listed.
var showable = map[Symbol]func(f *spec.Features) bool{
	sessionOpen:     func(f *spec.Features) bool { return f.ChildEdges || f.ChildLink || f.Greeting },
	sessionClose:    func(f *spec.Features) bool { return f.ChildEdges },
	sessionFails:    func(f *spec.Features) bool { return f.ChildEdges },
	turnStart:       func(f *spec.Features) bool { return f.TurnStarts },
	turnEnd:         func(f *spec.Features) bool { return f.Terminal },
	turnFails:       func(f *spec.Features) bool { return f.Terminal },
	turnCancelled:   func(f *spec.Features) bool { return f.Terminal && (f.Cancels || f.PromptOpens || f.TurnCancels) },
	turnWaits:       func(f *spec.Features) bool { return f.Waits && f.Terminal },
	messageOpen:     func(f *spec.Features) bool { return f.MessageStart },
	messageOpenUser: func(f *spec.Features) bool { return f.MessageStart && f.UserMessages },
	messageClose:    func(f *spec.Features) bool { return f.MessageEnd },
	text:            func(f *spec.Features) bool { return !f.WholeMessages },
	thought:         func(f *spec.Features) bool { return !f.WholeMessages && f.Thoughts },
	callOpen:        func(f *spec.Features) bool { return f.Preparing },
	args:            func(f *spec.Features) bool { return f.ArgsDeltas },
	argsEnd:         func(f *spec.Features) bool { return f.ArgsMarker && !f.StartEndsArgs },
	callStart:       func(f *spec.Features) bool { return f.Executing },
	callFails:       func(f *spec.Features) bool { return f.ErrorResults },
	callDenied:      func(f *spec.Features) bool { return f.ErrorResults },
	messageFull:     func(f *spec.Features) bool { return f.Snapshots || f.WholeMessages },
	messageFullUser: func(f *spec.Features) bool { return f.UserMessages },
	noteBoundary:    func(f *spec.Features) bool { return len(f.Notes) == 0 && !f.MessageIDs },
	nameless:        func(f *spec.Features) bool { return !slices.Contains(f.NotRepresentable, "no-session") },
	history:         func(f *spec.Features) bool { return f.Histories || len(f.HistoryOmits) > 0 },
	retract:         func(f *spec.Features) bool { return f.Retracts },
	wait:            func(f *spec.Features) bool { return f.Waits },
	usage:           func(f *spec.Features) bool { return f.UsageApart || f.MessageUsage },
	errorFatal:      func(f *spec.Features) bool { return f.Errors },
	limit:           func(f *spec.Features) bool { return f.Quota },
	toolLog:         func(f *spec.Features) bool { return f.ToolLogs },
	userTurn:        func(f *spec.Features) bool { return f.UserTurn },
	cancel:          func(f *spec.Features) bool { return f.Cancels },
}
