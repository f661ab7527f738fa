package agentc

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const name = "agentc"

type codec struct{}

// New returns the codec.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return nil }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

func (codec) NewEncoder(string) wire.Encoder { return newEncoder() }

// Features is the profile as data. An error frame ends nothing, so Errors is
// not set.
func (codec) Features(string) spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Derived, MessageEnd: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, UserMessageEdge: true, UserTurn: true, Terminal: true,
		Preparing: true, Executing: true, ArgsMarker: true, ArgsText: true, ErrorResults: true,
		DoneCarries: true, Batches: true,
		Histories: true, MessageUsage: true, TurnUsage: true, StopReasons: true,
		Cancels: true,
		// A saved session is the vendor's messages of the user session alone.
		HistoryOmits: []spec.Omission{spec.OmitTurns, spec.OmitEnds, spec.OmitUsage, spec.OmitPhases, spec.OmitChildren},
		Duties:       duties, Forms: forms,
	}
}

// The forms by number; forms names them.
const (
	beside     = iota // notes are frames of all types that say nothing
	thinkCalls        // a saved thought is a call of the reserved tool
	openAI            // what is the vendor's is as the other runtime writes it
	inStrings         // a saved text is a string; one of several words two blocks
)

var forms = []string{beside: "notes", thinkCalls: "think-calls", openAI: "open-ai", inStrings: "strings"}

// besides are the types and members of the frames that notes of no text are in that
// form.
var besides = map[spec.Note][]string{
	spec.NoteCustom: {
		`"type":"tool_select_delta","tool_calls":[{"id":"think_1","name":"think","input":{}}]`,
		`"type":"tool_call","active":false,"vendor":"anthropic","tool_calls":[{"id":"think_1","name":"think","input":{"thought":"hm"}}],"tool_results":[]`,
		`"type":"history_delta","messages":[]`, `"type":"subsession_started","sub_session_type":"clone"`,
	},
	spec.NoteMedia: {`"type":"audio_delta","id":"a1","content":"AAAA","content_type":"audio/mpeg"`},
}
