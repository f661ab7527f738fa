package generator

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// reuseID gives a call the id of one of its session that is finished before the
// call's message begins; in another turn, where nothing else says that it is new.
func reuseID(m *maker) {
	m.shareID(fault.ReusedID, func(old, c *scenario.Call) bool {
		return old.Session == c.Session && old.Message < c.Message && !(m.f.PromptOpens && old.Turn == c.Turn)
	})
}

// clash gives a call the id of one of an earlier message of its turn, which is
// never answered.
func clash(m *maker) {
	i, j := m.anyPair(func(old, c *scenario.Call) bool {
		return old.Turn == c.Turn && old.Message < c.Message && answerable(m, old)
	})
	if i == scenario.None || len(m.Faults)+2 > scenario.MaxFaults {
		return
	}
	c, old := &m.Calls[i], &m.Calls[j]
	old.Fault = scenario.NodeFault{Kind: fault.NeverAnswered, By: m.fault(fault.NeverAnswered, old.Session, old.Message, j)}
	c.Like, c.LikeBy, old.Kept = j, m.fault(fault.Clashing, c.Session, c.Message, i), true
	m.Faults[len(m.Faults)-1].Needs |= old.Fault.By
}

// anyPair draws a call and another one for which ok holds, both untouched.
func (m *maker) anyPair(ok func(old, c *scenario.Call) bool) (call, old int) {
	old = scenario.None
	call = m.anyCall(func(m *maker, c *scenario.Call) bool {
		old = m.anyCall(func(_ *maker, o *scenario.Call) bool { return o != c && ok(o, c) })
		return old != scenario.None
	})
	return call, old
}

// shareIDs gives a call the id of one of another session.
func shareIDs(m *maker) {
	m.shareID(fault.SharedID, func(old, c *scenario.Call) bool { return old.Session != c.Session })
}

func (m *maker) shareID(k fault.Kind, ok func(old, c *scenario.Call) bool) {
	i, j := m.anyPair(ok)
	if i == scenario.None {
		return
	}
	c := &m.Calls[i]
	if by := m.fault(k, c.Session, c.Message, i); by != 0 {
		c.Like, c.LikeBy = j, by
		m.Calls[j].Kept = true
	}
}

// equalDescriptions gives a delegation the arguments of another one of its
// message.
func equalDescriptions(m *maker) {
	if m.f.Delegation.Tool == "" {
		return
	}
	i, j := m.anyPair(func(old, c *scenario.Call) bool {
		return old.Message == c.Message && old.Item < c.Item && m.asksAnew(old) && m.asksAnew(c)
	})
	if i == scenario.None {
		return
	}
	c := &m.Calls[i]
	if by := m.fault(fault.EqualDescription, c.Session, c.Message, i); by != 0 {
		c.Twin, c.TwinBy = j, by
		m.Calls[j].Kept = true
	}
}

// asksAnew: a delegation to a sub-session of its own, which waits for it.
func (m *maker) asksAnew(c *scenario.Call) bool {
	return c.Child != scenario.None && !c.Background && m.Turns[c.Child].Next == scenario.None && m.opensWithWords(c) &&
		m.Sessions[m.Turns[c.Child].Session].First == c.Child
}

// opensWithWords reports whether the first that a call's sub-session says is
// text, where that is how its agent becomes known.
func (m *maker) opensWithWords(c *scenario.Call) bool {
	if m.f.Delegation.Description == "" {
		return true
	}
	t := &m.Turns[c.Child]
	first := &m.Items[m.Messages[t.Messages.From].Items.From]
	return t.Messages.Len() > 0 && first.Kind != spec.CallPart && first.Cond == t.Cond
}

// alias calls the delegation tool by another of its names.
func alias(m *maker) {
	i := m.anyCall(func(_ *maker, c *scenario.Call) bool { return c.Agent != "" && c.AliasBy == 0 })
	if i == scenario.None || m.f.Delegation.Tool == "" {
		return
	}
	name := m.f.Delegation.Aliases[0]
	if name == "mcp__*__task" {
		name = pick(m.Source, servers) + m.f.Delegation.Tool
	}
	m.rename(i, fault.Alias, name)
}

// nearAlias gives a delegation that starts nothing a name that is none of the
// tool's.
func nearAlias(m *maker) {
	i := m.anyCall(func(_ *maker, c *scenario.Call) bool {
		return c.Agent != "" && c.Child == scenario.None && c.AliasBy == 0
	})
	if i != scenario.None {
		m.rename(i, fault.NearAlias, pick(m.Source, nearNames))
	}
}

var nearNames = []string{"task_list", "mcp__a__b__task", "mcp____task", "TASK", "subtask", "Tasks"}

func (m *maker) rename(i int, k fault.Kind, name string) {
	c := &m.Calls[i]
	if by := m.fault(k, c.Session, c.Message, i); by != 0 {
		c.Alias, c.AliasBy = name, by
	}
}

// shareMessageID gives a message the id of one of another session.
func shareMessageID(m *maker) {
	j := scenario.None
	i := m.search(len(m.Messages), func(i int) bool {
		j = m.search(len(m.Messages), func(j int) bool {
			return m.Messages[j].Session != m.Messages[i].Session && m.ownID(i) && m.ownID(j)
		})
		return j != scenario.None
	})
	if i == scenario.None {
		return
	}
	msg := &m.Messages[i]
	if by := m.fault(fault.SharedMessageID, msg.Session, i, scenario.None); by != 0 {
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
	i := m.N(len(m.Messages))
	msg := &m.Messages[i]
	if msg.OtherBy != 0 || m.Thinks(i) {
		return
	}
	if by := m.fault(fault.Handoff, msg.Session, i, scenario.None); by != 0 {
		msg.Other, msg.OtherBy = pick(m.Source, agentNames), by
	}
}

// shareSlots lets the slots of a sub-session's messages be those of others.
func shareSlots(m *maker) {
	s := m.search(len(m.Sessions)-1, func(s int) bool { return m.streams(s + 1) })
	if s == scenario.None {
		return
	}
	by := m.fault(fault.SharedSlots, s+1, scenario.None, scenario.None)
	for i := range m.Messages {
		if m.Messages[i].Session == s+1 {
			m.Messages[i].ApartBy = by
		}
	}
}

// streams reports whether a session emits calls in pieces, by slots that no
// fault touches.
func (m *maker) streams(s int) bool {
	for i := range m.Calls {
		if c := &m.Calls[i]; c.Session == s && m.Messages[c.Message].Mode == scenario.Streamed {
			return m.Messages[c.Message].ApartBy == 0
		}
	}
	return false
}
