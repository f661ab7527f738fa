// Package agentc is the dialect of Agent C's event stream: one WebSocket text
// frame a record, in a file one frame a line.
//
// Goals: every frame type of the format reference, both vendors' payloads (told
// apart by their fields), saved histories of both writer styles; frames written
// as the real producer writes them (vendor anthropic, explicit nulls).
//
// Non-goals: audio; which session a subsession_started frame is about (the wire
// does not say it); attaching results (package model).
//
// Its profile:
//   - session id: session_id; the root is the user session (user_session_id). A
//     session whose user_session_id is another one is a sub-session; Parent is
//     its parent_session_id, on every event.
//   - owner of a call: derived. Which call made a child is not said.
//   - turn edges: interaction start and end, a user message of that session,
//     user_turn_start.
//   - completion(running=true) is a note boundary, completion(running=false)
//     message.close with usage and stop reason.
//   - arguments complete and executing: tool_call(active=true). Terminal event:
//     interaction end. Agents and delegation: not expressed. Event ids: none (the
//     ids of interactions and audio clips are entities' ids).
//   - deltas; tool_select_delta is cumulative and lists its calls again (Restated);
//     an input of {} in it is a placeholder.
//   - think is never a call: its calls and results are dropped, a saved one is a
//     thought.
//   - a completion that is paired with no call of its frame has no name.
//   - notes keep content as Text. Session, Parent and the rules of the session
//     apply to them, too; control frames without a session are Global.
//   - a session frame without session_id belongs to user_session_id; without
//     that, to the root known last, marked NoSession.
//   - a content that is a list of blocks gives each text block the block's
//     position as Slot; a string has no slot.
//
// Histories (chat_session_changed) are told as they would have been seen live:
// one snapshot a user message, text or thought; the blocks of one form of a
// message are one text; calls stand on the latest text or thought of their turn
// whatever message they were saved in, or before the next one's text if the turn
// began with them; calls that no message took are a snapshot of calls only. A
// result is paired by id and is no message; one that pairs with nothing is a
// nameless call in a snapshot of role user.
//
// null is absent; the last of two equal keys wins; unknown keys are skipped. A
// known key of the wrong type makes the frame malformed, but for notes, of which
// only the session is read. Escaped lone surrogates become U+FFFD.
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
