package openai

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// aside writes that the server lists the tools of another one, and next that it has.
func (w *writer) aside() {
	stage := "in_progress"
	if w.asides++; w.asides%2 == 0 {
		stage = "completed"
	}
	w.open("response.mcp_list_tools." + stage)
	w.Member("item_id", "mcpl_1")
	w.Number("output_index", int64(len(w.now().items)))
	w.close()
}

// note writes a note: a frame of what it names, or an event that means nothing.
func (w *writer) note(e *spec.Event) error {
	switch {
	case e.Note == spec.NoteCustom && e.Slot != "" && e.Text == "":
		return w.frame(e)
	case w.Forms.Has(asides) && e.Note == spec.NoteMedia && w.now() != nil:
		w.open("response.image_generation_call.partial_image")
		w.Member("item_id", "ig_1")
		w.Number("output_index", int64(len(w.now().items)))
		w.Number("partial_image_index", 0)
		w.Member("partial_image_b64", e.Text)
	case e.Note == spec.NoteCustom && e.Text == "" && w.now() != nil && len(w.now().items) == 0 && !w.now().over:
		w.open("response.in_progress")
		w.response(w.now().message, "in_progress")
	case w.Forms.Has(asides) && e.Note == spec.NoteCustom && e.Slot == "" && e.Text == "" && w.now() != nil && !w.now().over:
		w.aside()
		return nil
	case e.Note == spec.NoteCustom && e.Slot != "" && w.framed(e.Slot) != nil:
		w.annotate(w.framed(e.Slot), e.Text)
		return nil
	case e.Note == spec.NoteCustom && e.Text != "":
		w.open("response.audio.transcript.delta")
		w.Member("delta", e.Text)
	case e.Note == spec.NoteCustom:
		w.open("response.audio.transcript.done")
	case e.Note == spec.NoteMedia:
		w.open("response.audio.delta")
		w.Member("delta", e.Text)
	case e.Note == spec.NoteHeartbeat:
		w.open("keepalive")
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, wire.MaxDepth)
		return nil
	case e.Note == spec.NoteUnknown:
		w.open("response.unheard_of")
	default:
		return wire.NotRepresentable(e, "Note", string(e.Note)+" has no event")
	}
	w.close()
	return nil
}
