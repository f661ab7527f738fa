package minima

import "github.com/quock-dev/quock/spec"

// pieces are texts that are hard to join.
var pieces = []string{" ", `\`, `"`, "<", ""}

// words are the texts that a piece may have.
func (sc *Scope) words() []string {
	switch {
	case sc.has(Pieces):
		return append([]string{"a"}, pieces...)
	case sc.has(Fulls):
		return []string{"a", "ab"}
	}
	return []string{"a"}
}

// forms are the forms of text.
func (sc *Scope) forms() []spec.Form {
	if sc.has(Thoughts) && sc.Features.Thoughts {
		return []spec.Form{spec.Plain, spec.Thought}
	}
	return []spec.Form{spec.Plain}
}

// room reports whether a session may have another message.
func (c *chooser) room(i int) bool {
	return c.w.sessions[i].spoken < min(max(c.Messages, 1), most)
}

// message lists how a message may begin.
func (c *chooser) message(i int) {
	if !c.room(i) || c.Features.Children == spec.ChildrenSilent && i > 0 {
		return
	}
	id := ""
	if c.Features.MessageIDs {
		id = messageID(c.w.messages)
	}
	begins := func(w *world) { w.begins(i) }
	if c.Features.MessageStart && id != "" {
		e := spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant"}
		c.add(i, e, begins)
		c.speakers(i, e, begins)
	}
	c.full(i, id, begins, false)
	if c.Features.MessageStart || !c.has(Texts|Pieces) || c.Features.WholeMessages || id == "" {
		return
	}
	for _, t := range c.words() {
		e := spec.Event{Kind: spec.Text, Message: id, Text: t, Form: spec.Plain}
		c.add(i, e, func(w *world) { begins(w); w.says(i) })
		c.speakers(i, e, begins)
	}
}

// prompt lists what a user says, which needs no turn.
func (c *chooser) prompt(i int) {
	if !c.has(Prompts) || !c.Features.UserMessages || c.w.sessions[i].prompts > 0 {
		return
	}
	id := ""
	if c.Features.MessageIDs {
		id = "u" + c.sessionID(i)
	}
	for _, t := range c.words() {
		if t != "" {
			part := spec.SnapshotPart{Kind: spec.TextPart, Text: t}
			snap := spec.Snapshot{Message: id, Role: "user", Parts: []spec.SnapshotPart{part}}
			c.add(i, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{snap}}, func(w *world) { w.prompted(c.Scope, i) })
		}
	}
}

func (w *world) prompted(sc *Scope, i int) {
	w.sessions[i].prompts++
	if sc.Features.UserMessageEdge {
		w.sessions[i].open = false
	}
}

// speakers lists the same event with the agents that may have said it.
func (c *chooser) speakers(i int, e spec.Event, change func(*world)) {
	if !c.has(Extras) || !c.Features.Speakers {
		return
	}
	for _, agent := range []string{"p", "q"} {
		e.Agent = agent
		c.add(i, e, change)
	}
}

func (w *world) begins(i int) {
	ss := &w.sessions[i]
	ss.messages[ss.spoken] = message{id: w.messages, turn: ss.turns}
	ss.spoken, w.messages = ss.spoken+1, w.messages+1
}

func (w *world) says(i int) {
	ss := &w.sessions[i]
	ss.messages[ss.spoken-1].words++
}

// texts lists pieces of text of a session whose messages have no ids.
func (c *chooser) texts(i int) {
	if c.Features.MessageIDs || c.Features.WholeMessages || !c.w.sessions[i].open && c.starts() || !c.has(Texts|Pieces) {
		return
	}
	for _, form := range c.forms() {
		for _, t := range c.words() {
			c.add(i, spec.Event{Kind: spec.Text, Text: t, Form: form}, nil)
		}
	}
	c.idlessEnd(i)
}

// idlessEnd ends the model call of a session whose messages have no ids.
func (c *chooser) idlessEnd(i int) {
	if c.has(Edges) && c.Features.MessageEnd {
		c.ended(i, spec.Event{Kind: spec.MessageClose}, nil)
	}
	if c.has(Edges) && c.Features.Batches {
		c.add(i, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteBoundary}, nil)
	}
}

// ended lists an end with all that it may carry.
func (c *chooser) ended(i int, e spec.Event, change func(*world)) {
	c.add(i, e, change)
	if !c.has(Figures) {
		return
	}
	if c.Features.StopReasons {
		e.StopReason = "end_turn"
		c.add(i, e, change)
		e.StopReason = ""
	}
	for _, n := range []int64{1, 2} {
		if c.Features.MessageUsage {
			e.Usage = &spec.Usage{Input: n, Output: n}
			c.add(i, e, change)
		}
	}
}

// lateText lists text that comes after its turn, where messages have no ids.
func (c *chooser) lateText(i int) {
	if c.Features.MessageIDs || c.Features.WholeMessages || !c.has(Texts) {
		return
	}
	c.add(i, spec.Event{Kind: spec.Text, Text: "a", Form: spec.Plain}, nil)
}

// known lists what goes on in a message that has begun.
func (c *chooser) known(i, m int) {
	msg := &c.w.sessions[i].messages[m]
	id := messageID(msg.id)
	if !c.Features.MessageIDs {
		return
	}
	if !msg.closed || c.has(Unexpected) {
		c.more(i, m, id)
	}
	if c.has(Fulls) && c.Features.Snapshots {
		c.full(i, id, func(w *world) { w.sessions[i].messages[m].closed = true }, true)
	}
	if c.has(Figures) && c.Features.MessageUsage {
		for _, n := range []int64{1, 2} {
			c.add(i, spec.Event{Kind: spec.UsageReport, Message: id, Usage: &spec.Usage{Input: n, Output: n}}, nil)
		}
	}
	if c.has(Voids) && c.Features.Retracts {
		c.add(i, spec.Event{Kind: spec.Retract, Message: id}, nil)
	}
	if c.has(Edges) && c.Features.MessageEnd && !msg.closed {
		c.ended(i, spec.Event{Kind: spec.MessageClose, Message: id}, func(w *world) { w.sessions[i].messages[m].closed = true })
	}
	if c.has(Unexpected) && c.Features.Reopens {
		c.add(i, spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant"}, nil)
	}
}

// more lists pieces of text of a message.
func (c *chooser) more(i, m int, id string) {
	if !c.has(Texts|Pieces) || c.Features.WholeMessages {
		return
	}
	for _, form := range c.forms() {
		for _, t := range c.words() {
			e := spec.Event{Kind: spec.Text, Message: id, Text: t, Form: form}
			if c.Features.TextSlots {
				e.Slot = "0"
			}
			c.add(i, e, func(w *world) { w.sessions[i].messages[m].words++ })
			if c.has(Extras) && c.Features.Metadata && t == "a" {
				for _, meta := range []string{`{"signature":"x"}`, `{"k":1}`} {
					e.Metadata = []byte(meta)
					c.add(i, e, nil)
				}
			}
		}
	}
}
