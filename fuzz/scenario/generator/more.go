package generator

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// afterthought may add text, or a thought, behind the last call of a message, as a fault.
func (m *maker) afterthought(i int) {
	it := &m.Items[len(m.Items)-1]
	if it.Kind != spec.CallPart || m.Messages[i].Mode == scenario.Whole {
		return
	}
	c := &m.Calls[it.Call]
	kind := fault.TextAfterCall
	if c.Inline && c.Child != scenario.None {
		kind = fault.EndsMidMessage
	}
	if !m.likely(kind) {
		return
	}
	if by := m.fault(kind, c.Session, i, scenario.None); by != 0 {
		m.say(i, m.words(), scenario.Cond{Need: by})
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
	if m.calls(i) || msg.Items.Len() != 1 || !m.Chance(24) || !m.likely(fault.EqualMessage) {
		return
	}
	by := m.fault(fault.EqualMessage, msg.Session, i+1, scenario.None)
	if by == 0 {
		return
	}
	it := m.Items[msg.Items.From]
	msg.ID, msg.Need, msg.Items = messageIDs.At(i+1), msg.Need|by, scenario.Span{From: len(m.Items), To: len(m.Items) + 1}
	m.Messages = append(m.Messages, msg)
	it.Message, it.Need = i+1, it.Need|by
	m.Items = append(m.Items, it)
}

// introduce makes the silence before calls a fault: performed away, something
// is said first. A few stay silent without.
func (m *maker) introduce(i, turn int, first bool) {
	kind := fault.SecondBatch
	if first {
		kind = fault.ToolFirst
	}
	if m.weights.fault(kind) == 0 {
		m.say(i, spec.TextPart, scenario.Cond{})
		return
	}
	if m.Chance(16) {
		return
	}
	if by := m.fault(kind, m.Turns[turn].Session, i, scenario.None); by != 0 {
		m.say(i, spec.TextPart, scenario.Cond{Not: by})
	}
}

// toolFirstRule gives a turn's first fault the rule that it is about: whether
// the turn speaks later, and whether another turn came before.
func (m *maker) toolFirstRule(turn int) {
	for i := range m.Faults {
		p := &m.Faults[i]
		if p.Kind != fault.ToolFirst || m.Messages[p.Message].Turn != turn {
			continue
		}
		switch {
		case !m.speaks(turn):
			p.Rule = "attach/never-spoken"
		case m.Sessions[p.Session].First != turn:
			p.Rule = "attach/turn-bound"
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
	if !m.Chance(24) || !m.likely(fault.Retracted) {
		return
	}
	t, i := &m.Turns[turn], len(m.Messages)
	by := m.fault(fault.Retracted, t.Session, i, scenario.None)
	if by == 0 {
		return
	}
	mode := m.mode()
	switch {
	case mode == scenario.Whole && m.f.ArgsDeltas:
		mode = scenario.Streamed
	case mode == scenario.Whole:
		mode = scenario.Blocks
	}
	m.Messages = append(m.Messages, scenario.Message{
		ID: messageIDs.At(i), Session: t.Session, Turn: turn, Like: scenario.None, Mode: mode, Slotted: m.slotted(),
		Items: scenario.Span{From: len(m.Items), To: len(m.Items) + 1}, Fault: scenario.NodeFault{Kind: fault.Retracted, By: by}, Cond: t.Cond.And(scenario.Cond{Need: by}),
	})
	m.say(i, spec.TextPart, scenario.Cond{})
	if m.f.Kept {
		m.retry(i)
	}
}

// retry adds, behind a message that is void, the one that takes its place.
func (m *maker) retry(void int) {
	msg, i := m.Messages[void], len(m.Messages)
	msg.ID, msg.Fault, msg.Items = messageIDs.At(i), scenario.NodeFault{}, scenario.Span{From: len(m.Items), To: len(m.Items) + 1}
	m.Messages = append(m.Messages, msg)
	m.say(i, spec.TextPart, scenario.Cond{})
}
