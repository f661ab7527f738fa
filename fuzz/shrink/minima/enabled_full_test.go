package minima

import "github.com/quock-dev/quock/spec"

// full lists a message whole: a new one or, where some of it was streamed, one that
// says the same, more, or something else.
func (c *chooser) full(i int, id string, change func(*world), streamed bool) {
	if !c.Features.Snapshots && !c.Features.WholeMessages || !c.has(Fulls) && (streamed || !c.has(Wholes)) {
		return
	}
	for _, parts := range c.wholes(streamed) {
		c.frame(i, spec.Snapshot{Message: id, Parts: parts}, change)
	}
	if streamed {
		return
	}
	c.add(i, spec.Event{
		Kind: spec.MessageFull, Messages: []spec.Snapshot{{Message: id, Role: "assistant", Parts: textParts("a")}},
	}, change) // as far as it goes
	c.figured(i, id, change)
	if c.has(Calls) && c.w.sessions[i].called < min(max(c.Calls, 1), most) {
		c.calling(i, id)
	}
}

func (c *chooser) frame(i int, snap spec.Snapshot, change func(*world)) {
	snap.Role = "assistant"
	c.add(i, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{snap}}, change)
}

// figured lists a message whole with its stop reason or usage alone.
func (c *chooser) figured(i int, id string, change func(*world)) {
	if c.has(Figures) && c.Features.StopReasons {
		c.frame(i, spec.Snapshot{Message: id, StopReason: "end_turn"}, change)
	}
	if c.has(Figures) && c.Features.MessageUsage {
		c.frame(i, spec.Snapshot{Message: id, Usage: &spec.Usage{Input: 1, Output: 1}}, change)
	}
}

// calling lists a message whole that has a call.
func (c *chooser) calling(i int, id string) {
	call, m := c.w.calls, c.w.sessions[i].spoken
	part := spec.SnapshotPart{Kind: spec.CallPart, Call: callID(call), Name: "f", Args: "{}", ArgsValue: true}
	c.frame(i, spec.Snapshot{Message: id, Parts: []spec.SnapshotPart{part}}, func(w *world) {
		w.calling(i, m, call, 0)
		w.sessions[i].calls[w.sessions[i].called-1].whole = true
	})
}

// wholes are the parts of whole messages.
func (sc *Scope) wholes(streamed bool) [][]spec.SnapshotPart {
	switch {
	case streamed:
		return [][]spec.SnapshotPart{textParts("a"), textParts("ab"), textParts("b")}
	case !sc.has(Fulls):
		return [][]spec.SnapshotPart{textParts("a")}
	}
	all := [][]spec.SnapshotPart{textParts("a", "a"), textParts("a", "ab")}
	if sc.Features.Thoughts {
		all = append(all, append([]spec.SnapshotPart{{Kind: spec.ThoughtPart, Text: "a"}}, textParts("a", "a")...))
	}
	for _, t := range sc.words() {
		if t != "" {
			all = append(all, textParts(t))
		}
	}
	return all
}

// textParts are parts of text.
func textParts(texts ...string) []spec.SnapshotPart {
	var parts []spec.SnapshotPart
	for _, t := range texts {
		parts = append(parts, spec.SnapshotPart{Kind: spec.TextPart, Text: t})
	}
	return parts
}
