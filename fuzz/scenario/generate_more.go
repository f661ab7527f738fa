package scenario

import "github.com/quock-dev/quock/spec"

// afterthought may add text, or a thought, behind the last call of a message, as a fault.
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
	if by := m.fault(kind, c.Session, i, None); by != 0 {
		m.say(i, m.words(), Cond{Need: by})
	}
}

// words is the kind of what is said behind a call: sometimes a thought.
func (m *maker) words() spec.PartKind {
	if m.f.Owner == spec.Named && m.f.Thoughts && !m.f.ThoughtsApart && m.Chance(96) {
		return spec.ThoughtPart
	}
	return spec.TextPart
}

// echo may add a message equal to the last one, as a fault.
func (m *maker) echo(i int) {
	msg := m.Messages[i]
	if m.calls(i) || msg.Items.Len() != 1 || !m.Chance(24) || !m.likely(EqualMessage) {
		return
	}
	by := m.fault(EqualMessage, msg.Session, i+1, None)
	if by == 0 {
		return
	}
	it := m.Items[msg.Items.From]
	msg.ID, msg.Need, msg.Items = messageIDs.At(i+1), msg.Need|by, Span{len(m.Items), len(m.Items) + 1}
	m.Messages = append(m.Messages, msg)
	it.Message, it.Need = i+1, it.Need|by
	m.Items = append(m.Items, it)
}

// introduce makes the silence before calls a fault: performed away, something
// is said first. A few stay silent without.
func (m *maker) introduce(i, turn int, first bool) {
	kind := SecondBatch
	if first {
		kind = ToolFirst
	}
	if m.weights.fault(kind) == 0 {
		m.say(i, spec.TextPart, Cond{})
		return
	}
	if m.Chance(16) {
		return
	}
	if by := m.fault(kind, m.Turns[turn].Session, i, None); by != 0 {
		m.say(i, spec.TextPart, Cond{Not: by})
	}
}

// toolFirstRule gives a turn's first fault the rule that it is about: whether
// the turn speaks later, and whether another turn came before.
func (m *maker) toolFirstRule(turn int) {
	for p := range m.Faults {
		fault := &m.Faults[p]
		if fault.Kind != ToolFirst || m.Messages[fault.Message].Turn != turn {
			continue
		}
		switch {
		case !m.speaks(turn):
			fault.Rule = "attach/never-spoken"
		case m.Sessions[fault.Session].First != turn:
			fault.Rule = "attach/turn-bound"
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

// slip may add a message that is declared void, as a fault.
func (m *maker) slip(turn int) {
	if !m.Chance(24) || !m.likely(Retracted) {
		return
	}
	t, i := &m.Turns[turn], len(m.Messages)
	by := m.fault(Retracted, t.Session, i, None)
	if by == 0 {
		return
	}
	mode := m.mode()
	switch {
	case mode == Whole && m.f.ArgsDeltas:
		mode = Streamed
	case mode == Whole:
		mode = Blocks
	}
	m.Messages = append(m.Messages, Message{
		ID: messageIDs.At(i), Session: t.Session, Turn: turn, Like: None, Mode: mode, Slotted: m.slotted(),
		Items: Span{len(m.Items), len(m.Items) + 1}, Fault: NodeFault{Kind: Retracted, By: by}, Cond: t.Cond.And(Cond{Need: by}),
	})
	m.say(i, spec.TextPart, Cond{})
}
