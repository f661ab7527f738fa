package minima

import "github.com/quock-dev/quock/spec"

// An option is an event that may come next, and the world with it.
type option struct {
	event spec.Event
	world world
}

// A chooser lists what may come next in a world.
type chooser struct {
	*Scope
	w    *world
	path []spec.Event
	out  []option
}

// enabled appends what may come after the path. An event is there if what it
// needs is: its session, its turn where the dialect marks starts, its message
// where that has a start, its call. What is unexpected needs nothing.
func (sc *Scope) enabled(dst []option, w *world, path []spec.Event) []option {
	c := chooser{sc, w, path, dst}
	for i := 0; i < w.known; i++ {
		c.session(i)
	}
	if w.known == 0 {
		c.begin(0)
	} else if w.known < min(max(sc.Sessions, 1), most) && sc.has(Children) {
		c.child(w.known)
	}
	c.global()
	return c.out
}

// add lists an event that happens in session i, -1 for none, and what it changes.
func (c *chooser) add(i int, e spec.Event, change func(w *world)) {
	w := *c.w
	e.Record = 1
	if n := len(c.path); n > 0 {
		e.Record = c.path[n-1].Record + 1
	}
	if c.Features.EventIDs && e.ID == "" {
		e.ID = eventID(w.events)
	}
	if i >= 0 {
		e.Session = c.sessionID(i)
		if i > 0 && c.Features.Owner == spec.Derived {
			e.Parent = spec.To(c.sessionID(w.sessions[i].parent))
		}
	}
	if change != nil {
		change(&w)
	}
	w.events, w.last, w.at = w.events+1, e.Kind, i
	c.out = append(c.out, option{e, w})
}

// begin lists the first events of a session that no event of its own opens.
func (c *chooser) begin(i int) {
	w := *c.w
	saved := c.w
	w.known = i + 1
	w.sessions[i].by = -1
	c.w = &w
	c.session(i)
	c.w = saved
}

// session lists what a session may say.
func (c *chooser) session(i int) {
	ss := &c.w.sessions[i]
	if c.starts() {
		c.turnStart(i)
	}
	c.prompt(i)
	if ss.turns > 0 || !c.starts() {
		c.inTurn(i)
	}
	if ss.opened {
		c.again(i)
	}
	c.resumed(i)
}

// starts: the wire marks the start of a turn, so that content needs it.
func (sc *Scope) starts() bool { return sc.Features.Turns != spec.TurnsRun && sc.Features.TurnStarts }

// inTurn lists what needs a turn that has begun. Where that is over, what comes
// is late.
func (c *chooser) inTurn(i int) {
	ss := &c.w.sessions[i]
	if ss.open || !c.starts() {
		c.message(i)
		c.announce(i)
		c.early(i)
		c.wait(i)
		c.turnEnd(i)
	} else if c.has(Unexpected) {
		c.lateText(i)
		c.turnEnd(i)
	}
	c.texts(i)
	for m := range ss.messages[:ss.spoken] {
		c.known(i, m)
	}
	for k := range ss.calls[:ss.called] {
		c.call(i, k)
	}
	c.orphan(i)
	c.startLost(i)
	c.note(i)
}

// turnStart begins a turn; where one is open it is the edge of that.
func (c *chooser) turnStart(i int) {
	if ss := &c.w.sessions[i]; ss.open && !c.has(Unexpected) || ss.turns > most {
		return
	}
	id := c.turnID(c.w.turns, c.w.sessions[i].turns)
	c.add(i, spec.Event{Kind: spec.TurnStart, Turn: id}, func(w *world) {
		ss := &w.sessions[i]
		ss.turn, ss.open = w.turns, true
		ss.turns, w.turns = ss.turns+1, w.turns+1
	})
}

// turnEnd ends the session's turn, or comes again.
func (c *chooser) turnEnd(i int) {
	if !c.Features.Terminal || !c.has(Edges) {
		return
	}
	ss := &c.w.sessions[i]
	ends := func(w *world) { w.sessions[i].open = false }
	e := spec.Event{Kind: spec.TurnEnd, Turn: c.turnID(ss.turn, max(ss.turns-1, 0))}
	c.add(i, e, ends)
	if c.has(Unexpected) && ss.turns > 1 && c.Features.TurnIDs {
		late := e
		late.Turn = c.turnID(0, ss.turns-2)
		if c.w.turns == ss.turns {
			late.Turn = c.turnID(ss.turns-2, 0)
			c.add(i, late, nil)
		}
	}
	if c.has(Failures) {
		for _, status := range []spec.Status{spec.Failed, spec.Cancelled} {
			e.Status = status
			c.add(i, e, ends)
		}
		e.Status = ""
	}
	if c.has(Figures) && c.Features.TurnUsage {
		e.Usage = &spec.Usage{Input: 1, Output: 1}
		e.StopReason = "end_turn"
		c.add(i, e, ends)
	}
}
