package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const name = "cagent"

// The variants.
const (
	// D0: agent_choice has no session_id; arguments are cumulative.
	D0 = "d0"
	// D1: text has a session_id; the rest as D0.
	D1 = "d1"
	// D2: arguments are deltas, and the tools of a batch run in parallel.
	D2 = "d2"
	// Session is a persisted session, one document.
	Session = "session"
)

type codec struct{}

// New returns the codec. Its decoders tell the shapes by their fields, record by
// record; the variant only decides where a record could be of several.
func New() wire.Codec { return codec{} }

// Name is "cagent".
func (codec) Name() string { return name }

// Variants are the shapes of the wire, and a stored session.
func (codec) Variants() []string { return []string{D1, D0, D2, Session} }

// Framing is lines; a stored session is one document.
func (codec) Framing(variant string) wire.Framing {
	if variant == Session {
		return wire.Document
	}
	return wire.Lines
}

// NewDecoder returns a decoder that takes every variant's records.
func (codec) NewDecoder(variant string) wire.Decoder { return newDecoder(variant == D2) }

// Features is what a variant marks and leaves open.
func (codec) Features(variant string) spec.Features {
	if variant == "" {
		variant = D1
	}
	f := spec.Features{
		Dialect: name + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, Numbered: true, MessageEnd: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true,
		Preparing: true, Executing: true,
		ArgsDeltas: true, ArgsCumulative: variant != D2, ArgsMarker: true, StartEndsArgs: true, ArgsText: true, TextResults: true, ErrorResults: true,
		InRun: true, Nested: true, ChildStart: true, ChildEdges: true,
		Delegation: spec.Delegation{Tool: "transfer_task", Argument: "agent"},
		Waits:      true, WaitsUnnamed: true, Retracts: true, TurnUsage: true, UsageApart: true, ResultRecords: true, Speakers: true, Errors: true, Duties: duties, Forms: forms,
		// A stored session has its messages, and each sub-session that was completed.
		HistoryOmits: []spec.Omission{spec.OmitTurns, spec.OmitEnds, spec.OmitUsage, spec.OmitPhases, spec.OmitRunning},
		Notes:        []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
		NotRepresentable: []string{
			"no-session", "selected-again", "error-not-fatal", "late-text", "refused", "open-together", "turn-end-late", "message-end-lost",
			"late-arguments", "result-between-frames", "result-across-messages", "turn-start-lost", "started-twice",
			"orphan-result",
		},
	}
	if variant == Session {
		return stored(f)
	}
	if variant == D2 {
		f.TurnStops, f.TurnCancels, f.FailsApart = true, true, true
		f.NotRepresentable = append(f.NotRepresentable, "shared-id")
		return f
	}
	f.NotRepresentable = append(f.NotRepresentable, "progress-after", "ends-failed")
	return f
}

// stored are the features of a persisted session, which has whole messages only.
func stored(f spec.Features) spec.Features {
	f.Forms, f.Document, f.Histories, f.WholeMessages, f.ArgsDeltas, f.ArgsCumulative = nil, true, true, true, false, false
	f.MessageUsage, f.TurnUsage, f.UsageApart, f.ResultRecords = true, false, false, false
	f.NotRepresentable = append(f.NotRepresentable, "ends-failed")
	return f
}

// The forms by number; forms names them.
const (
	beside   = iota // notes are records of the whole stream, of all types that say nothing
	inParts         // what a user says is a list of parts
	inResult        // a result is in the object alone; D2: a piece of a message has its message_id
)

var forms = []string{beside: "notes", inParts: "multi-content", inResult: "result-object"}

// besides are the records that notes of no text are in that form, without their time.
var besides = map[spec.Note][]string{spec.NoteCustom: {
	`"type":"mcp_init_started","agent_name":"root"`, `"type":"mcp_init_finished","agent_name":"root"`,
	`"type":"toolset_info","agent_name":"root","available_tools":4,"loading":false`,
	`"type":"agent_info","agent_name":"root","model":"vendor/model-a","description":"root"`,
	`"type":"team_info","agent_name":"root","available_agents":[{"name":"root"}],"current_agent":"root"`,
	`"type":"rag_indexing_progress","agent_name":"root","rag_name":"docs","strategy_name":"bm25","current":1,"total":2`,
}}
