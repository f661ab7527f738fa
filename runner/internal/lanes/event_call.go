package lanes

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// calling draws a call until it runs: its announcement, arguments and start.
func (d *Drawing) calling(v *drawnSession, e *spec.Event) {
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

func keyed(v *drawnSession, k key) key {
	k.session = v.session.ID
	return k
}

func messageOf(c *model.Call) string {
	if c.Message == nil {
		return ""
	}
	return c.Message.ID
}

// result draws how a call ended.
func (d *Drawing) result(v *drawnSession, e *spec.Event) {
	c := d.now.call
	switch {
	case v == nil, d.now.again: // silent: it repeats what came before
	case c == nil:
		i := d.joins(v, key{run: orphans})
		if i.mood, i.pieces = Odd, i.pieces+1; i.pieces == 1 {
			i.words = []string{"result of a call never seen, " + short(e.Call, 24)}
			i.show(value(e.Result))
		}
	default:
		d.finish(v, func(i *item) bool { return i.call == c || i.run == saying && i.slot == "" && i.message == "" })
		d.ended(v, c, e.IsError)
	}
}

// ended draws the result of a call, linked to the lane of the session that it made.
func (d *Drawing) ended(v *drawnSession, c *model.Call, failed bool) {
	words, m := "result of ", Usual
	if failed || c.IsError || c.Status == spec.Failed {
		words, m = "error of ", Bad
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

// lastOf returns a session as it was drawn last; nil if it was not.
func (d *Drawing) lastOf(ss *model.Session) *drawnSession {
	if v := d.sessions[ss.ID]; v != nil {
		return v
	}
	return d.gutter.lastOf(ss)
}

func name(c *model.Call) string {
	if c.Name == "" {
		return "call " + short(c.ID, 24)
	}
	return short(c.Name, 24) + " " + short(c.ID, 24)
}

func (d *Drawing) progress(v *drawnSession, e *spec.Event) {
	if v == nil || d.now.call == nil {
		return
	}
	i := d.joins(v, key{run: progress, call: d.now.call})
	i.pieces++
	i.text, i.bytes = begin(value(e.Result)), i.bytes+len(e.Result)
}
