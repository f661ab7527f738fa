package writing

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

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

// The forms of session files by number; sessionForms names them.
const (
	agentFiles   = iota // the files of agents come behind the session's own, as in a folder
	copiedRecord        // a resume repeats the history, as it is or as a fork does
	olderRecords        // as version 2.1.63 writes them
	besideRecord        // notes are records of all types that say nothing
)

var sessionForms = []string{agentFiles: "files", copiedRecord: "resumed", olderRecords: "older-records", besideRecord: "notes"}

// Forms names the forms of a variant.
func Forms(variant string) []string {
	switch variant {
	case reading.Session:
		return sessionForms
	case reading.Partial:
		return forms
	}
	return forms[:namelessDeltas]
}
