package follow

import "github.com/quock-dev/quock/spec"

// Keys are what an event names; 0 for what it does not.
type Keys struct {
	Session, Parent, ParentCall Key
	Turn, Message, Slot, Call   Key
	ID, Wait                    Key
	More                        *More // nil if it restates and retracts nothing
}

// More is what few events name.
type More struct {
	// Messages has a key for each snapshot, 0 for one without an id.
	Messages []Key
	Calls    []Key // of the snapshots
	Retracts []Key // event ids
}

// TurnKeys returns the session of an event, and the turn that it starts or ends: for
// a reader that asks for turns alone. See Keys.
func (s *Follower) TurnKeys(e *spec.Event) *Keys {
	if s.full() {
		s.forget()
	}
	k := &s.keys
	*k = Keys{}
	if e.Global || e.NoSession {
		return k
	}
	if s.now == 0 || !s.names.is(s.now, e.Session) {
		s.now = s.names.key(e.Session, scope(0, aSession))
		s.names.serial++
		s.names.all[s.now].serial = s.names.serial
	}
	k.Session = s.now
	if e.Kind == spec.TurnStart || e.Kind == spec.TurnEnd {
		k.Turn = s.inside(aTurn, s.now, e.Turn)
	}
	return k
}

// Keys returns what an event of the stream names, without its slot, its own id and
// those that it waits for or retracts, and without its parent's call. A message
// without an id has a key as well: a session has one at a time. The keys are valid
// until the next call, and those of what is forgotten are used again (Bound).
func (s *Follower) Keys(e *spec.Event) *Keys {
	k := s.TurnKeys(e)
	if k.Session == 0 {
		return k
	}
	ss := s.session(s.now)
	if e.Parent.OK && ss.parent == 0 {
		k.Parent = s.names.key(e.Parent.ID, scope(0, aSession))
	}
	switch e.Kind {
	case spec.Text, spec.MessageOpen, spec.MessageClose:
		k.Message = s.again(&ss.saying, e.Message, scope(s.now, aMessage))
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		if e.Message != "" {
			k.Message = s.again(&ss.saying, e.Message, scope(s.now, aMessage))
		}
		if e.Call != "" {
			k.Call = s.again(&ss.calling, e.Call, s.callScope(s.now))
		}
	case spec.MessageFull, spec.History:
		k.More = &s.more
		k.More.restated(s, k.Session, e, true)
	}
	return k
}

// again is the key of a name that is likely to be the same as last time.
func (s *Follower) again(last *Key, name string, scope uint32) Key {
	if *last == 0 || !s.names.is(*last, name) {
		*last = s.names.key(name, scope)
	}
	return *last
}

// restated takes the names of snapshots; all says that messages without an id have keys.
func (more *More) restated(s *Follower, session Key, e *spec.Event, all bool) {
	more.Messages, more.Calls = more.Messages[:0], more.Calls[:0]
	for i := range e.Messages {
		m, message := &e.Messages[i], Key(0)
		if all || m.Message != "" {
			message = s.names.key(m.Message, scope(session, aMessage))
		}
		more.Messages = append(more.Messages, message)
		for j := range m.Parts {
			if c := s.Call(session, m.Parts[j].Call); c != 0 {
				more.Calls = append(more.Calls, c)
			}
		}
	}
}

// AllKeys returns all that an event of the stream names. It serves a stream without
// bounds, whose keys never change.
func (s *Follower) AllKeys(e *spec.Event) Keys {
	k := Keys{ID: s.inside(anID, 0, e.ID), Wait: s.inside(aWait, 0, e.Wait)}
	if !e.Global && !e.NoSession {
		k.Session = s.Session(e.Session)
	}
	if e.Parent.OK {
		k.Parent = s.Session(e.Parent.ID)
		if e.ParentCall.OK {
			k.ParentCall = s.Call(k.Parent, e.ParentCall.ID)
		}
	}
	k.Turn = s.inside(aTurn, k.Session, e.Turn)
	k.Message = s.Message(k.Session, e.Message)
	k.Call = s.Call(k.Session, e.Call)
	if k.Slot = s.inside(aSlot, k.Session, e.Slot); k.Message != 0 {
		k.Slot = s.inside(aSlot, k.Message, e.Slot)
	}
	if len(e.Messages)+len(e.Retracts) == 0 {
		return k
	}
	k.More = &More{}
	k.More.restated(s, k.Session, e, false)
	for _, id := range e.Retracts {
		k.More.Retracts = append(k.More.Retracts, s.inside(anID, 0, id))
	}
	return k
}

// Session is the key of the session of an id, which may be empty.
func (s *Follower) Session(id string) Key { return s.names.key(id, scope(0, aSession)) }

// Message is the key of a message of a session, 0 for one without an id.
func (s *Follower) Message(session Key, id string) Key { return s.inside(aMessage, session, id) }

// Call is the key of a call of a session, 0 for one without an id.
func (s *Follower) Call(session Key, id string) Key {
	if id == "" {
		return 0
	}
	return s.names.key(id, s.callScope(session))
}

func (s *Follower) callScope(session Key) uint32 {
	if s.f.GlobalCallIDs {
		session = 0
	}
	return scope(session, aCall)
}

func (s *Follower) inside(kind uint32, in Key, name string) Key {
	if name == "" {
		return 0
	}
	return s.names.key(name, scope(in, kind))
}
