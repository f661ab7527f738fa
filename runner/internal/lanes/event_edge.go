package lanes

import (
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// edge draws the begin or the end of a session or a turn.
func (d *Drawing) edge(v *drawnSession, e *spec.Event) {
	if v == nil { // the end of what was never there; the model reports it
		d.becomes(silent)
		return
	}
	switch e.Kind {
	case spec.SessionOpen:
		if c := d.now.linked; c != nil && c.Child == v.session {
			v.by = c
		}
		if v.shown && v.session.Status == spec.Open && d.runs[keyed(v, key{run: edges})] == nil {
			return // it only goes on
		}
		d.edges(v).addWords("session opens")
	case spec.TurnStart:
		d.finish(v, func(i *item) bool { return i.run != edges })
		i := d.edges(v)
		i.addWords("turn starts")
		i.rests = false
	case spec.TurnEnd:
		d.finish(v, func(i *item) bool { return i.run != edges })
		d.turnEnds(v, e)
	case spec.SessionClose:
		d.finish(v, func(i *item) bool { return i.run != edges })
		d.closes(v, e)
	}
}

// mostEdges is the most entries in a line of edges.
const mostEdges = 4

// edges is the line of the edges of a session between which nothing stands.
func (d *Drawing) edges(v *drawnSession) *item {
	k := keyed(v, key{run: edges})
	if i := d.runs[k]; i != nil && len(i.words) >= mostEdges {
		d.over(i)
	}
	i := d.joins(v, k)
	i.mood = Edge
	return i
}

func (d *Drawing) turnEnds(v *drawnSession, e *spec.Event) {
	how := spec.Completed
	if n := len(v.session.Turns); n > 0 {
		how = v.session.Turns[n-1].Status
	}
	if e.Status != "" {
		how = e.Status
	}
	words := "turn ends: " + string(how)
	if e.StopReason != "" {
		words += ", " + short(e.StopReason, 24)
	}
	if e.Usage != nil && (e.Usage.Input > 0 || e.Usage.Output > 0) {
		words += fmt.Sprintf(", %s tokens in, %s out", number(int(e.Usage.Input)), number(int(e.Usage.Output)))
	}
	i := d.edges(v)
	i.addWords(words)
	i.rests = true
	if e.Error != "" {
		i.addWords(begin(e.Error))
	}
	if how == spec.Failed {
		i.mood = Bad
	}
	d.drawUnanswered(v, i)
}

// drawUnanswered draws which calls an end left open.
func (d *Drawing) drawUnanswered(v *drawnSession, i *item) {
	n, last := 0, (*model.Call)(nil)
	for c := range v.open {
		if c.Status == spec.Abandoned || c.Status == spec.Cancelled {
			if n++; last == nil || v.open[c] < v.open[last] {
				last = c
			}
		}
	}
	if n == 0 {
		return
	}
	words := fmt.Sprintf("leaves %s without a result: %s", counted(n, "call"), name(last))
	if n > 1 {
		words += " first"
	}
	i.addWords(words)
	for c := range v.open {
		if c.Status.Terminal() && c.Status != spec.Abandoned {
			delete(v.open, c)
		}
	}
}

func (d *Drawing) closes(v *drawnSession, e *spec.Event) {
	i := d.edges(v)
	if e.Status == spec.Failed || e.IsError {
		i.mood = Bad
		i.addWords("session ends, failed")
	} else {
		i.addWords("session ends")
	}
	if e.Error != "" {
		i.addWords(begin(e.Error))
	}
	d.freeLane(v, i)
}

// freeLane frees the lane of a closed session after the item.
func (d *Drawing) freeLane(v *drawnSession, i *item) {
	if v.session.Status == spec.Open {
		return
	}
	i.ends = true
	d.over(i)
	d.forget(v)
}

// drawLink draws which call made a session, if that appears later than the session.
func (d *Drawing) drawLink() {
	c := d.now.call
	if c == nil || c.Child == nil {
		return
	}
	child := d.sessions[c.Child.ID]
	if child == nil || child.by != nil {
		return
	}
	child.by = c
	if child.shown && child.session == c.Child {
		i := d.single(child, Edge)
		i.run, i.call = linking, c
	}
}
