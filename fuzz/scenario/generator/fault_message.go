package generator

import (
	"encoding/json"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// onMessage puts a fault of a kind on a message for which ok holds.
func onMessage(k fault.Kind, ok func(m *maker, msg *scenario.Message) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Messages), func(i int) bool {
			return m.Messages[i].Fault.Kind == 0 && ok(m, &m.Messages[i])
		})
		if i == scenario.None {
			return
		}
		msg := &m.Messages[i]
		if by := m.fault(k, msg.Session, i, scenario.None); by != 0 {
			msg.Fault = scenario.NodeFault{Kind: k, By: by}
		}
	}
}

func notWhole(_ *maker, msg *scenario.Message) bool { return msg.Mode != scenario.Whole }

func used(_ *maker, msg *scenario.Message) bool {
	return msg.Mode != scenario.Whole && msg.Usage != (spec.Usage{})
}

// restatable: a message that a snapshot can repeat: streamed, and its calls
// whole.
func restatable(m *maker, msg *scenario.Message) bool {
	if msg.Mode != scenario.Streamed {
		return false
	}
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != scenario.None && (m.Calls[c].Fault.Kind != 0 || m.Calls[c].TwinBy != 0) {
			return false
		}
	}
	return true
}

// wordy: a streamed message whose texts have no slots, in a turn that ends in its
// time.
func wordy(m *maker, msg *scenario.Message) bool {
	return msg.Mode == scenario.Streamed && !msg.Slotted && m.Turns[msg.Turn].Fault.Kind == 0
}

// stale: a streamed message of one text and more, in pieces.
func stale(m *maker, msg *scenario.Message) bool {
	return restatable(m, msg) && msg.Items.Len() > 0 && m.Items[msg.Items.From].Kind != spec.CallPart
}

// parting: words only, and another message of the turn behind it. Where nothing
// else begins a message its words cannot be the first of a turn, which begins with
// them.
func parting(m *maker, msg *scenario.Message) bool {
	if from := m.Turns[msg.Turn].Messages.From; !m.f.MessageStart && msg.ID == m.Messages[from].ID {
		return false
	}
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if m.Items[j].Kind == spec.CallPart {
			return false
		}
	}
	t := &m.Turns[msg.Turn]
	return msg.Mode == scenario.Streamed && msg.Items.Len() > 0 && t.Messages.To > t.Messages.From && msg.ID != m.Messages[t.Messages.To-1].ID
}

// onText puts a fault of a kind on a text that comes in pieces.
func (m *maker) onText(k fault.Kind) {
	if len(m.Items) == 0 {
		return
	}
	it := &m.Items[m.N(len(m.Items))]
	msg := &m.Messages[it.Message]
	if it.Call != scenario.None || it.Fault.Kind != 0 || msg.Mode == scenario.Whole || msg.Mode == scenario.Blocks || msg.Fault.Kind == fault.OpenTogether {
		return
	}
	if by := m.fault(k, msg.Session, it.Message, scenario.None); by != 0 {
		it.Fault = scenario.NodeFault{Kind: k, By: by}
	}
}

// pieces cuts a text or arguments finely, or puts nothing between.
func pieces(k fault.Kind) func(m *maker) {
	put := onCall(k, streamed)
	return func(m *maker) {
		if m.f.ArgsDeltas && m.Chance(128) {
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
	it := &m.Items[m.N(len(m.Items))]
	msg := &m.Messages[it.Message]
	if m.Chance(80) && !m.f.Numbered {
		if msg.MetaBy == 0 {
			msg.Meta, msg.MetaBy = m.meta(), m.fault(fault.Metadata, msg.Session, it.Message, scenario.None)
		}
		return
	}
	if it.MetaBy == 0 && (it.Call != scenario.None || msg.Slotted) && (it.Call == scenario.None || m.Calls[it.Call].Fault.Kind != fault.Served) {
		it.Meta, it.MetaBy = m.meta(), m.fault(fault.Metadata, msg.Session, it.Message, it.Call)
	}
}

// meta draws metadata, of objects alone where the dialect has no other.
func (m *maker) meta() json.RawMessage {
	if m.f.MetadataScoped {
		return metas[1]
	}
	return pick(m.Source, metas)
}

// crowded: two calls or more, and nothing else behind the first.
func crowded(m *maker, msg *scenario.Message) bool {
	first := scenario.None
	n := 0
	for j := msg.Items.From; j < msg.Items.To; j++ {
		switch {
		case m.Items[j].Kind == spec.CallPart:
			if n++; first == scenario.None {
				first = j
			}
			if c := &m.Calls[m.Items[j].Call]; !m.untouched(c) || c.Inline {
				return false
			}
		case first != scenario.None:
			return false
		}
	}
	return n > 1 && !msg.Quiet && msg.Mode == scenario.Streamed
}

// pack puts fragments of a streamed message that follow each other into one
// record.
func pack(m *maker) {
	i := m.search(len(m.Messages), func(i int) bool { return m.Messages[i].Mode == scenario.Streamed && m.Messages[i].PackBy == 0 })
	if i == scenario.None {
		return
	}
	msg := &m.Messages[i]
	if by := m.fault(fault.Packed, msg.Session, i, scenario.None); by != 0 {
		msg.Pack, msg.PackBy = m.Bits(), by
	}
}

// keepCalls keeps further faults from the calls of a message.
func (m *maker) keepCalls(msg *scenario.Message) {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != scenario.None {
			m.Calls[c].Kept = true
		}
	}
}

// together makes the calls of a message be announced together.
func together(k fault.Kind) func(m *maker) {
	put := onMessage(k, crowded)
	return func(m *maker) {
		n := len(m.Faults)
		if put(m); len(m.Faults) > n {
			m.keepCalls(&m.Messages[m.Faults[n].Message])
		}
	}
}
