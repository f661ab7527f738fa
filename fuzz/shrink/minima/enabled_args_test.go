package minima

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// args lists pieces of the arguments of a call, and their end.
func (c *chooser) args(i, k int) {
	call := &c.w.sessions[i].calls[k]
	if !c.Features.ArgsDeltas || !c.has(Args|Odd) || call.message < 0 {
		return
	}
	if !call.whole && !call.over || c.has(Unexpected) {
		c.piecesOf(i, k)
	}
	if c.Features.ArgsMarker && !c.Features.StartEndsArgs && !call.whole && !call.over {
		e := c.fragment(i, k)
		e.Kind = spec.ArgsEnd
		c.add(i, e, func(w *world) { w.sessions[i].calls[k].whole = true })
	}
}

// fragment is an event that names a call as the dialect does.
func (c *chooser) fragment(i, k int) spec.Event {
	ss := &c.w.sessions[i]
	call := &ss.calls[k]
	e := spec.Event{Message: messageID(ss.messages[call.message].id)}
	if c.Features.Slots {
		e.Slot = strconv.Itoa(call.slot)
	} else {
		e.Call = callID(call.id)
	}
	return e
}

func (c *chooser) piecesOf(i, k int) {
	grows := func(w *world) { w.sessions[i].calls[k].pieces++ }
	e := c.fragment(i, k)
	e.Kind = spec.CallArgs
	for _, text := range c.arguments() {
		e.Text = text
		c.add(i, e, grows)
	}
	if !c.has(Odd) || !c.Features.Slots {
		return
	}
	e.Text = "{}"
	e.Slot = ""
	c.add(i, e, grows) // by nothing
	e.Call = callID(c.w.sessions[i].calls[k].id)
	c.add(i, e, grows) // by its id
	e.Slot = strconv.Itoa(c.w.sessions[i].calls[k].slot + 1)
	c.add(i, e, grows) // by its id, at another's slot
	e.Call = ""
	c.add(i, e, nil) // at a slot that may have no call
}

// arguments are what a piece may hold.
func (sc *Scope) arguments() []string {
	texts := []string{"{}"}
	if sc.has(Delegates) {
		key := `{"` + sc.Features.Delegation.Argument + `":`
		texts = []string{sc.whole()}
		if sc.has(Odd) {
			return append(texts, `{"d":"x",`+key[1:]+`"p"}`, key, `"p"}`)
		}
	}
	if sc.has(Odd) {
		texts = append(texts, "{", "}", "")
	}
	return texts
}

// early lists pieces of arguments at a slot of a message that has no call there:
// their start is lost, or still to come.
func (c *chooser) early(i int) {
	ss := &c.w.sessions[i]
	if !c.has(Odd) || !c.Features.ArgsDeltas || !c.Features.Slots {
		return
	}
	for m := range ss.messages[:ss.spoken] {
		if msg := &ss.messages[m]; msg.calls == 0 && !msg.closed {
			c.add(i, spec.Event{Kind: spec.CallArgs, Message: messageID(msg.id), Slot: "0", Text: "{}"}, nil)
		}
	}
	if !c.Features.MessageStart && c.room(i) {
		e := spec.Event{Kind: spec.CallArgs, Message: messageID(c.w.messages), Slot: "0", Text: "{}"}
		c.add(i, e, func(w *world) { w.begins(i) })
	}
}
