package scenario

import "github.com/quock-dev/quock/spec"

// onMessage puts a fault of a kind on a message for which ok holds.
func onMessage(k HazardKind, ok func(m *maker, msg *Message) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Messages), func(i int) bool {
			return m.Messages[i].Fault.Kind == 0 && ok(m, &m.Messages[i])
		})
		if i == None {
			return
		}
		msg := &m.Messages[i]
		if by := m.peril(k, msg.Session, i, None); by != 0 {
			msg.Fault = Fault{Kind: k, By: by}
		}
	}
}

func anyMessage(*maker, *Message) bool { return true }

func notWhole(_ *maker, msg *Message) bool { return msg.Mode != Whole }

func used(_ *maker, msg *Message) bool { return msg.Mode != Whole && msg.Usage != (spec.Usage{}) }

// restatable: a message that a snapshot can repeat: streamed, and its calls
// whole.
func restatable(m *maker, msg *Message) bool {
	if msg.Mode != Streamed {
		return false
	}
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != None && (m.Calls[c].Fault.Kind != 0 || m.Calls[c].TwinBy != 0) {
			return false
		}
	}
	return true
}

// wordy: a streamed message whose texts have no slots, in a turn that ends in its
// time.
func wordy(m *maker, msg *Message) bool {
	return msg.Mode == Streamed && !msg.Slotted && m.Turns[msg.Turn].Fault.Kind == 0
}

// stale: a streamed message of one text and more, in pieces.
func stale(m *maker, msg *Message) bool {
	return restatable(m, msg) && msg.Items.Len() > 0 && m.Items[msg.Items.From].Kind != spec.CallPart
}

// parting: words only, and another message of the turn behind it.
func parting(m *maker, msg *Message) bool {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if m.Items[j].Kind == spec.CallPart {
			return false
		}
	}
	t := &m.Turns[msg.Turn]
	return msg.Mode == Streamed && msg.Items.Len() > 0 && t.Messages.To > t.Messages.From && msg.ID != m.Messages[t.Messages.To-1].ID
}

// onText puts a fault of a kind on a text that comes in pieces.
func (m *maker) onText(k HazardKind) {
	if len(m.Items) == 0 {
		return
	}
	it := &m.Items[m.n(len(m.Items))]
	msg := &m.Messages[it.Message]
	if it.Call != None || it.Fault.Kind != 0 || msg.Mode == Whole || msg.Mode == Blocks || msg.Fault.Kind == OpenTogether {
		return
	}
	if by := m.peril(k, msg.Session, it.Message, None); by != 0 {
		it.Fault = Fault{Kind: k, By: by}
	}
}

// pieces cuts a text or arguments finely, or puts nothing between.
func pieces(k HazardKind) func(m *maker) {
	put := onCall(k, streamed)
	return func(m *maker) {
		if m.f.ArgsDeltas && m.chance(128) {
			put(m)
		} else {
			m.onText(k)
		}
	}
}

// metadata gives a message, text or call metadata.
func metadata(m *maker) {
	if len(m.Items) == 0 {
		return
	}
	it := &m.Items[m.n(len(m.Items))]
	msg := &m.Messages[it.Message]
	if m.chance(80) {
		if msg.MetaBy == 0 {
			msg.Meta, msg.MetaBy = pick(m.dice, metas), m.peril(Metadata, msg.Session, it.Message, None)
		}
		return
	}
	if it.MetaBy == 0 && (it.Call != None || msg.Slotted) {
		it.Meta, it.MetaBy = pick(m.dice, metas), m.peril(Metadata, msg.Session, it.Message, it.Call)
	}
}

// crowded: two calls or more, and nothing else behind the first.
func crowded(m *maker, msg *Message) bool {
	first := None
	n := 0
	for j := msg.Items.From; j < msg.Items.To; j++ {
		switch {
		case m.Items[j].Kind == spec.CallPart:
			if n++; first == None {
				first = j
			}
			if c := &m.Calls[m.Items[j].Call]; !m.untouched(c) || c.Inline {
				return false
			}
		case first != None:
			return false
		}
	}
	return n > 1 && !msg.Quiet && msg.Mode == Streamed
}

// keepCalls keeps further hazards from the calls of a message.
func (m *maker) keepCalls(msg *Message) {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != None {
			m.Calls[c].Kept = true
		}
	}
}

// together makes the calls of a message be announced together.
func together(k HazardKind) func(m *maker) {
	put := onMessage(k, crowded)
	return func(m *maker) {
		n := len(m.Perils)
		if put(m); len(m.Perils) > n {
			m.keepCalls(&m.Messages[m.Perils[n].Message])
		}
	}
}

// shareMessageID gives a message the id of one of another session.
func shareMessageID(m *maker) {
	j := None
	i := m.search(len(m.Messages), func(i int) bool {
		j = m.search(len(m.Messages), func(j int) bool {
			return m.Messages[j].Session != m.Messages[i].Session && m.ownID(i) && m.ownID(j)
		})
		return j != None
	})
	if i == None {
		return
	}
	msg := &m.Messages[i]
	if by := m.peril(SharedMessageID, msg.Session, i, None); by != 0 {
		msg.Like, msg.LikeBy = j, by
	}
}

