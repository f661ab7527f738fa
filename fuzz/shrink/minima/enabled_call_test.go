package minima

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// announce lists how a call may be announced.
func (c *chooser) announce(i int) {
	ss := &c.w.sessions[i]
	if !c.has(Calls) || ss.called >= min(max(c.Calls, 1), most) || c.Features.Children == spec.ChildrenSilent && i > 0 {
		return
	}
	if c.Features.Owner == spec.Derived {
		c.announceOn(i, -1)
		return
	}
	for m := range ss.messages[:ss.spoken] {
		if !ss.messages[m].closed {
			c.announceOn(i, m)
		}
	}
	if !c.Features.MessageStart && c.room(i) {
		c.announceOn(i, ss.spoken)
	}
}

// announceOn lists the announcements on message m, which they begin where it is
// not known; -1 where calls have no message on the wire.
func (c *chooser) announceOn(i, m int) {
	names := []string{"f"}
	if c.has(Delegates) && c.Features.Delegation.Tool != "" {
		names = c.tools()
	}
	for _, name := range names {
		for _, id := range c.ids(i) {
			c.announced(i, m, name, id)
		}
	}
}

// tools are names of the delegation tool, and one that is like it.
func (sc *Scope) tools() []string {
	d := &sc.Features.Delegation
	names := []string{d.Tool, d.Tool + "s"}
	for _, alias := range d.Aliases {
		if alias == "mcp__*__"+d.Tool {
			alias = "mcp__x__" + d.Tool
		}
		names = append(names, alias)
	}
	return names
}

// ids are the ids that a new call may have: a new one, or one that is in use.
func (c *chooser) ids(i int) []int {
	all := []int{c.w.calls}
	if !c.has(SharedIDs) {
		return all
	}
	for k := 0; k < c.w.calls; k++ {
		all = append(all, k)
	}
	return all
}

func (c *chooser) announced(i, m int, name string, id int) {
	e := spec.Event{Kind: spec.CallOpen, Call: callID(id), Name: name}
	slot := c.place(i, m, &e)
	adds := func(w *world) { w.calling(i, m, id, slot) }
	if c.Features.Preparing {
		c.add(i, e, adds)
		c.carried(i, e, adds)
	}
	if c.Features.Executing && (c.Features.Owner == spec.Derived) {
		e.Kind = spec.CallStart
		e.Args, e.ArgsValue = c.whole(), !c.Features.ArgsText
		c.add(i, e, func(w *world) { adds(w); w.running(i) })
	}
}

// whole are complete arguments.
func (sc *Scope) whole() string {
	if sc.has(Delegates) {
		return `{"` + sc.Features.Delegation.Argument + `":"p"}`
	}
	return "{}"
}

// place puts an announcement at its message and slot, which it returns.
func (c *chooser) place(i, m int, e *spec.Event) int {
	if m < 0 {
		return 0
	}
	ss := &c.w.sessions[i]
	e.Message = messageID(c.w.messages)
	slot := 0
	if m < ss.spoken {
		e.Message, slot = messageID(ss.messages[m].id), ss.messages[m].calls
	}
	if c.Features.Slots {
		e.Slot = strconv.Itoa(slot)
	}
	return slot
}

// carried lists announcements that carry arguments, come without a name, at a
// slot that is in use, or in one record with the one before.
func (c *chooser) carried(i int, e spec.Event, change func(*world)) {
	if c.has(Carried) {
		with := e
		with.Args, with.ArgsValue = c.whole(), !c.Features.ArgsText
		c.add(i, with, change)
		nameless := e
		nameless.Name = ""
		c.add(i, nameless, change)
	}
	for _, args := range c.arguments() {
		if with := e; c.has(Laden) && args != "" {
			with.Args, with.ArgsValue = args, !c.Features.ArgsText
			c.add(i, with, change)
		}
	}
	if c.has(SharedIDs) && e.Slot != "" && e.Slot != "0" {
		e.Slot = "0"
		c.add(i, e, func(w *world) { change(w); w.sessions[i].calls[w.sessions[i].called-1].slot = 0 })
	}
	if c.has(Batches) && c.w.last == spec.CallOpen && c.w.at == i {
		c.add(i, e, change)
		c.out[len(c.out)-1].event.Record--
	}
}

func (w *world) calling(i, m, id, slot int) {
	ss := &w.sessions[i]
	if m == ss.spoken && m >= 0 {
		w.begins(i)
	}
	if m >= 0 {
		ss.messages[m].calls++
	}
	ss.calls[ss.called] = call{id: id, turn: ss.turns, message: m, slot: slot}
	ss.called++
	w.calls = max(w.calls, id+1)
}

func (w *world) running(i int) {
	ss := &w.sessions[i]
	ss.calls[ss.called-1].runs, ss.calls[ss.called-1].whole = true, true
}

// call lists what goes on with a call that was announced.
func (c *chooser) call(i, k int) {
	call := &c.w.sessions[i].calls[k]
	c.args(i, k)
	if c.Features.Preparing && c.has(Carried) && !call.over {
		c.renamed(i, k)
	}
	if c.has(Calls) && c.Features.Executing && (!call.over && !call.runs || c.has(Unexpected)) {
		c.started(i, k)
	}
	if c.has(Waits) {
		c.add(i, spec.Event{Kind: spec.CallProgress, Call: callID(call.id), Result: []byte(`"r"`)}, nil)
	}
	if c.has(Logs) && c.Features.ToolLogs {
		c.logs(i, k)
	}
	c.done(i, k)
}

// started lists the start of a call, with the arguments that were announced or
// others.
func (c *chooser) started(i, k int) {
	e := spec.Event{Kind: spec.CallStart, Call: callID(c.w.sessions[i].calls[k].id), Name: "f", ArgsValue: !c.Features.ArgsText}
	for _, args := range []string{c.whole(), `{"b":1}`} {
		if e.Args = args; args != c.whole() && !c.has(Carried) {
			continue
		}
		c.add(i, e, func(w *world) { w.sessions[i].calls[k].runs, w.sessions[i].calls[k].whole = true, true })
	}
}

// renamed lists the announcement of a call again: the same, without a name, with
// another one.
func (c *chooser) renamed(i, k int) {
	call := &c.w.sessions[i].calls[k]
	e := spec.Event{Kind: spec.CallOpen, Call: callID(call.id)}
	if call.message >= 0 {
		e.Message = messageID(c.w.sessions[i].messages[call.message].id)
		if c.Features.Slots {
			e.Slot = strconv.Itoa(call.slot)
		}
	}
	for _, name := range []string{"f", "", "g"} {
		e.Name = name
		c.add(i, e, nil)
	}
}
