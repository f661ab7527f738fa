package lanes

import (
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// content takes the place of the message that was only opened, if any.
func (d *Drawing) content(v *voice, k key) *item {
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

// says tells a piece of text or thought.
func (d *Drawing) says(v *voice, e *spec.Event) {
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
	if e.Agent != "" && (i.voice == nil || i.voice.session.Agent != e.Agent) {
		i.say(short(e.Agent, 24))
	}
}

// otherText ends the text without a slot that the session was at: what comes
// now is another part.
func (d *Drawing) otherText(v *voice, k key) {
	k.session = v.session.ID
	if d.runs[k] == nil {
		d.finish(v, func(i *item) bool { return i.run == saying && i.slot == "" && i.message == k.message })
	}
}

func (d *Drawing) stray(v *voice, text string) {
	i := d.joins(v, key{run: astray})
	i.mood, i.pieces = odd, i.pieces+1
	i.show(text)
}

// calling tells of a call until it runs: its announcement, arguments and start.
func (d *Drawing) calling(v *voice, e *spec.Event) {
	c := d.now.call
	if v == nil {
		return
	}
	if c == nil || d.now.astray {
		if e.Text != "" {
			d.stray(v, e.Text)
		}
		return
	}
	k := key{run: calling, message: messageOf(c), call: c}
	if e.Kind == spec.ArgsEnd && d.runs[keyed(v, k)] == nil {
		d.called(v, c)
		return
	}
	d.otherText(v, key{run: calling, message: e.Message})
	_, before := v.open[c]
	begun := d.runs[keyed(v, k)] != nil
	i := d.content(v, k)
	i.goesOn = i.goesOn || before && !begun
	d.called(v, c)
	switch {
	case e.Kind == spec.CallArgs:
		i.pieces++
		i.show(e.Text)
	case e.Kind == spec.CallStart && before:
		i.starts = d.line
	case e.Kind == spec.CallStart:
		i.starts = i.begin
	}
}

func keyed(v *voice, k key) key {
	k.session = v.session.ID
	return k
}

func messageOf(c *model.Call) string {
	if c.Message == nil {
		return ""
	}
	return c.Message.ID
}

// result tells how a call ended.
func (d *Drawing) result(v *voice, e *spec.Event) {
	c := d.now.call
	switch {
	case v == nil:
	case d.now.again:
		d.runFolds(v, c)
	case c == nil:
		i := d.joins(v, key{run: orphans})
		if i.mood, i.pieces = odd, i.pieces+1; i.pieces == 1 {
			i.words = []string{"result of a call never seen, " + short(e.Call, 24)}
			i.show(value(e.Result))
		}
	default:
		d.finish(v, func(i *item) bool { return i.call == c || i.run == saying && i.slot == "" && i.message == "" })
		d.ended(v, c, e.IsError)
	}
}

// ended tells the result of a call, tied to the lane of the session it made.
func (d *Drawing) ended(v *voice, c *model.Call, failed bool) {
	words, m := "result of ", usual
	if failed || c.IsError || c.Status == spec.Failed {
		words, m = "error of ", bad
	}
	words += name(c)
	if c.Status != spec.Done && c.Status != spec.Failed {
		words += ", " + string(c.Status)
	}
	d.called(v, c)
	i := d.single(v, m, words)
	i.call = c
	i.show(value(c.Result))
	if c.Child != nil && c.Child.Status != spec.Open {
		i.endsChild = true
		if child := d.sessions[c.Child.ID]; child != nil {
			d.finish(child, every)
			d.forget(child)
		}
	}
}

// voiceOf is the voice that drew a session last, nil if none.
func (d *Drawing) voiceOf(ss *model.Session) *voice {
	if v := d.sessions[ss.ID]; v != nil {
		return v
	}
	return d.gutter.voice(ss)
}

func name(c *model.Call) string {
	if c.Name == "" {
		return "call " + short(c.ID, 24)
	}
	return short(c.Name, 24) + " " + short(c.ID, 24)
}

// runFolds counts what says of a call what was said before.
func (d *Drawing) runFolds(v *voice, c *model.Call) {
	if c == nil {
		return
	}
	d.becomes(silent)
}

func (d *Drawing) progress(v *voice, e *spec.Event) {
	if v == nil || d.now.call == nil {
		return
	}
	i := d.joins(v, key{run: progress, call: d.now.call})
	i.pieces++
	i.text, i.bytes = begin(value(e.Result)), i.bytes+len(e.Result)
}

// message tells of a message's edges, which are silent where something is in
// it, unless it stopped for a reason worth a line.
func (d *Drawing) message(v *voice, e *spec.Event) {
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
		d.single(v, odd, fmt.Sprintf("stops: %s", short(e.StopReason, 40)))
	}
}

// ordinary are the reasons to stop that a line would only repeat.
var ordinary = map[string]bool{
	"end_turn": true, "stop": true, "tool_use": true, "tool_calls": true, "tool-calls": true, "end": true,
	"completed": true, "STOP": true, "stop_sequence": true,
}
