package scenario

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/spec"
)

// cut draws how texts and arguments are cut into pieces, between characters.
func (m *maker) cut() {
	for j := range m.Items {
		it := &m.Items[j]
		it.Cuts = Span{len(m.Cuts), len(m.Cuts)}
		if mode := m.Messages[it.Message].Mode; mode == Whole || mode == Blocks {
			continue
		}
		text, f := it.Text, it.Fault
		if it.Call != None {
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
func (m *maker) cutText(text string, f NodeFault) {
	m.Open(choice.Text, choice.None)
	defer m.Close()
	n := 1
	for n < 12 && m.roll(knobPieces, 130) {
		n++
	}
	if f.Kind == ManyPieces {
		n = len(text)
	}
	must := 0
	switch f.Kind {
	case Malformed, ArgsCut, SlotReuse:
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
	if f.Kind == EmptyPieces {
		m.Cuts = append(m.Cuts, int32(len(text)))
	}
}

// nextCut is the end of the piece that begins at last, with left more to come.
func (m *maker) nextCut(text string, last, left int, f NodeFault) int {
	if f.Kind == ManyPieces {
		end := last + 1
		for end < len(text) && text[end]&0xC0 == 0x80 {
			end++
		}
		return end
	}
	return RuneFloor(text, last+1+m.N(2*(len(text)-last)/(left+1)))
}
