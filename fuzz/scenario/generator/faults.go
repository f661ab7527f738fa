package generator

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// putFaults puts faults on the tree: how many is drawn for the case, each of a
// kind that the dialect and level allow, on a node that has none.
func (m *maker) putFaults() {
	n := m.faultCount()
	if n == 0 {
		m.needs()
		return
	}
	fit := m.fitting()
	for range n {
		if len(fit) == 0 {
			break
		}
		m.Open(choice.Fault, choice.None)
		k := fit[m.N(len(fit))]
		if m.Chance(min(base(k)*m.weights.fault(k)>>2, 256)) {
			puts[k](m)
		}
		m.Close()
	}
	m.needs()
}

// fitting are the kinds that can be put on a tree of this dialect and level; they
// are kept for the next tree of the same.
func (m *maker) fitting() []fault.Kind {
	if m.fitDialect == m.f.Dialect && m.fitLevel == m.Level && len(m.fit) > 0 {
		return m.fit
	}
	m.fit, m.fitDialect, m.fitLevel = m.fit[:0], m.f.Dialect, m.Level
	for _, k := range fault.All() {
		if puts[k] == nil || !k.In(m.f, m.Level) {
			continue
		}
		for range tickets(k) {
			m.fit = append(m.fit, k)
		}
	}
	return m.fit
}

// faultCount is how many faults are tried: many, as most find no node that is
// free or are off in the case. The kill matrix (quock mutants) decided on these
// numbers: with a quarter of them hard wrong models took twice as many cases.
func (m *maker) faultCount() int {
	switch bits := m.N(8); {
	case bits < 1:
		return 0
	case bits < 3:
		return 4 + m.N(16)
	}
	return 20 + m.N(60)
}

// needs finds which faults depend on others: a fault on a node that is only
// there by another one.
func (m *maker) needs() {
	for i := range m.Faults {
		p := &m.Faults[i]
		own := scenario.Set(1) << (i + 1)
		switch {
		case p.Call != scenario.None:
			p.Needs |= m.Calls[p.Call].Need &^ own
		case p.Message != scenario.None:
			p.Needs |= m.Messages[p.Message].Need &^ own
		case p.Session != scenario.None:
			p.Needs |= m.Sessions[p.Session].Need &^ own
		}
		p.Needs |= (m.beyond(p) | m.turnNeeds(own)) &^ own
	}
}

// turnNeeds are the faults that a turn with the given fault needs: its own, and
// those of the next turn where its end comes behind that one's start.
func (m *maker) turnNeeds(by scenario.Set) scenario.Set {
	for i := range m.Turns {
		t := &m.Turns[i]
		switch {
		case t.Fault.By != by:
		case t.Fault.Kind == fault.TurnEndLate:
			return t.Need | m.Turns[t.Next].Need
		default:
			return t.Need
		}
	}
	return 0
}

// beyond are the faults that a fault needs for what it touches beside its own
// node: the other call, the next item, message or turn.
func (m *maker) beyond(p *scenario.Fault) scenario.Set {
	switch p.Kind {
	case fault.ReusedID, fault.SharedID, fault.Clashing:
		return m.Calls[m.Calls[p.Call].Like].Need
	case fault.EqualDescription:
		return m.Calls[m.Calls[p.Call].Twin].Need
	case fault.SlotReuse, fault.OutOfOrder, fault.Straggler:
		return m.Calls[m.NextCall(&m.Calls[p.Call])].Need
	case fault.EarlyResult:
		return m.Items[m.Calls[p.Call].Item+1].Need
	case fault.AcrossMessages, fault.OpenTogether:
		return m.Messages[p.Message+1].Need
	case fault.SharedMessageID:
		return m.Messages[m.Messages[p.Message].Like].Need
	case fault.ManyInOne, fault.Ambiguous:
		return m.callNeeds(p.Message)
	}
	return 0
}

// callNeeds are the faults that the calls of a message need.
func (m *maker) callNeeds(message int) scenario.Set {
	needs := scenario.Set(0)
	for j := m.Messages[message].Items.From; j < m.Messages[message].Items.To; j++ {
		if m.Items[j].Call != scenario.None {
			needs |= m.Items[j].Need
		}
	}
	return needs
}

// likely scales the chance of a fault of the tree, 64 of 256 in an even
// strategy, and reports whether it is taken.
func (m *maker) likely(k fault.Kind) bool {
	return k.In(m.f, m.Level) && m.Chance(min(m.weights.fault(k), 200))
}
