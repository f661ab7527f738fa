package follow

import "github.com/quock-dev/quock/spec"

// A Follower follows one stream, event by event. It serves one caller; use New.
type Follower struct {
	f        *spec.Features
	names    names
	sessions []session
	epoch    uint32 // grows with each Reset
	era      uint32 // grows when everything ends
	busy     int    // sessions with an open turn
	runs     int    // of them, those without a parent whose turn was started
	opened   int    // turns that began
	runBy    int32  // who started the last turn of such a session

	at    Key // the session looked up last
	place int32

	most, mostText int
	gone           func(Key)
	now            Key // the session named last
	keys           Keys
	more           More
}

// A thing is what is known of a name. All but the name is of an epoch.
type thing struct {
	from, to, scope, serial uint32 // the name

	epoch uint32
	is    Found
	in    Key    // of a message, call: its session
	past  uint32 // and how many of its turns had ended when it was said last; of a call: announced
	link  int32  // of a session: its place in sessions, from 1; of a slot, message: the call announced there last
	by    int32  // who said it first, or announced it
}

// A session is what is known of one beside its facts.
type session struct {
	key    Key
	parent Key
	turns  []OpenTurn
	begun  bool // a turn was started
	ended  bool // a turn has ended
	fresh  bool // content may open a turn
	busy   bool // it is counted
	runs   bool
	era    uint32 // when turns was true
	past   uint32 // how often it had no turn any more
	calls  int    // open calls of its turn
	by     int32  // who started its last turn

	last            Key // the call announced last
	saying, calling Key // the message, call named last
}

// An OpenTurn is a turn that has not ended.
type OpenTurn struct {
	Key     Key  // 0 where it has no id
	Started bool // not only opened by content or by a user's message
	Content bool
	waits   bool
}

// New returns the beginning of a stream with these features, which must not change.
func New(f *spec.Features) *Follower {
	return &Follower{f: f, names: newNames(), epoch: 1, runBy: -1}
}

// Reset goes back to the beginning of the stream. Keys stay what they are.
func (s *Follower) Reset() {
	s.epoch++
	s.sessions = s.sessions[:0]
	s.busy, s.runs, s.opened = 0, 0, 0
	s.runBy, s.now, s.at = -1, 0, 0
}

// Clear goes to the beginning of another stream with the same features. All keys
// are void.
func (s *Follower) Clear() {
	s.Reset()
	s.names.clear()
}

// Busy is how many sessions have an open turn.
func (s *Follower) Busy() int { return s.busy }

// Opened is how many turns have begun.
func (s *Follower) Opened() int { return s.opened }

// OpenCalls is how many calls of a session's turn have no result.
func (s *Follower) OpenCalls(session Key) int { return s.session(session).calls }

// Parent is the key of the session that a session comes from, 0 for none.
func (s *Follower) Parent(session Key) Key { return s.session(session).parent }

// Turns are a session's open turns, the oldest first. They are valid until the next
// event is taken.
func (s *Follower) Turns(session Key) []OpenTurn { return s.session(session).turns }

// Name is the name that a key stands for.
func (s *Follower) Name(k Key) string {
	t := &s.names.all[k]
	return string(s.names.text[t.from:t.to])
}

// Names is how many names were given a key; no key is greater, while nothing is
// forgotten.
func (s *Follower) Names() int { return s.names.known() }

// By is who first said what a key stands for, or announced it since (see Take): the
// session, message or call. It is -1 where nothing did.
func (s *Follower) By(k Key) int32 {
	if k == 0 || s.thing(k).is == 0 {
		return -1
	}
	return s.thing(k).by
}

// TurnBy is who started the last turn of a session, RunBy the last one of a session
// without a parent; -1 for nobody.
func (s *Follower) TurnBy(session Key) int32 {
	if session == 0 {
		return -1
	}
	return s.session(session).by
}

// RunBy: see TurnBy.
func (s *Follower) RunBy() int32 { return s.runBy }

// thing is what is known of a key. It is valid until a name is added.
func (s *Follower) thing(k Key) *thing {
	t := &s.names.all[k]
	if t.epoch != s.epoch {
		t.epoch, t.is, t.in, t.past, t.link, t.by = s.epoch, 0, 0, 0, 0, 0
	}
	return t
}

func (s *Follower) is(k Key, any Found) bool { return k != 0 && s.thing(k).is&any != 0 }

// session is what is known of one. It is valid until another one is met.
func (s *Follower) session(k Key) *session {
	if k == s.at && s.sessions[s.place].era == s.era {
		return &s.sessions[s.place]
	}
	return s.other(k)
}

