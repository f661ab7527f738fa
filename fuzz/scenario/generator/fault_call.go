package generator

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// search draws an index below n for which ok holds; None if there is none.
func (m *maker) search(n int, ok func(i int) bool) int {
	if n == 0 {
		return scenario.None
	}
	from := m.N(n)
	for k := range n {
		if i := (from + k) % n; ok(i) {
			return i
		}
	}
	return scenario.None
}

// anyCall draws a call that no fault touches and for which ok holds; None if
// there is none.
func (m *maker) anyCall(ok func(m *maker, c *scenario.Call) bool) int {
	return m.search(len(m.Calls), func(i int) bool {
		c := &m.Calls[i]
		return m.untouched(c) && ok(m, c)
	})
}

func (m *maker) untouched(c *scenario.Call) bool {
	return c.Fault.Kind == 0 && c.LikeBy == 0 && c.TwinBy == 0 && !c.Kept
}

// onCall puts a fault of a kind on a call for which ok holds.
func onCall(k fault.Kind, ok func(m *maker, c *scenario.Call) bool) func(m *maker) {
	return func(m *maker) {
		if i := m.anyCall(ok); i != scenario.None {
			c := &m.Calls[i]
			c.Fault = scenario.NodeFault{Kind: k, By: m.fault(k, c.Session, c.Message, i), N: m.truncated(c.Args)}
			if c.Fault.By == 0 {
				c.Fault = scenario.NodeFault{}
			}
		}
	}
}

// truncated is a place inside a text, between characters.
func (m *maker) truncated(args string) int {
	return min(len(args), max(1, scenario.RuneFloor(args, 1+m.N(len(args)-1))))
}

func anyOne(*maker, *scenario.Call) bool { return true }

// answerable: its result can be lost. That of a launch cannot: without it the
// sub-session's end says nothing.
func answerable(m *maker, c *scenario.Call) bool { return !c.Background && !m.misleads(c) }

// misleads: where sub-sessions are linked by what waits, a delegation that starts nothing
// and has no result yet would seem to start those that other sessions ask for.
func (m *maker) misleads(c *scenario.Call) bool {
	return m.f.Nested && c.Agent != "" && c.Child == scenario.None && slices.ContainsFunc(m.Calls, func(o scenario.Call) bool {
		return o.Child != scenario.None && m.Sessions[o.Session].Depth > m.Sessions[c.Session].Depth
	})
}

// streamed: the arguments come in pieces.
func streamed(m *maker, c *scenario.Call) bool {
	mode := m.Messages[c.Message].Mode
	return m.f.ArgsDeltas && (mode == scenario.Streamed || mode == scenario.Both) && !m.restated(c.Message)
}

// restated reports whether a message is emitted whole after its pieces.
func (m *maker) restated(message int) bool { return m.Messages[message].Fault.Kind == fault.FullAfter }

func simple(_ *maker, c *scenario.Call) bool { return c.Child == scenario.None && c.Agent == "" }

// plain: a tool of the user's, whose result comes before the next message.
func plain(m *maker, c *scenario.Call) bool { return simple(m, c) && !c.Background }

// servable: the block of its result can be the last of its message, where blocks
// stream, so that none stands elsewhere without that fault.
func servable(m *maker, c *scenario.Call) bool {
	msg := &m.Messages[c.Message]
	last := c.Item+1 == msg.Items.To && msg.Fault.Kind == 0 && m.Turns[c.Turn].Fault.Kind == 0
	return plain(m, c) && m.Items[c.Item].MetaBy == 0 && (last || msg.Mode != scenario.Both && !m.f.MessageTurns)
}

func selected(m *maker, c *scenario.Call) bool { return !m.Messages[c.Message].Quiet }

// twice: the second result of a delegation is no event of its own where state
// restates it.
func twice(m *maker, c *scenario.Call) bool { return m.f.Turns != spec.TurnsRun || c.Agent == "" }

// behind: the call's turn has an end of its own that the result can miss.
func behind(m *maker, c *scenario.Call) bool {
	if m.f.Turns == spec.TurnsRun || m.endless(c.Session) {
		return false
	}
	return answerable(m, c) && m.Turns[c.Turn].Fault.Kind == 0
}

func cuttable(m *maker, c *scenario.Call) bool { return streamed(m, c) && c.Child == scenario.None }

func separate(m *maker, c *scenario.Call) bool {
	return streamed(m, c) && m.Messages[c.Message].Mode == scenario.Streamed
}

// carried: the announcement can have the arguments; an empty value there is none as yet.
func carried(m *maker, c *scenario.Call) bool {
	return separate(m, c) && !(m.f.MessageTurns && c.Value == "{}")
}

// breakable: the arguments can be emitted as text that is no JSON.
func breakable(m *maker, c *scenario.Call) bool {
	mode := m.Messages[c.Message].Mode
	return simple(m, c) && len(c.Args) > 1 && mode != scenario.Whole && !m.restated(c.Message) && (mode == scenario.Blocks || !c.Parsed)
}

func empties(m *maker, c *scenario.Call) bool { return simple(m, c) && !m.restated(c.Message) }

// early: a fragment can come before the announcement.
func earlier(m *maker, c *scenario.Call) bool {
	return separate(m, c) && (simple(m, c) || m.f.Delegation.Description == "")
}

