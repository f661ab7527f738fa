package generator

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// message adds a model call to a turn; last says that none follows.
func (m *maker) message(turn int, last bool) {
	t := &m.Turns[turn]
	m.Open(choice.Message, choice.None)
	defer m.Close()
	i, first := len(m.Messages), m.first(turn)
	msg := scenario.Message{
		ID: messageIDs.At(i), Session: t.Session, Turn: turn, Like: scenario.None, Items: scenario.Span{From: len(m.Items)}, Cond: t.Cond,
		Mode: m.mode(), Slotted: m.slotted(), Quiet: m.Chance(64),
	}
	if !first && !(last && m.f.ModelCalls) && m.Chance(24) && m.likely(fault.OneMessage) {
		msg.Need |= m.fault(fault.OneMessage, msg.Session, i, scenario.None)
	}
	m.Messages = append(m.Messages, msg)
	m.items(i, first, last)
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

func (m *maker) mode() scenario.Mode {
	switch {
	case m.f.Owner == spec.Derived:
		return scenario.Streamed
	case m.f.WholeMessages:
		return scenario.Whole
	case !m.f.ArgsDeltas && m.f.Asides && !m.f.Kept && m.roll(knobWhole, 40):
		return scenario.Whole
	case !m.f.ArgsDeltas:
		return scenario.Blocks
	case m.f.Turns == spec.TurnsOverlap:
		return scenario.Both
	case m.f.Snapshots && m.roll(knobWhole, 20):
		return scenario.Whole
	}
	return scenario.Streamed
}

// slotted: texts have slots where blocks are numbered.
func (m *maker) slotted() bool {
	return m.f.TextSlots || m.f.Turns == spec.TurnsMarked && m.f.Slots && !m.f.OneText && m.Chance(100)
}

// items plans and adds the items of a message.
func (m *maker) items(i int, first, last bool) {
	m.plan = m.plan[:0]
	calls := m.drawPlan()
	if m.f.ModelCalls {
		m.modelCall(last)
	}
	turn := m.Messages[i].Turn
	if m.f.Owner == spec.Derived && calls && m.wordless() {
		m.introduce(i, turn, first)
	}
	for _, kind := range m.plan {
		if kind == spec.CallPart {
			m.call(i)
		} else {
			m.say(i, kind, scenario.Cond{})
		}
	}
	m.afterthought(i)
	m.ground(i)
	m.batches(i)
}

// ground makes sure that a message that nothing but its content shows has some,
// whatever is performed away.
func (m *maker) ground(i int) {
	msg := &m.Messages[i]
	if m.f.MessageStart || !m.f.Numbered {
		return
	}
	for j := msg.Items.From; j < len(m.Items); j++ {
		if m.Items[j].Cond == msg.Cond {
			return
		}
	}
	m.say(i, spec.TextPart, scenario.Cond{})
}

// grounds reports whether the next item of a message has to stand, since it is the
// first and no words may come behind calls.
func (m *maker) grounds(message int) bool {
	return m.f.Numbered && len(m.Items) == m.Messages[message].Items.From && !fault.TextAfterCall.Representable(m.f)
}

// drawPlan draws what the message holds, and whether there is a call. A thought
// that is a message of its own is alone.
func (m *maker) drawPlan() (calls bool) {
	if m.f.ThoughtsApart && m.roll(knobThought, 40) {
		m.plan = append(m.plan, spec.ThoughtPart)
		m.budget--
		return false
	}
	if m.f.Thoughts && !m.f.ThoughtsApart && m.roll(knobThought, 60) {
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

// modelCall plans at least one call, and none for the last message of a turn:
// calls are what makes a turn go on.
func (m *maker) modelCall(last bool) {
	calls := slices.Contains(m.plan, spec.CallPart)
	switch {
	case last && calls:
		m.plan = slices.DeleteFunc(m.plan, func(k spec.PartKind) bool { return k == spec.CallPart })
		if len(m.plan) == 0 {
			m.plan = append(m.plan, spec.TextPart)
		}
	case !last && !calls:
		m.plan = append(m.plan, spec.CallPart)
	}
}

func (m *maker) wordless() bool {
	for _, kind := range m.plan {
		if kind != spec.CallPart {
			return false
		}
	}
	return true
}

// say adds a text or thought.
func (m *maker) say(message int, kind spec.PartKind, c scenario.Cond) {
	msg := &m.Messages[message]
	m.Items = append(m.Items, scenario.Item{
		Kind: kind, Message: message, Call: scenario.None, Like: scenario.None, Text: text(m.Source, 8),
		Slot: m.slot(message, kind), Cond: c.And(msg.Cond),
	})
}

// slot is the position of the next item: among all items where texts have slots
// too, else among the calls (or, sparsely, among all).
func (m *maker) slot(message int, kind spec.PartKind) string {
	msg := &m.Messages[message]
	if !m.f.Slots && (!msg.Slotted || kind == spec.CallPart && m.f.ArgsDeltas) {
		return ""
	}
	return scenario.Slots.At(len(m.Items) - msg.Items.From)
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
	if m.f.StopReasons && (m.f.Turns == spec.TurnsOverlap || m.f.StopsAlways || m.Chance(200)) {
		msg.Stop = m.stop(m.calls(i))
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
