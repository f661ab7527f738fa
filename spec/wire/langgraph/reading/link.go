package reading

import "github.com/quock-dev/quock/spec"

// links finds the call that made a sub-session by what both say: the call's
// description and the session's first human message. It follows the calls of
// each session through the events.
type links map[string]*family

// A family are the calls of one session.
type family struct {
	byID     map[string]*tracked // the newest of an id that is not answered
	messages map[string]*spoken  // with calls that are not answered
	twins    map[string]*twins   // by description
	done     map[string]answered // the last one of an id
	calls    int
	over     bool // its turn ended
}

// An answered call matters where its message announces it again.
type answered struct {
	message string
	number  int
}

// A spoken is what fragments without a call id need to know of their message.
type spoken struct {
	slots map[string]*tracked // opened last at the slot
	open  []*tracked          // whose arguments may be incomplete
	early map[string]string   // fragments whose call is not announced yet, by slot
	ended bool                // all arguments are complete, but late fragments go to their slots
}

// A tracked is one call.
type tracked struct {
	id, name, message, slot string

	number int      // in the order of announcement
	older  *tracked // that has the same id and is not answered
	over   bool

	waits     bool // for a person: the end of its turn leaves it open
	abandoned bool
	child     string // linked to it

	args          []byte // until they are whole
	nest          nesting
	whole, spoilt bool // spoilt: more text came behind the whole object
	value         bool // given as a value: fragments only preview it

	listed             bool // among the twins of its description
	described          bool
	description, agent string
}

func (l links) family(session string) *family {
	f := l[session]
	if f == nil {
		f = &family{
			byID: map[string]*tracked{}, messages: map[string]*spoken{},
			twins: map[string]*twins{}, done: map[string]answered{},
		}
		l[session] = f
	}
	return f
}

// observe takes in what an event says of calls.
func (l links) observe(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		l.family(e.Session).opened(e)
	case spec.CallArgs:
		l.family(e.Session).fragment(e)
	case spec.CallDone:
		l.finish(e)
	case spec.MessageClose:
		l.family(e.Session).ended(e.Message)
	case spec.Wait:
		l.family(e.Session).wait()
	case spec.MessageFull:
		for i := range e.Messages {
			l.family(e.Session).snapshot(&e.Messages[i], e.Complete)
		}
	}
}

func (f *family) opened(e *spec.Event) {
	m := f.spoken(e.Message)
	c := f.again(m, e)
	switch {
	case c != nil:
	case f.over:
		return
	default:
		c = f.add(e.Call, e.Name, e.Message)
		c.slot = e.Slot
		m.open = append(m.open, c)
	}
	m.slots[e.Slot] = c
	f.name(c, e)
	if early := m.early[e.Slot]; early != "" {
		delete(m.early, e.Slot)
		f.grow(c, early)
	}
}

func (f *family) spoken(message string) *spoken {
	m := f.messages[message]
	if m == nil {
		m = &spoken{slots: map[string]*tracked{}, early: map[string]string{}}
		f.messages[message] = m
	}
	return m
}

// fragment adds arguments to the call that they name, else to the one opened
// last at their slot, else to the only one of their message that is open.
func (f *family) fragment(e *spec.Event) {
	c, m := f.of(e.Call, e.Message), f.messages[e.Message]
	switch {
	case e.Call != "":
	case e.Slot != "":
		m = f.spoken(e.Message)
		if c = m.slots[e.Slot]; c == nil && !m.ended {
			m.early[e.Slot] += e.Text
		}
	case m == nil:
		return
	default:
		c = m.sole()
	}
	if c != nil && !c.value {
		f.grow(c, e.Text)
	}
}

// grow adds text to arguments. More text behind a whole object makes them none.
func (f *family) grow(c *tracked, text string) {
	closed := c.nest.feed(text)
	switch {
	case !c.whole:
		c.args = append(c.args, text...)
		if closed {
			f.complete(c)
		}
	case !closed && c.described:
		f.taken(c)
		c.described, c.spoilt = false, true
	}
}

func (f *family) ended(message string) {
	m := f.messages[message]
	if m == nil {
		return
	}
	m.open, m.ended = nil, true
	f.drop(message, m)
}

// drop forgets a message that ended once its calls are answered.
func (f *family) drop(id string, m *spoken) {
	for _, c := range m.slots {
		if c.id != "" && !c.over {
			return
		}
	}
	delete(f.messages, id)
}

// sole is the only call whose arguments are not whole, nil if there are several
// or none. It forgets those that are whole on its way.
func (m *spoken) sole() *tracked {
	kept := m.open[:0]
	for i, c := range m.open {
		if !c.whole {
			kept = append(kept, c)
		}
		if len(kept) == 2 {
			m.open = append(kept, m.open[i+1:]...)
			return nil
		}
	}
	if m.open = kept; len(kept) == 0 {
		return nil
	}
	return kept[0]
}

// snapshot takes the arguments of a restated message's calls that are open.
func (f *family) snapshot(s *spec.Snapshot, ended bool) {
	if ended {
		f.ended(s.Message)
	}
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Kind != spec.CallPart || p.Call == "" {
			continue
		}
		c, done := f.of(p.Call, s.Message), f.done[p.Call]
		switch {
		case done.message == s.Message && done.number > c.announced():
			continue
		case c == nil && f.over:
			continue
		case c == nil:
			c = f.add(p.Call, p.Name, s.Message)
		}
		if (!c.whole || c.spoilt) && p.Args != "" {
			c.args, c.value, c.nest = append(c.args[:0], p.Args...), p.ArgsValue, nesting{}
			c.nest.feed(p.Args)
			f.complete(c)
		}
	}
}

// finish takes a result, which is the newest open call's of its id, and ends the
// session of that call. A record that restates is about the newest call,
// answered or not.
func (l links) finish(e *spec.Event) {
	f := l.family(e.Session)
	c := f.byID[e.Call]
	if c == nil || e.Restated && f.done[e.Call].number > c.number {
		return
	}
	f.done[c.id] = answered{c.message, c.number}
	f.forget(c)
	if c.child != "" && !c.abandoned {
		l.family(c.child).end()
	}
}

func (f *family) wait() {
	for _, c := range f.byID {
		for ; c != nil; c = c.older {
			c.waits = true
		}
	}
}

// end ends the turn of a session. It abandons its open calls, but for those
// that wait.
func (f *family) end() {
	f.over = true
	for _, c := range f.byID {
		for ; c != nil; c = c.older {
			if !c.waits {
				c.abandoned = true
				f.taken(c)
			}
		}
	}
}

// forget drops the newest call of its id, to which no session can be linked any
// more.
func (f *family) forget(c *tracked) {
	c.whole, c.over = true, true
	if f.byID[c.id] = c.older; c.older == nil {
		delete(f.byID, c.id)
	}
	f.taken(c)
	if m := f.messages[c.message]; m != nil && m.ended {
		f.drop(c.message, m)
	}
}
