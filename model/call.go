package model

import "github.com/quock-dev/quock/spec"

// callOpen announces a call: selected, not yet running.
func (s *State) callOpen(e *spec.Event) {
	ss := s.session(e)
	if s.Features.Owner == spec.Derived {
		s.selects(ss, e)
		return
	}
	s.announce(ss, e)
}

// announce opens a call on the message that the event names, or finds the call
// that the event names again.
func (s *State) announce(ss *Session, e *spec.Event) *Call {
	m := s.sem.Owner(s, ss, e)
	if m == nil || !m.session.Turns[m.Turn].Open() {
		s.report(spec.LateFragment, ss.ID, "a call announced after its turn ended")
		return nil
	}
	ss = m.session // a wrong model may find a message of another session
	s.goesOn(m)
	c := s.sem.Announced(s, ss, m, e)
	if c == nil {
		c = s.newCall(ss, e, m.Turn)
		c.Slot = owned(e.Slot)
		own(m, c)
		s.brought(m, c.part)
		s.resume(ss, m.Turn)
	}
	if s.Features.Reopens && !c.Status.Terminal() {
		c.ArgsDone, c.malformed = false, false
	}
	s.know(c, e)
	if e.Slot != "" {
		m.last.set(shared(e.Slot, c.Slot), c)
		c.Opened = s.at
	}
	s.setFirst(c, e)
	s.claim(ss, m, c)
	return c
}

// setFirst takes the arguments that an announcement carries
// (fragment/first-may-carry).
func (s *State) setFirst(c *Call, e *spec.Event) {
	text, value := s.sem.FirstArgs(e)
	s.setArgs(c, text, value)
}

// announcedOn returns the message of an announcement: the named one, else the
// open one, else a new one.
func (s *State) announcedOn(ss *Session, e *spec.Event) *Message {
	if e.Message != "" {
		m, _ := s.message(ss, e)
		return m
	}
	if m := s.argsMessage(ss, e); m != nil {
		return m
	}
	if i := s.turnFor(ss); i != late {
		return s.newMessage(ss, i, "", "assistant")
	}
	return nil
}

// announced returns the call that an announcement names again, nil if the call
// is new (fragment/slot-reuse, fragment/drifting-slot, identity/clashing-ids,
// session/reused-ids).
func announced(s *State, ss *Session, m *Message, e *spec.Event) *Call {
	if e.Call == "" {
		return namelessAgain(m, e)
	}
	old := ss.byCall.get(e.Call)
	switch {
	case old == nil:
		return lateID(m, e)
	case old.Message != m && old.Status.Terminal():
		return nil
	case old.Message != m, movedOn(old, e):
		s.sem.Clash(s, ss)
		return nil
	}
	return old
}

// movedOn reports whether a call of the same message is announced again, by
// name, at another slot after its arguments were complete.
func movedOn(c *Call, e *spec.Event) bool {
	return !c.Status.Terminal() && c.ArgsDone && e.Name != "" && e.Slot != "" && e.Slot != c.Slot
}

// namelessAgain finds the call without an id that is open at the slot.
func namelessAgain(m *Message, e *spec.Event) *Call {
	if c := m.last.get(e.Slot); e.Slot != "" && c != nil && !c.ArgsDone && !c.Status.Terminal() {
		return c
	}
	return nil
}

// lateID finds the call at the slot that was announced without its id.
func lateID(m *Message, e *spec.Event) *Call {
	c := namelessAgain(m, e)
	if c != nil && c.ID == "" && (e.Name == "" || c.Name == "" || e.Name == c.Name) {
		return c
	}
	return nil
}

// newCall appends a call to the session's calls.
func (s *State) newCall(ss *Session, e *spec.Event, turn int) *Call {
	c := s.calls.new()
	*c = Call{Status: spec.Preparing, Session: ss, Turn: turn, Step: ss.step, At: s.at, Args: c.Args[:0]}
	ss.Calls = push(ss.Calls, c)
	if turn != late {
		if c.early = s.Features.AttachAtStart; c.early {
			c.behind = ss.lastSpoken(0, turn)
		}
		t := ss.Turns[turn]
		t.Content = true
		t.calls = push(t.calls, c)
	}
	s.know(c, e)
	return c
}

