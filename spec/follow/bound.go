package follow

import "slices"

// Bound makes the memory of a stream that is followed once (Keys) independent of
// its length. When so many names are known, or they are so long together, what is
// over is forgotten first, then what was met first, sessions those that have not
// spoken for longest, until half are left. What is met again after that is new.
// gone, if not nil, is called for each session that is forgotten; its key may come
// to stand for something else after that.
func (s *Follower) Bound(names, bytes int, gone func(session Key)) {
	s.most, s.mostText, s.gone = names, bytes, gone
}

func (s *Follower) full() bool {
	return s.most > 0 && (s.names.known() >= s.most || len(s.names.text) >= s.mostText)
}

func (s *Follower) forget() {
	var open []Key
	for k := Key(1); int(k) < len(s.names.all); k++ {
		if s.names.alive(k) != 0 && !s.over(k) {
			open = append(open, k)
		}
	}
	s.names.keep(s.names.youngest(open, s.most/2, s.mostText/2))
	before := s.sessions
	s.sessions = make([]session, 0, len(before))
	for i := range before {
		s.stays(&before[i])
	}
	for k := Key(1); int(k) < len(s.names.all); k++ {
		if t := &s.names.all[k]; t.scope%kinds != aSession {
			t.link, t.in = s.names.alive(t.link), s.names.alive(t.in)
			t.is &^= If(t.in == 0, CallOpen)
		}
	}
	s.now, s.at = 0, 0
}

// over reports whether what a key stands for has ended.
func (s *Follower) over(k Key) bool {
	t := s.thing(k)
	switch t.scope % kinds {
	case aSession:
		return t.is&SessionClosed != 0
	case aTurn:
		return !slices.ContainsFunc(s.session(Key(t.scope/kinds)).turns, func(t OpenTurn) bool { return t.Key == k })
	case aMessage:
		return s.message(k)&MessageOver != 0
	}
	return t.is&CallDone != 0
}

// stays takes over a session, or forgets it.
func (s *Follower) stays(ss *session) {
	alive := s.names.alive
	if alive(ss.key) == 0 {
		if ss.era == s.era {
			s.busy, s.runs = s.busy+change(ss.busy, false), s.runs+change(ss.runs, false)
		}
		if s.gone != nil {
			s.gone(ss.key)
		}
		return
	}
	ss.parent, ss.last, ss.saying, ss.calling = alive(ss.parent), alive(ss.last), alive(ss.saying), alive(ss.calling)
	for i := range ss.turns {
		ss.turns[i].Key = alive(ss.turns[i].Key)
	}
	s.sessions = append(s.sessions, *ss)
	s.names.all[ss.key].link = int32(len(s.sessions))
}
