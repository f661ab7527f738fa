package agentc

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// note picks a frame type for a note; an unknown one is its raw frame.
func (w *writer) note(e *spec.Event) error {
	if !e.Global && !e.NoSession {
		if members, ok := w.Beside(beside, besides, e); ok {
			w.beside(members, e)
			return nil
		}
	}
	switch e.Note {
	case spec.NoteBoundary:
		w.boundary(e)
	case spec.NoteSystem:
		w.open("system_message", "system", e)
		w.content(e.Text)
		w.Member("severity", "info")
		w.Close('}')
	case spec.NoteMedia:
		w.media(e)
	case spec.NoteHeartbeat:
		w.aside("ping", e)
	case spec.NoteCustom:
		w.custom(e)
	case spec.NoteUnknown:
		w.unknown(e)
	default:
		return fmt.Errorf("note: Note: no frame says %q", e.Note)
	}
	return nil
}

func (w *writer) media(e *spec.Event) {
	w.open("render_media", "assistant", e)
	w.Member("content_type", "text/html")
	w.Member("content", e.Text)
	for _, key := range []string{"url", "name", "content_bytes", "sent_by_class", "sent_by_function"} {
		w.optional(key, "")
	}
	w.Flag("foreign_content", false)
	w.Close('}')
}

// custom is a tool's message where it belongs to a session.
func (w *writer) custom(e *spec.Event) {
	if e.Global {
		w.aside("session_metadata_changed", e)
		return
	}
	w.open("message", "assistant", e)
	w.content(e.Text)
	w.Close('}')
}

func (w *writer) unknown(e *spec.Event) {
	if len(e.Raw) > 0 {
		w.Raw(e.Raw, wire.MaxDepth)
		return
	}
	w.aside("unlisted", e)
}

// aside is a frame that may have no session, with content if there is text.
func (w *writer) aside(kind string, e *spec.Event) {
	if e.Global {
		w.Open('{')
		w.Member("type", kind)
	} else {
		w.open(kind, "assistant", e)
	}
	w.Optional("content", e.Text)
	w.Close('}')
}

// beside writes a session's frame of which no member says anything.
func (w *writer) beside(members string, e *spec.Event) {
	parent := "null"
	if e.Parent.OK {
		parent = string(scan.AppendText(nil, e.Parent.ID))
	}
	w.Raw([]byte("{"+members+`,"role":"assistant","session_id":`+string(scan.AppendText(nil, e.Session))+
		`,"parent_session_id":`+parent+`,"user_session_id":`+string(scan.AppendText(nil, w.root(e.Session)))+"}"), wire.MaxDepth)
}