// alone: no other call of its message comes before.
func alone(m *maker, c *scenario.Call) bool {
	return separate(m, c) && c.Item == m.firstCall(c.Message)
}

func (m *maker) firstCall(message int) int {
	for j := m.Messages[message].Items.From; j < m.Messages[message].Items.To; j++ {
		if m.Items[j].Kind == spec.CallPart {
			return j
		}
	}
	return scenario.None
}

// followed: another item of the message comes behind.
func followed(m *maker, c *scenario.Call) bool {
	msg := &m.Messages[c.Message]
	return msg.Mode != scenario.Whole && c.Item+1 < msg.Items.To && m.Turns[c.Turn].Fault.Kind == 0
}

// swapResults lets the result of a call come behind that of the next one of its
// message.
func swapResults(m *maker) {
	i := m.anyCall(func(m *maker, c *scenario.Call) bool { return !c.Background && m.NextCall(c) != scenario.None })
	if i == scenario.None {
		return
	}
	c := &m.Calls[i]
	next := &m.Calls[m.NextCall(c)]
	if m.f.Nested && (c.Child != scenario.None || next.Child != scenario.None) {
		return // a session that runs is not left for another
	}
	if m.untouched(next) {
		if by := m.fault(fault.OutOfOrder, c.Session, c.Message, i); by != 0 {
			c.Fault, next.Kept = scenario.NodeFault{Kind: fault.OutOfOrder, By: by}, true
		}
	}
}

// straggle lets the last fragment of a call's arguments come behind the
// announcement of the next one, and its fragments bear its id.
func straggle(m *maker) {
	i := m.anyCall(func(m *maker, c *scenario.Call) bool {
		return separate(m, c) && m.NextCall(c) != scenario.None && m.untouched(&m.Calls[m.NextCall(c)])
	})
	if i == scenario.None {
		return
	}
	c := &m.Calls[i]
	if by := m.fault(fault.Straggler, c.Session, c.Message, i); by != 0 {
		c.Fault, m.Calls[m.NextCall(c)].Kept = scenario.NodeFault{Kind: fault.Straggler, By: by, N: m.N(2)}, true
	}
}

// before: another message of the turn comes behind.
func before(m *maker, c *scenario.Call) bool {
	return !c.Background && c.Message+1 < m.Turns[c.Turn].Messages.To
}

// cutShort stops a call's arguments in the middle. Where a later message of the
// session has a call at the same slot, that may be what it is about.
func cutShort(m *maker) {
	n := len(m.Faults)
	onCall(fault.ArgsCut, cuttable)(m)
	if len(m.Faults) == n {
		return
	}
	p := &m.Faults[n]
	if p.Rule == "fragment/slot-reuse" && !m.slotUsedLater(&m.Calls[p.Call]) {
		p.Rule = fault.ArgsCut.Rule()
	}
}

func (m *maker) slotUsedLater(c *scenario.Call) bool {
	return m.search(len(m.Calls), func(i int) bool {
		o := &m.Calls[i]
		return o.Session == c.Session && o.Message > c.Message && m.Items[o.Item].Slot == m.Items[c.Item].Slot
	}) != scenario.None
}

// refuse has a call refused, or never run. One of a list has the result that a
// refused one has there.
func refuse(m *maker) {
	n := len(m.Faults)
	onCall(fault.Refused, refusable)(m)
	if len(m.Faults) == n {
		return
	}
	c := &m.Calls[m.Faults[n].Call]
	if c.Fault.N = 0; m.f.Turns == spec.TurnsOverlap || m.f.Kept {
		c.Fault.N = m.N(2)
	}
	switch {
	case len(m.f.Tools) > 0:
		c.Result, c.IsError = m.refusal(c), false
	case m.f.WaitsUnnamed && m.f.Owner == spec.Derived: // the answer brings nothing
		c.Result, c.IsError = nil, false
	case m.f.EndsApart: // how it ended is one word, and failed is another
		c.IsError = false
	}
}

// refusable: what is refused runs nothing; where a result ends a sub-session it would
// be one that failed.
func refusable(m *maker, c *scenario.Call) bool {
	switch {
	case len(m.f.Tools) > 0:
		return len(m.refusal(c)) > 0
	case m.f.Turns == spec.TurnsOverlap, m.f.Owner == spec.Derived, m.f.Kept:
		return simple(m, c)
	}
	return true
}

// refusal is the result of the call where it is refused, nil if it cannot be.
func (m *maker) refusal(c *scenario.Call) json.RawMessage {
	for i := range m.f.Tools {
		if s := &m.f.Tools[i]; s.Name == c.Name && s.Args == c.Args {
			return s.Refusal
		}
	}
	return nil
}

// reuseSlot makes the next call of the message use the slot of one whose
// arguments are cut short.
func reuseSlot(m *maker) {
	i := m.anyCall(cuttable)
	if i == scenario.None {
		return
	}
	c := &m.Calls[i]
	next := m.NextCall(c)
	if next == scenario.None || !m.untouched(&m.Calls[next]) {
		return
	}
	if by := m.fault(fault.SlotReuse, c.Session, c.Message, i); by != 0 {
		c.Fault = scenario.NodeFault{Kind: fault.SlotReuse, By: by, N: m.truncated(c.Args)}
		it := &m.Items[m.Calls[next].Item]
		it.Like, it.LikeBy = c.Item, by
		m.Calls[next].Kept = true
	}
}
