package behaviour

import "github.com/quock-dev/quock/spec"

// take brings what an event is about to its next state, and returns the state that
// the event found.
func (t *Tracker) take(e *spec.Event, ss *thing) place {
	switch e.Kind {
	case spec.Text, spec.MessageOpen, spec.MessageClose:
		return t.message(e, ss)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		return t.call(e, ss)
	case spec.MessageFull:
		return t.full(e, ss)
	case spec.SessionOpen, spec.SessionClose:
		return t.edge(e, ss)
	}
	return t.turn(e, ss)
}

// edge is the start or end of a session; an end ends its turn.
func (t *Tracker) edge(e *spec.Event, ss *thing) place {
	where := newSession
	switch ss.phase {
	case opened:
		where = openSession
	case over:
		where = closedSession
	}
	if e.Kind == spec.SessionOpen {
		ss.phase = opened
	} else {
		ss.phase = over
		t.endTurn(ss)
	}
	return where
}

// turn is an event that is about a turn, or about no part of it.
func (t *Tracker) turn(e *spec.Event, ss *thing) place {
	if e.Kind == spec.NoteEvent {
		t.content(ss)
	}
	where := [...]place{noTurn: beforeTurn, turnOn: inTurn, turnWaits: inPause, turnEnded: behindTurn}[t.turnOf(ss)]
	switch e.Kind {
	case spec.TurnStart:
		t.begin(ss)
	case spec.TurnEnd:
		t.endTurn(ss)
	case spec.Wait:
		t.content(ss)
		if t.turnOf(ss) == turnOn {
			ss.did = turnWaits
		}
	case spec.Error:
		if e.Fatal {
			t.endTurn(ss)
		}
	}
	return where
}

// turnOf is the state of the session's last turn.
func (t *Tracker) turnOf(ss *thing) phase {
	if ss.cuts != t.ended && (ss.did == turnOn || ss.did == turnWaits) {
		t.endTurn(ss)
	}
	return ss.did
}

func (t *Tracker) begin(ss *thing) { ss.did, ss.cuts = turnOn, t.ended }

func (t *Tracker) endTurn(ss *thing) {
	ss.did = turnEnded
	ss.turns++
}

// content opens a turn where the dialect lets content do that, and reports whether
// one is open now.
func (t *Tracker) content(ss *thing) bool {
	switch t.turnOf(ss) {
	case turnOn:
		return true
	case turnWaits:
		ss.did = turnOn
		return true
	case turnEnded:
		if t.f.Turns != spec.TurnsRun && (t.f.Turns != spec.TurnsMarked || t.f.TurnStarts) {
			return false
		}
	}
	t.begin(ss)
	return true
}

// message is a piece or an edge of a message.
func (t *Tracker) message(e *spec.Event, ss *thing) place {
	if e.Kind == spec.MessageOpen && e.Role == "user" {
		t.prompt(ss)
	}
	if !t.content(ss) {
		return lateMessage
	}
	m := t.messageOf(e.Message)
	found := t.phaseOf(m, &t.things.all[t.now])
	if e.Kind == spec.MessageClose {
		t.put(m, over)
	} else {
		t.put(m, opened)
	}
	return messagePlaces[found]
}

var messagePlaces = [...]place{unmet: newMessage, opened: openMessage, runs: openMessage, over: doneMessage}

// prompt is what the user says: it ends a turn where the dialect has it so.
func (t *Tracker) prompt(ss *thing) {
	if t.f.UserMessageEdge {
		if t.turnOf(ss) != noTurn {
			t.endTurn(ss)
		}
		t.begin(ss)
	}
}

// full is a whole message with its calls.
func (t *Tracker) full(e *spec.Event, ss *thing) place {
	if len(e.Messages) == 0 {
		return anywhere
	}
	said := &e.Messages[0]
	if said.Role == "user" {
		t.prompt(ss)
	}
	if !t.content(ss) && said.Role != "user" {
		return lateMessage
	}
	m := t.messageOf(said.Message)
	found := t.phaseOf(m, &t.things.all[t.now])
	if e.Complete {
		t.put(m, over)
	} else {
		t.put(m, opened)
	}
	for i := range said.Parts {
		if id := said.Parts[i].Call; id != "" {
			if c := t.callOf(id); t.phaseOf(c, &t.things.all[t.now]) == unmet {
				t.put(c, opened)
			}
		}
	}
	return messagePlaces[found]
}

// call is an event of a call. One that names its message is said in it.
func (t *Tracker) call(e *spec.Event, ss *thing) place {
	waits := t.turnOf(ss) == turnWaits
	open := t.content(ss)
	if e.Message != "" && open {
		if m := t.messageOf(e.Message); t.phaseOf(m, &t.things.all[t.now]) == unmet {
			t.put(m, opened)
		}
	}
	if e.Call == "" {
		return namelessCall
	}
	c := t.callOf(e.Call)
	one := &t.things.all[c]
	where := callPlace(one, &t.things.all[t.now], waits)
	switch {
	case e.Kind == spec.CallDone:
		t.put(c, over)
	case e.Kind == spec.CallStart:
		t.put(c, runs)
	case where == newCall:
		t.put(c, opened)
	}
	return where
}

// callPlace is the state of a call; waits says that its session's turn did.
func callPlace(c, ss *thing, waits bool) place {
	switch {
	case c.phase == unmet:
		return newCall
	case c.phase == over:
		return doneCall
	case c.turn != ss.turns:
		return leftCall
	case waits:
		return pausedCall
	case c.phase == runs:
		return runningCall
	}
	return announcedCall
}

// phaseOf is the phase of a message or call; what its turn left open is over.
func (t *Tracker) phaseOf(i int32, ss *thing) phase {
	one := &t.things.all[i]
	if one.phase != unmet && one.turn != ss.turns {
		return over
	}
	return one.phase
}

// put brings a message or call into a phase, in the session's present turn.
func (t *Tracker) put(i int32, p phase) {
	one := &t.things.all[i]
	one.phase, one.turn = p, t.things.all[t.now].turns
}

// messageOf is the message of an id in the session that speaks. One without an id
// is new once the one before has ended.
func (t *Tracker) messageOf(id string) int32 {
	i := t.named(id, t.things.all[t.now].message, aMessage)
	t.things.all[t.now].message = i
	if one := &t.things.all[i]; id == "" && t.phaseOf(i, &t.things.all[t.now]) == over {
		one.phase = unmet
	}
	return i
}

func (t *Tracker) callOf(id string) int32 {
	i := t.named(id, t.things.all[t.now].call, aCall)
	t.things.all[t.now].call = i
	return i
}

// named is the thing of an id in the session that speaks, the last one first.
func (t *Tracker) named(id string, last int32, what uint32) int32 {
	if last >= 0 {
		one := &t.things.all[last]
		if string(t.things.names[one.from:one.to]) == id {
			return last
		}
	}
	scope := t.things.all[t.now].serial*kinds + what
	i, slot := t.things.find(id, scope)
	if i < 0 {
		i = t.things.add(id, scope, slot)
	}
	return i
}