// ownID reports whether a message bears an id that no other does.
func (m *maker) ownID(i int) bool { return m.Messages[i].LikeBy == 0 && !m.likened(i) }

// likened reports whether another message bears this one's id.
func (m *maker) likened(i int) bool {
	for j := range m.Messages {
		if m.Messages[j].LikeBy != 0 && m.Messages[j].Like == i {
			return true
		}
	}
	return false
}

// handoff lets another agent speak.
func handoff(m *maker) {
	if len(m.Messages) == 0 {
		return
	}
	i := m.n(len(m.Messages))
	msg := &m.Messages[i]
	if msg.OtherBy != 0 {
		return
	}
	if by := m.peril(Handoff, msg.Session, i, None); by != 0 {
		msg.Other, msg.OtherBy = pick(m.dice, agentNames), by
	}
}

// shareSlots lets the slots of a sub-session's messages be those of others.
func shareSlots(m *maker) {
	s := m.search(len(m.Sessions)-1, func(s int) bool { return m.streams(s + 1) })
	if s == None {
		return
	}
	by := m.peril(SharedSlots, s+1, None, None)
	for i := range m.Messages {
		if m.Messages[i].Session == s+1 {
			m.Messages[i].ApartBy = by
		}
	}
}

// streams reports whether a session tells calls in pieces, by slots that no
// hazard touches.
func (m *maker) streams(s int) bool {
	for i := range m.Calls {
		if c := &m.Calls[i]; c.Session == s && m.Messages[c.Message].Mode == Streamed {
			return m.Messages[c.Message].ApartBy == 0
		}
	}
	return false
}

// onTurn puts a fault of a kind on a turn for which ok holds.
func onTurn(k HazardKind, ok func(m *maker, i int) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Turns), func(i int) bool { return m.Turns[i].Fault.Kind == 0 && ok(m, i) })
		if i == None {
			return
		}
		t := &m.Turns[i]
		if by := m.peril(k, t.Session, None, None); by != 0 {
			t.Fault = Fault{Kind: k, By: by}
			m.Perils[len(m.Perils)-1].Rule = m.turnRule(k, i)
		}
	}
}

// turnRule is the rule that a fault of a turn is about.
func (m *maker) turnRule(k HazardKind, i int) string {
	switch {
	case k != TurnEndLost:
		return kinds[k].rule
	case m.Turns[i].UserTurn:
		return "notify/user-turn-clears"
	case m.f.Owner == spec.Derived && m.Turns[i].Next != None:
		return "attach/turn-bound"
	}
	return kinds[k].rule
}

// endable: the turn has an end of its own, and no result waits behind it.
func endable(m *maker, i int) bool {
	if m.f.Turns == spec.TurnsOverlap && m.Turns[i].Session != 0 {
		return false
	}
	for c := range m.Calls {
		if m.Calls[c].Turn == i && m.Calls[c].Fault.Kind == LateResult {
			return false
		}
	}
	next := m.Turns[i].Next
	return next == None || m.Turns[next].Fault.Kind != TurnStartLost
}

// delayable: the end can come after the next turn's start.
func delayable(m *maker, i int) bool { return endable(m, i) && m.Turns[i].Next != None }

// joinable: without its start, the turn is known by its prompt or first model
// call.
func joinable(m *maker, i int) bool {
	t := &m.Turns[i]
	if t.Messages.Len() == 0 || t.Prompt == "" && m.Sessions[t.Session].First == i {
		return false
	}
	for p := m.Sessions[t.Session].First; p != i; p = m.Turns[p].Next {
		if k := m.Turns[p].Fault.Kind; m.Turns[p].Next == i && (k == TurnEndLost || k == TurnEndLate) {
			return false
		}
	}
	return true
}

// rootTurn: a turn whose end says how it ended.
func rootTurn(m *maker, i int) bool { return m.f.Turns == spec.TurnsMarked || m.Turns[i].Session == 0 }

// onSession puts a fault of a kind on a sub-session for which ok holds.
func onSession(k HazardKind, ok func(m *maker, s *Session) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Sessions), func(i int) bool {
			return i > 0 && m.Sessions[i].Fault.Kind == 0 && ok(m, &m.Sessions[i])
		})
		if i == None {
			return
		}
		s := &m.Sessions[i]
		if by := m.peril(k, i, None, s.By); by != 0 {
			s.Fault = Fault{Kind: k, By: by}
		}
	}
}

// leavable: the session has an end of its own that can be lost.
func leavable(m *maker, s *Session) bool {
	return m.f.Turns == spec.TurnsMarked || m.Calls[s.By].Background
}

// once: the session runs once.
func once(_ *maker, s *Session) bool { return s.First == s.Last }
