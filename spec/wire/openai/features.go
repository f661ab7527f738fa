package openai

import "github.com/quock-dev/quock/spec"

// The forms by number; forms names them.
const (
	unnumbered  = iota // events have no sequence_number
	unindexed          // events have no output_index, as of llama.cpp
	rotating           // each event has another item_id, as of GitHub Copilot
	padded             // deltas are padded
	reasoned           // thoughts are reasoning_text, and no summaries
	inParts            // the user's text is in a list of parts
	interleaved        // two calls are open together: which steps make, and not the encoder
	asides             // records that say nothing are of the server's own tools; they stand between those of a message, too
	bareInput          // a request of one prompt has it as its input
	stateless          // a request has the whole conversation, as of a client that stores nothing at the server
)

var forms = []string{
	unnumbered: "no-sequence-numbers", unindexed: "no-output-index", rotating: "rotating-item-ids",
	padded: "obfuscation", reasoned: "reasoning-text", inParts: "content-parts", interleaved: "interleaved",
	asides: "notes", bareInput: "text-input", stateless: "whole-input",
}

// formRules say what the forms mean. An item whose id changes is linked by its index, a
// completion by its connection; the id of an item or call counts where there is no index.
var formRules, chatFormRules = map[string][]string{
	forms[rotating]:  {"identity/one-call-one-id", "identity/one-message-one-id"},
	forms[unindexed]: {"fragment/drifting-slot"},
}, map[string][]string{
	chatForms[otherIDs]: {"identity/one-message-one-id"},
	chatForms[byID]:     {"fragment/drifting-slot"},
	chatForms[keyless]:  {"fragment/unclaimed"},
}

func features(variant string) spec.Features {
	if variant == "" {
		variant = Responses
	}
	f := spec.Features{
		Dialect: name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, Numbered: true, MessageStart: true, MessageEnd: true,
		TextSlots: true, Thoughts: true,
		Turns: spec.TurnsMarked, Terminal: true,
		Preparing: true, ArgsDeltas: true, Slots: true, ArgsMarker: true, CallsOutlast: true, ArgsText: true,
		TextResults: true, Waits: true, MessageUsage: true, Errors: true,
		Children: spec.ChildrenNone, NamelessRoot: true, Duties: duties, Forms: forms, FormRules: formRules,
		// A call's whole arguments are said again where they end, and the end of a
		// response ends all of it; a client answers once, behind it.
		NotRepresentable: []string{
			"turn-end-lost", "turn-end-late", "message-end-lost", "open-together", "usage-again", "equal-message",
			"result-twice", "late-result", "result-across-messages", "result-between-frames", "progress-after",
			"asked", "refused", "interrupted", "error-not-fatal", "no-session", "first-carries",
		},
		Notes: []spec.Note{spec.NoteCustom, spec.NoteHeartbeat, spec.NoteMedia, spec.NoteUnknown},
	}
	f.ModelCalls, f.Frames = true, spec.Frames{Message: 1, Begin: 1, End: 2, Call: 1}
	f.ReadOnly, f.UserMessages = variant != Responses && variant != Chat, variant != ResponsesSSE && variant != ChatSSE
	switch variant {
	case Chat, ChatSSE:
		f.ArgsMarker, f.CallsOutlast, f.TextSlots, f.Frames = false, false, false, spec.Frames{}
		f.Apart = true
		f.Packs, f.OneText, f.UsageFollows = true, true, true
		f.Duties, f.Forms, f.FormRules, f.NotRepresentable = chatDuties, chatForms, chatFormRules, unsaidInChat
		f.StopReasons, f.TurnStops, f.StopsAlways, f.StopWords = true, true, true, []string{"stop", "tool_calls", "length"}
		f.Notes = []spec.Note{spec.NoteHeartbeat, spec.NoteUnknown}
	case Agents:
		f.Speakers, f.Children, f.ChildLink, f.ChildEdges, f.Duties = true, spec.ChildrenSpeak, true, true, agentsDuties
	}
	return f
}

// unsaidInChat are faults that no stream of chat can have: the end of a message ends
// the arguments of its calls and, without calls, the turn; a client answers once, behind
// it.
var unsaidInChat = []string{
	"turn-end-lost", "turn-end-late", "message-end-lost", "open-together", "equal-message", "result-twice", "late-result",
	"result-across-messages", "result-between-frames", "progress-after", "asked", "refused", "interrupted", "error-not-fatal",
	"no-session", "orphan-result", "own-content", "selected-again", "name-again", "slotless", "straggler", "ambiguous",
	"late-arguments", "late-text",
}
