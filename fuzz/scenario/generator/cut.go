package generator

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// cut draws how texts and arguments are cut into pieces, between characters.
func (m *maker) cut() {
	for j := range m.Items {
		it := &m.Items[j]
		it.Cuts = scenario.Span{From: len(m.Cuts), To: len(m.Cuts)}
		if mode := m.Messages[it.Message].Mode; mode == scenario.Whole || mode == scenario.Blocks {
			continue
		}
		text, f := it.Text, it.Fault
		if it.Call != scenario.None {
			if !m.f.ArgsDeltas || m.f.Owner == spec.Derived {
				continue
			}
			text, f = m.Calls[it.Call].Args, m.Calls[it.Call].Fault
		}
		m.cutText(text, f)
		it.Cuts.To = len(m.Cuts)
	}
}

// cutText appends the ends of the pieces of one text.
func (m *maker) cutText(text string, f scenario.NodeFault) {
	m.Open(choice.Text, choice.None)
	defer m.Close()
	n := 1
	for n < 12 && m.roll(knobPieces, 130) {
		n++
	}
	if f.Kind == fault.ManyPieces {
		n = len(text)
	}
	must := 0
	switch f.Kind {
	case fault.Malformed, fault.ArgsCut, fault.SlotReuse:
		must = f.N
	}
	last := 0
	for k := 1; k < n; k++ {
		end := m.nextCut(text, last, n-k, f)
		if last < must && must < end {
			m.Cuts = append(m.Cuts, int32(must))
		}
		if end > last && end < len(text) {
			m.Cuts = append(m.Cuts, int32(end))
			last = end
		}
	}
	if last < must && must < len(text) {
		m.Cuts = append(m.Cuts, int32(must))
	}
	m.Cuts = append(m.Cuts, int32(len(text)))
	if f.Kind == fault.EmptyPieces {
		m.Cuts = append(m.Cuts, int32(len(text)))
	}
}

// nextCut is the end of the piece that begins at last, with left more to come.
func (m *maker) nextCut(text string, last, left int, f scenario.NodeFault) int {
	if f.Kind == fault.ManyPieces {
		end := last + 1
		for end < len(text) && text[end]&0xC0 == 0x80 {
			end++
		}
		return end
	}
	return scenario.RuneFloor(text, last+1+m.N(2*(len(text)-last)/(left+1)))
}
