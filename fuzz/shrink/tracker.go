package shrink

import "github.com/quock-dev/quock/spec"

// A thing is what a tracker knows of what a key stands for.
type thing struct {
	epoch uint32
	is    context
	owner int32 // of a call: the event that announced it
	link  int32 // of a session: its turn; of a slot, message or session: its last call
	last  int32 // of a session: its last call
	turns int32 // of a session: the turns begun; of a call: those when it was announced
	cut   int32 // of a turn or session: the cuts when it began
	child bool  // of a session: it has a parent
}

// A tracker follows a stream as far as the events' contexts go. It never fails,
// whatever the stream.
type tracker struct {
	f     *spec.Features
	epoch uint32
	at    []thing
	cuts  int32 // how often all turns were ended at once
	runs  int   // open turns of sessions without a parent
}

// reset begins a stream.
func (t *tracker) reset() {
	t.epoch++
	t.cuts, t.runs = 0, 0
}

// thing is what is known of a key. It is good until the next call.
func (t *tracker) thing(key int32) *thing {
	if int(key) >= len(t.at) {
		t.at = append(t.at, make([]thing, int(key)+1-len(t.at)+len(t.at)/2)...)
	}
	if a := &t.at[key]; a.epoch != t.epoch {
		*a = thing{epoch: t.epoch}
	}
	return &t.at[key]
}

func (t *tracker) is(key int32, what context) bool {
	return key != 0 && t.thing(key).is&what != 0
}

// turnOpen reports whether a session, or the turn itself, has a turn open.
func (t *tracker) turnOpen(key int32) bool {
	a := t.thing(key)
	return a.is&turnNow != 0 && a.cut == t.cuts
}

// call finds the call that an event speaks of; 0 for none.
func (t *tracker) call(n *node) int32 {
	switch {
	case n.call != 0:
		return n.call
	case n.slot != 0:
		return t.thing(n.slot).link
	case n.e.Kind != spec.CallArgs && n.e.Kind != spec.ArgsEnd:
		return 0
	case n.message != 0:
		return t.thing(n.message).link
	case n.session != 0:
		return t.thing(n.session).last
	}
	return 0
}

// finds is the context of an event, and the event that announced the call that
// it speaks of, -1 for none.
func (t *tracker) finds(n *node) (context, int32) {
	found := t.around(n)
	if n.message != 0 {
		found |= t.message(n.message)
	}
	call, owner := t.call(n), int32(-1)
	switch {
	case !t.is(call, callKnown):
		found |= callIdle
	case t.running(call, n.session):
		found |= callKnown | callNow | t.thing(call).is&argsNow
		owner = t.thing(call).owner
	default:
		found |= callKnown | callIdle | t.thing(call).is&argsNow
		owner = t.thing(call).owner
	}
	if n.more != nil {
		found |= t.several(n.more)
	}
	return found, owner
}

// around is what holds of an event's session, turn and ids.
func (t *tracker) around(n *node) context {
	var found context
	if n.session != 0 {
		s := t.thing(n.session)
		found |= s.is & (sessionOpened | sessionNow)
		if s.is&sessionNow == 0 {
			found |= sessionIdle
		}
		turn := n.session
		if n.turn != 0 && (n.e.Kind == spec.TurnEnd || n.e.Kind == spec.TurnStart && t.f.Turns == spec.TurnsOverlap) {
			turn = n.turn
		}
		found |= found.also(s.turns > 0, turnBegun)
		if t.turnOpen(turn) {
			found |= turnNow
		} else {
			found |= turnIdle
		}
	}
	found |= found.also(t.is(n.parent, parentKnown), parentKnown)
	found |= found.also(t.is(n.parentCall, callKnown), parentCallKnown)
	found |= found.also(t.is(n.id, idSeen), idSeen)
	found |= found.also(t.is(n.wait, waitSeen), waitSeen)
	return found | found.also(t.f.InRun && t.runs > 0, runNow)
}

func (c context) also(holds bool, what context) context {
	if holds {
		return what
	}
	return 0
}

func (t *tracker) message(key int32) context {
	is := t.thing(key).is & (messageKnown | messageOpened | messageNow)
	return is | is.also(is&messageNow == 0, messageIdle)
}

// running reports whether a call has no result in the turn that announced it.
func (t *tracker) running(call, session int32) bool {
	c := t.thing(call)
	if c.is&callNow == 0 {
		return false
	}
	turns := c.turns
	return session == 0 || t.f.GlobalCallIDs || turns == t.thing(session).turns
}

func (t *tracker) several(more *moreKeys) context {
	var found context
	for _, m := range more.messages {
		if m != 0 {
			found |= t.message(m) &^ messageIdle
		}
	}
	for _, c := range more.calls {
		found |= found.also(t.is(c, callKnown), callKnown)
	}
	for _, id := range more.retracts {
		found |= found.also(t.is(id, idSeen), retractsKnown)
	}
	return found
}
