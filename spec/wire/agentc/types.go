package agentc

import "github.com/quock-dev/quock/spec"

// telltale are the types that say something of the transcript, with what makes a
// record of that type this dialect's for sure, for Sniff: 0 for types that other
// dialects have, too.
var telltale = map[string]int{
	"text_delta": 1, "thought_delta": 1, "interaction": 1, "completion": 1, "tool_select_delta": 1, "tool_call": 0,
	"anthropic_user_message": 1, "openai_user_message": 1, "open_a_i_user_message": 1, "user_message": 0,
	"user_turn_start": 1, "cancelled": 0, "error": 0, "chat_session_changed": 1,
}

// known reports whether the format reference lists the type.
func (f *frame) known() bool {
	_, own := telltale[f.kind]
	_, notes := notes[f.kind]
	return own || notes
}

// notes are the known frames that are notes; session says that the frame
// belongs to a session.
var notes = map[string]struct {
	note    spec.Note
	session bool
}{
	"system_message":     {spec.NoteSystem, true},
	"system_prompt":      {spec.NoteSystem, true},
	"render_media":       {spec.NoteMedia, true},
	"audio_delta":        {spec.NoteMedia, true},
	"complete_thought":   {spec.NoteCustom, true},
	"message":            {spec.NoteCustom, true},
	"history_delta":      {spec.NoteCustom, true},
	"history":            {spec.NoteCustom, true},
	"subsession_started": {spec.NoteCustom, true},
	"subsession_ended":   {spec.NoteCustom, true},

	"ping": {spec.NoteHeartbeat, false},
	"pong": {spec.NoteHeartbeat, false},

	"user_turn_end":               {spec.NoteCustom, false},
	"chat_session_added":          {spec.NoteCustom, false},
	"chat_session_deleted":        {spec.NoteCustom, false},
	"chat_session_name_changed":   {spec.NoteCustom, false},
	"session_metadata_changed":    {spec.NoteCustom, false},
	"agent_configuration_changed": {spec.NoteCustom, false},
	"agent_list":                  {spec.NoteCustom, false},
	"tool_catalog":                {spec.NoteCustom, false},
	"voice_list":                  {spec.NoteCustom, false},
	"avatar_list":                 {spec.NoteCustom, false},
	"chat_user_data":              {spec.NoteCustom, false},
	"ui_session_id_changed":       {spec.NoteCustom, false},
	"get_user_sessions_response":  {spec.NoteCustom, false},
	"server_listening":            {spec.NoteCustom, false},
	"voice_input_supported":       {spec.NoteCustom, false},
}
