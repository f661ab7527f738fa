package shrink

import "github.com/quock-dev/quock/spec"

// take notes what an event says.
func (t *tracker) take(n *node) {
	if n.id != 0 {
		t.thing(n.id).is |= idSeen
	}
	if n.wait != 0 {
		t.thing(n.wait).is |= waitSeen
	}
	if n.session == 0 {
		t.everywhere(n.e)
		return
	}
	s := t.thing(n.session)
	s.is |= parentKnown
	s.child = s.child || n.parent != 0
	switch n.e.Kind {
	case spec.SessionOpen:
		t.thing(n.session).is |= sessionOpened | sessionNow
	case spec.SessionClose:
		t.endTurn(n.session)
		t.thing(n.session).is &^= sessionNow
	case spec.TurnStart:
		t.startTurn(n)
	case spec.TurnEnd:
		t.turnEnd(n)
	case spec.Error:
		if n.e.Fatal {
			t.endTurn(n.session)
		}
	default:
		t.content(n)
	}
}

// everywhere ends every turn where an event without a session does.
func (t *tracker) everywhere(e *spec.Event) {
	if e.Kind == spec.UserTurn && t.f.UserTurn || e.Kind == spec.Cancel || e.Kind == spec.Error && e.Fatal {
		t.cuts++
		t.runs = 0
	}
}

func (t *tracker) startTurn(n *node) {
	if s := t.thing(n.session); !t.turnOpen(n.session) && !s.child {
		t.runs++
	}
	s := t.thing(n.session)
	s.is |= turnNow
	s.link, s.cut = n.turn, t.cuts
	s.turns++
	if n.turn != 0 {
		turn := t.thing(n.turn)
		turn.is |= turnNow
		turn.cut = t.cuts
	}
}

// turnEnd ends the turn that the event names, else the session's.
func (t *tracker) turnEnd(n *node) {
	if n.turn != 0 {
		t.thing(n.turn).is &^= turnNow
		if t.thing(n.session).link != n.turn {
			return
		}
	}
	t.endTurn(n.session)
}

func (t *tracker) endTurn(session int32) {
	if t.turnOpen(session) && !t.thing(session).child {
		t.runs = max(0, t.runs-1)
	}
	t.thing(session).is &^= turnNow
}

func (t *tracker) content(n *node) {
	switch n.e.Kind {
	case spec.MessageOpen:
		t.know(n.message, messageKnown|messageOpened|messageNow)
	case spec.MessageClose:
		t.know(n.message, messageKnown)
		t.forget(n.message, messageNow)
	case spec.Text, spec.UsageReport:
		t.know(n.message, messageKnown)
	case spec.CallOpen:
		t.know(n.message, messageKnown)
		t.announced(n)
	case spec.CallStart:
		t.announced(n)
		t.forget(t.call(n), argsNow)
	case spec.ArgsEnd:
		t.forget(t.call(n), argsNow)
	case spec.CallDone:
		t.done(n)
	case spec.MessageFull, spec.History:
		t.snapshots(n)
	}
}

func (t *tracker) know(key int32, what context) {
	if key != 0 {
		t.thing(key).is |= what
	}
}

func (t *tracker) forget(key int32, what context) {
	if key != 0 {
		t.thing(key).is &^= what
	}
}

// announced begins a call, unless it goes on.
func (t *tracker) announced(n *node) {
	call := n.call
	if call == 0 {
		call = n.slot
	}
	if call == 0 {
		return
	}
	if !t.is(call, callKnown) || !t.running(call, n.session) {
		t.begin(call, n)
	}
	if n.slot != 0 {
		t.thing(n.slot).link = call
	}
	if n.message != 0 {
		t.thing(n.message).link = call
	}
	t.thing(n.session).last = call
}

func (t *tracker) begin(call int32, n *node) {
	turns := t.thing(n.session).turns
	c := t.thing(call)
	c.is |= callKnown | callNow | argsNow
	c.owner, c.turns = n.begun, turns
	if n.begun < 0 {
		c.owner = n.uid
	}
}

// done ends a call; one that carries its call's name begins it where nothing
// did.
func (t *tracker) done(n *node) {
	call := t.call(n)
	if !t.is(call, callKnown) && call != 0 && n.e.Name != "" {
		t.begin(call, n)
	}
	t.forget(call, callNow|argsNow)
}

func (t *tracker) snapshots(n *node) {
	if n.e.Kind == spec.History || t.f.UserMessageEdge && n.userMessage() {
		t.endTurn(n.session)
	}
	if n.more == nil {
		return
	}
	for _, m := range n.more.messages {
		if m != 0 && !n.e.Complete && !t.is(m, messageKnown) {
			t.know(m, messageNow)
		}
		t.know(m, messageKnown|messageOpened)
	}
	for _, c := range n.more.calls {
		if !t.is(c, callKnown) || !t.running(c, n.session) {
			t.begin(c, n)
		}
		t.thing(n.session).last = c
	}
}
