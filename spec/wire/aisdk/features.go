package aisdk

import (
	"github.com/quock-dev/quock/spec"
)

// The forms by number; forms names them, first those of all versions.
const (
	beside  = iota // notes are chunks, or lines, of all types that say nothing
	empties        // members that may be left out are there, and say nothing
	sources        // a note is a source, and no data
)

var forms = []string{beside: "notes", empties: "empty-members", sources: "sources"}

// besides are the chunks that notes of no text are in that form; older the lines.
var (
	besides = map[spec.Note][]string{spec.NoteCustom: {
		`{"type":"message-metadata","messageMetadata":{"model":"model-a"}}`,
		`{"type":"data-progress","data":{"done":1},"transient":true}`,
	}}
	older = map[spec.Note][]string{spec.NoteCustom: {
		`{"code":"h","value":{"sourceType":"url","id":"s1","url":"https://example.com"}}`,
		`{"code":"i","value":{"data":"b64"}}`, `{"code":"j","value":{"signature":"b64"}}`,
		`{"code":"8","value":[{"a":1},{"b":2}]}`,
	}}
)

// features is what the variants have in common, and what sets each apart.
func features(variant string) spec.Features {
	if variant == "" {
		variant = V5
	}
	f := spec.Features{
		Dialect: name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStops: true, Terminal: true, StopWords: []string{"stop", "tool-calls"},
		Preparing: true, ArgsDeltas: true, ArgsMarker: true,
		Notes: []spec.Note{spec.NoteCustom, spec.NoteMedia, spec.NoteUnknown},
		// The end of a turn names none; errors end it; an error's text, a denial
		// with a result and a call that comes with its first arguments are not on
		// the wire; texts and the starts of calls name no message.
		NotRepresentable: []string{
			"turn-end-late", "turn-start-lost", "no-session", "error-not-fatal", "ends-failed", "refused", "first-carries",
			"open-together", "interrupted", "selected-again",
			// Readers refuse a result of a call that was never announced, and begin the
			// arguments anew where a call is announced again.
			"orphan-result", "name-again",
			// Each turn is a response of its own, whose reader knows no call of another.
			"late-result",
		},
		Children: spec.ChildrenNone, NamelessRoot: true, Errors: true, Duties: duties, Forms: forms[:sources],
	}
	if variant == V4 {
		f.MessageUsage, f.TurnUsage, f.StopReasons, f.StopsAlways = true, true, true, true
		// What waits is a call that the application runs, once its turn has ended.
		f.Waits = true
		f.NotRepresentable = append(f.NotRepresentable, "turn-end-lost", "progress-after", "late-text", "usage-again", "asked")
		return f
	}
	f.Forms = forms
	f.TextSlots, f.ErrorResults, f.ErrorText, f.MetadataReplaces = true, true, true, true
	f.Numbered, f.TurnStarts, f.TurnIDs = true, true, true
	f.Waits, f.Retracts, f.Metadata, f.MetadataScoped, f.Cancels = true, true, true, true, true
	return f
}
