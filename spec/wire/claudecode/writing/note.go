package writing

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

type progressFrame struct {
	envelope
	Call string `json:"tool_use_id"`
}

type retractFrame struct {
	envelope
	Retracted []string `json:"retracted_message_uuids"`
}

type retryFrame struct {
	envelope
	Error string `json:"error"`
}

type resetFrame struct {
	envelope
	New string `json:"new_conversation_id"`
}

type infoFrame struct {
	envelope
	Content string `json:"content"`
}

type summaryFrame struct {
	envelope
	Summary   string   `json:"summary"`
	Preceding []string `json:"preceding_tool_use_ids"`
}

type quotaFrame struct {
	envelope
	Info quota `json:"rate_limit_info"`
}

type quota struct {
	Status string `json:"status"`
	Type   string `json:"rateLimitType,omitzero"`
	// Overage is rejected on allowed records too, as in real ones.
	Overage string `json:"overageStatus"`
}

func (w *writer) limit(e *spec.Event) (any, error) {
	if e.Limit == nil {
		return nil, wire.NotRepresentable(e, "Limit", "missing")
	}
	f := quotaFrame{w.envelope("rate_limit_event", e.Session), quota{"allowed", e.Limit.Window, "rejected"}}
	if e.Limit.Rejected {
		f.Info.Status = "rejected"
	}
	return f, nil
}

// note writes a note. One that names a block is the block's end.
func (w *writer) note(e *spec.Event) (any, error) {
	if members, ok := w.aside(e); ok {
		return jsontext.Value("{" + members + w.envelope("", e.Session).rest() + "}"), nil
	}
	switch e.Note {
	case spec.NoteSystem:
		return infoFrame{w.system("informational", e.Session), e.Text}, nil
	case spec.NoteHeartbeat:
		return w.envelope("keep_alive", e.Session), nil
	case spec.NoteCustom:
		if e.Message != "" || e.Slot != "" {
			return w.stream(e)
		}
		return summaryFrame{w.envelope("tool_use_summary", e.Session), e.Text, []string{}}, nil
	case spec.NoteUnknown:
		if len(e.Raw) > 0 {
			return compact(open(e.Raw).Clone()), nil
		}
		return w.envelope(reading.UnknownType, e.Session), nil
	}
	return nil, wire.NotRepresentable(e, "Note", string(e.Note)+" has no frame")
}

// aside is a frame that says nothing, in the form that has all of them.
func (w *writer) aside(e *spec.Event) (members string, ok bool) {
	if e.Message != "" || e.Slot != "" {
		return "", false
	}
	if w.partial && e.Note == spec.NoteHeartbeat {
		return w.Beside(beside, pings, e)
	}
	return w.Beside(beside, besides, e)
}

// rest are the members of a frame behind its type's own.
func (e envelope) rest() string {
	text := `,"session_id":"` + e.Session + `","uuid":` + string(reading.Quote(e.UUID))
	if len(e.Scope) > 0 {
		text += `,"parent_tool_use_id":` + string(e.Scope)
	}
	return text
}