// know records name, id and metadata. Name and id are set once
// (fragment/name-set-once).
func (s *State) know(c *Call, e *spec.Event) {
	c.Name = kept(c.Name, s.sem.SetOnce(c.Name, e.Name))
	if id := s.sem.SetOnce(c.ID, e.Call); id != c.ID {
		again := c.ID != ""
		c.ID = owned(id)
		key := s.sem.CallKey(c.Session, c.ID)
		if newest := c.Session.byCall.get(key); newest != c {
			if again {
				c.leave(newest)
			}
			c.prev = newest
		}
		c.Session.byCall.set(key, c)
		s.adopt(c)
		s.claimLog(c)
	}
	c.Metadata = s.metadata(c.Metadata, e.Metadata)
}

// leave takes a call out of the calls of an id. Only a wrong model gives a call
// a second id; without this the calls would form a ring.
func (c *Call) leave(newest *Call) {
	for o := newest; o != nil; o = o.prev {
		if o.prev == c {
			o.prev = c.prev
			return
		}
	}
}

// own puts the call on the message, as its last part.
func own(m *Message, c *Call) {
	part := &c.place
	if c.part != nil { // a deviation shows a call twice
		part = &Part{}
	}
	part.Kind, part.Call = spec.CallPart, c
	c.Message, c.part = m, part
	m.Parts = push(m.Parts, c.part)
}

// callStart records that a call runs.
func (s *State) callStart(e *spec.Event) {
	ss := s.session(e)
	c := s.starting(ss, e)
	if c == nil {
		return
	}
	s.know(c, e)
	s.setArgs(c, e.Args, e.ArgsValue)
	s.finishArgs(c)
	s.sem.Start(c)
	s.resume(ss, c.Turn)
}

// starting finds the call that starts to run, or creates it if its selection
// was lost (notify/lifecycle).
func (s *State) starting(ss *Session, e *spec.Event) *Call {
	if s.Features.Owner == spec.Derived {
		return s.runs(ss, e)
	}
	if c := s.sem.ResultCall(s, ss, e); c != nil {
		if c.Status.Terminal() {
			return nil
		}
		return c
	}
	if e.Message == "" {
		s.report(spec.Unattributed, ss.ID, "a call runs that no message owns")
		return nil
	}
	return s.announce(ss, e)
}

// start moves a call to executing, unless it is over.
func start(c *Call) {
	if !c.Status.Terminal() {
		c.Status = spec.Executing
	}
}

// callProgress shows a preliminary result, and arguments that are told with it. It does
// not complete the call (notify/no-revival).
func (s *State) callProgress(e *spec.Event) {
	ss := s.known(e)
	if ss == nil {
		return
	}
	if c := s.sem.ResultCall(s, ss, e); c != nil {
		s.setArgs(c, e.Args, e.ArgsValue)
		s.sem.Progress(c, e)
	}
}

func progress(*Call, *spec.Event) {}

// callDone records a result.
func (s *State) callDone(e *spec.Event) {
	ss := s.session(e)
	if s.Features.Owner == spec.Derived {
		s.completeDerived(ss, e)
		return
	}
	c := s.sem.ResultCall(s, ss, e)
	switch {
	case c == nil:
		s.sem.Orphan(s, ss, e)
	case c.answered || c.Status.Terminal() && c.Status != spec.Abandoned && c.Status != spec.Cancelled:
		s.again(c, e)
	case c.Status.Terminal():
		s.sem.Late(s, ss, c, e)
	default:
		s.answer(c, e)
		s.resume(ss, c.Turn)
	}
}

