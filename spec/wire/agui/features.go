package agui

import "github.com/quock-dev/quock/spec"

// features is what both variants have: they differ in framing only.
func features(variant string) spec.Features {
	if variant != Lines {
		variant = SSE
	}
	return spec.Features{
		Dialect: name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, OneText: true,
		Thoughts: true, ThoughtsApart: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, Terminal: true,
		Preparing: true, ArgsDeltas: true, Lanes: true, ArgsMarker: true, ArgsText: true, TextResults: true, NamelessRoot: true,
		GlobalCallIDs: true, ChildEdges: true, ChildLink: true, ChildStart: true, ChildEnd: true,
		Waits: true, Histories: true, HistoryInPlace: true, TurnUsage: true, Speakers: true, Metadata: true, Errors: true, LateErrors: true, RejectsAmbiguous: true, ErrorCloses: true,
		Reopens: true, CallsOutlast: true, InRun: true,
		Notes: []spec.Note{spec.NoteCustom, spec.NoteUnknown}, NotRepresentable: notRepresentable, Duties: duties, Forms: forms,
	}
}

// The forms by number; forms names them.
const (
	inChunks = iota // items without starts and ends; which ones, the events' records say
	byLane          // chunks behind the first name no item
	beside          // notes are steps, states, activities and raw events
	optional        // events have the members that may be left out
	byKind          // chunks that name no item name no agent either, where one alone may be meant
)

var forms = []string{inChunks: "chunks", byLane: "nameless-chunks", beside: "notes", optional: "optional-members", byKind: "agentless-chunks"}

// besides are the members of what a note of no text is in that form. The last ones end
// nothing that chunks hold open.
var besides = map[spec.Note][]string{spec.NoteCustom: {
	`"type":"STEP_STARTED","stepName":"plan"`, `"type":"STEP_FINISHED","stepName":"plan"`,
	`"type":"STATE_SNAPSHOT","snapshot":{"n":0}`, `"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":1}]`,
	`"type":"REASONING_START","messageId":"span-1"`, `"type":"REASONING_END","messageId":"span-1"`,
	`"type":"ACTIVITY_SNAPSHOT","messageId":"activity-1","activityType":"PLAN","content":{"n":0},"replace":true`,
	`"type":"ACTIVITY_DELTA","messageId":"activity-1","activityType":"PLAN","patch":[{"op":"replace","path":"/n","value":1}]`,
	`"type":"RAW","event":{},"source":"model"`, `"type":"RAW","event":{}`,
	`"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"hidden-1","encryptedValue":"b64","encryptedValueType":"openai"`,
	`"type":"REASONING_ENCRYPTED_VALUE","subtype":"tool-call","entityId":"hidden-2","encryptedValue":"b64"`,
}}

// notRepresentable are the faults that no legal stream has. A reader must reject a
// stream that has them, or the wire has no word for them; one that just stops
// (truncated) is legal.
var notRepresentable = []string{
	// R1, R3: nothing is said outside of a run, so that a result or text behind a
	// turn's end has no place there.
	"turn-start-lost", "late-result",
	// R2: one run at a time, and every start is that of another run.
	"turn-end-lost", "turn-end-late", "started-twice",
	// R4: nothing is open at the end of a run.
	"message-end-lost", "arguments-cut", "never-closed",
	// I1: a fragment or end belongs to an open item, and an open item is not
	// started. (A closed one may be, and goes on.)
	"late-arguments", "late-text", "selected-again", "name-again",
	// S1, S2: an invocation starts once and ends once; the id is not used again.
	"stray-close",
	// A call that no result came for waits for the application, which answers it in
	// the input of another run; nothing in the stream says that nobody will.
	"never-answered",
	// A run is cancelled or fails only as a whole, and no call waits in it.
	"asked", "cancelled", "error-not-fatal",
	// What has no tag is the parent agent's, never nobody's.
	"no-session",
	// The wire has no word for a denial or for progress, and only a chunk, whose end
	// is never told, carries arguments with the name.
	"refused", "progress-after", "first-carries",
}
