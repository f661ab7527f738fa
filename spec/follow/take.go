package follow

import "github.com/quock-dev/quock/spec"

// Take makes an event with these keys part of what is known. by is the caller's
// number for it, which Find gives back of a call that it announces.
func (s *Follower) Take(e *spec.Event, k *Keys, by int32) {
	s.mark(k.ID, IDSeen, by)
	s.mark(k.Wait, WaitSeen, by)
	if k.Session == 0 {
		if EndsAll(s.f, e) {
			s.era++
			s.busy, s.runs = 0, 0
		}
		return
	}
	s.mark(k.Session, ParentKnown, by)
	ss := s.session(k.Session)
	if k.Parent != 0 && ss.parent == 0 {
		ss.parent = k.Parent
	}
	switch e.Kind {
	case spec.SessionOpen:
		t := s.thing(k.Session)
		t.is, t.by = t.is&^SessionClosed|SessionOpened|SessionOpen, by
	case spec.SessionClose:
		t := s.thing(k.Session)
		t.is = t.is&^SessionOpen | SessionClosed
		s.end(ss, 0, len(ss.turns))
	case spec.TurnStart:
		s.turnStart(ss, k.Turn, by)
	case spec.TurnEnd:
		s.turnEnd(ss, k.Turn)
	case spec.Error:
		if e.Fatal {
			s.end(ss, 0, len(ss.turns))
		}
	default:
		s.takeContent(ss, e, k, by)
	}
}

func (s *Follower) mark(k Key, facts Found, by int32) {
	if k == 0 {
		return
	}
	t := s.thing(k)
	if t.is == 0 {
		t.by = by
	}
	t.is |= facts
}

func (s *Follower) takeContent(ss *session, e *spec.Event, k *Keys, by int32) {
	switch e.Kind {
	case spec.MessageOpen, spec.MessageClose, spec.Text:
		s.takeMessage(ss, e, k, by)
	case spec.UsageReport:
		s.mark(k.Message, MessageKnown, by)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		s.content(ss, e.Kind == spec.CallOpen || e.Kind == spec.CallStart)
		s.takeCall(ss, e, k, by)
	case spec.MessageFull, spec.History:
		s.snapshots(ss, e, k, by)
	case spec.Wait:
		if s.content(ss, true) {
			ss.turns[len(ss.turns)-1].waits = true
		}
	case spec.NoteEvent:
		if e.Note == spec.NoteBoundary {
			s.sure(ss)
		}
	}
}

// takeMessage takes a piece or an edge of a message.
func (s *Follower) takeMessage(ss *session, e *spec.Event, k *Keys, by int32) {
	switch {
	case e.Kind == spec.MessageOpen && e.Role == "user":
		s.userMessage(ss)
	case e.Message != "" && e.Kind == spec.MessageOpen:
		s.sure(ss)
	case e.Kind == spec.MessageOpen, e.Text != "":
		s.content(ss, true)
	}
	if k.Message == 0 {
		return
	}
	m := s.says(ss, k.Message, by)
	switch e.Kind {
	case spec.MessageOpen:
		m.is, m.by = m.is|MessageOpened|MessageOpen, by
	case spec.MessageClose:
		m.is &^= MessageOpen
		m.is |= MessageOver
	}
}

// says notes that a message goes on in its session's turn.
func (s *Follower) says(ss *session, message Key, by int32) *thing {
	s.mark(message, MessageKnown, by)
	m := s.thing(message)
	m.is &^= MessageOver
	m.in, m.past = ss.key, ss.past
	return m
}

// takeCall takes an event of a call.
func (s *Follower) takeCall(ss *session, e *spec.Event, k *Keys, by int32) {
	if k.Message != 0 && e.Kind != spec.CallDone && !s.is(k.Message, MessageKnown) {
		s.says(ss, k.Message, by)
	}
	call := s.called(e, k)
	switch e.Kind {
	case spec.CallOpen, spec.CallStart:
		if call = k.Call; call == 0 {
			call = k.Slot
		}
		s.announced(ss, call, k, by)
	case spec.CallDone:
		if e.Name != "" && call != 0 && !s.is(call, CallKnown) {
			s.begin(ss, call, by)
		}
		s.done(call)
	}
	if call == 0 {
		return
	}
	c := s.thing(call)
	c.is |= CallNamed
	switch e.Kind {
	case spec.CallStart:
		c.is = c.is&^ArgsOpen | CallRuns
	case spec.ArgsEnd:
		c.is &^= ArgsOpen
	}
}

// announced begins a call, unless it goes on.
func (s *Follower) announced(ss *session, call Key, k *Keys, by int32) {
	if call == 0 {
		return
	}
	if !s.inTurn(call) {
		s.begin(ss, call, by)
	}
	if k.Slot != 0 {
		s.thing(k.Slot).link = call
	}
	if k.Message != 0 {
		s.thing(k.Message).link = call
	}
	ss.last = call
}

func (s *Follower) begin(ss *session, call Key, by int32) {
	ss.calls++
	c := s.thing(call)
	c.is = c.is&^(CallDone|CallRuns) | CallNamed | CallKnown | CallOpen | ArgsOpen
	c.in, c.past, c.by = ss.key, ss.past, by
}

func (s *Follower) done(call Key) {
	if call == 0 {
		return
	}
	if s.inTurn(call) {
		s.session(s.thing(call).in).calls--
	}
	c := s.thing(call)
	c.is = c.is&^(CallOpen|CallRuns|ArgsOpen) | CallDone
}

// snapshots takes messages that come whole.
func (s *Follower) snapshots(ss *session, e *spec.Event, k *Keys, by int32) {
	switch {
	case e.Kind == spec.History && e.Complete && s.f.HistoryInPlace:
	case e.Kind == spec.History:
		s.end(ss, 0, len(ss.turns))
		ss.fresh = true
	case len(e.Messages) > 0 && e.Messages[0].Role == "user":
		s.userMessage(ss)
	default:
		s.sure(ss)
	}
	if k.More == nil {
		return
	}
	for _, m := range k.More.Messages {
		if m != 0 {
			s.snapshot(ss, m, e.Complete, by)
		}
	}
	for _, c := range k.More.Calls {
		switch {
		case s.is(c, CallDone):
			s.thing(c).by = by
		case !s.inTurn(c):
			s.begin(ss, c, by)
		}
		ss.last = c
	}
}

func (s *Follower) snapshot(ss *session, message Key, complete bool, by int32) {
	known := s.is(message, MessageKnown)
	s.mark(message, MessageKnown|MessageOpened|If(!complete && !known, MessageOpen), by)
	m := s.thing(message)
	m.is = m.is&^MessageOver | If(complete, MessageOver)
	m.in, m.past = ss.key, ss.past
}
