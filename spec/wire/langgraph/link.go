package langgraph

import "github.com/quock-dev/quock/spec"

// links finds the call that made a sub-session by what both say: the call's
// description and the session's first human message. It follows the calls of
// each session through the events.
type links map[string]*family

// A family are the calls of one session.
type family struct {
	byID     map[string]*tracked // not answered ones, the newest of an id
	messages map[string]*spoken  // with calls that are not answered
	twins    map[string]*twins   // by description
	done     map[string]string   // answered call id → its message
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
	id, name, message string

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
			twins: map[string]*twins{}, done: map[string]string{},
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
		l.family(e.Session).finish(e.Call)
	case spec.MessageClose:
		l.family(e.Session).ended(e.Message)
	case spec.MessageFull:
		for i := range e.Messages {
			l.family(e.Session).snapshot(&e.Messages[i], e.Complete)
		}
	}
}

func (f *family) opened(e *spec.Event) {
	m := f.spoken(e.Message)
	c := f.byID[e.Call]
	if e.Call == "" || c == nil || c.message != e.Message {
		c = f.add(e.Call, e.Name, e.Message)
		m.open = append(m.open, c)
	}
	m.slots[e.Slot] = c
	if c.name == "" {
		c.name = e.Name
		f.list(c)
	}
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

// add follows a new call, which takes the place of an older one with its id.
func (f *family) add(id, name, message string) *tracked {
	c := &tracked{id: id, name: name, message: message}
	if id != "" {
		f.forget(f.byID[id])
		f.byID[id] = c
	}
	return c
}

// fragment adds arguments to the call that they name, else to the one opened
// last at their slot, else to the only one of their message that is open.
func (f *family) fragment(e *spec.Event) {
	c, m := f.byID[e.Call], f.messages[e.Message]
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
		if c == f.byID[c.id] {
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
		if done, ok := f.done[p.Call]; p.Kind != spec.CallPart || p.Call == "" || ok && done == s.Message {
			continue
		}
		c := f.byID[p.Call]
		if c == nil || c.message != s.Message {
			c = f.add(p.Call, p.Name, s.Message)
		}
		if (!c.whole || c.spoilt) && p.Args != "" {
			c.args, c.value, c.nest = append(c.args[:0], p.Args...), p.ArgsValue, nesting{}
			c.nest.feed(p.Args)
			f.complete(c)
		}
	}
}

func (f *family) finish(id string) {
	if c := f.byID[id]; c != nil {
		f.done[id] = c.message
		f.forget(c)
	}
}

// forget drops a call that no session can be linked to any more.
func (f *family) forget(c *tracked) {
	if c != nil {
		c.whole = true
		delete(f.byID, c.id)
		f.taken(c)
		if m := f.messages[c.message]; m != nil && m.ended {
			f.drop(c.message, m)
		}
	}
}