// resultCall pairs a result with its call: the newest open call with that id in
// the session, else the newest. If ids are global, it searches all sessions
// (attach/by-id, identity/clashing-ids).
func resultCall(s *State, ss *Session, e *spec.Event) *Call {
	if e.Call == "" {
		return nil
	}
	if c := ss.byCall.get(s.sem.CallKey(ss, e.Call)); c != nil {
		return stillOpen(c, e)
	}
	if !s.Features.GlobalCallIDs {
		return nil
	}
	for _, other := range s.Sessions {
		if c := other.byCall.get(e.Call); c != nil {
			return c
		}
	}
	return nil
}

// stillOpen returns the newest call of the id that is not over, else the
// newest. A restating record is always about the newest.
func stillOpen(newest *Call, e *spec.Event) *Call {
	for c := newest; c != nil && !e.Restated; c = c.prev {
		if !c.Status.Terminal() {
			return c
		}
	}
	return newest
}

// answer completes an open call.
func (s *State) answer(c *Call, e *spec.Event) {
	s.know(c, e)
	s.setArgs(c, e.Args, e.ArgsValue)
	s.finishArgs(c)
	c.Status, c.Ended = s.sem.ResultStatus(e), s.at
	c.record(e)
	c.Session.asks(c.Turn, true)
	if s.sem.EndsChild(&s.Features, c) && c.Child != nil {
		s.closeSession(c.Child, c.Status != spec.Done, "")
	}
}

// endsChild reports whether the call's result ends its sub-session
// (missing/background).
func endsChild(f *spec.Features, c *Call) bool {
	return f.ChildResult && c.Child != nil && c.Child.Status == spec.Open && !f.Outlives
}

func (c *Call) record(e *spec.Event) {
	c.answered = true
	c.IsError = e.IsError
	if len(e.Result) > 0 {
		c.Result = append([]byte(nil), e.Result...)
	}
}

// resultStatus returns how the call ended, from the fields of its result.
func resultStatus(e *spec.Event) spec.Status {
	switch {
	case e.Status != "":
		return e.Status
	case e.IsError:
		return spec.Failed
	}
	return spec.Done
}

// again handles a further result of a finished call. It changes nothing and is
// reported, unless it only restates. An authoritative list may refine failed to
// denied or cancelled, and what a call says of its own end a cancellation that
// only cleaned up (notify/terminal-absorbs).
func (s *State) again(c *Call, e *spec.Event) {
	if !e.Restated {
		s.sem.Twice(s, c, e)
		return
	}
	s.sem.Refine(c, e)
	if s.Features.ResultsGrow && len(e.Result) > 0 {
		c.Result = append([]byte(nil), e.Result...)
	}
}

func refine(c *Call, e *spec.Event) {
	switch e.Status {
	case spec.Denied, spec.Cancelled:
		if c.Status == spec.Failed {
			c.Status = e.Status
		}
	case spec.Done, spec.Failed:
		c.Status, c.IsError = e.Status, e.IsError
	}
}

// twice reports a second final result (repeat/result-twice).
func twice(s *State, c *Call, _ *spec.Event) {
	s.report(spec.ResultTwice, c.Session.ID, "a second result for a finished call")
}

// orphan keeps a result whose call was never seen (missing/orphan-result).
func orphan(s *State, ss *Session, e *spec.Event) {
	s.report(spec.OrphanResult, ss.ID, "a result for a call that was never seen")
	ss.Orphans = append(ss.Orphans, spec.Orphan{ID: owned(e.Call), Result: append([]byte(nil), e.Result...), At: s.at})
}

// lateResult records a result that came after its turn had ended
// (missing/late-result).
func (s *State) lateResult(ss *Session, c *Call, e *spec.Event) {
	s.report(spec.LateResult, ss.ID, "a result after its turn ended")
	s.know(c, e)
	if e.Args != "" {
		s.setArgs(c, e.Args, e.ArgsValue)
		s.finishArgs(c)
	}
	c.record(e)
	if s.Features.Owner == spec.Derived {
		s.sem.AttachLate(s, ss, c)
	}
}