func (s *Follower) other(k Key) *session {
	t := s.thing(k)
	if t.link == 0 {
		t.link = s.meet(k)
	}
	s.at, s.place = k, t.link-1
	ss := &s.sessions[s.place]
	if ss.era != s.era {
		ss.era, ss.busy, ss.runs = s.era, false, false
		s.end(ss, 0, len(ss.turns))
	}
	return ss
}

// meet adds a session and returns its place.
func (s *Follower) meet(k Key) int32 {
	n := len(s.sessions)
	if n == cap(s.sessions) {
		s.sessions = append(s.sessions, session{})
	}
	s.sessions = s.sessions[:n+1]
	s.sessions[n] = session{key: k, fresh: true, era: s.era, by: -1, turns: s.sessions[n].turns[:0]}
	return int32(n + 1)
}

// Find says what an event with these keys finds, and who announced the call that it
// speaks of (see Take); -1 for no call that is known.
func (s *Follower) Find(e *spec.Event, k *Keys) (Found, int32) {
	var found Found
	if k.Session != 0 {
		found = s.inSession(e, k)
	}
	if k.Message != 0 {
		found |= s.message(k.Message)
	}
	call, by := s.called(e, k), int32(-1)
	found |= s.call(call)
	if found&CallKnown != 0 {
		by = s.thing(call).by
	}
	found |= If(s.is(k.Parent, ParentKnown), ParentKnown) |
		If(s.is(k.ParentCall, CallKnown), ParentCallKnown) |
		If(s.is(k.ID, IDSeen), IDSeen) | If(s.is(k.Wait, WaitSeen), WaitSeen) | If(s.runs > 0, RunOpen)
	if k.More != nil {
		found |= s.several(k.More)
	}
	return found, by
}

func (s *Follower) inSession(e *spec.Event, k *Keys) Found {
	ss := s.session(k.Session)
	found := s.thing(k.Session).is & (SessionOpened | SessionOpen | SessionClosed)
	found |= If(found&SessionOpen == 0, SessionIdle) | If(ss.begun, TurnBegun) | If(ss.ended, TurnPast)
	if n := len(ss.turns); n == 0 {
		return found | TurnIdle | If(!s.opens(ss), Late)
	} else if t := &ss.turns[n-1]; t.Started || t.Content {
		found |= InTurn | If(t.Content, TurnFull) | If(t.waits, TurnWaits)
	}
	named := e.Kind == spec.TurnEnd || e.Kind == spec.TurnStart && s.f.Turns == spec.TurnsOverlap
	for i := range ss.turns {
		if t := &ss.turns[i]; t.Started && (t.Key == k.Turn || k.Turn == 0 || !named) {
			return found | TurnOpen
		}
	}
	return found | TurnIdle
}

// message is what holds of a message. One without an id is new once it has ended.
func (s *Follower) message(k Key) Found {
	t := s.thing(k)
	is := t.is & (MessageKnown | MessageOpened | MessageOpen | MessageOver)
	if is&MessageKnown != 0 && t.in != 0 && s.session(t.in).past != t.past {
		is |= MessageOver
	}
	if is&MessageOver != 0 && t.from == t.to {
		return MessageIdle
	}
	return is | If(is&MessageOpen == 0, MessageIdle)
}

// called is the call that an event speaks of; 0 for none.
func (s *Follower) called(e *spec.Event, k *Keys) Key {
	switch {
	case k.Call != 0:
		return k.Call
	case k.Slot != 0:
		return s.thing(k.Slot).link
	case e.Kind != spec.CallArgs && e.Kind != spec.ArgsEnd:
		return 0
	case k.Message != 0:
		return s.thing(k.Message).link
	case k.Session != 0:
		return s.session(k.Session).last
	}
	return 0
}

func (s *Follower) call(k Key) Found {
	if k == 0 {
		return CallIdle
	}
	is := s.thing(k).is & (CallNamed | CallKnown | CallRuns | CallDone | ArgsOpen)
	return is | If(s.inTurn(k), CallOpen) | If(!s.inTurn(k), CallIdle)
}

// inTurn reports whether a call has no result, and its turn has not ended.
func (s *Follower) inTurn(call Key) bool {
	t := s.thing(call)
	return t.is&CallOpen != 0 && s.session(t.in).past == t.past
}

func (s *Follower) several(more *More) Found {
	var found Found
	for _, m := range more.Messages {
		if m != 0 {
			found |= s.message(m) &^ MessageIdle
		}
	}
	for _, c := range more.Calls {
		found |= If(s.is(c, CallKnown), CallKnown)
	}
	for _, id := range more.Retracts {
		found |= If(s.is(id, IDSeen), RetractsKnown)
	}
	return found
}
