package lanes

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// content takes the place of the message that was only opened, if any.
func (d *Drawing) content(v *drawnSession, k key) *item {
	if v != nil {
		k.session = v.session.ID
	}
	if d.state.Features.NextCloses && d.runs[k] == nil && k.message != "" {
		d.finish(v, func(i *item) bool { return i.run == saying && i.message != k.message })
	}
	opened := key{run: opening, session: k.session, message: k.message}
	if i := d.runs[opened]; i != nil && d.runs[k] == nil && !i.done {
		delete(d.runs, opened)
		i.key = k
		d.runs[k] = i
	}
	return d.joins(v, k)
}

// drawText draws a piece of text or thought.
func (d *Drawing) drawText(v *drawnSession, e *spec.Event) {
	if d.now.astray || e.NoSession {
		d.stray(v, e.Text)
		return
	}
	k := key{run: saying, message: e.Message, slot: e.Slot, detail: string(e.Form)}
	if v == nil {
		return
	}
	if e.Slot == "" {
		d.otherText(v, k)
	}
	if e.Text == "" && d.runs[keyed(v, k)] != nil {
		d.becomes(folded)
		return
	}
	i := d.content(v, k)
	if e.Text != "" {
		i.pieces++
		i.show(e.Text)
	}
	if e.Agent != "" && (i.from == nil || i.from.session.Agent != e.Agent) {
		i.addWords(short(e.Agent, 24))
	}
}

// otherText ends the session's current text without a slot: another part follows.
func (d *Drawing) otherText(v *drawnSession, k key) {
	k.session = v.session.ID
	if d.runs[k] == nil {
		d.finish(v, func(i *item) bool { return i.run == saying && i.slot == "" && i.message == k.message })
	}
}

func (d *Drawing) stray(v *drawnSession, text string) {
	i := d.joins(v, key{run: astray})
	i.mood, i.pieces = Odd, i.pieces+1
	i.show(text)
}

// message draws the begin and the end of a message. Both are silent if the message has
// content, unless its stop reason deserves a line.
func (d *Drawing) message(v *drawnSession, e *spec.Event) {
	if v == nil {
		return
	}
	switch e.Kind {
	case spec.MessageOpen:
		d.finish(v, func(i *item) bool { return i.message == "" && i.run == saying })
		if d.runs[keyed(v, key{run: opening, message: e.Message})] == nil {
			d.joins(v, key{run: opening, message: e.Message})
		}
	case spec.MessageClose:
		d.finish(v, func(i *item) bool {
			if i.message != e.Message || i.run != saying && i.run != opening {
				return false
			}
			if i.run == opening {
				i.reaches(d.line)
				d.becomes(folded)
			}
			return true
		})
	}
	if e.StopReason != "" && !ordinary[e.StopReason] {
		d.single(v, Odd, fmt.Sprintf("stops: %s", short(e.StopReason, 40)))
	}
}

// ordinary are stop reasons that need no line.
var ordinary = map[string]bool{
	"end_turn": true, "stop": true, "tool_use": true, "tool_calls": true, "tool-calls": true, "end": true,
	"completed": true, "STOP": true, "stop_sequence": true,
}
