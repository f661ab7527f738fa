package scenario

import "github.com/quock-dev/quock/spec"

// message adds a model call to a turn.
func (m *maker) message(turn int) {
	t := &m.Turns[turn]
	i, first := len(m.Messages), m.first(turn)
	msg := Message{
		ID: messageIDs.at(i), Session: t.Session, Turn: turn, Like: None, Items: Span{From: len(m.Items)}, Cond: t.Cond,
		Mode: m.mode(), Slotted: m.slotted(), Quiet: m.chance(64),
	}
	if !first && m.chance(24) && m.likely(OneMessage) {
		msg.Need |= m.peril(OneMessage, msg.Session, i, None)
	}
	m.Messages = append(m.Messages, msg)
	m.items(i, first)
	m.Messages[i].Items.To = len(m.Items)
	m.closing(i)
	m.echo(i)
	m.slip(turn)
}

// first reports whether no message of the turn was made yet.
func (m *maker) first(turn int) bool {
	n := len(m.Messages)
	return n == 0 || m.Messages[n-1].Turn != turn
}

func (m *maker) mode() Mode {
	switch {
	case m.f.Owner == spec.Derived:
		return Streamed
	case !m.f.ArgsDeltas:
		return Blocks
	case m.f.Turns == spec.TurnsOverlap:
		return Both
	case m.roll(knobWhole, 20):
		return Whole
	}
	return Streamed
}

// slotted: texts have slots where blocks are numbered.
func (m *maker) slotted() bool {
	return m.f.Turns == spec.TurnsOverlap || m.f.Turns == spec.TurnsMarked && m.f.Slots && m.chance(100)
}

// items plans and adds the items of a message.
func (m *maker) items(i int, first bool) {
	m.plan = m.plan[:0]
	calls := m.drawPlan()
	turn := m.Messages[i].Turn
	if m.f.Owner == spec.Derived && calls && m.wordless() {
		m.introduce(i, turn, first)
	}
	for _, kind := range m.plan {
		if kind == spec.CallPart {
			m.call(i)
		} else {
			m.say(i, kind, Cond{})
		}
	}
	m.afterthought(i)
	m.batches(i)
}

// afterthought may add text behind the last call of a message, as a hazard.
func (m *maker) afterthought(i int) {
	it := &m.Items[len(m.Items)-1]
	if it.Kind != spec.CallPart || m.Messages[i].Mode == Whole {
		return
	}
	c := &m.Calls[it.Call]
	kind := TextAfterCall
	if c.Inline && c.Child != None {
		kind = EndsMidMessage
	}
	if !m.likely(kind) {
		return
	}
	if by := m.peril(kind, c.Session, i, None); by != 0 {
		m.say(i, spec.TextPart, Cond{Need: by})
	}
}

// echo may add a message equal to the last one, as a hazard.
func (m *maker) echo(i int) {
	msg := m.Messages[i]
	if m.calls(i) || msg.Items.Len() != 1 || !m.chance(24) || !m.likely(EqualMessage) {
		return
	}
	by := m.peril(EqualMessage, msg.Session, i+1, None)
	if by == 0 {
		return
	}
	it := m.Items[msg.Items.From]
	msg.ID, msg.Need, msg.Items = messageIDs.at(i+1), msg.Need|by, Span{len(m.Items), len(m.Items) + 1}
	m.Messages = append(m.Messages, msg)
	it.Message, it.Need = i+1, it.Need|by
	m.Items = append(m.Items, it)
}

// drawPlan draws what the message holds, and whether there is a call.
func (m *maker) drawPlan() (calls bool) {
	if m.f.Thoughts && m.roll(knobThought, 60) {
		m.plan = append(m.plan, spec.ThoughtPart)
	}
	if m.roll(knobText, 150) {
		m.plan = append(m.plan, spec.TextPart)
	}
	for m.budget > 0 && len(m.plan) < 7 && m.roll(knobCall, 130) {
		m.plan, calls = append(m.plan, spec.CallPart), true
		m.budget--
	}
	if len(m.plan) == 0 {
		m.plan = append(m.plan, spec.TextPart)
	}
	m.budget--
	return calls
}

