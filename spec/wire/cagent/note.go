package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// notes are the known types that say nothing of the transcript.
var notes = map[string]spec.Note{
	"agent_info": spec.NoteCustom, "team_info": spec.NoteCustom, "toolset_info": spec.NoteCustom,
	"mcp_init_started": spec.NoteCustom, "mcp_init_finished": spec.NoteCustom,
	"agent_switching": spec.NoteCustom, "session_title": spec.NoteCustom, "token_usage": spec.NoteCustom,
	"session_summary": spec.NoteSystem, "session_compaction": spec.NoteCustom, "warning": spec.NoteSystem,
	"authorization_event": spec.NoteCustom, "shell": spec.NoteCustom,
	"rag_indexing_started": spec.NoteCustom, "rag_indexing_progress": spec.NoteCustom, "rag_indexing_completed": spec.NoteCustom,
	"hook_started": spec.NoteCustom, "hook_finished": spec.NoteCustom, "runtime_paused": spec.NoteCustom,
	"session_plan_updated": spec.NoteCustom, "plan_updated": spec.NoteCustom, "connection_lost": spec.NoteCustom, "connection_restored": spec.NoteCustom,
	"agent_route": spec.NoteCustom, "background_agent_started": spec.NoteCustom, "background_agent_completed": spec.NoteCustom,
}

// note reads any other event. One without a session is of the whole stream:
// which run it was told in means nothing.
func (d *decoder) note(f *frame) {
	e := spec.Event{Kind: spec.NoteEvent, Note: notes[f.kind], Text: wire.Text(f.text), Session: f.session, Global: !f.tagged}
	switch {
	case e.Note == "":
		e.Note, e.Raw = spec.NoteUnknown, []byte(f.raw)
	case f.kind == "agent_switching":
		e.Raw = []byte(f.raw)
	}
	if f.tagged {
		d.scope(f.session)
	}
	d.out = append(d.out, e)
}

// custom gives a note of a session.
func (d *decoder) custom(s *scope, words string) {
	d.emit(s, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: words})
}
