package claudecode

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The variants.
const (
	// Full has whole frames only.
	Full = "full"
	// Partial has stream_event frames too (--include-partial-messages).
	Partial = "partial"
	// Session is what the program keeps on disk.
	Session = "session"
)

const name = "claudecode"

type codec struct{}

// New returns the codec. Its decoders of the stream's variants are one; its encoders
// refuse stream events in the variant Full.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{Full, Partial, Session} }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(variant string) wire.Decoder {
	if variant == Session {
		return quickSession{newSessionDecoder()}
	}
	return newDecoder()
}

func (codec) NewEncoder(variant string) wire.Encoder {
	if variant == Session {
		return newSessionEncoder()
	}
	return newEncoder(variant)
}

// Features is what both streams have, and what partial messages add; session files
// are another wire.
func (codec) Features(variant string) spec.Features {
	if variant == Session {
		return sessionFeatures
	}
	f := spec.Features{
		Dialect: name + ":" + Full,
		Owner:   spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsOverlap, TurnStarts: true, TurnStops: true, Terminal: true,
		Preparing: true, ArgsMarker: true, ErrorResults: true, NamelessRoot: true, TextSlots: true,
		GlobalCallIDs: true, ChildStart: true, ChildEnd: true, ChildEdges: true, ChildLink: true, ChildResult: true, ChildrenInPart: true, Outlives: true,
		Delegation: delegation,
		EventIDs:   true, Asides: true, Serves: true, Retracts: true, Quota: true, TurnUsage: true, TurnCancels: true,
		Speakers: true, Metadata: true, Errors: true, Duties: duties, Forms: forms[:namelessDeltas],
	}
	if variant != Partial {
		return f
	}
	f.Dialect, f.Forms = name+":"+Partial, forms
	f.MessageEnd, f.ArgsDeltas, f.Slots, f.ArgsText = true, true, true, true
	f.Snapshots, f.MessageUsage, f.StopReasons, f.MessageStart = true, true, true, true
	return f
}

var delegation = spec.Delegation{Tool: "Task", Aliases: []string{"Agent"}, Argument: "subagent_type"}

// sessionFeatures is what session files have. A prompt begins a turn, and nothing
// ends one.
var sessionFeatures = spec.Features{
	Dialect: name + ":" + Session, Apart: true, Kept: true,
	Owner: spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true, UserMessages: true,
	Turns: spec.TurnsMarked, TurnStarts: true,
	Preparing: true, ArgsMarker: true, ErrorResults: true, NamelessRoot: true, TextSlots: true,
	GlobalCallIDs: true, ChildStart: true, ChildLink: true, Delegation: delegation,
	EventIDs: true, Asides: true, Serves: true, Retracts: true, MessageUsage: true, StopReasons: true,
	Speakers: true, Unsigned: true, Metadata: true, Cancels: true,
	Notes:  []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
	Duties: sessionDuties, Forms: sessionForms,
	// A prompt's record starts its turn; a record names its session; no message names
	// an agent; a call is known by its block, and a block is whole.
	NotRepresentable: []string{"turn-start-lost", "started-twice", "no-session", "handoff", "selected-again", "open-together"},
}

// The forms by number; forms names them, first those of both variants.
const (
	plainContent   = iota // a user's one text is the content, not a block
	errorLists            // a failed turn's text is in a list of errors
	beside                // notes are frames of all types that say nothing
	namelessDeltas        // stream events do not name their message, as in older versions
)

var forms = []string{plainContent: "plain-content", errorLists: "error-lists", beside: "notes", namelessDeltas: "nameless-deltas"}

// besides are the members of the frames that notes of no text are in that form.
var besides = map[spec.Note][]string{
	spec.NoteSystem: {
		`"type":"system","subtype":"task_started","task_id":"b1","task_type":"local_bash","description":"build"`,
		`"type":"system","subtype":"task_notification","task_id":"b1","status":"failed","summary":"build"`,
		`"type":"system","subtype":"status","status":"compacting"`, `"type":"system","subtype":"status","status":null`,
		`"type":"system","subtype":"hook_started","hook_id":"h1","hook_name":"lint","hook_event":"PreToolUse"`,
		`"type":"system","subtype":"hook_response","hook_id":"h1","hook_name":"lint","hook_event":"PreToolUse","outcome":"success"`,
		`"type":"system","subtype":"model_refusal_fallback","original_model":"model-a","fallback_model":"model-b"`,
		`"type":"system","subtype":"task_notification","task_id":"b1","status":"stopped","summary":"build"`,
		`"type":"system","subtype":"thinking_tokens","estimated_tokens":9,"estimated_tokens_delta":2`,
		`"type":"system","subtype":"session_state_changed","state":"running"`,
	},
	spec.NoteCustom: {
		`"type":"auth_status","isAuthenticating":false,"output":[]`, `"type":"prompt_suggestion","suggestion":"go on"`,
		`"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool"}`,
		`"type":"control_response","response":{"subtype":"success","request_id":"r1"}`,
	},
}

// pings are those of older versions, which forward the API's.
var pings = map[spec.Note][]string{spec.NoteHeartbeat: {`"type":"stream_event","event":{"type":"ping"}`}}

// Version is the version of Claude Code, which the record that begins a run
// bears (format reference, section 3.1).
func (codec) Version(record []byte) string {
	if !bytes.Contains(record, []byte("claude_code_version")) {
		return ""
	}
	v, fault := scan.Parse(record, wire.MaxDepth)
	if fault != nil || v.Kind() != '{' {
		return ""
	}
	if subtype, _ := v.Get("subtype").Text(); subtype != "init" {
		return ""
	}
	version, _ := v.Get("claude_code_version").Text()
	return version
}
