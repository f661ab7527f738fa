package lanes

import (
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// whole draws what a whole message adds. A message that only repeats what was streamed
// is silent.
func (d *Drawing) whole(v *drawnSession, e *spec.Event) {
	if v == nil {
		return
	}
	for i := range e.Messages {
		if snap := &e.Messages[i]; snap.Role == "user" && d.isNewUserMessage(v, snap) {
			d.finish(v, func(i *item) bool { return i.message == "" })
			d.user(v, snap.Parts)
		}
	}
	for i := range d.now.additions {
		d.now.additions[i].complete = e.Complete
		d.drawAddition(v, &d.now.additions[i])
	}
	if len(d.now.additions) == 0 && d.runs[keyed(v, key{run: saying, message: first(e)})] != nil {
		d.becomes(folded)
	}
}

func first(e *spec.Event) string {
	if len(e.Messages) == 0 {
		return ""
	}
	return e.Messages[0].Message
}

// isNewUserMessage reports whether a user message is now the session's last one; the model adds
// each message once.
func (d *Drawing) isNewUserMessage(v *drawnSession, snap *spec.Snapshot) bool {
	messages := v.session.Messages
	if len(messages) == 0 {
		return false
	}
	last := messages[len(messages)-1]
	if last.Role != "user" || last.ID != snap.Message || v.user == last {
		return false
	}
	v.user = last
	return true
}

func (d *Drawing) user(v *drawnSession, parts []spec.SnapshotPart) {
	i := d.single(v, Edge, "user")
	for j := range parts {
		if parts[j].Kind != spec.CallPart {
			i.show(parts[j].Text)
		}
	}
}

// drawAddition draws one part of a whole message.
func (d *Drawing) drawAddition(v *drawnSession, n *addition) {
	if c := n.part.Call; c != nil {
		d.drawCallAddition(v, n, c)
		return
	}
	k := keyed(v, key{run: saying, message: n.message.ID, slot: n.part.Slot, detail: string(form(n.part.Kind))})
	d.otherText(v, k)
	i := d.content(v, k)
	if agent := n.message.Agent; agent != "" && agent != v.session.Agent {
		i.addWords(short(agent, 24))
	}
	i.pieces++
	i.show(string(n.part.Text[min(n.was, len(n.part.Text)):]))
	if n.complete {
		d.over(i)
	}
}

// over ends a run if it was begun.
func (d *Drawing) over(i *item) {
	i.done = true
	if d.runs[i.key] == i {
		delete(d.runs, i.key)
	}
}

func (d *Drawing) drawCallAddition(v *drawnSession, n *addition, c *model.Call) {
	if n.added {
		i := d.content(v, key{run: calling, message: n.message.ID, call: c})
		i.pieces = max(i.pieces, 1)
		d.called(v, c)
	}
	if n.ended {
		d.finish(v, func(i *item) bool { return i.call == c })
		d.ended(v, c, c.IsError)
	}
}

func form(k spec.PartKind) spec.Form {
	if k == spec.ThoughtPart {
		return spec.Thought
	}
	return spec.Plain
}

// A shape is what a session held before it was restated.
type shape struct {
	messages map[*model.Message]bool
	over     map[*model.Call]bool
}

func (d *Drawing) shape(id string) shape {
	s := shape{map[*model.Message]bool{}, map[*model.Call]bool{}}
	ss := d.state.Session(id)
	if ss == nil {
		return s
	}
	for _, m := range ss.Messages {
		s.messages[m] = true
	}
	for _, c := range ss.Calls {
		if c.Status.Terminal() {
			s.over[c] = true
		}
	}
	return s
}

// history draws what a restated session adds.
func (d *Drawing) history(v *drawnSession, e *spec.Event, before shape) {
	if v == nil {
		return
	}
	fresh := 0
	for _, m := range v.session.Messages {
		if !before.messages[m] {
			fresh++
		}
	}
	if fresh == 0 {
		i := d.joins(v, key{run: restating})
		i.mood, i.pieces = Aside, i.pieces+1
		i.words = []string{fmt.Sprintf("restated whole, nothing new: %s", counted(len(e.Messages), "message"))}
		return
	}
	d.finish(v, every)
	d.single(v, Edge, fmt.Sprintf("restated whole: %s, %s new", counted(len(e.Messages), "message"), number(fresh)))
	for _, m := range v.session.Messages {
		if !before.messages[m] {
			d.restored(v, m)
		}
	}
}

// restored draws a message of a history, part by part.
func (d *Drawing) restored(v *drawnSession, m *model.Message) {
	for _, p := range m.Parts {
		switch {
		case p.Call != nil:
			d.drawCallAddition(v, &addition{message: m, part: p, added: true, ended: p.Call.Status.Terminal()}, p.Call)
		case m.Role == "user":
			d.single(v, Edge, "user").show(string(p.Text))
		default:
			d.drawAddition(v, &addition{message: m, part: p, added: true, complete: true})
		}
	}
}
