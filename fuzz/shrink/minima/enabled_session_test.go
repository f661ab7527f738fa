package minima

import "github.com/quock-dev/quock/spec"

// child lists how session k can come to be, under each session that is known.
func (c *chooser) child(k int) {
	for p := 0; p < c.w.known; p++ {
		c.childOf(k, p, -1)
		for i := range c.w.sessions[p].calls[:c.w.sessions[p].called] {
			if call := &c.w.sessions[p].calls[i]; !call.over && !call.linked && c.Features.ChildLink {
				c.childOf(k, p, i)
			}
		}
	}
}

// childOf lists the opening of session k under a session, linked to one of its
// calls or, with -1, to none.
func (c *chooser) childOf(k, parent, by int) {
	if !c.linked() {
		w := *c.w
		saved := c.w
		w.sessions[k].parent = parent
		c.w = &w
		c.begin(k)
		c.w = saved
		return
	}
	e := spec.Event{Kind: spec.SessionOpen, Parent: spec.To(c.sessionID(parent))}
	if by >= 0 {
		e.ParentCall = spec.To(callID(c.w.sessions[parent].calls[by].id))
	}
	c.add(k, e, func(w *world) {
		w.known = k + 1
		w.sessions[k].parent, w.sessions[k].by, w.sessions[k].opened = parent, by, true
		if by >= 0 {
			w.sessions[parent].calls[by].linked = true
		}
	})
}

// again lists a further opening of a session, and its end.
func (c *chooser) again(i int) {
	ss := &c.w.sessions[i]
	if c.has(Unexpected) {
		c.add(i, spec.Event{Kind: spec.SessionOpen, Parent: spec.To(c.sessionID(ss.parent))}, func(w *world) {
			w.sessions[i].closed = false
		})
	}
	if !c.has(Edges) || !c.Features.ChildEdges || ss.closed && !c.has(Unexpected) {
		return
	}
	closes := func(w *world) { w.sessions[i].closed, w.sessions[i].open = true, false }
	c.add(i, spec.Event{Kind: spec.SessionClose}, closes)
	if c.has(Failures) {
		c.add(i, spec.Event{Kind: spec.SessionClose, Status: spec.Failed}, closes)
	}
}

// wait lists that a session or one of its calls waits.
func (c *chooser) wait(i int) {
	if !c.has(Waits) || !c.Features.Waits {
		return
	}
	c.add(i, spec.Event{Kind: spec.Wait, Wait: "w"}, nil)
	for k := range c.w.sessions[i].calls[:c.w.sessions[i].called] {
		if call := &c.w.sessions[i].calls[k]; !call.over {
			c.add(i, spec.Event{Kind: spec.Wait, Wait: "w", Call: callID(call.id)}, nil)
		}
	}
}

// resumed lists a session that is restated as one message.
func (c *chooser) resumed(i int) {
	if !c.has(Resumes) || !c.Features.Histories {
		return
	}
	part := spec.SnapshotPart{Kind: spec.TextPart, Text: "a"}
	id := ""
	if c.Features.MessageIDs {
		id = "m9"
	}
	e := spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{{Message: id, Role: "assistant", Parts: []spec.SnapshotPart{part}}}}
	c.add(i, e, func(w *world) {
		w.sessions[i] = session{parent: w.sessions[i].parent, by: -1, opened: w.sessions[i].opened}
	})
}

func (c *chooser) note(i int) {
	if !c.has(Notes) {
		return
	}
	for _, n := range []spec.Note{spec.NoteSystem, spec.NoteCustom} {
		if c.notes(n) {
			c.add(i, spec.Event{Kind: spec.NoteEvent, Note: n, Text: "n"}, nil)
		}
	}
	c.add(i, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}, nil)
}

func (sc *Scope) notes(n spec.Note) bool {
	if len(sc.Features.Notes) == 0 {
		return true
	}
	for _, has := range sc.Features.Notes {
		if has == n {
			return true
		}
	}
	return false
}

// global lists what belongs to no session.
func (c *chooser) global() {
	if c.has(Globals) && c.Features.UserTurn {
		c.everywhere(spec.Event{Kind: spec.UserTurn, Global: true})
	}
	if c.has(Globals) && c.Features.Cancels {
		c.everywhere(spec.Event{Kind: spec.Cancel, Global: true})
	}
	if c.has(Errors) && c.Features.Errors {
		c.everywhere(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "x"})
		c.add(-1, spec.Event{Kind: spec.Error, Global: true, Error: "x"}, nil)
		if c.w.known > 0 {
			c.add(0, spec.Event{Kind: spec.Error, Error: "x"}, nil)
		}
	}
	c.limits()
	c.nameless()
	c.replays()
	c.closesNothing()
}

func (c *chooser) everywhere(e spec.Event) {
	c.add(-1, e, func(w *world) {
		for i := range w.sessions {
			w.sessions[i].open = false
		}
	})
}

func (c *chooser) limits() {
	if !c.has(Limits) || !c.Features.Quota {
		return
	}
	for _, l := range []spec.Limit{{Rejected: true, Window: "day"}, {Rejected: true}, {Window: "day"}, {Window: "week"}} {
		c.add(-1, spec.Event{Kind: spec.LimitReport, Global: true, Limit: &l}, nil)
	}
}

// nameless lists a text whose session the wire does not say.
func (c *chooser) nameless() {
	if !c.has(Nameless) {
		return
	}
	e := spec.Event{Kind: spec.Text, NoSession: true, Text: "a", Form: spec.Plain}
	c.add(-1, e, nil)
	c.out[len(c.out)-1].event.Session = c.sessionID(0)
}

// replays lists events that come again as they were.
func (c *chooser) replays() {
	if !c.has(Replays) || !c.Features.EventIDs {
		return
	}
	for i := range c.path {
		c.add(-1, c.path[i], func(*world) {})
		c.out[len(c.out)-1].event.Session = c.path[i].Session
	}
}

// closesNothing lists the end of a session that was never opened.
func (c *chooser) closesNothing() {
	if c.has(Unexpected) && c.Features.ChildEdges {
		c.add(-1, spec.Event{Kind: spec.SessionClose, Session: "s9"}, nil)
	}
}