func (m *maker) wordless() bool {
	for _, kind := range m.plan {
		if kind != spec.CallPart {
			return false
		}
	}
	return true
}

// introduce makes the silence before calls a hazard: performed away, something
// is said first. A few stay silent without.
func (m *maker) introduce(i, turn int, first bool) {
	kind := SecondBatch
	if first {
		kind = ToolFirst
	}
	if m.hazardWeight(kind) == 0 {
		m.say(i, spec.TextPart, Cond{})
		return
	}
	if m.chance(16) {
		return
	}
	if by := m.peril(kind, m.Turns[turn].Session, i, None); by != 0 {
		m.say(i, spec.TextPart, Cond{Not: by})
	}
}

// toolFirstRule gives a turn's first hazard the rule that it is about: whether
// the turn speaks later, and whether another turn came before.
func (m *maker) toolFirstRule(turn int) {
	for p := range m.Perils {
		peril := &m.Perils[p]
		if peril.Kind != ToolFirst || m.Messages[peril.Message].Turn != turn {
			continue
		}
		switch {
		case !m.speaks(turn):
			peril.Rule = "attach/never-spoken"
		case m.Sessions[peril.Session].First != turn:
			peril.Rule = "attach/turn-bound"
		}
	}
}

func (m *maker) speaks(turn int) bool {
	for i := m.Turns[turn].Messages.From; i < m.Turns[turn].Messages.To; i++ {
		for j := m.Messages[i].Items.From; j < m.Messages[i].Items.To; j++ {
			if m.Items[j].Kind != spec.CallPart && m.Items[j].Cond == m.Messages[i].Cond {
				return true
			}
		}
	}
	return false
}

// say adds a text or thought.
func (m *maker) say(message int, kind spec.PartKind, c Cond) int {
	msg := &m.Messages[message]
	m.Items = append(m.Items, Item{
		Kind: kind, Message: message, Call: None, Like: None, Text: m.text(8),
		Slot: m.slot(message), Cond: c.And(msg.Cond),
	})
	return len(m.Items) - 1
}

// slot is the position of the next item: among all items where texts have slots
// too, else among the calls (or, sparsely, among all).
func (m *maker) slot(message int) string {
	msg := &m.Messages[message]
	if !m.f.Slots && !msg.Slotted {
		return ""
	}
	return slots.at(len(m.Items) - msg.Items.From)
}

// slip may add a message that is declared void, as a hazard.
func (m *maker) slip(turn int) {
	if !m.chance(24) || !m.likely(Retracted) {
		return
	}
	t, i := &m.Turns[turn], len(m.Messages)
	by := m.peril(Retracted, t.Session, i, None)
	if by == 0 {
		return
	}
	mode := m.mode()
	if mode == Whole {
		mode = Streamed
	}
	m.Messages = append(m.Messages, Message{
		ID: messageIDs.at(i), Session: t.Session, Turn: turn, Like: None, Mode: mode, Slotted: m.slotted(),
		Items: Span{len(m.Items), len(m.Items) + 1}, Fault: Fault{Kind: Retracted, By: by}, Cond: t.Cond.And(Cond{Need: by}),
	})
	m.say(i, spec.TextPart, Cond{})
}

// batches says which calls run together: an inline one ends its batch.
func (m *maker) batches(i int) {
	batch := 0
	items := m.Messages[i].Items
	for j := items.From; j < len(m.Items); j++ {
		if m.Items[j].Kind != spec.CallPart {
			continue
		}
		c := &m.Calls[m.Items[j].Call]
		c.Batch = batch
		if c.Inline {
			batch++
		}
	}
}

// closing says how the message ends.
func (m *maker) closing(i int) {
	msg := &m.Messages[i]
	if m.f.MessageUsage && m.roll(knobUsage, 128) {
		msg.Usage = m.usage()
	}
	if m.f.StopReasons && (m.f.Turns == spec.TurnsOverlap || m.chance(200)) {
		msg.Stop = "end_turn"
		if m.calls(i) {
			msg.Stop = "tool_use"
		}
	}
}

func (m *maker) calls(i int) bool {
	for j := m.Messages[i].Items.From; j < m.Messages[i].Items.To; j++ {
		if m.Items[j].Kind == spec.CallPart {
			return true
		}
	}
	return false
}
